package mcts

// Algorithm names a way to search.
type Algorithm uint8

const (
	// PUCT is AlphaZero's search (Silver et al. 2018, "Search"): priors and values weighed at every node, noise from a
	// Dirichlet distribution at the root, and the visits as the policy target.
	PUCT Algorithm = iota
	// Gumbel is the search of Gumbel AlphaZero (Danihelka et al. 2022, "Policy improvement by planning with Gumbel"):
	// sequential halving at the root, the improved policy below it and as the policy target. It improves the policy with any
	// number of simulations, and is the better choice for few of them, up to about 64 a move.
	Gumbel
)

// rule is a way to search, put together from functions that know nothing of each other.
type rule struct {
	// prepare makes the root ready for a search, once its priors are in t.rootPriors.
	prepare func(*Tree)
	// root and interior choose the edge to follow, an index into the edges of the node; the first once a simulation.
	root, interior func(*Tree, *node) uint32
	// retract takes the last choice at the root back, since its descent came upon a position that is being evaluated.
	retract func(*Tree)
	// waits reports whether the next choice at the root needs all evaluations that are under way.
	waits func(*Tree) bool
	// weigh writes the policy target into t.scores, not normalised, a number for each edge of the root: 0 for moves proven
	// lost, of which there is at least one that is not; and no more than that is proven about the root.
	weigh func(*Tree)
	// best returns the root's edge to play, given the policy target.
	best func(*Tree, []float64) int
}

var (
	puctRule = rule{
		prepare:  (*Tree).addNoise,
		root:     (*Tree).pickRoot,
		interior: (*Tree).pickInterior,
		retract:  func(*Tree) {},
		waits:    func(*Tree) bool { return false },
		weigh:    (*Tree).weighVisits,
		best:     (*Tree).mostPreferred,
	}
	forcedRule = rule{
		prepare:  (*Tree).addNoise,
		root:     (*Tree).pickForced,
		interior: (*Tree).pickInterior,
		retract:  func(*Tree) {},
		waits:    func(*Tree) bool { return false },
		weigh:    (*Tree).weighPruned,
		best:     (*Tree).mostPreferred,
	}
	gumbelRule = rule{
		prepare:  (*Tree).prepareHalving,
		root:     (*Tree).pickHalving,
		interior: (*Tree).pickImproved,
		retract:  (*Tree).giveTurnBack,
		waits:    (*Tree).aboutToHalve,
		weigh:    (*Tree).weighImproved,
		best:     (*Tree).survivor,
	}
)

// rule returns the way to search for a search with or without noise.
func (c *Config) rule(noise bool) *rule {
	switch {
	case c.Algorithm == Gumbel:
		return &gumbelRule
	case noise && c.ForcedPlayouts > 0:
		return &forcedRule
	}
	return &puctRule
}
