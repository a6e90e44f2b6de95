package mcts

import (
	"math"

	"gipfel/game"
)

// PrincipalVariation appends the line of best play that the search has found: at every node the fastest proven win if there
// is one, else the most visited move that is not proven lost, else the slowest loss; at the root of a Gumbel search it is the
// move that Choose plays at temperature 0. It ends where nothing was visited, at the end of the game, or at a chance node.
func (t *Tree) PrincipalVariation(dst []game.Action) []game.Action {
	if len(t.nodes) == 0 || t.nodes[root].mover < 0 {
		return dst
	}
	e := t.bestEdge(&t.nodes[root])
	if len(t.halving.alive) > 0 {
		e = &t.rootEdges()[t.survivor(t.preferences())]
	}
	return t.follow(dst, e)
}

// Line appends a move at the root and what is best after it, as PrincipalVariation does for the best move. Of a move that was
// not visited there is nothing to append.
func (t *Tree) Line(dst []game.Action, move game.Action) []game.Action {
	edges := t.rootEdges()
	for i := range edges {
		if edges[i].action == move {
			return t.follow(dst, &edges[i])
		}
	}
	return dst
}

// follow appends the action of an edge and of the best ones after it.
func (t *Tree) follow(dst []game.Action, e *edge) []game.Action {
	for e != nil && e.child != noChild {
		dst = append(dst, e.action)
		n := &t.nodes[e.child]
		if n.mover < 0 {
			break
		}
		e = t.bestEdge(n)
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
