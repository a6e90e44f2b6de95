package main

import (
	"context"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/selfplay"
)

func newBenchPredict(a *app) *cobra.Command {
	var o netBenchOptions
	c := &cobra.Command{
		Use:   "predict",
		Short: "Measure how fast nets are evaluated",
		Long: `Measure how fast a net is evaluated, beside the peak of the machine. Each thread evaluates a batch of its own, and the positions of
all threads are added.

With --precision int8 the residual tower multiplies bytes, and the peak is that of products of bytes; the stem and the heads, which
stay in floating point, are counted along.

` + netBenchHelp,
		Example: `  gipfel bench predict --board 7 --channels 64 --blocks 6
  gipfel bench predict --game atimo-9x9 --batch 32 --threads 2 --json
  gipfel bench predict --model runs/ataxx --precision int8`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := a.benchPredict(c.Context(), o)
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(r)
			}
			return a.printNetBench(&r.netBench, "evaluation", "position")
		},
	}
	netBenchFlags(c, &o, 1)
	return c
}

// predictBench is how fast a net is evaluated.
type predictBench struct {
	// PerSecond is the median of Runs.
	PerSecond float64 `json:"positions_per_second"`
	netBench
}

// benchPredict measures a net's evaluation several times.
func (a *app) benchPredict(ctx context.Context, o netBenchOptions) (*predictBench, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	w, err := o.weights()
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(o.seed, 0))
	engine, err := o.engine(ctx, w, rng)
	if err != nil {
		return nil, err
	}
	steps := make([]func() error, o.threads)
	for i := range steps {
		engine, in, out := engine.Clone(), selfplay.RandomPositions(w.Spec, o.batch, rng), nn.NewOutputs(w.Spec, o.batch)
		steps[i] = func() error { return engine.Predict(o.batch, in, out) }
		if err := steps[i](); err != nil { // so that all memory has been touched
			return nil, err
		}
	}
	r := &predictBench{netBench: newNetBench(&o, w.Spec, w.Spec.BoardFLOPs())}
	if err := a.measureNet(ctx, &o, &r.netBench, o.threads, func(thread int) error { return steps[thread]() }); err != nil {
		return nil, err
	}
	r.PerSecond = median(r.Runs)
	return r, nil
}

// quantizingPositions is the number of random positions that a net is quantized with. The speed does not depend on them.
const quantizingPositions = 64

// engine returns what evaluates a net in the precision that is asked for.
func (o *netBenchOptions) engine(ctx context.Context, w *nn.Weights, rng *rand.Rand) (*native.Engine, error) {
	if o.precision == precisionFloat {
		return native.New(w)
	}
	q, err := native.Quantize(ctx, w, selfplay.RandomPositions(w.Spec, quantizingPositions, rng))
	if err != nil {
		return nil, err
	}
	return native.NewQuantized(q)
}
