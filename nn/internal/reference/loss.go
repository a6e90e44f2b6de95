package reference

import (
	"math"

	"gipfel/nn"
)

// Factors say how much each part of the loss counts.
type Factors struct {
	Policy, Outcome, Reply, Owner, Margin, MovesLeft float64
}

// mean is a weighted mean under construction.
type mean struct{ sum, weight float64 }

func (m *mean) add(weight float32, value float64) {
	m.sum += float64(weight) * value
	m.weight += float64(weight)
}

// times returns the mean times a factor, or 0 if nothing was added.
func (m *mean) times(factor float64) float64 {
	if m.weight == 0 {
		return 0
	}
	return factor * m.sum / m.weight
}

// Loss returns the sum of the weighted mean losses of a batch, times their factors.
func (n *Net) Loss(b *nn.Batch, f Factors) float64 {
	s := n.Spec
	var policy, outcome, reply, owner, margin, moves mean
	for row := range b.N {
		o := n.Outputs(b.Inputs[row*s.InputSize() : (row+1)*s.InputSize()])
		for a := range o.Policy {
			o.Policy[a] += float64(b.Illegal[row*s.Actions()+a])
		}
		policy.add(b.PolicyWeight[row], crossEntropy(o.Policy, b.Policy[row*s.Actions():]))
		outcome.add(b.OutcomeWeight[row], crossEntropy(o.Outcome, b.Outcome[row*s.Outcomes():]))
		if s.Heads.Reply {
			reply.add(b.ReplyWeight[row], crossEntropy(o.Reply, b.Reply[row*s.Actions():]))
		}
		if s.Heads.Owner {
			var sum float64
			for cell := range s.Cells() {
				logits := o.Owner[cell*s.Owners() : (cell+1)*s.Owners()]
				sum += crossEntropy(logits, b.Owner[(row*s.Cells()+cell)*s.Owners():])
			}
			owner.add(b.OwnerWeight[row], sum/float64(s.Cells()))
		}
		if s.Heads.Margin {
			margin.add(b.MarginWeight[row], huber(o.Margin-float64(b.Margin[row])))
		}
		if s.Heads.MovesLeft {
			moves.add(b.MovesLeftWeight[row], huber(o.MovesLeft-float64(b.MovesLeft[row])))
		}
	}
	return policy.times(f.Policy) + outcome.times(f.Outcome) + reply.times(f.Reply) + owner.times(f.Owner) +
		margin.times(f.Margin) + moves.times(f.MovesLeft)
}

func crossEntropy(logits []float64, target []float32) float64 {
	var sum float64
	for i, p := range Softmax(logits) {
		if t := float64(target[i]); t > 0 {
			sum -= t * math.Log(p)
		}
	}
	return sum
}

// huber is half the square up to 1, and goes on straight from there.
func huber(x float64) float64 {
	if x = math.Abs(x); x > 1 {
		return x - 0.5
	}
	return x * x / 2
}
