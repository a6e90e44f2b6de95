package train_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
	"gipfel/nn/train"
)

// headed is one of the usual small nets with all heads for training.
func headed(i int) nn.Spec {
	s := reference.Specs()[i]
	s.Heads = reference.AllHeads
	return s
}

// Every head must be able to learn a handful of positions by heart, all at once.
func TestOverfitsTheHeadsForTraining(t *testing.T) {
	s := headed(1)
	cfg := train.DefaultConfig()
	cfg.Batch, cfg.WarmupSteps, cfg.WeightDecay, cfg.LearningRate, cfg.EMA = 12, 10, 0, 5e-3, 0
	cfg.ReplyLoss, cfg.OwnerLoss, cfg.MarginLoss, cfg.MovesLeftLoss = 1, 1.5, 1, 1
	trainer := newTrainer(t, s, cfg)
	b := reference.RandomBatch(s, cfg.Batch, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	certain := func(p []float32, classes int) { // one right class each
		clear(p)
		for i := range len(p) / classes {
			p[i*classes+rng.IntN(classes)] = 1
		}
	}
	certain(b.Reply, s.Actions())
	certain(b.Owner, s.Owners())
	for _, weights := range [][]float32{b.ReplyWeight, b.OwnerWeight, b.MarginWeight, b.MovesLeftWeight} {
		for row := range weights {
			weights[row] = 1
		}
	}
	least := map[string]float64{} // Adam's losses jump, so the least of each counts
	for range 400 {
		l, err := trainer.Step(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range l.Named(s) {
			if old, ok := least[part.Name]; !ok || part.Loss < old {
				least[part.Name] = part.Loss
			}
		}
	}
	for name, most := range map[string]float64{"reply": 0.05, "owner": 0.2, "margin": 0.01, "moves left": 0.02} {
		if got, ok := least[name]; !ok || !(got < most) {
			t.Errorf("in 400 steps the loss of %s falls to %v, want less than %v", name, got, most)
		}
	}
}

// An untrained net guesses uniformly and says 0 for the numbers.
func TestFirstLossesOfTheHeads(t *testing.T) {
	s := headed(2) // of four players
	cfg := train.DefaultConfig()
	trainer := newTrainer(t, s, cfg)
	b := reference.RandomBatch(s, 40, 1)
	for row := range b.N {
		b.Margin[row], b.MovesLeft[row] = 0.5, 3
	}
	l, err := trainer.Step(b)
	if err != nil {
		t.Fatal(err)
	}
	want := []train.NamedLoss{
		{Name: "policy", Loss: l.Policy}, {Name: "outcome", Loss: math.Log(5)},
		{Name: "reply", Loss: math.Log(float64(s.Actions()))}, {Name: "owner", Loss: math.Log(5)},
		{Name: "margin", Loss: 0.125}, {Name: "moves left", Loss: 2.5},
	}
	for i, got := range l.Named(s) {
		if got.Name != want[i].Name || math.Abs(got.Loss-want[i].Loss) > 1e-5 {
			t.Errorf("loss %d is %v of %s, want %v of %s", i, got.Loss, got.Name, want[i].Loss, want[i].Name)
		}
	}
	total := l.Policy + 1.5*l.Outcome + 0.15*l.Reply + 1.5*l.Owner + l.Margin + 0.1*l.MovesLeft
	if math.Abs(l.Total-total) > 1e-6 {
		t.Errorf("the total is %v, want %v", l.Total, total)
	}
	if l.ReplyEntropy <= 0 || l.ReplyEntropy > l.Reply {
		t.Errorf("the replies' entropy is %v, and their loss %v", l.ReplyEntropy, l.Reply)
	}
}

// Rows without targets leave no trace.
func TestMissingTargetsOfHeadsChangeNothing(t *testing.T) {
	s := headed(3)
	a, b := newTrainer(t, s, train.DefaultConfig()), newTrainer(t, s, train.DefaultConfig())
	batch := reference.RandomBatch(s, 41, 1)
	other := *batch
	missing := 0
	for _, target := range []struct {
		values *[]float32
		weight []float32
	}{
		{&other.Reply, batch.ReplyWeight}, {&other.Owner, batch.OwnerWeight},
		{&other.Margin, batch.MarginWeight}, {&other.MovesLeft, batch.MovesLeftWeight},
	} {
		*target.values = slices.Clone(*target.values)
		each := len(*target.values) / batch.N
		for row, w := range target.weight {
			if w == 0 {
				missing++
				for i := range each {
					(*target.values)[row*each+i] = float32(math.NaN())
				}
			}
		}
	}
	if missing < 40 {
		t.Fatalf("only %d targets are missing", missing)
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

// A net whose heads for training count for nothing learns to the last bit what it would learn without them, whether it is the
// settings that say so or the batch.
func TestHeadsThatCountForNothing(t *testing.T) {
	for i := range reference.Specs() {
		s, plain := headed(i), reference.Specs()[i]
		silent := train.DefaultConfig()
		silent.ReplyLoss, silent.OwnerLoss, silent.MarginLoss, silent.MovesLeftLoss = 0, 0, 0, 0
		bySettings, byBatch := newTrainer(t, s, silent), newTrainer(t, s, train.DefaultConfig())
		want := newTrainer(t, plain, train.DefaultConfig())
		for step := range uint64(3) {
			b := reference.RandomBatch(s, 50, step)
			if _, err := bySettings.Step(b); err != nil {
				t.Fatal(err)
			}
			if _, err := want.Step(b); err != nil {
				t.Fatal(err)
			}
			for _, weights := range [][]float32{b.ReplyWeight, b.OwnerWeight, b.MarginWeight, b.MovesLeftWeight} {
				clear(weights)
			}
			if _, err := byBatch.Step(b); err != nil {
				t.Fatal(err)
			}
		}
		values := want.Raw().AppendValues(nil)
		for name, trainer := range map[string]*train.Trainer{"settings": bySettings, "batch": byBatch} {
			got := trainer.Raw().AppendValues(nil)
			if !slices.Equal(got[:len(values)], values) {
				t.Errorf("net %d: heads that count for nothing by the %s change what the rest learns", i, name)
			}
			if slices.ContainsFunc(got[len(values):], func(v float32) bool { return v != 0 }) {
				t.Errorf("net %d: heads that count for nothing by the %s have learned something", i, name)
			}
		}
	}
}

// A batch may have targets for the heads alone.
func TestHeadsAloneAreEnoughToLearnFrom(t *testing.T) {
	s := headed(3)
	b := reference.RandomBatch(s, 8, 1)
	clear(b.PolicyWeight)
	clear(b.OutcomeWeight)
	trainer := newTrainer(t, s, train.DefaultConfig())
	if l, err := trainer.Step(b); err != nil || l.Policy != 0 || l.Outcome != 0 || l.GradNorm == 0 {
		t.Errorf("losses %+v, error %v", l, err)
	}
	for _, weights := range [][]float32{b.ReplyWeight, b.OwnerWeight, b.MarginWeight, b.MovesLeftWeight} {
		clear(weights)
	}
	if _, err := trainer.Step(b); err == nil || !strings.Contains(err.Error(), "no row has a target") {
		t.Errorf("error %v, want one that says that no row has a target", err)
	}
}

func TestHeadsDoNotDependOnThreads(t *testing.T) {
	for i := range reference.Specs() {
		cfg := train.DefaultConfig()
		cfg.Batch = 64
		var first *train.Trainer
		for _, threads := range []int{1, 2, 3} {
			cfg.Threads = threads
			trainer := newTrainer(t, headed(i), cfg)
			steps(t, trainer, 57, 1, 3)
			if first == nil {
				first = trainer
			}
			sameState(t, trainer, first)
		}
	}
}

func TestHeadsResumeBitForBit(t *testing.T) {
	cfg := train.DefaultConfig()
	cfg.Batch = 20
	whole, half := newTrainer(t, headed(1), cfg), newTrainer(t, headed(1), cfg)
	steps(t, whole, 20, 1, 4)
	steps(t, half, 20, 1, 2)
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
	steps(t, resumed, 20, 3, 2)
	sameState(t, resumed, whole)
}

// A training state from before nets had heads for training must still go on.
func TestOldStateGoesOn(t *testing.T) {
	state, err := train.LoadState(filepath.Join("testdata", "plain.state"))
	if err != nil {
		t.Fatal(err)
	}
	if state.Raw.Spec.Heads != (nn.Heads{}) || state.Updates != 3 || state.Raw.Step != 45 {
		t.Errorf("the state is of %+v, %d updates, step %d", state.Raw.Spec, state.Updates, state.Raw.Step)
	}
	trainer, err := train.Restore(state, train.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	steps(t, trainer, 8, 1, 1)
}

func TestDivergenceNamesTheHeads(t *testing.T) {
	for i, want := range []string{
		"(policy NaN, outcome NaN)",
		"(policy NaN, outcome NaN, reply NaN, owner NaN, margin NaN, moves left NaN)",
	} {
		s := []nn.Spec{reference.Specs()[0], headed(0)}[i]
		trainer := newTrainer(t, s, train.DefaultConfig())
		steps(t, trainer, 8, 1, 1)
		b := reference.RandomBatch(s, 8, 2)
		b.Inputs[0] = float32(math.NaN())
		_, err := trainer.Step(b)
		var diverged *train.DivergedError
		if !errors.As(err, &diverged) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %s", err, want)
		}
	}
}

func TestHeadsConfigErrors(t *testing.T) {
	w, err := nn.Init(headed(3), 1)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*train.Config){
		"weight of reply":      func(c *train.Config) { c.ReplyLoss = -1 },
		"weight of owner":      func(c *train.Config) { c.OwnerLoss = math.NaN() },
		"weight of margin":     func(c *train.Config) { c.MarginLoss = -1 },
		"weight of moves left": func(c *train.Config) { c.MovesLeftLoss = -1 },
	} {
		cfg := train.DefaultConfig()
		spoil(&cfg)
		if _, err := train.New(w, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// What plays does not see the heads: the engine gives the same bits with and without them.
func TestHeadsDoNotChangeWhatPlays(t *testing.T) {
	for i := range reference.Specs() {
		w, err := reference.RandomWeights(headed(i), 3)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := nn.Zeros(reference.Specs()[i])
		if err != nil {
			t.Fatal(err)
		}
		for k := range plain.Tensors {
			copy(plain.Tensors[k].Data, w.Tensor(plain.Tensors[k].Name))
		}
		in := reference.RandomInputs(w.Spec, 9, rand.New(rand.NewPCG(1, 1)))
		var out [2]nn.Outputs
		for k, weights := range []*nn.Weights{w, plain} {
			e, err := native.New(weights)
			if err != nil {
				t.Fatal(err)
			}
			out[k] = nn.NewOutputs(w.Spec, 9)
			if err := e.Predict(9, in, out[k]); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(out[0].Policy, out[1].Policy) || !slices.Equal(out[0].Outcome, out[1].Outcome) {
			t.Errorf("net %d plays otherwise with heads than without", i)
		}
	}
}
