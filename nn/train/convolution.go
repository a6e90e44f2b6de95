package train

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gipfel/nn/native/kernel"
)

// board is the shape of what a layer sees: a number of positions, each of height×width cells. Activations are matrices of
// rows·cells rows and a column for each channel. Vectors are boards of one cell.
type board struct {
	rows, height, width int
}

func (b board) cells() int               { return b.height * b.width }
func (b board) shape(c int) tensor.Shape { return tensor.Shape{b.rows * b.cells(), c} }

// sample returns the part of activations with c channels that belongs to a position.
func (b board) sample(x []float32, row, c int) []float32 {
	size := b.cells() * c
	return x[row*size : (row+1)*size]
}

// convolution describes conv(x) + bias and the ReLU behind it.
type convolution struct {
	board
	size, in, out int
	rectify       bool
	// ownBias: every position has a bias of its own, (rows, out) instead of (1, out).
	ownBias bool
	// leaf: x is the net's input, whose gradient nobody wants.
	leaf bool
}

// convolve adds a convolution. weight is (size·size·in, out), x (rows·cells, in).
func (b *builder) convolve(c convolution, x, weight, bias *G.Node) *G.Node {
	filter := kernel.NewFilter(c.size, c.in, c.out)
	list := kernel.NewSparse(c.height, c.width, c.in)
	var mode kernel.Mode
	if c.rectify {
		mode = kernel.Rectify
	}
	o := &operation{name: "conv", needs: []bool{!c.leaf, true, true}}
	o.run = func(out []float32, in [][]float32) {
		x, bias := in[0], in[2]
		filter.Pack(in[1], 1)
		for row := range c.rows {
			list.Fill(c.sample(x, row, c.in))
			if c.ownBias {
				bias = in[2][row*c.out:]
			}
			filter.Apply(c.sample(out, row, c.out), list, bias, mode)
		}
	}
	o.gradient = func(in G.Nodes, out, dz *G.Node) G.Nodes {
		if c.rectify {
			dz = b.mask(out, dz)
		}
		grads := G.Nodes{nil, b.weightGradient(c, in[0], dz), b.biasGradient(c, dz)}
		if !c.leaf {
			grads[0] = b.inputGradient(c, in[1], dz)
		}
		return grads
	}
	return b.apply(o, c.shape(c.out), x, weight, bias)
}

// mask adds the gradient of a ReLU: grad where out is not zero, 0 elsewhere.
func (b *builder) mask(out, grad *G.Node) *G.Node {
	o := &operation{name: "relu gradient"}
	o.run = func(dst []float32, in [][]float32) { kernel.Mask(dst, in[0], in[1]) }
	return b.apply(o, out.Shape().Clone(), out, grad)
}

// inputGradient adds the gradient of a convolution's input.
func (b *builder) inputGradient(c convolution, weight, dz *G.Node) *G.Node {
	filter := kernel.NewFilter(c.size, c.out, c.in)
	list := kernel.NewSparse(c.height, c.width, c.out)
	o := &operation{name: "conv input gradient"}
	o.run = func(dx []float32, in [][]float32) {
		filter.PackTransposed(in[0])
		for row := range c.rows {
			list.Fill(c.sample(in[1], row, c.out))
			filter.Apply(c.sample(dx, row, c.in), list, nil, 0)
		}
	}
	return b.apply(o, c.shape(c.in), weight, dz)
}

// weightGradient adds the gradient of a convolution's weight.
func (b *builder) weightGradient(c convolution, x, dz *G.Node) *G.Node {
	g := kernel.NewWeightGradient(c.rows, c.height, c.width, c.size, c.in, c.out)
	o := &operation{name: "conv weight gradient"}
	o.run = func(dw []float32, in [][]float32) { g.Compute(dw, in[0], in[1]) }
	return b.apply(o, tensor.Shape{c.size * c.size * c.in, c.out}, x, dz)
}

// biasGradient adds the gradient of a convolution's bias: the sum over the cells, and over the positions if they share it.
func (b *builder) biasGradient(c convolution, dz *G.Node) *G.Node {
	o := &operation{name: "conv bias gradient"}
	rows := 1
	if c.ownBias {
		rows = c.rows
	}
	each := c.rows / rows * c.cells() * c.out // values
	o.run = func(db []float32, in [][]float32) {
		for row := range rows {
			kernel.SumRows(db[row*c.out:(row+1)*c.out], in[0][row*each:(row+1)*each])
		}
	}
	return b.apply(o, tensor.Shape{rows, c.out}, dz)
}
