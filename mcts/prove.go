package mcts

import (
	"math"

	"gipfel/game"
)

// Proven results (MCTS-Solver, Winands et al. 2008, for any number of seats). A proof names one outcome that the game has
// if every seat plays its best from there on:
//
//   - A move proven to win for the seat that makes it proves the node.
//   - A node all of whose moves are proven has the outcome that is best for its mover: a draw before a loss. Losses are
//     all alike to a loser; with three seats or more they may make different seats win. The mover then is a kingmaker, whom
//     no rule obliges, and nothing is proven: the node's value stays an average. (In a paranoid search there are two sides
//     only, and it is all the same to one of them which seat of the other wins.)
//   - A chance node is proven if all its outcomes are proven and equal.
//
// Since a node is one history (there are no transpositions), a repetition that ends the game is an ending like any other,
// and proofs through it are sound. Games that were cut off prove nothing.
//
// Winners prefer the shorter way and losers the longer. The distance is that of the proof that was found: a proven node is
// not searched further, so a still shorter win may exist.

// wonFor reports whether the node is proven won for a seat.
func (n *node) wonFor(seat game.Player) bool { return n.proven == uint8(seat) }

// lostFor reports whether the node is proven lost for a seat.
func (n *node) lostFor(seat game.Player, players int) bool {
	return n.resolved() && n.proven != uint8(seat) && int(n.proven) != game.Draw(players)
}

// prove draws the conclusions for a node from one of its children that has just been proven (or is not proven: then there
// are none), and reports whether that proves the node.
func (t *Tree) prove(n, child *node) bool {
	switch {
	case child.proven == unproven || n.proven != unproven || t.cfg.IgnoreProofs:
		return false
	case n.mover >= 0 && t.won(child, n.mover):
		n.conclude(child.proven, child.distance)
		return true
	case n.opened < n.count:
		return false
	case n.mover == game.Chance:
		return t.proveChance(n)
	default:
		return t.proveBest(n)
	}
}

// proveChance proves a chance node whose outcomes are all proven and equal.
func (t *Tree) proveChance(n *node) bool {
	var outcome uint8
	var distance uint16
	for i, e := range t.edgesOf(n) {
		c := &t.nodes[e.child]
		if !c.resolved() || i > 0 && c.proven != outcome {
			return false
		}
		outcome, distance = c.proven, max(distance, c.distance)
	}
	n.conclude(outcome, distance)
	return true
}

// proveBest proves a node that has no winning move and whose moves are all proven.
func (t *Tree) proveBest(n *node) bool {
	draw := uint8(game.Draw(t.game.Players))
	best, distance, kingmaker := unproven, uint16(0), false
	for _, e := range t.edgesOf(n) {
		c := &t.nodes[e.child]
		switch {
		case !c.resolved():
			return false
		case best == unproven || c.proven == draw && best != draw:
			best, distance = c.proven, c.distance
		case c.proven == best || best != draw && t.self != nobody:
			distance = max(distance, c.distance)
		case best != draw:
			kingmaker = true
		}
	}
	if kingmaker && best != draw {
		return false
	}
	n.conclude(best, distance)
	return true
}

// conclude marks a node as proven by a child at the given distance from the end.
func (n *node) conclude(outcome uint8, distance uint16) {
	n.proven, n.distance = outcome, distance+min(1, math.MaxUint16-distance)
}
