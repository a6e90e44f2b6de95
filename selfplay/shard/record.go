package shard

import (
	"fmt"

	"gipfel/game"
)

// Record is one finished game.
type Record struct {
	// Number is the game's number within the run. With the run's seed it determines the game.
	Number uint64
	// Model is the checkpoint (iteration) that played it.
	Model uint32
	// Start is the position it started from, in the game's notation; "" is the game's own start position.
	Start string
	// Plies are the actions in the order they were played.
	Plies []Ply
	// Outcome is the seat that won, or the number of seats for a draw. It is meaningless if Truncated.
	Outcome int
	// Truncated says that the game was cut off by a limit that is no rule of the game. Its result is unknown and must not
	// be learned from.
	Truncated bool
	// Ending is why the game ended, for people: "board full".
	Ending string
}

// Ply is one action of a game, chance events included, and what was found before it was chosen.
type Ply struct {
	Action game.Action
	// Simulations of the search; 0 if there was none (chance event, forced move, opening move).
	Simulations uint32
	// Full says that the position was searched in full: Policy is a training target.
	Full bool
	// Policy is the policy target: ascending actions, weights that sum to 1. It is nil unless Full.
	Policy []Weight
	// Value is the outcome distribution that the search found: a win for each ABSOLUTE seat, then the draw (Players+1
	// numbers). It is nil if there was no search.
	Value []float32
	// Weight is how much the position counts as a sample: 1 is normal, 0 makes it none (chance events, random openings).
	Weight float32
}

// Weight is one entry of a policy.
type Weight struct {
	Action game.Action
	Weight float32
}

// Samples returns the number of plies that are samples, those with a weight above 0.
func (r *Record) Samples() int {
	n := 0
	for i := range r.Plies {
		if r.Plies[i].Weight > 0 {
			n++
		}
	}
	return n
}

// Position returns the position that the game started from.
func (r *Record) Position(g *game.Game) (game.State, error) {
	if r.Start == "" {
		return g.New(), nil
	}
	s, err := g.Notation.ParseState(r.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return s, nil
}
