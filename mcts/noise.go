package mcts

import (
	"math"
	"math/rand/v2"
)

// Why not gonum's Dirichlet: it takes its random numbers from golang.org/x/exp/rand, another generator than that of the
// rest of the program, and is built, with memory of its own, for one number of moves.

// concentrations appends the parameters of the noise over moves with the given priors; they sum to total. The share shape of
// them goes to the moves whose logarithm of the prior is above the mean, in proportion to how far it is above, the rest to
// all alike (KataGo, "Shaped Dirichlet noise": a good move that the net is not quite blind to is more likely among these).
// Priors above shapeCeiling count as that: those moves need no noise.
func concentrations(dst []float64, total, shape float64, priors []float32) []float64 {
	n := float64(len(priors))
	if shape == 0 {
		for range priors {
			dst = append(dst, total/n)
		}
		return dst
	}
	const shapeCeiling, shapeFloor = 0.01, 1e-20
	start, mean := len(dst), 0.0
	for _, p := range priors {
		x := math.Log(min(shapeCeiling, float64(p)) + shapeFloor)
		dst = append(dst, x)
		mean += x / n
	}
	out, above := dst[start:], 0.0
	for i := range out {
		out[i] = max(0, out[i]-mean)
		above += out[i]
	}
	for i := range out {
		share := 1 / n
		if above > 0 {
			share = float64(shape*(out[i]/above)) + float64((1-shape)/n)
		}
		out[i] = total * share
	}
	return dst
}

// dirichlet replaces the parameters of a Dirichlet distribution by a sample of it. An entry whose parameter is 0 gets 0. The
// gamma variates are kept as logarithms, so that small parameters do not underflow.
func dirichlet(x []float64, rng *rand.Rand) {
	largest := math.Inf(-1)
	for i, alpha := range x {
		x[i] = math.Inf(-1)
		if alpha > 0 {
			x[i] = logGamma(alpha, rng)
		}
		largest = max(largest, x[i])
	}
	sum := 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - largest)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
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
