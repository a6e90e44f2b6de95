package selfplay

import (
	"context"
	"fmt"
	"hash/fnv"

	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

// The seeds of the run's matches follow from the run's seed and these, so that no two matches have the same openings.
const (
	gateSeed       = 0x6a7e << 32
	evaluationSeed = 0xe7a1 << 32
)

// nameSeed tells the matches against different opponents apart, whatever place the config lists them in.
func nameSeed(name string) uint64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // never fails
	return uint64(h.Sum32())
}

// stuckGates is after how many rejections in a row the run says that something may be wrong.
const stuckGates = 5

// gate lets an iteration's candidate play the champion, and promotes or rejects it.
func (r *Run) gate(ctx context.Context, iteration int) (*GateResult, error) {
	champion, err := r.ledger.Champion(ctx)
	if err != nil {
		return nil, err
	}
	candidate, err := r.ledger.Model(ctx, iteration)
	if err != nil {
		return nil, err
	}
	old, err := r.loadModel(champion)
	if err != nil {
		return nil, err
	}
	fresh, err := r.loadModel(candidate)
	if err != nil {
		return nil, err
	}
	c := r.config.Gate
	g := arena.Gate{MinimumGames: c.MinimumGames, Threshold: c.Score, Confidence: c.Confidence}
	if err := g.Validate(); err != nil {
		return nil, err
	}
	var decision arena.Decision
	result, err := r.playStored(ctx, fmt.Sprintf("iteration %d: gate", iteration), storedMatch{
		kind: ledger.KindGate, iteration: iteration, seed: r.config.Seed ^ gateSeed + uint64(iteration), games: c.Games, conditions: c,
		settings: arena.Settings{OpeningMax: c.OpeningPlies, Stop: g.Stop},
	}, r.netPlayer(ledger.CheckpointName(iteration), candidate, fresh, c.Simulations, c.DecisiveMoves, c.Temperature),
		r.netPlayer(ledger.CheckpointName(champion.Iteration), champion, old, c.Simulations, c.DecisiveMoves, c.Temperature),
		func(ctx context.Context, id int64, result *arena.Result) error {
			decision = g.Decide(result.PairScores, result.PlannedPairs)
			return r.ledger.FinishGate(ctx, id, decision.String(), decision.Promote)
		})
	if err != nil {
		return nil, err
	}
	if decision.Promote {
		// Should the process die before this, the next opening of the run does it.
		if err := r.publish(candidate); err != nil {
			return nil, err
		}
	}
	r.log.Info("gate: "+decision.String(), "iteration", iteration, "champion", champion.Iteration,
		"won", result.Record.Wins, "drawn", result.Record.Draws, "lost", result.Record.Losses, "cut_off", result.Record.Truncated)
	if rejected := iteration - champion.Iteration; !decision.Promote && rejected%stuckGates == 0 {
		r.log.Warn("no checkpoint has passed the gate for a while: either there is nothing left to learn at this number of "+
			"simulations, or the learning rate, the window or the gate do not suit the game",
			"rejected_in_a_row", rejected, "champion", champion.Iteration)
	}
	return &GateResult{
		Promoted: decision.Promote, Verdict: decision.String(), Champion: champion.Iteration,
		Record: result.Record, Confidence: result.Confidence, Score: result.Score, Decision: decision,
	}, nil
}
