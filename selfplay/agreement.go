package selfplay

import (
	"fmt"
	"math"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/arena"
)

// Agreement says how alike two nets judge the same positions.
type Agreement struct {
	Positions int `json:"positions"`
	// SameMove is the share of positions in which both give the same legal action the largest probability.
	SameMove arena.Estimate `json:"same_move"`
	// Divergence is the mean Kullback-Leibler divergence of the second policy from the first, over the legal actions, in nats.
	Divergence float64 `json:"policy_divergence"`
	// ValueError is the mean and LargestValueError the largest difference of what the outcomes are worth to the mover, -1 to 1.
	ValueError        float64 `json:"value_error"`
	LargestValueError float64 `json:"largest_value_error"`
}

// Agreements compares two nets of the same game on any number of positions.
type Agreements struct {
	first, second nn.Model
	sum           Agreement // before dividing
	same          int
}

// NewAgreements returns a comparison without any positions so far.
func NewAgreements(first, second nn.Model) *Agreements {
	return &Agreements{first: first, second: second}
}

// Add compares the nets on the positions of a batch, whose masks say what is legal.
func (a *Agreements) Add(b *nn.Batch) error {
	s := a.first.Spec()
	outputs := [2]nn.Outputs{nn.NewOutputs(s, b.N), nn.NewOutputs(s, b.N)}
	for i, model := range []nn.Model{a.first, a.second} {
		if err := model.Predict(b.N, b.Inputs, outputs[i]); err != nil {
			return fmt.Errorf("compare nets: %w", err)
		}
	}
	for row := range b.N {
		illegal := b.Illegal[row*s.Actions() : (row+1)*s.Actions()]
		var policies [2][]float64
		var worth [2]float64
		for i, out := range outputs {
			policies[i] = legalPolicy(out.Policy[row*s.Actions():(row+1)*s.Actions()], illegal)
			worth[i] = float64(game.Utility(out.Outcome[row*s.Outcomes():(row+1)*s.Outcomes()], 0))
		}
		a.add(policies, math.Abs(worth[0]-worth[1]))
	}
	return nil
}

// add counts a position.
func (a *Agreements) add(policies [2][]float64, difference float64) {
	if best(policies[0]) == best(policies[1]) {
		a.same++
	}
	for k, p := range policies[0] {
		if p > 0 {
			a.sum.Divergence += p * math.Log(p/max(policies[1][k], math.SmallestNonzeroFloat32))
		}
	}
	a.sum.ValueError += difference
	a.sum.LargestValueError = max(a.sum.LargestValueError, difference)
	a.sum.Positions++
}

// Agreement returns what the positions have shown so far.
func (a *Agreements) Agreement() Agreement {
	r, n := a.sum, float64(max(a.sum.Positions, 1))
	r.SameMove = arena.Wilson(a.same, r.Positions, 0.95)
	r.Divergence /= n
	r.ValueError /= n
	return r
}

// legalPolicy is the softmax of the legal logits; illegal actions have probability 0.
func legalPolicy(logits, illegal []float32) []float64 {
	most := math.Inf(-1)
	for i, v := range logits {
		if illegal[i] == 0 {
			most = max(most, float64(v))
		}
	}
	p, sum := make([]float64, len(logits)), 0.0
	for i, v := range logits {
		if illegal[i] == 0 {
			p[i] = math.Exp(float64(v) - most)
			sum += p[i]
		}
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// best is the index of the largest value.
func best(x []float64) int {
	at := 0
	for i, v := range x {
		if v > x[at] {
			at = i
		}
	}
	return at
}
