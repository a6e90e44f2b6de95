package mcts

import (
	"math"

	"gipfel/game"
)

// Interior selection. Every rule returns an index into the edges of its node.

// pickInterior returns the edge with the largest PUCT score (AlphaZero, Silver et al. 2018, "Search"):
//
//	Q + c(N) · P · √ΣN / (1 + n)
//
// Q is the mean utility of the edge for the seat that chooses, P its prior, n its visits, ΣN the visits of all edges. Only
// the edges with a child have a Q; all others share one value for it, so that only the one with the largest prior can win,
// and it comes first among them. Hence the loop is as long as the number of visited moves, not of legal ones. Edges proven
// lost have the value -Inf and are passed over.
func (t *Tree) pickInterior(n *node) uint32 {
	edges := t.edgesOf(n)
	weight := t.cfg.explore(n.visits) * sqrt(n.visits-1)
	best, bestScore := uint32(0), lost
	var visited float32 // sum of the priors of the visited moves
	for i := range edges[:n.opened] {
		e := &edges[i]
		p := e.prior.float()
		visited += p
		score := e.value + weight*p/float32(1+e.visits)
		if score > bestScore {
			best, bestScore = uint32(i), score
		}
	}
	if n.opened < n.count {
		urgency := t.cfg.urgency(n.value, visited)
		if urgency+weight*edges[n.opened].prior.float() > bestScore {
			return uint32(n.opened)
		}
	} else if bestScore == lost {
		return pickKingmaker(edges)
	}
	return best
}

// pickKingmaker chooses among moves that are all lost for the seat to move, but to different winners, so that nothing is
// proven about the node (see prove): it follows the priors, which are the best guess at whom the seat will favour.
func pickKingmaker(edges []edge) uint32 {
	best, bestScore := 0, float32(-1)
	for i := range edges {
		if score := edges[i].prior.float() / float32(1+edges[i].visits); score > bestScore {
			best, bestScore = i, score
		}
	}
	return uint32(best)
}

// pickOutcome rolls the dice of the chance node on the scratch state, by the exact odds that the state gives.
func (t *Tree) pickOutcome() uint32 {
	if t.rng == nil {
		panic("mcts: Select: a game with chance events needs SearchOptions.Rand")
	}
	t.odds = t.scratch.(game.Chancer).AppendOdds(t.odds[:0])
	return uint32(sample(t.odds, t.rng.Float64()))
}

// sample returns the index at which the running sum of odds first exceeds u in [0, 1). Should rounding leave the sum below
// u, it is the last index with positive odds.
func sample(odds []float32, u float64) int {
	last := 0
	for i, p := range odds {
		if p <= 0 {
			continue
		}
		last = i
		if u -= float64(p); u < 0 {
			break
		}
	}
	return last
}

// sqrt is √n, at least 1: before the first visit of any edge the priors must decide.
func sqrt(n uint32) float32 { return float32(math.Sqrt(float64(max(n, 1)))) }
