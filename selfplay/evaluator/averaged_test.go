package evaluator_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gipfel/game/gametest"
	"gipfel/nn"
	"gipfel/selfplay/evaluator"
)

// TestAveragedIsEquivariant: the answer to an image is the image of the answer, in all games, to the last bit.
func TestAveragedIsEquivariant(t *testing.T) {
	for _, g := range games() {
		for name, inner := range map[string]nn.Model{"native": randomNet(t, g), "random": evaluator.Random(g, 1)} {
			m := without(t)(evaluator.Averaged(g, inner))
			for i, row := range positions(g, 3, 2) {
				want := mustPredict(t, m, row)
				image := nn.NewOutputs(m.Spec(), 1)
				mapped := make([]float32, len(row))
				for s := range g.Symmetries {
					g.Symmetries[s].MapPlanes(mapped, row, len(g.Planes))
					g.Symmetries[s].MapPolicy(image.Policy, want.Policy)
					copy(image.Outcome, want.Outcome)
					if got := mustPredict(t, m, mapped); !equalBits(got, image) {
						t.Fatalf("%s, %s, position %d: the answer to its image (%s) is no image of the answer", g.Name, name, i, g.Symmetries[s].Name)
					}
				}
			}
		}
	}
}

// TestAveragedPolicy holds the policy against what the documentation says of it: masked, it is the geometric mean of the images'
// masked policies. The outcome is the mean.
func TestAveragedPolicy(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	inner := randomNet(t, g)
	m := without(t)(evaluator.Averaged(g, inner))
	legal := func(a int) bool { return a%3 != 0 } // any set will do
	for _, row := range positions(g, 4, 3) {
		logs := make([]float64, g.Actions())
		outcome := make([]float64, g.Outcomes())
		image, policy := make([]float32, len(row)), make([]float32, g.Actions())
		for s := range g.Symmetries {
			g.Symmetries[s].MapPlanes(image, row, len(g.Planes))
			answer := mustPredict(t, inner, image)
			g.Symmetries[s].UnmapPolicy(policy, answer.Policy)
			for a, p := range masked(policy, legal) {
				logs[a] += math.Log(p) / float64(len(g.Symmetries))
			}
			for o, p := range answer.Outcome {
				outcome[o] += float64(p) / float64(len(g.Symmetries))
			}
		}
		want := make([]float32, len(logs))
		for a, l := range logs {
			want[a] = float32(l)
		}
		answer := mustPredict(t, m, row)
		wantPolicy, gotPolicy := masked(want, legal), masked(answer.Policy, legal)
		for a := range wantPolicy {
			if legal(a) && math.Abs(wantPolicy[a]/gotPolicy[a]-1) > 1e-4 {
				t.Fatalf("action %d has probability %v, want %v", a, gotPolicy[a], wantPolicy[a])
			}
		}
		for o := range outcome {
			if math.Abs(outcome[o]-float64(answer.Outcome[o])) > 1e-6 {
				t.Fatalf("outcome %d has probability %v, want %v", o, answer.Outcome[o], outcome[o])
			}
		}
	}
}

// masked is the softmax over the legal actions.
func masked(logits []float32, legal func(a int) bool) []float64 {
	p := make([]float64, len(logits))
	sum := 0.0
	for a, l := range logits {
		if legal(a) {
			p[a] = math.Exp(float64(l))
			sum += p[a]
		}
	}
	for a := range p {
		p[a] /= sum
	}
	return p
}

// counted counts the rows that it is asked about, and the largest batch.
type counted struct {
	nn.Model
	rows, largest int
	closed        bool
	err           error
}

func (c *counted) Predict(n int, in []float32, out nn.Outputs) error {
	c.rows += n
	c.largest = max(c.largest, n)
	return errors.Join(c.err, c.Model.Predict(n, in, out))
}

func (c *counted) Close() error {
	c.closed = true
	return c.err
}

// TestLargeBatchesAreCut: whatever they are asked, models that keep images ask for no more than 256 at once.
func TestLargeBatchesAreCut(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	in := slices.Concat(positions(g, 5, 1)...)
	var long []float32
	for range 120 {
		long = append(long, in...)
	}
	for name, want := range map[string]counted{"average": {rows: 4800, largest: 256}, "random": {rows: 600, largest: 256}} {
		inner := &counted{Model: evaluator.Uniform(g)}
		m, err := evaluator.Averaged(g, inner)
		if name == "random" {
			m, err = evaluator.RandomSymmetry(g, inner, 1)
		}
		mustPredict(t, without(t)(m, err), long)
		if inner.rows != want.rows || inner.largest != want.largest {
			t.Errorf("%s: %d rows, %d at once, want %d and %d", name, inner.rows, inner.largest, want.rows, want.largest)
		}
	}
}

// TestSingleSymmetry: where there is nothing to turn, nothing is in between.
func TestSingleSymmetry(t *testing.T) {
	g := *gametest.Tiny
	g.Symmetries = g.Symmetries[:1]
	inner := evaluator.Random(&g, 1)
	ok := without(t)
	if m := ok(evaluator.Averaged(&g, inner)); m != inner {
		t.Errorf("Averaged is %T", m)
	}
	if m := ok(evaluator.RandomSymmetry(&g, inner, 1)); m != inner {
		t.Errorf("RandomSymmetry is %T", m)
	}
}

// TestWrappersHandOn: what stands around a model closes it, and hands on its errors, saying which positions it was about.
func TestWrappersHandOn(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	broken := errors.New("out of order")
	for name, wrap := range map[string]func(nn.Model) (nn.Model, error){
		"average":         func(m nn.Model) (nn.Model, error) { return evaluator.Averaged(g, m) },
		"random symmetry": func(m nn.Model) (nn.Model, error) { return evaluator.RandomSymmetry(g, m, 1) },
		"recorder": func(m nn.Model) (nn.Model, error) {
			return evaluator.Recorder(m, func(evaluator.Evaluation) error { t.Error("recorded what there is not"); return nil }), nil
		},
	} {
		inner := &counted{Model: evaluator.Uniform(g), err: broken}
		m := without(t)(wrap(inner))
		if _, err := predict(m, make([]float32, g.InputSize())); !errors.Is(err, broken) {
			t.Errorf("%s: error %v", name, err)
		} else if name != "recorder" && !strings.Contains(err.Error(), "positions 0 to 0") {
			t.Errorf("%s: error %q does not say where", name, err)
		}
		if err := m.(interface{ Close() error }).Close(); !errors.Is(err, broken) || !inner.closed {
			t.Errorf("%s: closed %v, error %v", name, inner.closed, err)
		}
		if m := without(t)(wrap(evaluator.Uniform(g))); m.(interface{ Close() error }).Close() != nil {
			t.Errorf("%s: cannot be closed around a model that needs no closing", name)
		}
	}
}

// otherSpec is a model that says that it is another one.
type otherSpec struct {
	nn.Model
	spec nn.Spec
}

func (o otherSpec) Spec() nn.Spec { return o.spec }

// TestOtherGame: a model for another game is refused when it is wrapped, not when it is asked.
func TestOtherGame(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	right := evaluator.Uniform(g)
	for want, change := range map[string]func(s *nn.Spec){
		"takes 80 inputs and gives 273 logits and 3 outcomes; ataxx-4x4 has 96, 273 and 3": func(s *nn.Spec) { s.InputPlanes-- },
		"takes 96 inputs and gives 274 logits and 3 outcomes; ataxx-4x4 has 96, 273 and 3": func(s *nn.Spec) { s.ExtraActions++ },
		"takes 96 inputs and gives 273 logits and 4 outcomes; ataxx-4x4 has 96, 273 and 3": func(s *nn.Spec) { s.Players++ },
	} {
		other := otherSpec{right, right.Spec()}
		change(&other.spec)
		if _, err := evaluator.Averaged(g, other); err == nil || err.Error() != "average over symmetries: the model "+want {
			t.Errorf("Averaged: %v, want that it %s", err, want)
		}
		if _, err := evaluator.RandomSymmetry(g, other, 1); err == nil || err.Error() != "random symmetries: the model "+want {
			t.Errorf("RandomSymmetry: %v, want that it %s", err, want)
		}
	}
}
