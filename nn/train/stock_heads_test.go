package train

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gipfel/nn"
)

// addHeads adds the losses of the heads for training, with the weights that factors gives them, to a cost.
func (b *stock) addHeads(cost *G.Node, batch *nn.Batch) *G.Node {
	s := b.s
	add := func(n *G.Node) { cost = G.Must(G.Add(cost, n)) }
	f := factors()
	if s.Heads.Reply {
		reply := b.linear(b.cellsFirst(b.p, s.PolicyChannels), "reply/logits")
		reply = G.Must(G.Reshape(reply, tensor.Shape{b.rows, s.Cells() * s.PolicyPlanes}))
		if s.ExtraActions > 0 {
			reply = G.Must(G.Concat(1, reply, b.linear(b.pooled, "reply/extra")))
		}
		add(b.loss("reply", reply, batch.Reply, batch.ReplyWeight, f.ReplyLoss))
	}
	if s.Heads.Owner {
		owner := b.linear(b.cellsFirst(b.h, s.Channels), "owner/logits")
		var weights []float32 // of the cells: the mean over all of them is that over the rows and their cells
		for _, w := range batch.OwnerWeight {
			for range s.Cells() {
				weights = append(weights, w)
			}
		}
		add(b.loss("owner", owner, batch.Owner, weights, f.OwnerLoss))
	}
	if s.Heads.Margin {
		add(b.huber("margin", batch.Margin, batch.MarginWeight, f.MarginLoss))
	}
	if s.Heads.MovesLeft {
		add(b.huber("moves", batch.MovesLeft, batch.MovesLeftWeight, f.MovesLeftLoss))
	}
	return cost
}

// huber is factor · Σ weight/Σweight · (e²/2 − relu(e−1)²/2 − relu(−e−1)²/2), where e is what the head says less the target.
func (b *stock) huber(head string, target, weight []float32, factor float64) *G.Node {
	column := func(name string, f func(row int) float64) *G.Node {
		values := make([]float32, b.rows)
		for row := range values {
			values[row] = float32(f(row))
		}
		return b.node(head+" "+name, values, b.rows, 1)
	}
	square := func(x *G.Node) *G.Node { return G.Must(G.HadamardProd(x, x)) }
	ones := column("ones", func(int) float64 { return 1 })
	e := G.Must(G.Sub(b.linear(b.v, head+"/value"), column("target", func(row int) float64 { return float64(target[row]) })))
	above := square(G.Must(G.Rectify(G.Must(G.Sub(e, ones)))))
	below := square(G.Must(G.Rectify(G.Must(G.Sub(G.Must(G.Neg(e)), ones)))))
	loss := G.Must(G.Sub(square(e), G.Must(G.Add(above, below))))
	return G.Must(G.Sum(G.Must(G.HadamardProd(loss, column("weights", func(row int) float64 {
		return factor * float64(weight[row]) / total(weight) / 2
	})))))
}
