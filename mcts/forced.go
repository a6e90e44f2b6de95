package mcts

import "math"

// Forced playouts and policy-target pruning (KataGo, Wu 2019, section 3.2). In a search with noise every move at the root
// that has been visited once is visited again until it has
//
//	n_forced = √(k · P · ΣN)
//
// visits, so that the noise can turn up something good. The policy target is freed of what only that explains: with c* the
// most visited move and its score held fixed, up to n_forced visits are taken from every other move c, as long as its score
//
//	Q(c) + weight · P(c) / (1 + n)
//
// stays below that of c*. A move that has a single visit left loses that too.

// pickForced returns the first edge whose visits are forced, else what PUCT says.
func (t *Tree) pickForced(n *node) uint32 {
	edges := t.edgesOf(n)
	for i := range edges {
		e := &edges[i]
		if e.visits > 0 && float32(e.visits) < t.forced(n, i) && t.nodes[e.child].proven == unproven {
			return uint32(i)
		}
	}
	return t.pickRoot(n)
}

// forced returns n_forced for an edge of the root.
func (t *Tree) forced(n *node, i int) float32 {
	return float32(math.Sqrt(float64(t.cfg.ForcedPlayouts * t.rootPriors[i] * float32(n.visits-1))))
}

// weighPruned is weighVisits without the visits that only forcing explains.
func (t *Tree) weighPruned() {
	t.weighVisits()
	n, edges := &t.nodes[root], t.rootEdges()
	best := t.mostPreferred(t.scores)
	if edges[best].visits == 0 {
		return // priors stand in for visits
	}
	weight := t.cfg.explore(n.visits) * sqrt(n.visits-1)
	bound := edges[best].value + weight*t.rootPriors[best]/float32(1+edges[best].visits)
	for i := range edges {
		e := &edges[i]
		if i == best || e.value == lost || e.visits == 0 {
			continue
		}
		visits := prune(e.visits, t.forced(n, i), weight*t.rootPriors[i], bound-e.value)
		if visits == 1 {
			visits = 0
		}
		t.scores[i] = float64(visits)
	}
}

// prune returns what is left of a move's visits: the fewest n with weight / (1 + n) < gap, but at most forced less than there
// were.
func prune(visits uint32, forced, weight, gap float32) uint32 {
	if gap <= 0 {
		return visits
	}
	least := max(0, float64(visits)-math.Floor(float64(forced)))
	return uint32(min(float64(visits), max(least, math.Floor(float64(weight/gap)))))
}
