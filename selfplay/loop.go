package selfplay

import (
	"context"
	"fmt"
	"time"

	"gipfel/selfplay/arena"
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

// StepResult is what a step has come to. Of SelfPlay, Training and Gate it has the one that belongs to the step.
type StepResult struct {
	// Iteration is the one that the step worked on; at the end of the run it is the last.
	Iteration int  `json:"iteration"`
	Step      Step `json:"-"`

	SelfPlay *SelfPlayResult `json:"self_play,omitempty"`
	Training *TrainingResult `json:"training,omitempty"`
	Gate     *GateResult     `json:"gate,omitempty"`
}

// SelfPlayResult is what an iteration's self-play has made, in this process and in earlier ones.
type SelfPlayResult struct {
	Games   int `json:"games"`
	Samples int `json:"samples"`
}

// TrainingResult says how an iteration's training went.
type TrainingResult struct {
	Steps int `json:"steps"`
	// Window is the number of samples that were drawn from, NewSamples how many of them are of this iteration, and Reuse how
	// often a new sample is drawn on average.
	Window     int     `json:"window_samples"`
	NewSamples int     `json:"new_samples"`
	Reuse      float64 `json:"reuse"`
	// The losses are means over the last tenth of the steps.
	Loss        float64 `json:"loss"`
	PolicyLoss  float64 `json:"policy_loss"`
	OutcomeLoss float64 `json:"outcome_loss"`
	// Those of the heads for training are left out where the net has none.
	ReplyLoss     *float64 `json:"reply_loss,omitempty"`
	OwnerLoss     *float64 `json:"owner_loss,omitempty"`
	MarginLoss    *float64 `json:"margin_loss,omitempty"`
	MovesLeftLoss *float64 `json:"moves_left_loss,omitempty"`
}

// GateResult is the match of an iteration's candidate against the champion, from the candidate's view.
type GateResult struct {
	Promoted bool `json:"promoted"`
	// Verdict is the decision in words, and Champion the iteration that the candidate played.
	Verdict  string `json:"verdict"`
	Champion int    `json:"champion"`
	// Record counts single games; Score and its interval are over pairs. The decision's bound is one-sided.
	Record     arena.Record   `json:"record"`
	Confidence float64        `json:"confidence"`
	Score      arena.Estimate `json:"score"`
	Decision   arena.Decision `json:"decision"`
}

// Advance does the next step of the run.
func (r *Run) Advance(ctx context.Context) (*StepResult, error) {
	iteration, step, err := r.Next(ctx)
	if err != nil {
		return nil, err
	}
	result := &StepResult{Iteration: iteration, Step: step}
	began := time.Now()
	switch step {
	case StepSelfPlay:
		if err = r.selfPlay(ctx, iteration); err == nil {
			result.SelfPlay = &SelfPlayResult{}
			result.SelfPlay.Games, result.SelfPlay.Samples, err = r.generated(ctx, iteration)
		}
	case StepTrain:
		result.Training, err = r.train(ctx, iteration)
	case StepGate:
		result.Gate, err = r.gate(ctx, iteration)
	case StepFinished:
		return result, nil
	}
	if err != nil {
		return nil, fmt.Errorf("iteration %d: %s: %w", iteration, step, err)
	}
	return result, r.ledger.AddMetrics(ctx, []ledger.Metric{
		{Iteration: iteration, Name: "seconds/" + step.String(), Value: time.Since(began).Seconds()},
		{Iteration: iteration, Name: "resident bytes/" + step.String(), Value: float64(residentBytes())},
	})
}

// Loop advances until the config's iterations are done.
func (r *Run) Loop(ctx context.Context) error {
	for {
		done, err := r.Advance(ctx)
		if err != nil {
			return err
		}
		switch done.Step {
		case StepFinished:
			if done.Iteration > r.config.Iterations {
				r.log.Info("the run has more iterations already than it is to have; there is nothing to do",
					"iterations", done.Iteration, "to_have", r.config.Iterations)
			}
			return nil
		case StepGate:
			r.log.Info("iteration done", "iteration", done.Iteration, "of", r.config.Iterations,
				"resident_mib", residentBytes()>>20)
		}
	}
}
