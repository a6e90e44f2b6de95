package nn

import (
	"fmt"
	"math"
)

// IllegalLogit is what Batch.Illegal adds to the logits of illegal actions. It is finite, so that nothing becomes NaN, and so
// low that their probability is exactly zero in float32.
const IllegalLogit = -1e4

// Batch is what one training step learns from: N positions and their targets.
type Batch struct {
	N int
	// Inputs holds the positions, N×InputSize, HWC.
	Inputs []float32
	// Illegal is added to the logits, N×Actions: 0 for the legal actions, IllegalLogit for the others.
	Illegal []float32
	// Policy holds a distribution over the legal actions for each row, N×Actions.
	Policy []float32
	// PolicyWeight says how much each row's policy counts; 0 means that the row has no policy target.
	PolicyWeight []float32
	// Outcome holds a distribution over the outcomes relative to the mover for each row, N×(Players+1).
	Outcome []float32
	// OutcomeWeight says how much each row's outcome counts; 0 means that the row has no outcome target.
	OutcomeWeight []float32
}

// NewBatch returns a batch of n rows with everything zero.
func NewBatch(s Spec, n int) *Batch {
	return &Batch{
		N:             n,
		Inputs:        make([]float32, n*s.InputSize()),
		Illegal:       make([]float32, n*s.Actions()),
		Policy:        make([]float32, n*s.Actions()),
		PolicyWeight:  make([]float32, n),
		Outcome:       make([]float32, n*s.Outcomes()),
		OutcomeWeight: make([]float32, n),
	}
}

// Check says what is wrong with a batch for a net: a size, a negative or infinite weight, or a target that is no distribution
// or gives probability to an illegal action. It does not look at the inputs, whose faults show in the loss, nor at targets of
// weight 0.
func (b *Batch) Check(s Spec) error {
	if b.N < 1 {
		return fmt.Errorf("batch of %d rows, want at least 1", b.N)
	}
	for _, f := range []struct {
		name      string
		got, each int
	}{
		{"inputs", len(b.Inputs), s.InputSize()},
		{"illegal", len(b.Illegal), s.Actions()},
		{"policy", len(b.Policy), s.Actions()},
		{"policy weight", len(b.PolicyWeight), 1},
		{"outcome", len(b.Outcome), s.Outcomes()},
		{"outcome weight", len(b.OutcomeWeight), 1},
	} {
		if f.got != b.N*f.each {
			return fmt.Errorf("batch of %d rows: %s has %d values, want %d", b.N, f.name, f.got, b.N*f.each)
		}
	}
	for row := range b.N {
		if err := b.checkRow(s, row); err != nil {
			return fmt.Errorf("batch row %d: %w", row, err)
		}
	}
	return nil
}

func (b *Batch) checkRow(s Spec, row int) error {
	policyWeight, outcomeWeight := b.PolicyWeight[row], b.OutcomeWeight[row]
	switch {
	case !(policyWeight >= 0) || notFinite(policyWeight):
		return fmt.Errorf("policy weight is %v, want a number of at least 0", policyWeight)
	case !(outcomeWeight >= 0) || notFinite(outcomeWeight):
		return fmt.Errorf("outcome weight is %v, want a number of at least 0", outcomeWeight)
	}
	if policyWeight > 0 {
		policy := b.Policy[row*s.Actions() : (row+1)*s.Actions()]
		if err := checkDistribution(policy); err != nil {
			return fmt.Errorf("policy: %w", err)
		}
		illegal := b.Illegal[row*s.Actions() : (row+1)*s.Actions()]
		for a, mask := range illegal {
			switch {
			case mask != 0 && mask != IllegalLogit:
				return fmt.Errorf("illegal: action %d has %v, want 0 or %v", a, mask, float32(IllegalLogit))
			case mask != 0 && policy[a] != 0:
				return fmt.Errorf("policy: illegal action %d has probability %v", a, policy[a])
			}
		}
	}
	if outcomeWeight > 0 {
		if err := checkDistribution(b.Outcome[row*s.Outcomes() : (row+1)*s.Outcomes()]); err != nil {
			return fmt.Errorf("outcome: %w", err)
		}
	}
	return nil
}

// checkDistribution allows for what rounding does to probabilities that were stored in few bits.
func checkDistribution(p []float32) error {
	const tolerance = 0.01
	var sum float64
	for i, v := range p {
		if !(v >= 0) {
			return fmt.Errorf("entry %d is %v, want a probability", i, v)
		}
		sum += float64(v)
	}
	if !(math.Abs(sum-1) <= tolerance) {
		return fmt.Errorf("probabilities sum to %v, want 1", sum)
	}
	return nil
}
