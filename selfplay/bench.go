package selfplay

import (
	"fmt"
	"math/rand/v2"
	"runtime"

	"gipfel/nn"
	"gipfel/nn/train"
)

// TrainingBench makes training steps, to measure what they cost. It is owned by one goroutine.
type TrainingBench struct {
	trainer *train.Trainer
	batch   *nn.Batch
}

// NewTrainingBench prepares steps of a net, whose weights it copies, with the default settings of training. They all learn from
// one batch of random positions and targets, which follow from the seed.
func NewTrainingBench(w *nn.Weights, batch, threads int, seed uint64) (*TrainingBench, error) {
	cfg := train.DefaultConfig()
	cfg.Batch, cfg.Threads = batch, threads
	t, err := train.New(w, cfg)
	if err != nil {
		return nil, fmt.Errorf("training benchmark: %w", err)
	}
	return &TrainingBench{trainer: t, batch: randomBatch(w.Spec, batch, rand.New(rand.NewPCG(seed, 0)))}, nil
}

// Step makes a step.
func (b *TrainingBench) Step() error {
	_, err := b.trainer.Step(b.batch)
	return err
}

// Allocations makes some steps and returns what one of them allocates on average: bytes and objects. Nothing else should run in
// the process meanwhile, since that would be counted, too.
func (b *TrainingBench) Allocations(steps int) (bytes, objects float64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range steps {
		if err := b.Step(); err != nil {
			return 0, 0, err
		}
	}
	runtime.ReadMemStats(&after)
	bytes = float64(after.TotalAlloc-before.TotalAlloc) / float64(steps)
	objects = float64(after.Mallocs-before.Mallocs) / float64(steps)
	return bytes, objects, nil
}

// RandomPositions returns n positions for a net to compute with where it does not matter what they mean: a quarter of their
// values are one, the others zero.
func RandomPositions(s nn.Spec, n int, rng *rand.Rand) []float32 {
	in := make([]float32, n*s.InputSize())
	for i := range in {
		if rng.IntN(4) == 0 {
			in[i] = 1
		}
	}
	return in
}

// randomBatch returns random positions with a target for everything that a net learns. About half of the actions are legal.
func randomBatch(s nn.Spec, n int, rng *rand.Rand) *nn.Batch {
	b := nn.NewBatch(s, n)
	b.Inputs = RandomPositions(s, n, rng)
	actions := s.Actions()
	for row := range n {
		best := rng.IntN(actions)
		for a := range actions {
			if a != best && rng.IntN(2) == 0 {
				b.Illegal[row*actions+a] = nn.IllegalLogit
			}
		}
		b.Policy[row*actions+best] = 1
		b.PolicyWeight[row], b.OutcomeWeight[row] = 1, 1
	}
	certain(b.Outcome, s.Outcomes(), rng)
	certain(b.Reply, actions, rng)
	certain(b.Owner, s.Owners(), rng)
	for row := range b.Margin {
		b.Margin[row] = 2*rng.Float32() - 1
	}
	for row := range b.MovesLeft {
		b.MovesLeft[row] = 2 * rng.Float32()
	}
	for _, weights := range [][]float32{b.ReplyWeight, b.OwnerWeight, b.MarginWeight, b.MovesLeftWeight} {
		for row := range weights {
			weights[row] = 1
		}
	}
	return b
}

// certain makes distributions over n things, each of which gives all to one of them.
func certain(distributions []float32, n int, rng *rand.Rand) {
	for first := 0; first < len(distributions); first += n {
		distributions[first+rng.IntN(n)] = 1
	}
}
