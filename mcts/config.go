package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Config holds the numbers of the search. The zero value is not valid; start from [DefaultConfig] or [PlayConfig].
//
//	field             meaning                                                self-play  play   AlphaGo Zero
//	CPUCTInit         exploration: c(N) = CPUCTInit +                        1.1        1.0    a constant, unpublished
//	CPUCTLog            CPUCTLog · ln((N + CPUCTBase) / CPUCTBase)           0          0.45   0
//	CPUCTBase           N: visits of the node                                500        500    –
//	FPUReduction      an unvisited move counts as the node's value minus     0.2        0.2    – (counts as even)
//	                    FPUReduction · √(priors of the visited moves)
//	RootFPUReduction  the same at the root                                   0          0      –
//	NoiseAlpha        sum of the Dirichlet parameters over the legal moves   10.83      10.83  0.03 · 361 = 10.83
//	NoiseWeight       share of the noise in the root's priors                0.25       0.25   0.25
//	RootTemperature   root priors are raised to 1/RootTemperature            1          1      1
//	DecisiveMoves     look for a win in one before asking the net            false      false  –
//	MaxNodes          nodes held at most; 0: three per simulation            0          0      –
type Config struct {
	// CPUCTInit, CPUCTLog and CPUCTBase give the weight of exploration, c(N) above (AlphaZero, Silver et al. 2018, "Search").
	CPUCTInit, CPUCTLog, CPUCTBase float32
	// FPUReduction and RootFPUReduction say how much worse than its node an unvisited move is taken to be (first-play
	// urgency), in units of utility.
	FPUReduction, RootFPUReduction float32
	// NoiseAlpha is the total over the legal moves, so that each of n moves has NoiseAlpha/n; NoiseWeight is in [0, 1].
	NoiseAlpha, NoiseWeight float32
	// RootTemperature above 1 flattens the root's priors. SearchOptions.RootTemperature replaces it for one search.
	RootTemperature float32
	// DecisiveMoves asks the rules, before each new position goes to the net, whether its mover can win at once.
	DecisiveMoves bool
	// MaxNodes bounds the nodes held, and with them the memory: a search that reaches it ends and Stats says so.
	MaxNodes int
}

// DefaultConfig returns the numbers for self-play.
func DefaultConfig() Config {
	return Config{
		CPUCTInit: 1.1, CPUCTLog: 0, CPUCTBase: 500,
		FPUReduction: 0.2, RootFPUReduction: 0,
		NoiseAlpha: 10.83, NoiseWeight: 0.25,
		RootTemperature: 1,
	}
}

// PlayConfig returns the numbers for playing strength: exploration grows with the visits.
func PlayConfig() Config {
	c := DefaultConfig()
	c.CPUCTInit, c.CPUCTLog = 1.0, 0.45
	return c
}

// Validate says which field is wrong and what would be right.
func (c Config) Validate() error {
	for _, f := range []struct {
		name   string
		value  float32
		lo, hi float32
		open   bool // lo itself is excluded
	}{
		{"CPUCTInit", c.CPUCTInit, 0, 100, true},
		{"CPUCTLog", c.CPUCTLog, 0, 100, false},
		{"CPUCTBase", c.CPUCTBase, 0, math.MaxFloat32, true},
		{"FPUReduction", c.FPUReduction, 0, 2, false},
		{"RootFPUReduction", c.RootFPUReduction, 0, 2, false},
		{"NoiseAlpha", c.NoiseAlpha, 0, 1e6, true},
		{"NoiseWeight", c.NoiseWeight, 0, 1, false},
		{"RootTemperature", c.RootTemperature, 0, 100, true},
	} {
		if !(f.value >= f.lo && f.value <= f.hi) || f.open && f.value == f.lo {
			above := "at least"
			if f.open {
				above = "above"
			}
			return fmt.Errorf("search config: %s is %g; it must be %s %g and at most %g", f.name, f.value, above, f.lo, f.hi)
		}
	}
	if c.MaxNodes < 0 {
		return fmt.Errorf("search config: MaxNodes is %d; it must be positive, or 0 for three nodes a simulation", c.MaxNodes)
	}
	return nil
}

// explore returns c(N).
func (c *Config) explore(visits uint32) float32 {
	if c.CPUCTLog == 0 {
		return c.CPUCTInit
	}
	return c.CPUCTInit + c.CPUCTLog*float32(math.Log(float64((float32(visits)+c.CPUCTBase)/c.CPUCTBase)))
}

// SearchOptions are the terms of one search.
type SearchOptions struct {
	// Simulations is the number of visits the root shall have, at least 1; visits kept from earlier searches count.
	Simulations int
	// Noise mixes Dirichlet noise into the root's priors, drawn afresh at every Begin.
	Noise bool
	// RootTemperature replaces Config.RootTemperature unless it is 0.
	RootTemperature float32
	// Rand gives the noise and the dice. It may be nil for a search without either. The tree draws from it until the next
	// Begin.
	Rand *rand.Rand
}
