package truth

import (
	"context"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/arena"
)

// Policy is the name of the player that makes the move with a net's largest logit, without any search.
const Policy = "policy"

// Subject is what is measured: a net of a game, and players that search with it.
type Subject struct {
	Game *game.Game
	// Model makes a model of the net, for one goroutine.
	Model   func() (nn.Model, error)
	Players []arena.Player
}

// Result is what is found in a set of positions.
type Result struct {
	// Set is the name of the set.
	Set string `json:"set"`
	Kinds
	Value Agreement `json:"value"`
	// Errors are those of Policy and of each of the players.
	Errors []Errors `json:"errors"`
}

// Measure holds a net, and players that search with it, against a judge in some positions, of which there is at least one.
func Measure(ctx context.Context, j Judge, subject Subject, set string, positions []game.State, s Settings) (*Result, error) {
	verdicts, err := j.Verdicts(ctx, positions, s)
	if err != nil {
		return nil, err
	}
	opinions, err := Opinions(ctx, subject.Game, subject.Model, positions, s)
	if err != nil {
		return nil, err
	}
	moves := make([]game.Action, len(opinions))
	for i, o := range opinions {
		moves[i] = o.Move
	}
	r := &Result{
		Set: set, Kinds: Sort(verdicts), Value: Agree(j, verdicts, opinions),
		Errors: []Errors{Tally(Policy, verdicts, moves)},
	}
	for _, p := range subject.Players {
		if moves, err = Ask(ctx, p, positions, s); err != nil {
			return nil, err
		}
		r.Errors = append(r.Errors, Tally(p.Name, verdicts, moves))
	}
	return r, nil
}
