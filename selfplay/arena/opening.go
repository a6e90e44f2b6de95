package arena

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gipfel/game"
)

// opening is how the games of a pair begin.
type opening struct {
	actions  []game.Action // from the start position, chance outcomes included
	repeated bool          // an earlier pair has an opening that leads to the same position
}

// openingTries is how often a random opening is drawn before the pair gets a repeated one.
const openingTries = 200

// openings returns the openings of pairs 0, 1, …: random legal moves, their number drawn from shortest to longest, that lead
// to a position in which a seat is to move that has no move that wins at once. No two lead to the same position (as
// game.Notation writes it) unless new ones are not found, because the game is small or hardly any moves are asked for. An
// opening follows from the seed, its pair's number and the openings before it, so a longer match begins like a shorter one.
func openings(g *game.Game, seed uint64, pairs, shortest, longest int) ([]opening, error) {
	d := opener{game: g, state: g.New(), next: g.New(), start: g.New(), returns: make([]float32, g.Players)}
	seen := make(map[string]bool, pairs)
	list := make([]opening, 0, pairs)
	for pair := range pairs {
		rng := stream(seed, openingStream, uint64(pair))
		var found opening
		ok := false
		tries := openingTries
		if longest == 0 {
			tries = 1 // there is only one such opening
		}
		for range tries {
			length := shortest + rng.IntN(longest-shortest+1)
			if !d.draw(length, rng) {
				continue
			}
			position := g.Notation.FormatState(d.state)
			found = opening{actions: slices.Clone(d.actions), repeated: seen[position]}
			ok = true
			if !found.repeated {
				seen[position] = true
				break
			}
		}
		if !ok {
			return nil, fmt.Errorf("arena: openings of %s: none of %d random ones of %d to %d plies leads to a position that is "+
				"neither over nor won in one; they must be shorter", g.Name, tries, shortest, longest)
		}
		list = append(list, found)
	}
	return list, nil
}

// opener draws random openings.
type opener struct {
	game               *game.Game
	start, state, next game.State
	returns            []float32
	dice               game.Dice
	legal              []game.Action
	actions            []game.Action // the opening drawn last, which leads to state
}

// draw plays random moves and tells whether the position they lead to can be played on from. Outcomes of chance do not count
// as moves, and the last ones are part of the opening.
func (d *opener) draw(moves int, rng *rand.Rand) bool {
	d.actions = d.actions[:0]
	d.state.CopyFrom(d.start)
	for {
		var a game.Action
		switch d.state.ToMove() {
		case game.Terminal:
			return false
		case game.Chance:
			a = d.dice.Roll(d.state, rng)
		default:
			if moves == 0 {
				// The start position needs no check: it is the game.
				return len(d.actions) == 0 || !d.wonInOne()
			}
			moves--
			d.legal = d.state.AppendActions(d.legal[:0])
			a = pick(d.legal, rng)
		}
		d.actions = append(d.actions, a)
		d.state.Apply(a)
	}
}

// wonInOne tells whether the seat to move can win at once.
func (d *opener) wonInOne() bool {
	mover := d.state.ToMove()
	d.legal = d.state.AppendActions(d.legal[:0])
	return slices.ContainsFunc(d.legal, func(a game.Action) bool {
		d.next.CopyFrom(d.state)
		d.next.Apply(a)
		return won(d.next, mover, d.returns)
	})
}
