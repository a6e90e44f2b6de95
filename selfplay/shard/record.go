package shard

import (
	"fmt"

	"gipfel/game"
)

// Record is one finished game.
type Record struct {
	// Number is the game's number within the run. With the run's seed it determines the game.
	Number uint64 `json:"number"`
	// Model is the checkpoint (iteration) that played it.
	Model uint32 `json:"model"`
	// Start is the position it started from, in the game's notation; "" is the game's own start position.
	Start string `json:"start,omitempty"`
	// Plies are the actions in the order they were played.
	Plies []Ply `json:"plies"`
	// Outcome is the seat that won, or the number of seats for a draw. It is meaningless if Truncated.
	Outcome int `json:"outcome"`
	// Truncated says that the game was cut off by a limit that is no rule of the game. Its result is unknown and must not
	// be learned from.
	Truncated bool `json:"truncated,omitempty"`
	// Ending is why the game ended, for people: "board full".
	Ending string `json:"ending"`
}

// Ply is one action of a game, chance events included, and what was found before it was chosen.
type Ply struct {
	Action game.Action `json:"action"`
	// Simulations of the search; 0 if there was none (chance event, forced move, opening move).
	Simulations uint32 `json:"simulations"`
	// Full says that the position was searched in full: Policy is a training target.
	Full bool `json:"full,omitempty"`
	// Policy is the policy target: ascending actions, weights that sum to 1. It is nil unless Full.
	Policy []Weight `json:"policy,omitempty"`
	// Value is the outcome distribution that the search found: a win for each ABSOLUTE seat, then the draw (Players+1
	// numbers). It is nil if there was no search.
	Value []float32 `json:"value,omitempty"`
	// Weight is how much the position counts as a sample: 1 is normal, 0 makes it none (chance events, random openings).
	Weight float32 `json:"weight"`
}

// Weight is one entry of a policy.
type Weight struct {
	Action game.Action `json:"action"`
	Weight float32     `json:"weight"`
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
