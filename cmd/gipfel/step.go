package main

import (
	"fmt"
	"io"

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
				result, err := r.Advance(c.Context())
				if err != nil {
					return err
				}
				iteration, next, err = r.Next(c.Context())
				if err != nil {
					return err
				}
				if a.json {
					return a.writeJSON(stepInfo{r.Dir(), step.String(), result, next.String(), iteration})
				}
				printStep(a.stdout, result)
				if next == selfplay.StepFinished {
					printf(a.stdout, "Next: nothing, all %s of %s are done\n", count(iteration, "iteration", "iterations"), r.Dir())
				} else {
					printf(a.stdout, "Next: %s of iteration %d\n", next, iteration)
				}
				return nil
			})
		},
	}
	flags.add(c)
	return c
}

// stepInfo is a step for machines.
type stepInfo struct {
	Dir string `json:"dir"`
	Did string `json:"did"`
	*selfplay.StepResult
	// Next is the step that comes next, of iteration NextIteration; "finished" at the end.
	Next          string `json:"next"`
	NextIteration int    `json:"next_iteration"`
}

// printStep says what a step has come to.
func printStep(w io.Writer, r *selfplay.StepResult) {
	printf(w, "Iteration %d, %s: ", r.Iteration, r.Step)
	switch {
	case r.SelfPlay != nil:
		printf(w, "%s, %s\n", count(r.SelfPlay.Games, "game", "games"), count(r.SelfPlay.Samples, "sample", "samples"))
	case r.Training != nil:
		t := r.Training
		printf(w, "%s on %s, %d of them new; loss %.3f (%s)\n", count(t.Steps, "step", "steps"),
			count(t.Window, "sample", "samples"), t.NewSamples, t.Loss, lossesText(t))
	case r.Gate != nil:
		g := r.Gate
		printf(w, "%s\n", g.Verdict)
		printf(w, "Against the champion, iteration %d: %s; score %.1f%% (%g%% interval over pairs %.1f–%.1f)\n", g.Champion, g.Record,
			100*g.Score.Value, 100*g.Confidence, 100*g.Score.Low, 100*g.Score.High)
	}
}

// lossesText lists the losses of what the net learns.
func lossesText(t *selfplay.TrainingResult) string {
	text := fmt.Sprintf("policy %.3f, outcome %.3f", t.PolicyLoss, t.OutcomeLoss)
	for _, head := range []struct {
		name string
		loss *float64
	}{{"reply", t.ReplyLoss}, {"owner", t.OwnerLoss}, {"margin", t.MarginLoss}, {"moves left", t.MovesLeftLoss}} {
		if head.loss != nil {
			text += fmt.Sprintf(", %s %.3f", head.name, *head.loss)
		}
	}
	return text
}
