package mcts

import (
	"math"
	"slices"
)

// The root has its own rule of selection, since it alone has a temperature, noise and its own first-play urgency. Beside
// pickRoot stand pickForced and pickHalving; see rule.

// prepareRoot makes the priors of this search from those of the net, which stay as they are: however often a reused root
// is prepared, temperature and noise act once.
func (t *Tree) prepareRoot() {
	r := &t.nodes[root]
	t.rootPriors = t.rootPriors[:0]
	for _, e := range t.edgesOf(r) {
		t.rootPriors = append(t.rootPriors, e.prior.float())
	}
	if r.mover < 0 || r.count == 1 {
		return
	}
	flatten(t.rootPriors, t.temperature)
	t.prepareSpreads(int(r.count))
	t.rule.prepare(t)
}

// addNoise mixes Dirichlet noise into the root's priors, if the search has any.
func (t *Tree) addNoise() {
	if !t.noise {
		return
	}
	t.scores = concentrations(t.scores[:0], float64(t.cfg.NoiseAlpha), float64(t.cfg.NoiseShape), t.rootPriors)
	dirichlet(t.scores, t.rng)
	for i, x := range t.scores {
		t.rootPriors[i] += t.cfg.NoiseWeight * (float32(x) - t.rootPriors[i])
	}
}

// flatten raises probabilities to 1/temperature and makes them sum to 1. The largest is divided out first, so that none of
// consequence underflows.
func flatten(p []float32, temperature float32) {
	largest := slices.Max(p)
	var sum float32
	for i := range p {
		p[i] = power(p[i]/largest, temperature)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// power returns x^(1/temperature) for x in [0, 1].
func power(x, temperature float32) float32 {
	if temperature == 1 {
		return x
	}
	return float32(math.Pow(float64(x), 1/float64(temperature)))
}

// pickRoot is pickInterior with the root's priors and its own first-play urgency. The root's edges are in the order of
// their actions and the priors of this search differ from those of the last, so it looks at all of them.
func (t *Tree) pickRoot(n *node) uint32 {
	edges := t.edgesOf(n)
	priors := t.rootPriors[:len(edges)]
	var visited float32
	for i := range edges {
		if edges[i].child != noChild {
			visited += priors[i]
		}
	}
	urgency := t.cfg.rootUrgency(n.value, visited)
	weight := t.cfg.explore(n.visits) * sqrt(n.visits-1)
	best, bestScore := -1, lost
	for i := range edges {
		e := &edges[i]
		value := e.value
		if e.child == noChild {
			value = urgency
		}
		if score := value + weight*priors[i]/float32(1+e.visits); score > bestScore {
			best, bestScore = i, score
		}
	}
	if best < 0 {
		return pickKingmaker(edges)
	}
	return uint32(best)
}
