package mcts

import "math"

// PolicySurprise returns how much the search has changed the net's mind about the root: the Kullback-Leibler divergence of
// the policy target from the net's priors, without temperature and noise, in nats; at least 0. Positions with a large one
// have the most to teach (KataGo, "Policy surprise weighting"). It is 0 where there is no policy target.
func (t *Tree) PolicySurprise() float64 {
	if t.fast || t.rootMover() < 0 {
		return 0
	}
	target := t.preferences()
	sum := 0.0
	for _, w := range target {
		sum += w
	}
	divergence, total := 0.0, 0.0
	for i, e := range t.rootEdges() {
		p := float64(e.prior.float())
		total += p
		if w := target[i] / sum; w > 0 {
			divergence += float64(w * math.Log(w/p))
		}
	}
	return max(0, divergence+math.Log(total)) // priors are rounded, so they need not quite sum to 1
}
