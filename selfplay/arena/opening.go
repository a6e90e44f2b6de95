package arena

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gipfel/game"
)

// opening is how the games of a pair begin.
type opening struct {
	start    string        // the position it begins from; empty for the ordinary start
	state    game.State    // the same; nil for the ordinary start
	actions  []game.Action // from there, chance outcomes included
	repeated bool          // an earlier pair has an opening that leads to the same position, or to an image of it
}

// openingTries is how often a random opening is drawn before the pair gets a repeated one.
const openingTries = 200

// OpeningsVersion is raised when the same seed gives other random openings than before: what is kept of a match that was begun
// under another version cannot be gone on with.
const OpeningsVersion = 2

// openings returns the openings of all pairs.
func (s *Settings) openings(g *game.Game) ([]opening, error) {
	if len(s.Openings) > 0 {
		return givenOpenings(g, s.Openings, s.Pairs)
	}
	return openings(g, s.Seed, s.Pairs, s.OpeningMin, s.OpeningMax)
}

// openings returns the openings of pairs 0, 1, …: random legal moves, their number drawn from shortest to longest, that lead
// to a position in which a seat is to move that has no move that wins at once. No two lead to the same position (as
// game.Notation writes it) or to images of each other by the board's symmetries, unless new ones are not found, because the game
// is small or hardly any moves are asked for. An opening follows from the seed, its pair's number and the openings before it, so
// a longer match begins like a shorter one.
func openings(g *game.Game, seed uint64, pairs, shortest, longest int) ([]opening, error) {
	d := opener{game: g, state: g.New(), next: g.New(), start: g.New(), returns: make([]float32, g.Players)}
	known := seenOpenings{images: newImages(g), keys: make(map[string]bool), positions: make(map[string]bool)}
	list := make([]opening, 0, pairs)
	for pair := range pairs {
		rng := stream(seed, openingStream, uint64(pair))
		tries := openingTries
		if longest == 0 {
			tries = 1 // there is only one such opening
		}
		var found opening
		novelty := unplayable
		for range tries {
			length := shortest + rng.IntN(longest-shortest+1)
			if !d.draw(length, rng) {
				continue
			}
			if n := known.judge(&d); n > novelty {
				novelty = n
				found = opening{actions: slices.Clone(d.actions), repeated: n < unseen}
			}
			if novelty == unseen {
				break
			}
		}
		if novelty == unplayable {
			return nil, fmt.Errorf("arena: openings of %s: none of %d random ones of %d to %d plies leads to a position that is "+
				"neither over nor won in one; they must be shorter", g.Name, tries, shortest, longest)
		}
		known.add(g, found.actions)
		list = append(list, found)
	}
	return list, nil
}

// How new an opening is.
const (
	unplayable = iota
	repeated   // it leads to the position of an earlier one
	mirrored   // it leads to an image of such a position
	unseen
)

// seenOpenings are the positions that earlier pairs begin with, and what tells them apart up to symmetry.
type seenOpenings struct {
	images          *images
	keys, positions map[string]bool
}

// judge says how new the opening is that was drawn last.
func (k *seenOpenings) judge(d *opener) int {
	switch {
	case !k.keys[k.images.key(d.state, d.actions)]:
		return unseen
	case !k.positions[d.game.Notation.FormatState(d.state)]:
		return mirrored
	}
	return repeated
}

// add notes that an opening is used.
func (k *seenOpenings) add(g *game.Game, actions []game.Action) {
	s := g.New()
	for _, a := range actions {
		s.Apply(a)
	}
	k.keys[k.images.key(s, actions)] = true
	k.positions[g.Notation.FormatState(s)] = true
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
