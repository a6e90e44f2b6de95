package mcts

import (
	"math"
	"math/rand/v2"
)

// Why not gonum's Dirichlet: it takes its random numbers from golang.org/x/exp/rand, another generator than that of the
// rest of the program, and is built, with memory of its own, for one number of moves.

// dirichlet appends a sample of the symmetric Dirichlet distribution over n entries whose parameters sum to total. The
// gamma variates are kept as logarithms, so that small parameters do not underflow.
func dirichlet(dst []float64, total float64, n int, rng *rand.Rand) []float64 {
	alpha := total / float64(n)
	start := len(dst)
	largest := math.Inf(-1)
	for range n {
		x := logGamma(alpha, rng)
		dst = append(dst, x)
		largest = max(largest, x)
	}
	out := dst[start:]
	sum := 0.0
	for i, x := range out {
		out[i] = math.Exp(x - largest)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return dst
}

// logGamma returns the logarithm of a sample of the gamma distribution with shape alpha and scale 1 (Marsaglia and Tsang
// 2000, "A simple method for generating gamma variables"; shapes below 1 by their section 6: γ(α) = γ(α+1) · U^(1/α)).
func logGamma(alpha float64, rng *rand.Rand) float64 {
	if alpha < 1 {
		return logGamma(alpha+1, rng) + math.Log(1-rng.Float64())/alpha
	}
	d := alpha - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return math.Log(d * v)
		}
	}
}
