package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"

	"gipfel/game"
)

// sampledPosition is a position of a random game.
type sampledPosition struct {
	start string        // the name of the start, or "" for the ordinary one
	line  []game.Action // from there
	state game.State
	input []float32
}

// sampleShare is the share of a game's positions that are taken, so that they come from many games.
const sampleShare = 1. / 8

// samplePositions returns n positions in which a seat is to move: the start, and then positions of random games from all starts.
// No two of them have the same input, unless the game has too few.
func samplePositions(ctx context.Context, g *game.Game, n int, seed uint64) ([]sampledPosition, error) {
	s := &sampler{game: g, rng: rand.New(rand.NewPCG(seed, 0)), seen: map[[sha256.Size]byte]bool{}}
	starts := append([]game.Start{{}}, g.Starts...)
	for fruitless := 0; len(s.taken) < n; {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("after %d of %d positions: %w", len(s.taken), n, err)
		}
		before := len(s.taken)
		if err := s.play(starts[s.games%len(starts)]); err != nil {
			return nil, err
		}
		if len(s.taken) > before {
			fruitless = 0
		} else if fruitless++; fruitless > 1000 {
			clear(s.seen) // the game has no more positions than that
		}
	}
	return s.taken[:n], nil
}

// sampler plays random games.
type sampler struct {
	game  *game.Game
	rng   *rand.Rand
	dice  game.Dice
	games int
	seen  map[[sha256.Size]byte]bool // inputs, by their checksums
	taken []sampledPosition
}

// play plays one game.
func (s *sampler) play(start game.Start) error {
	state := s.game.New()
	if start.Name != "" {
		var err error
		if state, err = s.game.ParsePosition(start.Name); err != nil {
			return err
		}
	}
	var line, legal []game.Action
	for state.ToMove() != game.Terminal {
		var action game.Action
		if state.ToMove() == game.Chance {
			action = s.dice.Roll(state, s.rng)
		} else {
			if len(line) == 0 || s.rng.Float64() < sampleShare {
				s.take(start.Name, line, state)
			}
			legal = state.AppendActions(legal[:0])
			action = legal[s.rng.IntN(len(legal))]
		}
		state.Apply(action)
		line = append(line, action)
	}
	s.games++
	return nil
}

// take takes a position unless it has been taken before.
func (s *sampler) take(start string, line []game.Action, state game.State) {
	input := make([]float32, s.game.InputSize())
	s.game.Encode(state, input)
	key := sha256.Sum256(appendFloats(nil, input))
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	kept := s.game.New()
	kept.CopyFrom(state)
	s.taken = append(s.taken, sampledPosition{start, slices.Clone(line), kept, input})
}
