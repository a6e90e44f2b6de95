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

// agreementBatch is how many positions are evaluated at once.
const agreementBatch = 64

// Agree compares two nets of the same game on the positions of a batch, whose masks say what is legal.
func Agree(first, second nn.Model, b *nn.Batch) (Agreement, error) {
	s := first.Spec()
	var a Agreement
	same := 0
	for from := 0; from < b.N; from += agreementBatch {
		n := min(agreementBatch, b.N-from)
		in := b.Inputs[from*s.InputSize() : (from+n)*s.InputSize()]
		outputs := [2]nn.Outputs{nn.NewOutputs(s, n), nn.NewOutputs(s, n)}
		for i, model := range []nn.Model{first, second} {
			if err := model.Predict(n, in, outputs[i]); err != nil {
				return a, fmt.Errorf("compare nets: %w", err)
			}
		}
		for row := range n {
			illegal := b.Illegal[(from+row)*s.Actions() : (from+row+1)*s.Actions()]
			var policies [2][]float64
			var worth [2]float64
			for i, out := range outputs {
				policies[i] = legalPolicy(out.Policy[row*s.Actions():(row+1)*s.Actions()], illegal)
				worth[i] = float64(game.Utility(out.Outcome[row*s.Outcomes():(row+1)*s.Outcomes()], 0))
			}
			if best(policies[0]) == best(policies[1]) {
				same++
			}
			for k, p := range policies[0] {
				if p > 0 {
					a.Divergence += p * math.Log(p/max(policies[1][k], math.SmallestNonzeroFloat32))
				}
			}
			difference := math.Abs(worth[0] - worth[1])
			a.ValueError += difference
			a.LargestValueError = max(a.LargestValueError, difference)
		}
	}
	a.Positions = b.N
	a.SameMove = arena.Wilson(same, b.N, 0.95)
	a.Divergence /= float64(b.N)
	a.ValueError /= float64(b.N)
	return a, nil
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
