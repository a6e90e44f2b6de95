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
	return []nn.Spec{base, four, flat}
}

// gradient computes one batch's gradient with the training graphs.
func gradient(t *testing.T, w *nn.Weights, b *nn.Batch, threads int) ([]float32, Losses) {
	t.Helper()
	cfg := DefaultConfig()
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
		loss := ref.Loss(b, 1, 1.5)
		if total := losses.Policy + 1.5*losses.Outcome; math.Abs(total-loss) > tolerance {
			t.Errorf("net %d: loss %v, want %v", i, total, loss)
		}
		for _, tensor := range w.Tensors {
			values := ref.Tensors[tensor.Name]
			for k, v := range values {
				values[k] = v + h
				above := ref.Loss(b, 1, 1.5)
				values[k] = v - h
				below := ref.Loss(b, 1, 1.5)
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
