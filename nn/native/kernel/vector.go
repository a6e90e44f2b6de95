package kernel

// maxWidth is the width of the widest board that the assembly convolves.
const maxWidth = 13

// vectors is an instruction set's kernels in assembly. The lists by the number of lanes begin with the most; the last one's
// vectors are the shortest.
type vectors struct {
	convolutions []convolutions
	// pairs are tiles for two neighbouring vectors of the shortest, by the width of the board, where that is faster.
	pairs      [maxWidth + 1][]tile
	gradients  []gradients
	reductions []reductions

	// The loops of Mask, Scale, Residual and Inner.
	mask     func(dst, y, x *float32, n int)
	scale    func(dst, x *float32, n int, factor float32)
	residual func(dst, x, y *float32, n int, factor float32)
	inner    func(x, y *float32, n int) float64
	// The loop of Quantized.Fill, for whole vectors.
	quantize func(dst *uint8, src *float32, vectors int, perUnit float32)

	// The loops of Peak and PeakQuantized, which make so many rounds of a product for each of a few sums.
	peak, peakQuantized func(rounds int)
	peakSums            int
}

// laneCount is the number of float32 values in a vector.
type laneCount int

func (l laneCount) lanes() int { return int(l) }

// narrowest returns the kernels for the shortest vectors that have n lanes, or the longest vectors if none has so many. It also
// returns how many of the lanes are used.
func narrowest[K interface{ lanes() int }](list []K, n int) (kernels *K, used int) {
	k := &list[0]
	for i := range list {
		if list[i].lanes() >= n {
			k = &list[i]
		}
	}
	return k, min((*k).lanes(), n)
}

// convolutions are the kernels that convolve.
type convolutions struct {
	laneCount
	tiles [maxWidth + 1][]tile // by the width of the board; the tallest first, the last one of one row
}

// tile is the kernels for a number of rows of a board.
type tile struct {
	height    int
	run       vectorTile
	quantized quantizedTile
}

// vectorTile computes a convolution for some rows of a board, in all cells, and for a vector of output channels. x and dst
// point to the first row's first cell, dst to the vector's first channel; cells are in and out values apart. weights holds a
// vector for every (ky, kx, in). bias has the vector's first lanes, which are all that is read and written.
type vectorTile func(x, weights, dst, bias *float32, in, out, lanes, flags int)

// The flags of a vectorTile: the first two are Add and Rectify of Mode. The generator of the assembly has the same constants.
const (
	flagAdd     = 1 << iota // add to what dst holds
	flagRectify             // replace negative results by zero
	flagTop                 // the tile's first row is the board's
	flagBottom              // the tile's last row is the board's
	flagPoint               // the window has one cell, not 3×3
)

// The flags that a quantizedTile takes instead of the Mode's, beside flagAdd. The generator has the same constants.
const (
	flagFloat     = flagRectify
	flagQuantized = flagPoint << 1
)

// vectorFilter is a filter's weights as the assembly reads them.
type vectorFilter struct {
	*vectors
	size, in, out int
	blocks        []vectorBlock // their weights follow each other in memory
	noBias        []float32
}

// vectorBlock is the weights of a vector of output channels, a vector for every (ky, kx, in).
type vectorBlock struct {
	*convolutions
	first, used int // output channels; the rest of the vector is zero
	weights     []float32
}

func newVectorFilter(v *vectors, size, in, out int) *vectorFilter {
	f := &vectorFilter{vectors: v, size: size, in: in, out: out, noBias: make([]float32, out)}
	rows := size * size * in
	total := 0
	for first := 0; first < out; {
		c, used := narrowest(v.convolutions, out-first)
		f.blocks = append(f.blocks, vectorBlock{convolutions: c, first: first, used: used})
		first += used
		total += rows * c.lanes()
	}
	memory := make([]float32, total)
	for i := range f.blocks {
		n := rows * f.blocks[i].lanes()
		f.blocks[i].weights, memory = memory[:n:n], memory[n:]
	}
	return f
}

// pack is Filter.Pack.
func (f *vectorFilter) pack(weights []float32, factor float32) {
	for _, b := range f.blocks {
		for row := range f.size * f.size * f.in {
			dst := b.weights[row*b.lanes():][:b.used]
			src := weights[row*f.out+b.first:][:b.used]
			if factor == 1 {
				copy(dst, src)
				continue
			}
			for i, v := range src {
				dst[i] = v * factor
			}
		}
	}
}

// packTransposed is Filter.PackTransposed.
func (f *vectorFilter) packTransposed(weights []float32) {
	taps := f.size * f.size
	for _, b := range f.blocks {
		for tap := range taps {
			src := weights[((taps-1-tap)*f.out+b.first)*f.in:][:b.used*f.in]
			dst := b.weights[tap*f.in*b.lanes():][:f.in*b.lanes()]
			o := 0
			for ; o+4 <= b.used; o += 4 {
				f.transpose4(dst[o:], src[o*f.in:], b.lanes())
			}
			for ; o < b.used; o++ {
				for i, v := range src[o*f.in:][:f.in] {
					dst[i*b.lanes()+o] = v
				}
			}
		}
	}
}

// transpose4 writes four rows of f.in values as columns of a matrix whose rows are a number of lanes wide.
func (f *vectorFilter) transpose4(dst, src []float32, lanes int) {
	n := f.in
	r0, r1, r2, r3 := src[:n], src[n:2*n], src[2*n:3*n], src[3*n:4*n]
	for i, v := range r0 {
		d := dst[i*lanes:][:4]
		d[0], d[1], d[2], d[3] = v, r1[i], r2[i], r3[i]
	}
}

// apply is Filter.Apply.
func (f *vectorFilter) apply(dst []float32, x *Sparse, bias []float32, mode Mode) {
	if bias == nil {
		bias = f.noBias
	}
	dst = dst[:x.height*x.width*f.out]
	if x.width > maxWidth {
		f.applyWide(dst, x, bias, mode)
		return
	}
	flags := int(mode)
	if f.size == 1 {
		flags |= flagPoint
	}
	// Vector by vector, so that the weights in use stay in the nearest cache.
	for blocks := f.blocks; len(blocks) > 0; {
		b, n := &blocks[0], 1
		tiles, used := b.tiles[x.width], b.used
		if pair := f.pairs[x.width]; pair != nil && len(blocks) > 1 {
			n, tiles, used = 2, pair, used+blocks[1].used
		}
		eachTile(tiles, x.height, func(t tile, y, edges int) {
			cell := y * x.width
			t.run(&x.dense[cell*f.in], &b.weights[0], &dst[cell*f.out+b.first], &bias[b.first], f.in, f.out, used, flags|edges)
		})
		blocks = blocks[n:]
	}
}

// eachTile covers the rows of a board with tiles. edges are the flags that say which edges of the board a tile has.
func eachTile(tiles []tile, height int, f func(t tile, y, edges int)) {
	for y := 0; y < height; {
		t, edges := tallest(tiles, height-y), 0
		if y == 0 {
			edges |= flagTop
		}
		if y+t.height == height {
			edges |= flagBottom
		}
		f(t, y, edges)
		y += t.height
	}
}

// tallest returns the tallest tile that is no taller than the rows that are left.
func tallest(tiles []tile, rows int) tile {
	for tiles[0].height > rows {
		tiles = tiles[1:]
	}
	return tiles[0]
}

// applyWide is apply for boards that the assembly does not know, in plain Go.
func (f *vectorFilter) applyWide(dst []float32, x *Sparse, bias []float32, mode Mode) {
	border := f.size / 2
	for _, b := range f.blocks {
		var memory [16]float32
		sum := memory[:b.used]
		for y := range x.height {
			for xx := range x.width {
				copy(sum, bias[b.first:])
				for tap := range f.size * f.size {
					sy, sx := y+tap/f.size-border, xx+tap%f.size-border
					if sy < 0 || sy >= x.height || sx < 0 || sx >= x.width {
						continue
					}
					for i, v := range x.dense[(sy*x.width+sx)*f.in:][:f.in] {
						for o, w := range b.weights[(tap*f.in+i)*b.lanes():][:len(sum)] {
							sum[o] += v * w
						}
					}
				}
				finish(dst[(y*x.width+xx)*f.out+b.first:][:b.used], sum, mode)
			}
		}
	}
}
