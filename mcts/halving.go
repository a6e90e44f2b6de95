package mcts

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// The root of a Gumbel search (Danihelka et al. 2022, sections 2 and 3, algorithm 2): moves are sampled without replacement
// by adding Gumbel noise to their logits, and sequential halving (Karnin et al. 2013) spends the simulations on them:
//
//	the m moves with the largest g + logit are the candidates
//	repeat, with k candidates left: each gets max(1, ⌊n / (⌈log2 m⌉ · k)⌋) of the n simulations, in turns;
//	  then the max(2, ⌈k/2⌉) with the largest g + logit + σ(q) stay
//
// m is never more than n, so that each candidate has its visit, and the last turn ends where the simulations do. n are the
// simulations of this search: those that a reused root has already, and the root's own evaluation, do not count. Without noise
// g is 0: the candidates are the moves with the largest priors, which is how to play for strength. A root temperature acts on
// these logits, and so on what is looked at and played, but not on the policy target.
//
// A candidate that is proven lost leaves at once, and the others share its simulations. Should all be lost, halving begins
// anew with the other moves. One that is proven to win proves the root and ends the search.

// halving is the state of the root during a Gumbel search.
type halving struct {
	bases  []float64 // by the root's edges: g + logit
	alive  []uint32  // edges of the candidates that are left, best first when the turn began
	budget int       // simulations since halving began
	phases int       // ⌈log2 m⌉, at least 1
	turns  int       // left for these candidates, the one under way included
	next   int       // whose turn it is, an index into alive
}

// prepareHalving draws the noise and the candidates.
func (t *Tree) prepareHalving() {
	h := &t.halving
	h.bases = h.bases[:0]
	for _, p := range t.rootPriors {
		g := 0.0
		if t.noise {
			g = -math.Log(t.rng.ExpFloat64())
		}
		h.bases = append(h.bases, g+math.Log(float64(p)))
	}
	t.beginHalving()
}

// beginHalving chooses the candidates for the simulations that are left.
func (t *Tree) beginHalving() {
	h := &t.halving
	h.alive = h.alive[:0]
	for i, e := range t.rootEdges() {
		if e.value != lost {
			h.alive = append(h.alive, uint32(i))
		}
	}
	slices.SortFunc(h.alive, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(h.bases[b], h.bases[a]), cmp.Compare(a, b))
	})
	h.budget = int(t.target) - t.Simulations()
	m := min(t.cfg.GumbelMoves, len(h.alive))
	if h.budget > 0 {
		m = min(m, h.budget)
	}
	h.alive = h.alive[:m]
	h.phases = max(1, bits.Len(uint(max(0, m-1))))
	h.deal()
}

// deal gives the candidates that are left their turns.
func (h *halving) deal() {
	h.next = 0
	h.turns = max(1, h.budget/(h.phases*max(1, len(h.alive))))
}

// pickHalving returns the candidate whose turn it is.
func (t *Tree) pickHalving(n *node) uint32 {
	h := &t.halving
	t.dropLost()
	if len(h.alive) == 0 {
		t.beginHalving()
	}
	if len(h.alive) == 0 {
		return pickKingmaker(t.edgesOf(n))
	}
	if h.next == len(h.alive) {
		h.next = 0
		h.turns--
	}
	if h.turns == 0 {
		t.halve()
	}
	h.next++
	return h.alive[h.next-1]
}

// giveTurnBack lets the candidate that was chosen last have its turn again.
func (t *Tree) giveTurnBack() {
	if t.halving.next > 0 { // else it was nobody's: all candidates are lost
		t.halving.next--
	}
}

// aboutToHalve reports whether the next turn belongs to the better half of the candidates, so that all must be heard.
func (t *Tree) aboutToHalve() bool {
	h := &t.halving
	return h.next == len(h.alive) && h.turns <= 1
}

// dropLost takes out the candidates that have been proven lost.
func (t *Tree) dropLost() {
	h, edges := &t.halving, t.rootEdges()
	kept := h.alive[:0]
	next := h.next
	for i, at := range h.alive {
		if edges[at].value != lost {
			kept = append(kept, at)
		} else if i < h.next {
			next--
		}
	}
	h.alive, h.next = kept, next
}

// halve keeps the better half of the candidates, and at least two.
func (t *Tree) halve() {
	h, edges := &t.halving, t.rootEdges()
	scale := float64(t.sigma(mostVisits(edges)))
	slices.SortFunc(h.alive, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(h.score(edges, b, scale), h.score(edges, a, scale)), cmp.Compare(a, b))
	})
	h.alive = h.alive[:min(len(h.alive), max(2, (len(h.alive)+1)/2))]
	h.deal()
}

// score returns g + logit + σ(q) of a visited candidate.
func (h *halving) score(edges []edge, at uint32, scale float64) float64 {
	return h.bases[at] + float64(scale*float64(edges[at].value))
}

// mostVisits returns the visits of the most visited edge that is not proven lost.
func mostVisits(edges []edge) uint32 {
	most := uint32(0)
	for i := range edges {
		if edges[i].value != lost {
			most = max(most, edges[i].visits)
		}
	}
	return most
}

// survivor returns the candidate with the largest g + logit + σ(q), which is the move to play (section 3, A_{n+1}); among
// those that have been visited, if any has. Where something is proven, or there was no search, it follows the target.
func (t *Tree) survivor(target []float64) int {
	h, edges := &t.halving, t.rootEdges()
	scale := float64(t.sigma(mostVisits(edges)))
	best := -1
	for _, at := range h.alive {
		if target[at] == 0 || best >= 0 && edges[best].visits > 0 && edges[at].visits == 0 {
			continue
		}
		if best < 0 || edges[best].visits == 0 && edges[at].visits > 0 ||
			h.score(edges, at, scale) > h.score(edges, uint32(best), scale) {
			best = int(at)
		}
	}
	if best < 0 {
		return t.mostPreferred(target)
	}
	return best
}
