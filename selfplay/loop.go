package selfplay

import (
	"context"
	"fmt"
	"time"

	"gipfel/selfplay/ledger"
)

// Step is what a run does next.
type Step int

// The steps of an iteration, in order, and the end of the run.
const (
	StepSelfPlay Step = iota
	StepTrain
	StepGate
	StepFinished
)

func (s Step) String() string {
	return [...]string{"self-play", "training", "gate", "finished"}[s]
}

// Next returns the iteration that the run is in and what it has to do there, as the ledger has it.
func (r *Run) Next(ctx context.Context) (iteration int, step Step, err error) {
	models, err := r.ledger.Models(ctx)
	if err != nil {
		return 0, 0, err
	}
	last := models[len(models)-1]
	if last.Status == ledger.Candidate {
		return last.Iteration, StepGate, nil
	}
	iteration = last.Iteration + 1
	if iteration > r.config.Iterations {
		return last.Iteration, StepFinished, nil
	}
	done, _, err := r.generated(ctx, iteration)
	if err != nil {
		return 0, 0, err
	}
	if done < r.config.SelfPlay.Games {
		return iteration, StepSelfPlay, nil
	}
	return iteration, StepTrain, nil
}

// Advance does the next step of the run and returns which one that was.
func (r *Run) Advance(ctx context.Context) (iteration int, step Step, err error) {
	iteration, step, err = r.Next(ctx)
	if err != nil {
		return iteration, step, err
	}
	began := time.Now()
	switch step {
	case StepSelfPlay:
		err = r.selfPlay(ctx, iteration)
	case StepTrain:
		err = r.train(ctx, iteration)
	case StepGate:
		err = r.gate(ctx, iteration)
	case StepFinished:
		return iteration, step, nil
	}
	if err != nil {
		return iteration, step, fmt.Errorf("iteration %d: %s: %w", iteration, step, err)
	}
	return iteration, step, r.ledger.AddMetrics(ctx, []ledger.Metric{
		{Iteration: iteration, Name: "seconds/" + step.String(), Value: time.Since(began).Seconds()},
		{Iteration: iteration, Name: "resident bytes/" + step.String(), Value: float64(residentBytes())},
	})
}

// Loop advances until the config's iterations are done.
func (r *Run) Loop(ctx context.Context) error {
	for {
		iteration, step, err := r.Advance(ctx)
		if err != nil || step == StepFinished {
			return err
		}
		if step == StepGate {
			r.log.Info("iteration done", "iteration", iteration, "of", r.config.Iterations,
				"resident_mib", residentBytes()>>20)
		}
	}
}
