package train

import (
	"math"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// join adds the logits of a policy: those of the cells (rows·cells, planes), then those of the extra actions (rows, extras),
// as (rows, actions).
func (b *builder) join(cells, extra *G.Node, rows, onBoard, extras int) *G.Node {
	actions := onBoard + extras
	o := &operation{name: "join"}
	o.run = func(out []float32, in [][]float32) {
		for row := range rows {
			copy(out[row*actions:], in[0][row*onBoard:(row+1)*onBoard])
			copy(out[row*actions+onBoard:], in[1][row*extras:(row+1)*extras])
		}
	}
	// part is the gradient of the columns [from, from+n).
	part := func(grad *G.Node, shape tensor.Shape, from, n int) *G.Node {
		d := &operation{name: "join gradient"}
		d.run = func(dst []float32, in [][]float32) {
			for row := range rows {
				copy(dst[row*n:(row+1)*n], in[0][row*actions+from:])
			}
		}
		return b.apply(d, shape, grad)
	}
	o.gradient = func(in G.Nodes, _, grad *G.Node) G.Nodes {
		return G.Nodes{
			part(grad, in[0].Shape().Clone(), 0, onBoard),
			part(grad, in[1].Shape().Clone(), onBoard, extras),
		}
	}
	return b.apply(o, tensor.Shape{rows, actions}, cells, extra)
}

// crossEntropy adds the cross-entropy of each row, (rows): −Σ target·log softmax(logits + mask), where mask may be nil. A row
// whose target is all zero costs nothing. logits may have any shape of rows·classes values in row-major order.
func (b *builder) crossEntropy(logits, target, mask *G.Node, rows, classes int) *G.Node {
	probability := make([]float32, rows*classes)
	inputs := G.Nodes{logits, target}
	if mask != nil {
		inputs = append(inputs, mask)
	}
	o := &operation{name: "cross-entropy", needs: []bool{true, false, false}[:len(inputs)]}
	o.run = func(out []float32, in [][]float32) {
		for row := range rows {
			from, to := row*classes, (row+1)*classes
			p := probability[from:to]
			copy(p, in[0][from:to])
			if mask != nil {
				for i, v := range in[2][from:to] {
					p[i] += v
				}
			}
			out[row] = rowCrossEntropy(p, in[1][from:to])
		}
	}
	o.gradient = func(in G.Nodes, out, grad *G.Node) G.Nodes {
		d := &operation{name: "cross-entropy gradient"}
		d.run = func(dx []float32, in [][]float32) {
			for row, g := range in[0] {
				from, to := row*classes, (row+1)*classes
				target := in[1][from:to]
				var sum float32
				for _, v := range target {
					sum += v
				}
				for i, p := range probability[from:to] {
					dx[from+i] = g * (sum*p - target[i])
				}
			}
		}
		// The output is an input of the gradient only so that it runs first and probability is set.
		dx := b.apply(d, in[0].Shape().Clone(), grad, in[1], out)
		return append(G.Nodes{dx}, make(G.Nodes, len(in)-1)...)
	}
	return b.apply(o, tensor.Shape{rows}, inputs...)
}

// rowCrossEntropy turns logits into probabilities and returns the cross-entropy with a target. Where the target is all zero
// nobody asks for the probabilities, and they are left 0: exponentials are most of the work, and most rows may lack a target.
func rowCrossEntropy(p, target []float32) float32 {
	var total float64
	for _, t := range target {
		total += float64(t)
	}
	if total == 0 {
		clear(p)
		return 0
	}
	most := p[0]
	for _, v := range p[1:] {
		most = max(most, v)
	}
	var sum, product float64
	for i, v := range p {
		d := float64(v - most)
		if t := float64(target[i]); t != 0 {
			product += t * d
		}
		e := math.Exp(d)
		p[i] = float32(e)
		sum += e
	}
	scale := float32(1 / sum)
	for i := range p {
		p[i] *= scale
	}
	return float32(total*math.Log(sum) - product)
}
