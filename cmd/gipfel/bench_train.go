package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/nn"
	"gipfel/selfplay"
)

func newBenchTrain(a *app) *cobra.Command {
	var o netBenchOptions
	c := &cobra.Command{
		Use:   "train",
		Short: "Measure how fast nets are trained",
		Long: `Measure how fast a net is trained, beside the peak of the machine: whole steps on one batch of random positions, with the optimiser
and all else that belongs to a step.

A step takes three times the operations of an evaluation: the forward pass, the gradient of the activations and that of the
weights. Those of the optimiser and of heads that only training computes are not counted. A batch is shared among the threads,
which work on 32 positions at a time; threads that find none to work on still count for the peak.

` + netBenchHelp,
		Example: `  gipfel bench train --board 7 --channels 64 --blocks 6
  gipfel bench train --game atimo-5x5 --channels 24 --blocks 2 --batch 128 --threads 2 --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := a.benchTrain(c.Context(), o)
			if err != nil {
				return err
			}
			if a.json {
				return a.writeJSON(r)
			}
			return a.printNetBench(&r.netBench, "training", "sample",
				"heads for training: "+cmp.Or(strings.Join(r.Heads, ", "), "none"),
				fmt.Sprintf("allocated a step: %s bytes in %s objects", thousands(r.HeapGrowth), thousands(r.Objects)))
		},
	}
	netBenchFlags(c, &o, 256)
	return c
}

// trainBench is how fast a net is trained.
type trainBench struct {
	// PerSecond is the median of Runs.
	PerSecond float64 `json:"samples_per_second"`
	netBench
	// Heads are those that only training computes.
	Heads []string `json:"training_heads"`
	// HeapGrowth is the number of bytes that a step allocates, in so many Objects; the garbage collector frees them later.
	HeapGrowth float64 `json:"heap_growth_bytes_per_step"`
	Objects    float64 `json:"heap_objects_per_step"`
}

// benchTrain measures training several times.
func (a *app) benchTrain(ctx context.Context, o netBenchOptions) (*trainBench, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.precision != precisionFloat {
		return nil, &usageError{fmt.Errorf("--precision %s: nets are trained in %s only", o.precision, precisionFloat)}
	}
	w, err := o.weights()
	if err != nil {
		return nil, err
	}
	b, err := selfplay.NewTrainingBench(w, o.batch, o.threads, o.seed)
	if err != nil {
		return nil, err
	}
	if err := b.Step(); err != nil { // so that all memory has been reserved
		return nil, err
	}
	r := &trainBench{netBench: newNetBench(&o, w.Spec, 3*w.Spec.BoardFLOPs()), Heads: headNames(w.Spec.Heads)}
	if r.HeapGrowth, r.Objects, err = b.Allocations(2); err != nil {
		return nil, err
	}
	if err := a.measureNet(ctx, &o, &r.netBench, 1, func(int) error { return b.Step() }); err != nil {
		return nil, err
	}
	r.PerSecond = median(r.Runs)
	return r, nil
}

// headNames lists heads for training.
func headNames(h nn.Heads) []string {
	names := []string{}
	for _, head := range []struct {
		has  bool
		name string
	}{{h.Reply, "reply"}, {h.Owner, "owner"}, {h.Margin, "margin"}, {h.MovesLeft, "moves left"}} {
		if head.has {
			names = append(names, head.name)
		}
	}
	return names
}
