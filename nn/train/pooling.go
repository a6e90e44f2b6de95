package train

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gipfel/nn/native/kernel"
)

// pool adds global pooling: the means over each position's cells, then the maxima, (rows, 2·channels).
func (b *builder) pool(on board, channels int, x *G.Node) *G.Node {
	at := make([]int32, on.rows*channels) // the cells of the maxima
	atRow := func(row int) []int32 { return at[row*channels : (row+1)*channels] }
	o := &operation{name: "pool"}
	o.run = func(out []float32, in [][]float32) {
		for row := range on.rows {
			kernel.Pool(out[row*2*channels:], atRow(row), on.sample(in[0], row, channels), channels)
		}
	}
	o.gradient = func(in G.Nodes, out, grad *G.Node) G.Nodes {
		d := &operation{name: "pool gradient"}
		d.run = func(dx []float32, in [][]float32) {
			for row := range on.rows {
				kernel.PoolGradient(on.sample(dx, row, channels), atRow(row), in[0][row*2*channels:], channels)
			}
		}
		// The output is an input of the gradient only so that it runs first and at is set.
		return G.Nodes{b.apply(d, on.shape(channels), grad, out)}
	}
	return b.apply(o, tensor.Shape{on.rows, 2 * channels}, x)
}
