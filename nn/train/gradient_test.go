package train

import (
	"math"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

// smallSpecs are nets of so few numbers that every derivative can be taken numerically.
func smallSpecs() []nn.Spec {
	base := nn.Spec{Game: "test", Width: 3, Height: 3, InputPlanes: 2, PolicyPlanes: 2, Players: 2,
		Channels: 5, Blocks: 2, PoolEvery: 2, PolicyChannels: 3, ValueChannels: 2, ValueHidden: 4}
	four := base
	four.Width, four.Players, four.ExtraActions, four.PoolEvery = 4, 4, 2, 1
	flat := base
	flat.Blocks, flat.ExtraActions = 0, 1
	three := four
	three.Width, three.Players, three.ExtraActions = 3, 3, 0
	three.Heads = reference.AllHeads
	all := flat
	all.Heads = reference.AllHeads
	fourAll := four
	fourAll.Heads = reference.AllHeads
	list := []nn.Spec{base, four, flat, three, all, fourAll}
	for _, only := range []nn.Heads{{Reply: true}, {Owner: true}, {Margin: true}, {MovesLeft: true}} {
		s := base
		s.Heads = only
		list = append(list, s)
	}
	return list
}

// factors returns settings in which no two losses count alike.
func factors() Config {
	cfg := DefaultConfig()
	cfg.PolicyLoss, cfg.OutcomeLoss, cfg.ReplyLoss = 1, 1.5, 0.75
	cfg.OwnerLoss, cfg.MarginLoss, cfg.MovesLeftLoss = 2, 0.5, 1.25
	return cfg
}

// referenceFactors are those of factors.
var referenceFactors = reference.Factors{Policy: 1, Outcome: 1.5, Reply: 0.75, Owner: 2, Margin: 0.5, MovesLeft: 1.25}

// total is the sum that a step goes against.
func (l *Losses) total(cfg Config) float64 {
	return cfg.PolicyLoss*l.Policy + cfg.OutcomeLoss*l.Outcome + cfg.ReplyLoss*l.Reply + cfg.OwnerLoss*l.Owner +
		cfg.MarginLoss*l.Margin + cfg.MovesLeftLoss*l.MovesLeft
}

// gradient computes one batch's gradient with the training graphs.
func gradient(t *testing.T, w *nn.Weights, b *nn.Batch, threads int) ([]float32, Losses) {
	t.Helper()
	cfg := factors()
	cfg.Batch, cfg.Threads = b.N, threads
	trainer, err := New(w, cfg)
	if err != nil {
		t.Fatal(err)
	}
	p := newPass(trainer, b)
	if err := p.run(); err != nil {
		t.Fatal(err)
	}
	return trainer.sum, p.losses
}

// Every derivative must be what central differences of the float64 reference give.
func TestGradientIsNumericGradient(t *testing.T) {
	const h, tolerance = 1e-6, 2e-5
	for i, s := range smallSpecs() {
		w, err := reference.RandomWeights(s, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		b := reference.RandomBatch(s, 5, uint64(i))
		got, losses := gradient(t, w, b, 1)
		ref := reference.New(w)
		loss := ref.Loss(b, referenceFactors)
		if total := losses.total(factors()); math.Abs(total-loss) > tolerance {
			t.Errorf("net %d: loss %v, want %v", i, total, loss)
		}
		for _, tensor := range w.Tensors {
			values := ref.Tensors[tensor.Name]
			for k, v := range values {
				values[k] = v + h
				above := ref.Loss(b, referenceFactors)
				values[k] = v - h
				below := ref.Loss(b, referenceFactors)
				values[k] = v
				want := (above - below) / (2 * h)
				if d := math.Abs(float64(got[k]) - want); !(d <= tolerance*max(1, math.Abs(want))) {
					t.Errorf("net %d: derivative %d of %s is %v, want %v", i, k, tensor.Name, got[k], want)
				}
			}
			got = got[len(values):]
		}
	}
}
