package mcts

import (
	"math"
	"testing"
)

// TestLogGamma compares the first two moments of the logarithm's exponential with those of the distribution: α and α.
func TestLogGamma(t *testing.T) {
	const samples = 200_000
	rng := newRand(1)
	for _, alpha := range []float64{0.05, 0.18, 0.7, 1, 2.5, 10} {
		sum, squares := 0.0, 0.0
		for range samples {
			x := math.Exp(logGamma(alpha, rng))
			sum += x
			squares += x * x
		}
		mean := sum / samples
		variance := squares/samples - mean*mean
		// Standard errors: √(α/n) for the mean, about √((2α²+6α)/n) for the variance; five of them are allowed.
		near(t, "mean", mean, alpha, 5*math.Sqrt(alpha/samples))
		near(t, "variance", variance, alpha, 5*math.Sqrt((2*alpha*alpha+6*alpha)/samples))
	}
}

// TestDirichletMoments: with total A over n entries each has mean 1/n and variance (1/n)(1-1/n)/(A+1). A total that is
// mistaken for the parameter of each entry, or the other way round, would change the variance by an order of magnitude.
func TestDirichletMoments(t *testing.T) {
	const samples = 20_000
	rng := newRand(2)
	for _, n := range []int{2, 20, 60} {
		total := float64(DefaultConfig().NoiseAlpha)
		var sum, squares float64
		var x []float64
		for range samples {
			x = dirichlet(x[:0], total, n, rng)
			all := 0.0
			for _, p := range x {
				all += p
			}
			near(t, "sum", all, 1, 1e-9)
			sum += x[0]
			squares += x[0] * x[0]
		}
		m := 1 / float64(n)
		variance := m * (1 - m) / (total + 1)
		near(t, "mean", sum/samples, m, 5*math.Sqrt(variance/samples))
		near(t, "variance", squares/samples-m*m, variance, 0.1*variance)
	}
}

// TestDirichletDoesNotUnderflow: with a parameter of 10⁻⁵ nearly every gamma variate is below the smallest float64.
func TestDirichletDoesNotUnderflow(t *testing.T) {
	rng := newRand(3)
	for range 200 {
		sum := 0.0
		for _, p := range dirichlet(nil, 0.005, 500, rng) {
			sum += p
		}
		near(t, "sum", sum, 1, 1e-9)
	}
}
