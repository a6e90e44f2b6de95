package mcts

import (
	"math"

	"gipfel/game"
)

// PrincipalVariation appends the line of best play that the search has found: at every node the fastest proven win if there
// is one, else the most visited move that is not proven lost, else the slowest loss; at the root of a Gumbel search it is the
// move that Choose plays at temperature 0. It ends where nothing was visited, at the end of the game, or at a chance node.
func (t *Tree) PrincipalVariation(dst []game.Action) []game.Action {
	if len(t.nodes) == 0 {
		return dst
	}
	for at := root; t.nodes[at].mover >= 0; {
		e := t.bestEdge(&t.nodes[at])
		if at == root && len(t.halving.alive) > 0 {
			e = &t.rootEdges()[t.survivor(t.preferences())]
		}
		if e == nil || e.child == noChild {
			break
		}
		dst = append(dst, e.action)
		at = e.child
	}
	return dst
}

// bestEdge returns the edge of a node that leads on in the principal variation, of equals the lowest action, or nil.
func (t *Tree) bestEdge(n *node) *edge {
	const losses, others, wins = 0, 1 << 32, 2 << 32
	var best *edge
	var bestMerit uint64
	edges := t.edgesOf(n)
	for i := range edges {
		e := &edges[i]
		if e.child == noChild {
			continue
		}
		merit := others + uint64(e.visits)
		switch c := &t.nodes[e.child]; {
		case t.won(c, n.mover):
			merit = wins + uint64(math.MaxUint16-c.distance)
		case e.value == lost:
			merit = losses + uint64(c.distance)
		}
		if best == nil || merit > bestMerit || merit == bestMerit && e.action < best.action {
			best, bestMerit = e, merit
		}
	}
	return best
}
