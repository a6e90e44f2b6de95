package mcts

import "math/rand/v2"

// SearchOptions are the terms of one search.
type SearchOptions struct {
	// Simulations is the number of visits the root shall have, at least 1; visits kept from earlier searches count.
	Simulations int
	// Noise makes the search explore for the sake of learning. With PUCT it mixes Dirichlet noise into the root's priors and
	// turns on Config.ForcedPlayouts; with Gumbel it samples the moves that are considered. It is drawn afresh at every Begin.
	Noise bool
	// Fast says that the search only has to find a move, and not to teach one: it has neither Noise nor a root temperature,
	// whatever the other fields say, and its policy is no target; see PlayoutCap.
	Fast bool
	// RootTemperature replaces Config.RootTemperature unless it is 0.
	RootTemperature float32
	// Rand gives the noise and the dice. It may be nil for a search without either. The tree draws from it until the next
	// Begin.
	Rand *rand.Rand
}

// PlayoutCap is playout-cap randomisation (KataGo, Wu 2019, section 3.1): most moves of a game are searched fast, which
// gives more games and so more results to learn values from, and a few in full, which alone teach the policy.
type PlayoutCap struct {
	// Full and Fast are the Simulations of the two kinds of search.
	Full, Fast int
	// FullShare is the share of the full ones, in [0, 1]; KataGo's is 0.25.
	FullShare float64
}

// Draw returns the terms of the next search of a game: those of o with one of the two numbers of simulations, drawn with one
// number from o.Rand. Where the result is Fast, the position is no policy target; the tree knows, see Tree.PolicyTarget.
func (p PlayoutCap) Draw(o SearchOptions) SearchOptions {
	o.Fast = o.Rand.Float64() >= p.FullShare
	o.Simulations = p.Full
	if o.Fast {
		o.Simulations = p.Fast
	}
	return o
}
