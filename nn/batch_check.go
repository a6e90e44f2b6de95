package nn

import (
	"fmt"
	"math"
)

// batchTarget is one kind of target of a batch, for checking.
type batchTarget struct {
	name           string
	values, weight []float32
	each           int // values of a row
	check          func(row int, values []float32) error
}

// targets lists what a batch holds for a net to learn.
func (b *Batch) targets(s Spec) []batchTarget {
	distribution := func(_ int, p []float32) error { return checkDistribution(p) }
	policy := func(row int, p []float32) error {
		return checkPolicy(p, b.Illegal[row*s.Actions():(row+1)*s.Actions()])
	}
	owners := func(_ int, p []float32) error { return checkOwners(p, s.Owners()) }
	list := []batchTarget{
		{"policy", b.Policy, b.PolicyWeight, s.Actions(), policy},
		{"outcome", b.Outcome, b.OutcomeWeight, s.Outcomes(), distribution},
	}
	for _, head := range []struct {
		has    bool
		target batchTarget
	}{
		{s.Heads.Reply, batchTarget{"reply", b.Reply, b.ReplyWeight, s.Actions(), distribution}},
		{s.Heads.Owner, batchTarget{"owner", b.Owner, b.OwnerWeight, s.Cells() * s.Owners(), owners}},
		{s.Heads.Margin, batchTarget{"margin", b.Margin, b.MarginWeight, 1, checkMargin}},
		{s.Heads.MovesLeft, batchTarget{"moves left", b.MovesLeft, b.MovesLeftWeight, 1, checkMovesLeft}},
	} {
		if head.has {
			list = append(list, head.target)
		}
	}
	return list
}

// Check says what is wrong with a batch for a net: a size, a negative or infinite weight, or a target that is no distribution,
// is out of its range or gives probability to an illegal action. It does not look at the inputs, whose faults show in the loss,
// at targets of weight 0, nor at those of heads that the net lacks.
func (b *Batch) Check(s Spec) error {
	if b.N < 1 {
		return fmt.Errorf("batch of %d rows, want at least 1", b.N)
	}
	size := func(name string, values []float32, each int) error {
		if len(values) != b.N*each {
			return fmt.Errorf("batch of %d rows: %s has %d values, want %d", b.N, name, len(values), b.N*each)
		}
		return nil
	}
	if err := size("inputs", b.Inputs, s.InputSize()); err != nil {
		return err
	}
	if err := size("illegal", b.Illegal, s.Actions()); err != nil {
		return err
	}
	targets := b.targets(s)
	for _, t := range targets {
		if err := size(t.name, t.values, t.each); err != nil {
			return err
		}
		if err := size(t.name+" weight", t.weight, 1); err != nil {
			return err
		}
	}
	for row := range b.N {
		for _, t := range targets {
			if err := t.checkRow(row); err != nil {
				return fmt.Errorf("batch row %d: %w", row, err)
			}
		}
	}
	return nil
}

func (t *batchTarget) checkRow(row int) error {
	weight := t.weight[row]
	if !(weight >= 0) || notFinite(weight) {
		return fmt.Errorf("%s weight is %v, want a number of at least 0", t.name, weight)
	}
	if weight == 0 {
		return nil
	}
	if err := t.check(row, t.values[row*t.each:(row+1)*t.each]); err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	return nil
}

// checkPolicy looks at a policy and the mask that goes with it.
func checkPolicy(policy, illegal []float32) error {
	if err := checkDistribution(policy); err != nil {
		return err
	}
	for a, mask := range illegal {
		switch {
		case mask != 0 && mask != IllegalLogit:
			return fmt.Errorf("the mask of action %d is %v, want 0 or %v", a, mask, float32(IllegalLogit))
		case mask != 0 && policy[a] != 0:
			return fmt.Errorf("illegal action %d has probability %v", a, policy[a])
		}
	}
	return nil
}

// checkOwners looks at the distributions of a row's cells.
func checkOwners(p []float32, each int) error {
	for cell := 0; cell*each < len(p); cell++ {
		if err := checkDistribution(p[cell*each : (cell+1)*each]); err != nil {
			return fmt.Errorf("cell %d: %w", cell, err)
		}
	}
	return nil
}

func checkMargin(_ int, value []float32) error {
	if v := value[0]; !(v >= -1 && v <= 1) {
		return fmt.Errorf("%v is not in [-1, 1]", v)
	}
	return nil
}

func checkMovesLeft(_ int, value []float32) error {
	if v := value[0]; !(v >= 0) || notFinite(v) {
		return fmt.Errorf("%v, want a number of at least 0", v)
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
