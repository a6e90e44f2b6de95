package kernel

// gradients are the kernels for the gradient of weights.
type gradients struct {
	laneCount
	kernels []gradient // by the number of inputs, the most first, the last one for one
}

// gradient is the kernel for a number of input channels.
type gradient struct {
	inputs int
	run    vectorGradient
}

// vectorGradient computes the gradient of a convolution's weights at one cell of the window, from some input channels to a
// vector of output channels, of which it writes the first lanes. x and dz point to the first input and the first output that the
// window's cell connects, which are in and out values a cell. On every board these are a rectangle of width×height cells. gap is
// the number of cells from the end of a row of the rectangle to the next, and turn what comes on top at the end of a position.
type vectorGradient func(x, dz, dw *float32, in, out, lanes, width, height, positions, gap, turn int)

// computeVector is Compute.
func (g *WeightGradient) computeVector(dw, x, dz []float32) {
	cells := g.rows * g.height * g.width
	x, dz, dw = x[:cells*g.in], dz[:cells*g.out], dw[:g.size*g.size*g.in*g.out]
	if g.rows == 0 {
		clear(dw)
		return
	}
	for o := 0; o < g.out; {
		list, used := narrowest(g.vectors.gradients, g.out-o)
		for i := 0; i < g.in; {
			k := list.next(g.in - i)
			for ky := range g.size {
				for kx := range g.size {
					g.tap(dw, x, dz, k, ky, kx, i, o, used)
				}
			}
			i += k.inputs
		}
		o += used
	}
}

// next returns the kernel for the first of the inputs that are left, so that they are divided evenly.
func (g *gradients) next(left int) gradient {
	blocks := (left + g.kernels[0].inputs - 1) / g.kernels[0].inputs
	k := 0
	for g.kernels[k].inputs > left {
		k++
	}
	for k+1 < len(g.kernels) && g.kernels[k+1].inputs*blocks >= left {
		k++
	}
	return g.kernels[k]
}

// tap computes the gradient at a cell of the window from the inputs of k, beginning with i, to used outputs, beginning with o.
func (g *WeightGradient) tap(dw, x, dz []float32, k gradient, ky, kx, i, o, used int) {
	dy, dx := ky-g.size/2, kx-g.size/2 // from the output's cell to the input's
	width, height := g.width-abs(dx), g.height-abs(dy)
	first := dw[((ky*g.size+kx)*g.in+i)*g.out+o:]
	if width <= 0 || height <= 0 { // the window's cell is never on the board
		for n := range k.inputs {
			clear(first[n*g.out:][:used])
		}
		return
	}
	input := max(dy, 0)*g.width + max(dx, 0)
	output := max(-dy, 0)*g.width + max(-dx, 0)
	k.run(&x[input*g.in+i], &dz[output*g.out+o], &first[0], g.in, g.out, used, width, height, g.rows,
		g.width-width, (g.height-height)*g.width)
}

func abs(n int) int { return max(n, -n) }
