package mcts

import (
	"fmt"
	"math"
)

// Config holds the numbers of the search. The zero value is not valid; start from [DefaultConfig] or [PlayConfig].
//
//	field             meaning                                                self-play  play   AlphaGo Zero
//	Algorithm         PUCT or Gumbel                                         PUCT       PUCT   PUCT
//	CPUCTInit         exploration: c(N) = CPUCTInit +                        1.1        1.0    a constant, unpublished
//	CPUCTLog            CPUCTLog · ln((N + CPUCTBase) / CPUCTBase)           0          0.45   0
//	CPUCTBase           N: visits of the node                                500        500    –
//	FPU, RootFPU      what unvisited moves count as, below and at the root   reduced    same   fixed
//	FPUReduction      reduced: the node's value less                         0.2        0.2    –
//	                    FPUReduction · √(priors of the visited moves)
//	RootFPUReduction  the same at the root                                   0          0      –
//	FPUValue          fixed: this utility                                    0          0      0, even
//	RootFPUValue      the same at the root                                   0          0      0
//	NoiseAlpha        sum of the Dirichlet parameters over the legal moves   10.83      10.83  0.03 · 361 = 10.83
//	NoiseShape        share of NoiseAlpha that follows the priors            0          0      0; KataGo 0.5
//	NoiseWeight       share of the noise in the root's priors                0.25       0.25   0.25
//	RootTemperature   root priors are raised to 1/RootTemperature            1          1      1
//	ForcedPlayouts    k of the forced visits √(k · P · ΣN); 0: none          0          0      –; KataGo 2
//	GumbelMoves       m: moves considered at the root                        16         16     –
//	GumbelVisit       c_visit of σ(q) = (c_visit + max N) · c_scale · q      50         50     –
//	GumbelScale         c_scale, q being 0 for a loss and 1 for a win        1          1      –
//	LCBDeviations     width of the lower confidence bound of ChooseLCB       5          5      –
//	LCBVisits         a move needs this share of the largest visit count     0.15       0.15   –
//	Paranoid          three seats or more: all others against the root's     false      false  –
//	VirtualLoss       share of a loss that a visit under way counts as       1          1      –
//	DecisiveMoves     look for a win in one before asking the net            false      false  –
//	IgnoreProofs      take ends of games for mere averages                   false      false  true
//	MaxNodes          nodes held at most; 0: three per simulation            0          0      –
type Config struct {
	// Algorithm is the way to search. The fields of PUCT (CPUCT, FPU, Noise, ForcedPlayouts) mean nothing to Gumbel, nor those
	// of Gumbel to PUCT.
	Algorithm Algorithm
	// CPUCTInit, CPUCTLog and CPUCTBase give the weight of exploration, c(N) above (AlphaZero, Silver et al. 2018, "Search").
	CPUCTInit, CPUCTLog, CPUCTBase float32
	// FPU and RootFPU say what an unvisited move is taken to be worth (first-play urgency).
	FPU, RootFPU FirstPlay
	// FPUReduction and RootFPUReduction say how much worse than its node it is with FPUReduced, in units of utility.
	FPUReduction, RootFPUReduction float32
	// FPUValue and RootFPUValue are its utility with FPUFixed, in [-1, 1].
	FPUValue, RootFPUValue float32
	// NoiseAlpha is the total over the legal moves, so that each of n moves has NoiseAlpha/n; NoiseWeight is in [0, 1].
	// NoiseShape in [0, 1] is the share of NoiseAlpha that goes to moves with priors above the (geometric) mean.
	NoiseAlpha, NoiseShape, NoiseWeight float32
	// RootTemperature above 1 flattens the root's priors. SearchOptions.RootTemperature replaces it for one search.
	RootTemperature float32
	// ForcedPlayouts is k in the number of visits that a search with noise forces on the moves at the root; those are taken
	// out of the policy target again (KataGo, Wu 2019, section 3.2).
	ForcedPlayouts float32
	// GumbelMoves is the number of moves that a Gumbel search considers at the root; with fewer simulations or legal moves it
	// considers as many as there are.
	GumbelMoves int
	// GumbelVisit and GumbelScale say how much values count beside the priors (Danihelka et al. 2022, section 4).
	GumbelVisit, GumbelScale float32
	// LCBDeviations is the number of standard errors that ChooseLCB takes off; LCBVisits in [0, 1] is the share of the visits of
	// the most visited move that another needs to be chosen.
	LCBDeviations, LCBVisits float32
	// Paranoid has all other seats play against the one to move at the root, whatever they gain (Sturtevant and Korf 2000). It
	// is for play: the tree is kept from move to move only as long as it is always the same seat that searches. With two seats
	// it changes nothing.
	Paranoid bool
	// VirtualLoss in [0, 1] is how much of a loss a visit counts as while its evaluation is under way, in batches of several
	// leaves. Less of it changes the search less, and more often leads to leaves that are being evaluated.
	VirtualLoss float32
	// DecisiveMoves asks the rules, before each new position goes to the net, whether its mover can win at once.
	DecisiveMoves bool
	// IgnoreProofs draws no conclusions from ends of games but to average them, as the search did before there were proofs. It
	// is there to be compared with.
	IgnoreProofs bool
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
		GumbelMoves:     16, GumbelVisit: 50, GumbelScale: 1,
		LCBDeviations: 5, LCBVisits: 0.15,
		VirtualLoss: 1,
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
		{"FPUValue", c.FPUValue, -1, 1, false},
		{"RootFPUValue", c.RootFPUValue, -1, 1, false},
		{"NoiseAlpha", c.NoiseAlpha, 0, 1e6, true},
		{"NoiseShape", c.NoiseShape, 0, 1, false},
		{"NoiseWeight", c.NoiseWeight, 0, 1, false},
		{"RootTemperature", c.RootTemperature, 0, 100, true},
		{"ForcedPlayouts", c.ForcedPlayouts, 0, 1000, false},
		{"GumbelVisit", c.GumbelVisit, 0, 1e6, false},
		{"GumbelScale", c.GumbelScale, 0, 1e6, true},
		{"LCBDeviations", c.LCBDeviations, 0, 100, false},
		{"LCBVisits", c.LCBVisits, 0, 1, false},
		{"VirtualLoss", c.VirtualLoss, 0, 1, false},
	} {
		if !(f.value >= f.lo && f.value <= f.hi) || f.open && f.value == f.lo {
			above := "at least"
			if f.open {
				above = "above"
			}
			return fmt.Errorf("search config: %s is %g; it must be %s %g and at most %g", f.name, f.value, above, f.lo, f.hi)
		}
	}
	switch {
	case c.Algorithm > Gumbel:
		return fmt.Errorf("search config: Algorithm is %d; it must be PUCT (%d) or Gumbel (%d)", c.Algorithm, PUCT, Gumbel)
	case c.FPU > FPUFixed:
		return fmt.Errorf("search config: FPU is %d; it must be FPUReduced (%d) or FPUFixed (%d)", c.FPU, FPUReduced, FPUFixed)
	case c.RootFPU > FPUFixed:
		return fmt.Errorf("search config: RootFPU is %d; it must be FPUReduced (%d) or FPUFixed (%d)", c.RootFPU, FPUReduced, FPUFixed)
	case c.GumbelMoves < 1:
		return fmt.Errorf("search config: GumbelMoves is %d; it must be at least 1", c.GumbelMoves)
	case c.MaxNodes < 0:
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
