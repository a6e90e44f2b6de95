package train

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gipfel/nn/native/kernel"
)

// residual adds the end of a residual block: relu(x + α·y), where α is (1, 1).
func (b *builder) residual(x, y, alpha *G.Node) *G.Node {
	o := &operation{name: "residual"}
	o.run = func(out []float32, in [][]float32) { kernel.Residual(out, in[0], in[1], in[2][0]) }
	o.gradient = func(in G.Nodes, out, grad *G.Node) G.Nodes {
		dz := b.mask(out, grad)
		return G.Nodes{dz, b.scale(dz, in[2]), b.inner(dz, in[1])}
	}
	return b.apply(o, x.Shape().Clone(), x, y, alpha)
}

// scale adds x times a factor that is (1, 1).
func (b *builder) scale(x, factor *G.Node) *G.Node {
	o := &operation{name: "scale"}
	o.run = func(out []float32, in [][]float32) { kernel.Scale(out, in[0], in[1][0]) }
	return b.apply(o, x.Shape().Clone(), x, factor)
}

// inner adds the sum of the products of two tensors, (1, 1).
func (b *builder) inner(x, y *G.Node) *G.Node {
	o := &operation{name: "inner product"}
	o.run = func(out []float32, in [][]float32) { out[0] = float32(kernel.Inner(in[0], in[1])) }
	return b.apply(o, tensor.Shape{1, 1}, x, y)
}
