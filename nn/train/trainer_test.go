package train_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
	"gipfel/nn/train"
)

func newTrainer(t *testing.T, s nn.Spec, cfg train.Config) *train.Trainer {
	t.Helper()
	w, err := nn.Init(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	trainer, err := train.New(w, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return trainer
}

// steps makes training steps on random batches, the first of which has a given seed.
func steps(t *testing.T, trainer *train.Trainer, rows int, first uint64, n int) {
	t.Helper()
	for i := range n {
		if _, err := trainer.Step(reference.RandomBatch(trainer.Spec(), rows, first+uint64(i))); err != nil {
			t.Fatal(err)
		}
	}
}

// sameState compares everything that a trainer knows, to the last bit.
func sameState(t *testing.T, got, want *train.Trainer) {
	t.Helper()
	a, b := got.State(), want.State()
	for name, pair := range map[string][2]*nn.Weights{
		"raw": {a.Raw, b.Raw}, "average": {a.Average, b.Average}, "first": {a.First, b.First}, "second": {a.Second, b.Second},
	} {
		if !slices.Equal(pair[0].AppendValues(nil), pair[1].AppendValues(nil)) {
			t.Errorf("%s differs", name)
		}
	}
	if a.Updates != b.Updates || a.Raw.Step != b.Raw.Step {
		t.Errorf("%d updates, step %d; want %d, %d", a.Updates, a.Raw.Step, b.Updates, b.Raw.Step)
	}
}

// A net that cannot learn a handful of positions by heart has a dead head or a wrong sign.
func TestOverfitsBothHeads(t *testing.T) {
	s := reference.Specs()[1]
	cfg := train.DefaultConfig()
	cfg.Batch, cfg.WarmupSteps, cfg.WeightDecay, cfg.LearningRate, cfg.EMA = 12, 10, 0, 5e-3, 0
	trainer := newTrainer(t, s, cfg)
	b := reference.RandomBatch(s, cfg.Batch, 1)
	for row := range b.N { // one right action and outcome each
		best := 0
		policy := b.Policy[row*s.Actions() : (row+1)*s.Actions()]
		for a, p := range policy {
			if p > policy[best] {
				best = a
			}
		}
		clear(policy)
		policy[best] = 1
		outcome := b.Outcome[row*s.Outcomes() : (row+1)*s.Outcomes()]
		clear(outcome)
		outcome[row%s.Outcomes()] = 1
		b.PolicyWeight[row], b.OutcomeWeight[row] = 1, 1
	}
	var l train.Losses
	for range 200 {
		var err error
		if l, err = trainer.Step(b); err != nil {
			t.Fatal(err)
		}
	}
	if l.Policy > 0.01 || l.Outcome > 0.01 {
		t.Errorf("after 200 steps the losses are %v (policy) and %v (outcome), want nearly 0", l.Policy, l.Outcome)
	}

	// What was learned must be what plays.
	e, err := native.New(trainer.Weights())
	if err != nil {
		t.Fatal(err)
	}
	out := nn.NewOutputs(s, b.N)
	if err := e.Predict(b.N, b.Inputs, out); err != nil {
		t.Fatal(err)
	}
	for row := range b.N {
		if p := out.Outcome[row*s.Outcomes()+row%s.Outcomes()]; p < 0.95 {
			t.Errorf("row %d: the engine gives the learned outcome %v", row, p)
		}
	}
}

func TestFirstLossesAreThoseOfUniformGuesses(t *testing.T) {
	s := reference.Specs()[0]
	trainer := newTrainer(t, s, train.DefaultConfig())
	b := reference.RandomBatch(s, 9, 1)
	for row := range b.N { // exactly four legal actions
		for a := range s.Actions() {
			b.Illegal[row*s.Actions()+a], b.Policy[row*s.Actions()+a] = nn.IllegalLogit, 0
		}
		for a := range 4 {
			b.Illegal[row*s.Actions()+7*a+row], b.Policy[row*s.Actions()+7*a+row] = 0, 0.25
		}
	}
	l, err := trainer.Step(b)
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-5 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	near("policy loss", l.Policy, math.Log(4)) // illegal actions take no part
	near("policy entropy", l.PolicyEntropy, math.Log(4))
	near("outcome loss", l.Outcome, math.Log(float64(s.Outcomes())))
	near("total", l.Total, l.Policy+1.5*l.Outcome)
}

// Neither rows without targets nor the logits of illegal actions may leave a trace.
func TestWhatCountsForNothingChangesNothing(t *testing.T) {
	s := reference.Specs()[3]
	a, b := newTrainer(t, s, train.DefaultConfig()), newTrainer(t, s, train.DefaultConfig())
	batch := reference.RandomBatch(s, 21, 1)
	other := *batch
	other.Policy, other.Outcome = slices.Clone(batch.Policy), slices.Clone(batch.Outcome)
	for row := range batch.N {
		if batch.PolicyWeight[row] == 0 {
			clear(other.Policy[row*s.Actions() : (row+1)*s.Actions()])
		}
		if batch.OutcomeWeight[row] == 0 {
			clear(other.Outcome[row*s.Outcomes() : (row+1)*s.Outcomes()])
		}
	}
	for range 3 {
		if _, err := a.Step(batch); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Step(&other); err != nil {
			t.Fatal(err)
		}
	}
	sameState(t, b, a)
}

// Equal seeds give equal bytes: in a second trainer, and with any number of threads.
func TestResultsDoNotDependOnThreads(t *testing.T) {
	for _, s := range reference.Specs() {
		cfg := train.DefaultConfig()
		cfg.Batch = 64
		var first *train.Trainer
		for _, threads := range []int{1, 1, 2, 3} {
			cfg.Threads = threads
			trainer := newTrainer(t, s, cfg)
			steps(t, trainer, 57, 1, 3)
			if first == nil {
				first = trainer
			}
			sameState(t, trainer, first)
		}
	}
}

func TestResumesBitForBit(t *testing.T) {
	s := reference.Specs()[0]
	cfg := train.DefaultConfig()
	cfg.Batch, cfg.Threads, cfg.WarmupSteps = 20, 2, 4
	whole := newTrainer(t, s, cfg)
	steps(t, whole, 20, 1, 6)

	half := newTrainer(t, s, cfg)
	steps(t, half, 20, 1, 3)
	file := filepath.Join(t.TempDir(), "state")
	if err := half.State().Save(file); err != nil {
		t.Fatal(err)
	}
	state, err := train.LoadState(file)
	if err != nil {
		t.Fatal(err)
	}
	resumed, err := train.Restore(state, cfg)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, resumed, 20, 4, 3)
	sameState(t, resumed, whole)
	if got, want := resumed.Weights().Step, uint64(6); got != want {
		t.Errorf("the weights say step %d, want %d", got, want)
	}
}

func TestDivergenceLeavesTheWeightsAlone(t *testing.T) {
	s := reference.Specs()[0]
	cfg := train.DefaultConfig()
	cfg.Threads, cfg.DumpFolder = 2, t.TempDir()
	trainer, untouched := newTrainer(t, s, cfg), newTrainer(t, s, cfg)
	steps(t, trainer, 40, 1, 2)
	steps(t, untouched, 40, 1, 2)

	bad := reference.RandomBatch(s, 40, 3)
	bad.Inputs[33*s.InputSize()] = float32(math.NaN())
	_, err := trainer.Step(bad)
	var diverged *train.DivergedError
	if !errors.As(err, &diverged) {
		t.Fatalf("error %v, want a DivergedError", err)
	}
	sameState(t, trainer, untouched)

	spec, step, kept, err := nn.LoadBatch(diverged.File)
	if err != nil {
		t.Fatal(err)
	}
	if spec != s || step != 2 || kept.N != 40 || !math.IsNaN(float64(kept.Inputs[33*s.InputSize()])) {
		t.Errorf("the kept batch is of %+v, step %d, %d rows", spec, step, kept.N)
	}
	if !strings.Contains(diverged.Error(), diverged.File) {
		t.Errorf("the message does not name the file: %v", diverged)
	}

	// Training goes on as if nothing had been.
	steps(t, trainer, 40, 4, 1)
	steps(t, untouched, 40, 4, 1)
	sameState(t, trainer, untouched)
}

func TestInfiniteInputDiverges(t *testing.T) {
	s := reference.Specs()[0]
	cfg := train.DefaultConfig()
	cfg.DumpFolder = filepath.Join(t.TempDir(), "missing")
	trainer := newTrainer(t, s, cfg)
	steps(t, trainer, 4, 1, 1)
	b := reference.RandomBatch(s, 4, 1)
	for i := range b.Inputs {
		b.Inputs[i] = math.MaxFloat32
	}
	_, err := trainer.Step(b)
	var diverged *train.DivergedError
	if !errors.As(err, &diverged) {
		t.Fatalf("error %v, want a DivergedError", err)
	}
	if diverged.File != "" || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want one that says why the batch was not kept", err)
	}
}

func TestStepRefusesBadBatches(t *testing.T) {
	s := reference.Specs()[1]
	trainer := newTrainer(t, s, train.DefaultConfig())
	before := trainer.Raw().AppendValues(nil)
	for want, spoil := range map[string]func(*nn.Batch){
		"0 rows":                func(b *nn.Batch) { b.N = 0 },
		"inputs":                func(b *nn.Batch) { b.Inputs = b.Inputs[1:] },
		"no row has a target":   func(b *nn.Batch) { clear(b.PolicyWeight); clear(b.OutcomeWeight) },
		"row 2: policy weight":  func(b *nn.Batch) { b.PolicyWeight[2] = -1 },
		"row 3: outcome weight": func(b *nn.Batch) { b.OutcomeWeight[3] = float32(math.NaN()) },
		"row 0: policy: probabilities sum": func(b *nn.Batch) {
			clear(b.Policy[:s.Actions()])
		},
		"row 4: policy: the mask of action": func(b *nn.Batch) { b.Illegal[4*s.Actions()] = -1 },
		"row 4: policy: illegal action": func(b *nn.Batch) {
			row := b.Illegal[4*s.Actions() : 5*s.Actions()]
			for a := range row {
				row[a] = nn.IllegalLogit
			}
		},
		"row 1: outcome: entry 0": func(b *nn.Batch) { b.Outcome[s.Outcomes()] = -0.5 },
	} {
		b := reference.RandomBatch(s, 6, 1)
		spoil(b)
		if _, err := trainer.Step(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	if !slices.Equal(before, trainer.Raw().AppendValues(nil)) || trainer.Steps() != 0 {
		t.Error("a refused batch changed the weights")
	}
}

func TestConfigErrors(t *testing.T) {
	w, err := nn.Init(reference.Specs()[3], 1)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*train.Config){
		"batch":         func(c *train.Config) { c.Batch = 0 },
		"learning rate": func(c *train.Config) { c.LearningRate = math.NaN() },
		"warm-up":       func(c *train.Config) { c.WarmupSteps = -1 },
		"weight decay":  func(c *train.Config) { c.WeightDecay = 2 },
		"clip norm":     func(c *train.Config) { c.ClipNorm = -1 },
		"EMA":           func(c *train.Config) { c.EMA = 1 },
		"loss weights":  func(c *train.Config) { c.PolicyLoss = -1 },
		"nothing":       func(c *train.Config) { c.PolicyLoss, c.OutcomeLoss = 0, 0 },
		"threads":       func(c *train.Config) { c.Threads = 0 },
	} {
		cfg := train.DefaultConfig()
		spoil(&cfg)
		if _, err := train.New(w, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	trainer, err := train.New(w, train.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	if err := trainer.SetLearningRate(-1); err == nil {
		t.Error("a negative learning rate was accepted")
	}
}

func TestStateFileErrors(t *testing.T) {
	trainer := newTrainer(t, reference.Specs()[3], train.DefaultConfig())
	steps(t, trainer, 4, 1, 1)
	folder := t.TempDir()
	file := filepath.Join(folder, "state")
	if err := trainer.State().Save(file); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 7, 19, 60, len(whole) / 2, len(whole) - 1} {
		if err := os.WriteFile(file, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := train.LoadState(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%d of %d bytes: error %v, want one that names the file", n, len(whole), err)
		}
	}
	other := newTrainer(t, reference.Specs()[0], train.DefaultConfig())
	mixed := trainer.State()
	mixed.First = other.State().First
	if _, err := train.Restore(mixed, train.DefaultConfig()); err == nil || !strings.Contains(err.Error(), "first moment") {
		t.Errorf("error %v, want one about the first moment", err)
	}
	bad := trainer.State()
	bad.Raw.Tensors[0].Data[0] = float32(math.Inf(1))
	if err := bad.Save(file); err == nil || !strings.Contains(err.Error(), "raw") {
		t.Errorf("error %v, want one about raw", err)
	}
}

// The average follows the weights, faster at first.
func TestAverage(t *testing.T) {
	s := reference.Specs()[3]
	cfg := train.DefaultConfig()
	cfg.EMA, cfg.WarmupSteps = 0.9, 0
	trainer := newTrainer(t, s, cfg)
	average := trainer.Raw().AppendValues(nil)
	for i := range 12 {
		steps(t, trainer, 8, uint64(i), 1)
		n := float64(i + 1)
		keep := float32(min(0.9, (1+n)/(10+n)))
		for k, v := range trainer.Raw().AppendValues(nil) {
			average[k] = keep*average[k] + (1-keep)*v
		}
		for k, v := range trainer.Weights().AppendValues(nil) {
			if math.Abs(float64(v-average[k])) > 1e-5 {
				t.Fatalf("step %d: average %d is %v, want %v", i+1, k, v, average[k])
			}
		}
	}
}

// The clipped step must be that of the scaled gradient; with Adam's moments at zero that shows in the first moment.
func TestGradientIsClipped(t *testing.T) {
	s := reference.Specs()[3]
	cfg := train.DefaultConfig()
	cfg.ClipNorm = 0.01
	trainer := newTrainer(t, s, cfg)
	l, err := trainer.Step(reference.RandomBatch(s, 8, 1))
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for _, m := range trainer.State().First.AppendValues(nil) {
		sum += float64(m) * float64(m)
	}
	if got := math.Sqrt(sum) / 0.1; l.GradNorm <= 0.01 || math.Abs(got-0.01) > 1e-6 {
		t.Errorf("gradient norm %v was clipped to %v, want 0.01", l.GradNorm, got)
	}
}

func TestMemoryStaysFlat(t *testing.T) {
	s := reference.Specs()[3]
	cfg := train.DefaultConfig()
	cfg.Threads = 2
	trainer := newTrainer(t, s, cfg)
	b := reference.RandomBatch(s, 40, 1)
	heap := func(n int) uint64 {
		for range n {
			if _, err := trainer.Step(b); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap(30)
	if after := heap(300); after > before+before/20+64<<10 {
		t.Errorf("the heap grew from %d to %d bytes in 300 steps", before, after)
	}
}
