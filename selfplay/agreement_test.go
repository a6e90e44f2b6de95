package selfplay

import (
	"math"
	"testing"

	"gipfel/nn"
)

// saying is a net that says the same of every position.
type saying struct {
	spec    nn.Spec
	logits  []float32
	outcome []float32
}

func (s saying) Spec() nn.Spec { return s.spec }

func (s saying) Predict(n int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(s.spec, n, in, out); err != nil {
		return err
	}
	for row := range n {
		copy(out.Policy[row*len(s.logits):], s.logits)
		copy(out.Outcome[row*len(s.outcome):], s.outcome)
	}
	return nil
}

func TestAgree(t *testing.T) {
	spec := nn.Spec{Width: 2, Height: 1, InputPlanes: 1, PolicyPlanes: 2, Players: 2}
	// The actions' logits; the last action is legal in the second half of the positions only.
	a := saying{spec, []float32{0, 0, float32(math.Log(2)), 5}, []float32{0.5, 0.25, 0.25}} // utility 0.25
	b := saying{spec, []float32{1, 0, 0.5, 4}, []float32{0.25, 0.5, 0.25}}                  // utility -0.25
	batch := nn.NewBatch(spec, 130)
	for row := range batch.N / 2 {
		batch.Illegal[row*4+3] = nn.IllegalLogit
	}
	agree := func(first, second nn.Model) Agreement {
		t.Helper()
		all := NewAgreements(first, second)
		for range 2 { // twice the same batch changes no mean
			if err := all.Add(batch); err != nil {
				t.Fatal(err)
			}
		}
		return all.Agreement()
	}
	got := agree(a, b)
	if got.Positions != 260 || got.SameMove.Value != 0.5 || !(got.SameMove.Low < 0.5 && got.SameMove.High > 0.5) {
		t.Errorf("%d positions, same move %+v; want 260 and a half", got.Positions, got.SameMove)
	}
	if math.Abs(got.ValueError-0.5) > 1e-6 || math.Abs(got.LargestValueError-0.5) > 1e-6 {
		t.Errorf("value errors %v and %v, want 0.5", got.ValueError, got.LargestValueError)
	}
	divergence := func(a, b []float64) (sum float64) {
		var za, zb float64
		for i := range a {
			za += math.Exp(a[i])
			zb += math.Exp(b[i])
		}
		for i := range a {
			sum += math.Exp(a[i]) / za * (a[i] - math.Log(za) - b[i] + math.Log(zb))
		}
		return sum
	}
	want := (divergence([]float64{0, 0, math.Ln2}, []float64{1, 0, 0.5}) +
		divergence([]float64{0, 0, math.Ln2, 5}, []float64{1, 0, 0.5, 4})) / 2
	if math.Abs(got.Divergence-want) > 1e-6 {
		t.Errorf("divergence %v, want %v", got.Divergence, want)
	}

	if same := agree(a, a); same.SameMove.Value != 1 || same.Divergence != 0 || same.LargestValueError != 0 {
		t.Errorf("a net differs from itself: %+v", same)
	}
}
