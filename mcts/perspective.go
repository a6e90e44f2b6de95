package mcts

import (
	"math"

	"gipfel/game"
)

// What a result is worth to a seat. As a rule every seat plays for itself (max-n, Luckhardt and Irani 1986). With
// Config.Paranoid and three seats or more, all others are united against one, t.self: what they want is that it fares badly
// (paranoid search, Sturtevant and Korf 2000). Then there are two sides, and the result of any of its opponents counts as
// that of all of them. Backup, selection and proofs learn of it here and nowhere else.

// nobody is t.self while every seat plays for itself.
const nobody game.Player = math.MinInt8

// view is what a seat wants: sign times the utility of a seat, its own or that of the one it plays against.
type view struct {
	sign float32
	of   game.Player
}

// playAgainst sets the views of all seats; with nobody, each plays for itself.
func (t *Tree) playAgainst(self game.Player) {
	t.self = self
	for seat := range game.Player(t.game.Players) {
		t.views[seat] = view{1, seat}
		if t.united(seat) {
			t.views[seat] = view{-1, self}
		}
	}
}

// takeSide makes the seat to move at the root the one that all others play against, if the search is to be paranoid. What was
// found out under another seat's view answers another question and is dropped.
func (t *Tree) takeSide() {
	mover := t.rootState.ToMove()
	if !t.cfg.Paranoid || t.game.Players == 2 || mover < 0 || mover == t.self {
		return
	}
	t.clear()
	t.playAgainst(mover)
}

// united reports whether a seat plays for no other end than the harm of t.self.
func (t *Tree) united(seat game.Player) bool { return t.self != nobody && seat != t.self }

// worth returns the utility of a mean outcome distribution to a seat.
func (t *Tree) worth(mean []float32, seat game.Player) float32 {
	v := &t.views[seat]
	return v.sign * game.Utility(mean, v.of)
}

// worst returns the utility of a loss to a seat.
func (t *Tree) worst(seat game.Player) float32 {
	if t.united(seat) {
		return -1
	}
	return -1 / float32(t.game.Players-1)
}

// won reports whether a node is proven won for a seat.
func (t *Tree) won(n *node, seat game.Player) bool {
	if t.united(seat) {
		return n.lostFor(t.self, t.game.Players)
	}
	return n.wonFor(seat)
}

// lost reports whether a node is proven lost for a seat.
func (t *Tree) lost(n *node, seat game.Player) bool {
	if t.united(seat) {
		return n.wonFor(t.self)
	}
	return n.lostFor(seat, t.game.Players)
}
