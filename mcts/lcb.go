package mcts

import (
	"math"

	"gipfel/game"
)

// The choice of a move by a lower confidence bound (Leela Zero; KataGo, "LCB for move selection"): not the most visited move,
// but the one whose value is surely good, among those that were visited enough.

// spread collects the values that simulations backed up through one edge of the root, as utilities of its mover, since the
// root is the root.
type spread struct{ count, sum, squares float64 }

// spreadValues notes the value of the simulation that has just been backed up.
func (t *Tree) spreadValues() {
	i := t.nodes[t.path[1]].in // the root's edges come first
	if int(i) < len(t.spreads) {
		v := float64(t.worth(t.value, t.nodes[root].mover))
		s := &t.spreads[i]
		s.count++
		s.sum += v
		s.squares += float64(v * v)
	}
}

// prepareSpreads makes room for the root's edges, and keeps what is known about them.
func (t *Tree) prepareSpreads(moves int) {
	for len(t.spreads) < moves {
		t.spreads = append(t.spreads, spread{})
	}
}

// variance returns the variance of the values, with the weight of 1/count² on the largest that utilities can have: few values
// may agree by luck.
func (s *spread) variance() float64 {
	if s.count == 0 {
		return 1
	}
	mean := s.sum / s.count
	prior := 1 / (s.count * s.count)
	return max(0, s.squares/s.count-float64(mean*mean)) + prior/(s.count+prior)
}

// ChooseLCB returns the move to play for strength after a search: of the moves with at least Config.LCBVisits of the visits
// of the most visited one, that with the largest lower confidence bound
//
//	Q − Config.LCBDeviations · √(variance / n)
//
// (of equals, the one with more visits, then the lowest action). So a move that is better than the most visited one, but was
// found late, is played; one that is only lucky is not. Proven results come first, as in Choose, and are certain. After a
// Gumbel search, whose choice compares values in its own way, it is Choose at temperature 0. The root must be expanded (or
// have a single move), and be neither finished nor a chance node.
func (t *Tree) ChooseLCB() game.Action {
	if t.cfg.Algorithm == Gumbel || t.rootMover() < 0 || t.nodes[root].resolved() {
		return t.Choose(0, nil)
	}
	edges := t.rootEdges()
	most := mostVisits(edges)
	if most == 0 {
		return t.Choose(0, nil)
	}
	best, bestBound := -1, math.Inf(-1)
	for i := range edges {
		e := &edges[i]
		if e.value == lost || e.visits == 0 || float64(e.visits) < float64(t.cfg.LCBVisits)*float64(most) {
			continue
		}
		bound := t.lowerBound(i)
		if bound > bestBound || bound == bestBound && e.visits > edges[best].visits {
			best, bestBound = i, bound
		}
	}
	return edges[best].action
}

// lowerBound returns the lower confidence bound of a visited edge of the root.
func (t *Tree) lowerBound(i int) float64 {
	e := &t.rootEdges()[i]
	value := float64(e.value)
	if t.nodes[e.child].resolved() {
		return value
	}
	variance := 1.0
	if i < len(t.spreads) {
		variance = t.spreads[i].variance()
	}
	return value - float64(float64(t.cfg.LCBDeviations)*math.Sqrt(variance/float64(e.visits)))
}
