package mcts

import "math"

// FirstPlay says what an unvisited move counts as in PUCT (first-play urgency, Gelly and Wang 2006).
type FirstPlay uint8

const (
	// FPUReduced is the node's mean utility to its mover, less the more of the prior mass has been visited: mean − reduction ·
	// √(ΣP of the visited moves) (KataGo, Wu 2019; Leela Chess Zero).
	FPUReduced FirstPlay = iota
	// FPUFixed is a fixed utility (Leela Chess Zero, "absolute"): 0 counts unvisited moves as even, 1 as won, so that most are
	// tried before any is tried again, and -1 as lost.
	FPUFixed
)

// urgency returns what an unvisited move counts as at an interior node with the given mean utility, visited being the sum of
// the priors of its visited moves.
func (c *Config) urgency(mean, visited float32) float32 {
	return firstPlayUrgency(c.FPU, c.FPUValue, mean, c.FPUReduction, visited)
}

// rootUrgency is urgency at the root.
func (c *Config) rootUrgency(mean, visited float32) float32 {
	return firstPlayUrgency(c.RootFPU, c.RootFPUValue, mean, c.RootFPUReduction, visited)
}

func firstPlayUrgency(kind FirstPlay, fixed, mean, reduction, visited float32) float32 {
	if kind == FPUFixed {
		return fixed
	}
	return mean - reduction*float32(math.Sqrt(float64(visited)))
}
