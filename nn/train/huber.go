package train

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// huber adds Huber's loss of each row's number, (rows): half the square of the difference from the target up to a difference of
// 1, and straight on from there, so that no row pulls harder than a difference of 1 does. value has rows numbers in any shape.
func (b *builder) huber(value, target *G.Node, rows int) *G.Node {
	o := &operation{name: "huber", needs: []bool{true, false}}
	o.run = func(out []float32, in [][]float32) {
		for row, v := range in[0] {
			d := v - in[1][row]
			if size := max(d, -d); size > 1 {
				out[row] = size - 0.5
			} else {
				out[row] = d * d / 2
			}
		}
	}
	o.gradient = func(in G.Nodes, _, grad *G.Node) G.Nodes {
		d := &operation{name: "huber gradient"}
		d.run = func(dx []float32, in [][]float32) {
			for row, g := range in[0] {
				dx[row] = g * min(max(in[1][row]-in[2][row], -1), 1)
			}
		}
		return G.Nodes{b.apply(d, in[0].Shape().Clone(), grad, in[0], in[1]), nil}
	}
	return b.apply(o, tensor.Shape{rows}, value, target)
}
