package evaluator_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/selfplay/evaluator"
)

// conform says in which way a model is no nn.Model, if there is one. The rows are some positions, of which the batches are made.
func conform(m nn.Model, rows [][]float32) error {
	s := m.Spec()
	if err := m.Predict(0, nil, nn.Outputs{}); err != nil {
		return fmt.Errorf("no rows at all: %w", err)
	}
	if err := checkSizes(m, rows[0]); err != nil {
		return err
	}
	all := slices.Concat(rows...)
	kept := slices.Clone(all)
	batch, err := predict(m, all)
	if err != nil {
		return err
	}
	if !slices.Equal(all, kept) {
		return errors.New("the input has been changed")
	}
	if err := checkAnswers(s, batch); err != nil {
		return err
	}
	again, err := predict(m, all)
	if err != nil {
		return err
	}
	if !equalBits(batch, again) {
		return errors.New("the same question has another answer the second time")
	}
	for i := len(rows) - 1; i >= 0; i-- {
		single, err := predict(m, rows[i])
		if err != nil {
			return err
		}
		if !equalBits(single, rowOf(s, batch, i)) {
			return fmt.Errorf("row %d has another answer alone than in a batch", i)
		}
	}
	return checkLongBatch(m, rows, batch)
}

// checkSizes holds Predict against arguments that do not fit.
func checkSizes(m nn.Model, row []float32) error {
	s := m.Spec()
	out := nn.NewOutputs(s, 1)
	for name, err := range map[string]error{
		"a negative number of rows": m.Predict(-1, nil, nn.Outputs{}),
		"too few inputs":            m.Predict(1, row[1:], out),
		"too many inputs":           m.Predict(1, append(slices.Clone(row), 0), out),
		"too few logits":            m.Predict(1, row, nn.Outputs{Policy: out.Policy[1:], Outcome: out.Outcome}),
		"too few outcomes":          m.Predict(1, row, nn.Outputs{Policy: out.Policy, Outcome: out.Outcome[1:]}),
		"too many outcomes":         m.Predict(1, row, nn.Outputs{Policy: out.Policy, Outcome: append(slices.Clone(out.Outcome), 0)}),
	} {
		if err == nil {
			return fmt.Errorf("no error for %s", name)
		}
	}
	return nil
}

// checkAnswers looks at the numbers.
func checkAnswers(s nn.Spec, out nn.Outputs) error {
	for i, v := range out.Policy {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("logit %d of row %d is %v", i%s.Actions(), i/s.Actions(), v)
		}
	}
	sum := 0.0
	for i, v := range out.Outcome {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("outcome %d of row %d is %v", i%s.Outcomes(), i/s.Outcomes(), v)
		}
		if sum += float64(v); (i+1)%s.Outcomes() == 0 {
			if math.Abs(sum-1) > 1e-5 {
				return fmt.Errorf("the outcomes of row %d sum to %v", i/s.Outcomes(), sum)
			}
			sum = 0
		}
	}
	return nil
}

// checkLongBatch asks about the rows many times over in one batch.
func checkLongBatch(m nn.Model, rows [][]float32, batch nn.Outputs) error {
	const long = 300 // more than any model evaluates at once
	s := m.Spec()
	if s.InputSize() > 1000 {
		return nil // large boards would show no more than small ones, slowly
	}
	var in []float32
	for i := range long {
		in = append(in, rows[i%len(rows)]...)
	}
	out, err := predict(m, in)
	if err != nil {
		return err
	}
	for i := range long {
		if !equalBits(rowOf(s, out, i), rowOf(s, batch, i%len(rows))) {
			return fmt.Errorf("row %d of a long batch has another answer than in a short one", i)
		}
	}
	return nil
}

// predict evaluates rows into memory full of rubbish.
func predict(m nn.Model, in []float32) (nn.Outputs, error) {
	s := m.Spec()
	n := len(in) / s.InputSize()
	out := nn.NewOutputs(s, n)
	for _, values := range [][]float32{out.Policy, out.Outcome} {
		for i := range values {
			values[i] = float32(math.NaN())
		}
	}
	return out, m.Predict(n, in, out)
}

func mustPredict(t testing.TB, m nn.Model, in []float32) nn.Outputs {
	t.Helper()
	out, err := predict(m, in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func rowOf(s nn.Spec, out nn.Outputs, i int) nn.Outputs {
	a, o := s.Actions(), s.Outcomes()
	return nn.Outputs{Policy: out.Policy[i*a : (i+1)*a], Outcome: out.Outcome[i*o : (i+1)*o]}
}

func equalBits(a, b nn.Outputs) bool {
	same := func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
	return slices.EqualFunc(a.Policy, b.Policy, same) && slices.EqualFunc(a.Outcome, b.Outcome, same)
}

// positions returns n encoded positions of random games, each other than those before it.
func positions(g *game.Game, n int, seed uint64) (rows [][]float32) {
	rng := rand.New(rand.NewPCG(seed, 0))
	var actions []game.Action
	var dice game.Dice
	s := g.New()
	for len(rows) < n {
		switch s.ToMove() {
		case game.Terminal:
			s = g.New()
			continue
		case game.Chance:
			s.Apply(dice.Roll(s, rng))
			continue
		}
		row := make([]float32, g.InputSize())
		g.Encode(s, row)
		if !slices.ContainsFunc(rows, func(other []float32) bool { return slices.Equal(row, other) }) {
			rows = append(rows, row)
		}
		actions = s.AppendActions(actions[:0])
		s.Apply(actions[rng.IntN(len(actions))])
	}
	return rows
}

// randomNet returns a small net with random weights, none of which is zero.
func randomNet(t testing.TB, g *game.Game) nn.Model {
	t.Helper()
	s := evaluator.Uniform(g).Spec()
	s.Channels, s.Blocks, s.PoolEvery, s.PolicyChannels, s.ValueChannels, s.ValueHidden = 8, 1, 1, 8, 8, 8
	w, err := nn.Init(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 3))
	for _, tensor := range w.Tensors {
		for i := range tensor.Data {
			tensor.Data[i] += float32(rng.NormFloat64() * 0.1)
		}
	}
	m, err := native.New(w)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// without asserts that a model could be made.
func without(t testing.TB) func(m nn.Model, err error) nn.Model {
	return func(m nn.Model, err error) nn.Model {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
}

// models are all that there are for a game, by name.
func models(t testing.TB, g *game.Game) map[string]nn.Model {
	ok := without(t)
	drop := func(evaluator.Evaluation) error { return nil }
	all := map[string]nn.Model{
		"native":                   randomNet(t, g),
		"averaged":                 ok(evaluator.Averaged(g, randomNet(t, g))),
		"random symmetry":          ok(evaluator.RandomSymmetry(g, randomNet(t, g), 1)),
		"recorder":                 evaluator.Recorder(randomNet(t, g), drop),
		"averaged random symmetry": ok(evaluator.Averaged(g, ok(evaluator.RandomSymmetry(g, evaluator.Random(g, 1), 1)))),
		"uniform":                  evaluator.Uniform(g),
		"random":                   evaluator.Random(g, 1),
	}
	if m, err := evaluator.Material(g); err == nil {
		all["material"] = m
	}
	return all
}

// games are those of the catalogue, or with -short those on boards of up to 81 cells: the larger ones take most of the time.
func games() []*game.Game {
	return slices.DeleteFunc(catalog.All(), func(g *game.Game) bool { return testing.Short() && g.Cells() > 81 })
}

func TestConformance(t *testing.T) {
	for _, g := range games() {
		rows := positions(g, 5, 1)
		for name, m := range models(t, g) {
			if err := conform(m, rows); err != nil {
				t.Errorf("%s, %s: %v", g.Name, name, err)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	g := gameNamed(t, "ataxx-5x5")
	in := slices.Concat(positions(g, 7, 1)...)
	for name, m := range models(t, g) {
		out := nn.NewOutputs(m.Spec(), 7)
		if n := testing.AllocsPerRun(20, func() {
			if err := m.Predict(7, in, out); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations a call", name, n)
		}
	}
}

func gameNamed(t testing.TB, name string) *game.Game {
	t.Helper()
	g, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// flawed is Random with one flaw.
type flawed struct {
	nn.Model
	calls int
	flaw  func(f *flawed, n int, in []float32, out nn.Outputs)
}

func (f *flawed) Predict(n int, in []float32, out nn.Outputs) error {
	if err := f.Model.Predict(n, in, out); err != nil || n == 0 {
		return err
	}
	f.calls++
	f.flaw(f, n, in, out)
	return nil
}

// careless does not look at the sizes of what it is given.
type careless struct{ nn.Model }

func (careless) Predict(int, []float32, nn.Outputs) error { return nil }

// TestConformanceFindsFlaws holds conform against models that are none.
func TestConformanceFindsFlaws(t *testing.T) {
	g := gameNamed(t, "ataxx-4x4")
	rows := positions(g, 5, 1)
	for name, flaw := range map[string]func(f *flawed, n int, in []float32, out nn.Outputs){
		"row number":      func(_ *flawed, n int, _ []float32, out nn.Outputs) { out.Policy[(n-1)*g.Actions()] += float32(n) },
		"call number":     func(f *flawed, _ int, _ []float32, out nn.Outputs) { out.Policy[0] = float32(f.calls) },
		"long batch":      func(_ *flawed, n int, _ []float32, out nn.Outputs) { out.Policy[0] += float32(n / 300) },
		"changes input":   func(_ *flawed, _ int, in []float32, _ nn.Outputs) { in[0]++ },
		"infinite logit":  func(_ *flawed, _ int, _ []float32, out nn.Outputs) { out.Policy[3] = float32(math.Inf(1)) },
		"no distribution": func(_ *flawed, _ int, _ []float32, out nn.Outputs) { out.Outcome[0] /= 2 },
		"negative odds": func(_ *flawed, _ int, _ []float32, out nn.Outputs) {
			out.Outcome[0], out.Outcome[1] = -0.5, 1.5-out.Outcome[2]
		},
		"not overwritten": func(_ *flawed, _ int, _ []float32, out nn.Outputs) { out.Outcome[0] = float32(math.NaN()) },
	} {
		if err := conform(&flawed{Model: evaluator.Random(g, 1), flaw: flaw}, rows); err == nil {
			t.Errorf("%s: no flaw has been found", name)
		}
	}
	if err := conform(careless{evaluator.Random(g, 1)}, rows); err == nil {
		t.Error("sizes: no flaw has been found")
	}
}
