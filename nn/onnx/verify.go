package onnx

import (
	"context"
	"fmt"
	"math"

	"gipfel/nn"
)

// Tolerance is the largest difference that Verify accepts. Of probabilities it is absolute; of logits, too, up to 1, and relative
// to their size beyond, since a float32 cannot tell larger numbers apart any better.
const Tolerance = 1e-4

// MinPositions is the number of positions that Verify wants at least.
const MinPositions = 64

// batches are the numbers of rows that Verify has the file compute at once.
var batches = []int{1, 2, 17, 64}

// Report is what Verify has found.
type Report struct {
	// Positions is the number of positions and Rows that of the rows computed by the file; positions come more than once.
	Positions int `json:"positions"`
	Rows      int `json:"rows"`
	// Batches are the numbers of rows at once.
	Batches []int `json:"batches"`
	// Policy and Outcome are the largest differences of a logit and of a probability, measured as Tolerance says.
	Policy    float64 `json:"policy_difference"`
	Outcome   float64 `json:"outcome_difference"`
	Tolerance float64 `json:"tolerance"`
	// Varied is false if the model gives the same answer in all positions, as an untrained net does. Agreement then says little.
	Varied bool `json:"varied"`
}

// Verify reads a file and compares what it computes with a model, row by row, in batches of 1, 2, 17 and 64, so that each
// position is in at least one. The error names the output, row and entry that differ by more than Tolerance. Differences up to
// there are reported even then.
//
// The model is asked about one position at a time, so the batches are the file's alone. This takes a while with large nets; the
// context ends it between two batches.
func Verify(ctx context.Context, file []byte, model nn.Model, positions [][]float32) (*Report, error) {
	net, err := Load(file)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	s := model.Spec()
	if got, want := net.spec, s.Playing(); got != want {
		return nil, fmt.Errorf("verify: the file says that its net is %+v, want %+v", got, want)
	}
	if len(positions) < MinPositions {
		return nil, fmt.Errorf("verify: %d positions, want at least %d", len(positions), MinPositions)
	}
	v := &verifier{net: net, spec: s, report: Report{Positions: len(positions), Batches: batches, Tolerance: Tolerance}}
	if v.expected, err = expect(model, positions); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	v.report.Varied = v.varies()
	for next, i := 0, 0; next < len(positions) || i < len(batches); i++ {
		rows := batches[i%len(batches)]
		if err := ctx.Err(); err != nil {
			return &v.report, fmt.Errorf("verify: after %d rows: %w", v.report.Rows, err)
		}
		if err := v.batch(positions, next, rows); err != nil {
			return &v.report, fmt.Errorf("verify: batch of %d from position %d: %w", rows, next%len(positions), err)
		}
		next += rows
	}
	return &v.report, nil
}

// verifier is what Verify works with.
type verifier struct {
	net      *Net
	spec     nn.Spec
	expected []nn.Outputs // of each position
	report   Report
}

// expect asks the model about each position.
func expect(model nn.Model, positions [][]float32) ([]nn.Outputs, error) {
	expected := make([]nn.Outputs, len(positions))
	for i, in := range positions {
		expected[i] = nn.NewOutputs(model.Spec(), 1)
		if err := model.Predict(1, in, expected[i]); err != nil {
			return nil, fmt.Errorf("position %d: %w", i, err)
		}
	}
	return expected, nil
}

// varies reports whether the expected outputs differ between positions by more than the tolerance.
func (v *verifier) varies() bool {
	first := v.expected[0]
	for _, other := range v.expected[1:] {
		p, _ := largest(first.Policy, other.Policy)
		o, _ := largest(first.Outcome, other.Outcome)
		if max(p, o) > Tolerance {
			return true
		}
	}
	return false
}

// batch compares the rows of a batch of positions from a number on, going round to the first after the last.
func (v *verifier) batch(positions [][]float32, first, rows int) error {
	in := make([]float32, 0, rows*v.spec.InputSize())
	for row := range rows {
		in = append(in, positions[(first+row)%len(positions)]...)
	}
	out := nn.NewOutputs(v.spec, rows)
	if err := v.net.Predict(rows, in, out); err != nil {
		return err
	}
	v.report.Rows += rows
	actions, outcomes := v.spec.Actions(), v.spec.Outcomes()
	for row := range rows {
		want := v.expected[(first+row)%len(positions)]
		err := compare(OutputPolicy, row, out.Policy[row*actions:(row+1)*actions], want.Policy, &v.report.Policy)
		if err != nil {
			return err
		}
		err = compare(OutputOutcome, row, out.Outcome[row*outcomes:(row+1)*outcomes], want.Outcome, &v.report.Outcome)
		if err != nil {
			return err
		}
	}
	return nil
}

// compare compares an output of a row and keeps the largest difference.
func compare(output string, row int, got, want []float32, worst *float64) error {
	difference, at := largest(got, want)
	*worst = max(*worst, difference)
	if !(difference <= Tolerance) {
		return fmt.Errorf("row %d: %s entry %d is %v, want %v: a difference of %.2g, above %.0g",
			row, output, at, got[at], want[at], difference, Tolerance)
	}
	return nil
}

// largest returns the largest difference and where it is. What is not a number differs infinitely.
func largest(got, want []float32) (difference float64, at int) {
	for i, w := range want {
		d := math.Abs(float64(got[i])-float64(w)) / max(1, math.Abs(float64(w)))
		if math.IsNaN(d) {
			d = math.Inf(1)
		}
		if d > difference {
			difference, at = d, i
		}
	}
	return difference, at
}
