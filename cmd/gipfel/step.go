package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"gipfel/selfplay"
)

// A run is a series of steps; each has a command that does just it, for those who want to look in between or to run the
// loop from a script. gipfel run is the three of them in a circle.

func newSelfPlay(a *app) *cobra.Command {
	return newStep(a, selfplay.StepSelfPlay, "selfplay", "Play the games of a run's current iteration",
		`Let the champion play the games of the current iteration, or what is left of them, into shards.`)
}

func newTrain(a *app) *cobra.Command {
	return newStep(a, selfplay.StepTrain, "train", "Train the candidate of a run's current iteration",
		`Train on the newest games of the run. The result is a candidate that gipfel gate decides about.`)
}

func newGate(a *app) *cobra.Command {
	return newStep(a, selfplay.StepGate, "gate", "Let a run's candidate play the champion",
		`Play the match between the candidate and the champion, and promote the candidate or reject it.`)
}

func newStep(a *app, step selfplay.Step, use, short, long string) *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:     use,
		Short:   short,
		Long:    long + "\n\nThe command fails if it is another step's turn, and says which.",
		Example: fmt.Sprintf("  gipfel %s --dir runs/atimo-5x5-demo\n  gipfel %s --config configs/ataxx.yaml --dir runs/ataxx", use, use),
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return flags.with(c.Context(), a, func(r *selfplay.Run) error {
				iteration, next, err := r.Next(c.Context())
				if err != nil {
					return err
				}
				if next == selfplay.StepFinished {
					return fmt.Errorf("all %d iterations of %s are done: there is nothing left for %s to do", iteration, r.Dir(), step)
				}
				if next != step {
					return fmt.Errorf("iteration %d of %s: the next step is %s, not %s", iteration, r.Dir(), next, step)
				}
				if _, _, err := r.Advance(c.Context()); err != nil {
					return err
				}
				iteration, next, err = r.Next(c.Context())
				if err != nil {
					return err
				}
				if a.json {
					return a.writeJSON(map[string]any{"dir": r.Dir(), "did": step.String(), "iteration": iteration, "next": next.String()})
				}
				printf(a.stdout, "%s done in %s; ", step, r.Dir())
				if next == selfplay.StepFinished {
					printf(a.stdout, "all %d iterations are done\n", iteration)
				} else {
					printf(a.stdout, "next: %s of iteration %d\n", next, iteration)
				}
				return nil
			})
		},
	}
	flags.add(c)
	return c
}
