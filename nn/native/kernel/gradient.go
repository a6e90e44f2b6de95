package kernel

// WeightGradient computes the gradient of a convolution's weight from a batch of positions. It owns its scratch memory and is
// owned by one goroutine.
type WeightGradient struct {
	rows, height, width int // of the batch
	size, in, out       int // of the convolution

	// The non-zero inputs of each channel, in the order board row, position, column: the entries of channel c on row y of all
	// boards are lists[c][start[c][y]:start[c][y+1]]. An index is that of the cell in dz to which the window's last tap takes
	// the input.
	lists [][]entry
	start [][]int32
	count []int

	// Eight columns of the output's gradient, each position with a border of zeros.
	dz columns

	vectors *vectors // nil in plain Go; if not, nothing of the lists is used
}

// NewWeightGradient returns the gradient of a convolution for batches of a number of positions.
func NewWeightGradient(rows, height, width, size, in, out int) *WeightGradient {
	g := &WeightGradient{rows: rows, height: height, width: width, size: size, in: in, out: out}
	if g.vectors = current().vectors; g.vectors != nil {
		return g
	}
	g.count = make([]int, in)
	for range in {
		g.lists = append(g.lists, make([]entry, rows*height*width))
		g.start = append(g.start, make([]int32, height+1))
	}
	g.dz = newColumns(rows * g.pitch())
	return g
}

// pitch is the number of cells of a bordered position.
func (g *WeightGradient) pitch() int { return (g.height + g.size - 1) * (g.width + g.size - 1) }

// Compute overwrites dw, (ky, kx, in, out), with the sum over the batch of the gradient, given the convolution's inputs x,
// rows×cells×in, and the gradient of its outputs dz, rows×cells×out.
func (g *WeightGradient) Compute(dw, x, dz []float32) {
	if g.vectors != nil {
		g.computeVector(dw, x, dz)
		return
	}
	g.list(x)
	wide := g.width + g.size - 1
	for first := 0; first < g.out; first += lanes {
		last := min(first+lanes, g.out)
		g.spread(dz, first, last)
		for c := range g.in {
			for ky := range g.size {
				// Tap ky takes row y of the input to row y-ky+border of the output, which must be on the board.
				border := g.size / 2
				top, bottom := max(ky-border, 0), min(g.height+ky-border, g.height)
				list := g.lists[c][g.start[c][top]:g.start[c][bottom]]
				for kx := range g.size {
					var sum [lanes]float32
					dot8(&sum, list, g.dz, (g.size-1-ky)*wide+g.size-1-kx)
					copy(dw[((ky*g.size+kx)*g.in+c)*g.out+first:][:last-first], sum[:])
				}
			}
		}
	}
}

// list fills the lists.
func (g *WeightGradient) list(x []float32) {
	wide := g.width + g.size - 1
	clear(g.count)
	for y := range g.height {
		for c := range g.in {
			g.start[c][y] = int32(g.count[c])
		}
		for row := range g.rows {
			for xx := range g.width {
				index := uint32(row*g.pitch() + y*wide + xx)
				cell := (row*g.height+y)*g.width + xx
				for c, v := range x[cell*g.in : (cell+1)*g.in] {
					g.lists[c][g.count[c]] = entry{index, v}
					g.count[c] += nonZero(v)
				}
			}
		}
	}
	for c := range g.in {
		g.start[c][g.height] = int32(g.count[c])
	}
}

// spread copies eight columns of the output's gradient into the bordered form; the border is always zero, and columns beyond
// last are never read.
func (g *WeightGradient) spread(dz []float32, first, last int) {
	border, wide := g.size/2, g.width+g.size-1
	for row := range g.rows {
		for y := range g.height {
			at := row*g.pitch() + (y+border)*wide + border
			for xx := range g.width {
				cell := (row*g.height+y)*g.width + xx
				src := dz[cell*g.out+first : cell*g.out+last]
				n := copy(g.dz.low[at+xx][:], src)
				copy(g.dz.high[at+xx][:], src[n:])
			}
		}
	}
}
