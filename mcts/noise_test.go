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
			x = concentrations(x[:0], total, 0, make([]float32, n))
			dirichlet(x, rng)
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

// TestShapedNoise compares the parameters with numbers computed by hand. Logarithms of the priors, cut at 0.01: -4.6052, the
// same, -4.7105, -6.9078; their mean is -5.2072; above it by 0.6020, 0.6020, 0.4966 and 0, in all 1.7006.
func TestShapedNoise(t *testing.T) {
	priors := []float32{0.9, 0.09, 0.009, 0.001}
	for i, want := range []float64{0.301993, 0.301993, 0.271014, 0.125} {
		near(t, "half by shape", concentrations(nil, 10, 0.5, priors)[i], 10*want, 1e-4)
		near(t, "all alike", concentrations(nil, 10, 0, priors)[i], 2.5, 1e-9)
	}
	for _, x := range concentrations(nil, 10, 0.5, []float32{0.5, 0.3, 0.2}) { // all above the ceiling
		near(t, "none above the mean", x, 10.0/3, 1e-9)
	}
	rng, least := newRand(4), 1.0
	for range 100 {
		x := concentrations(nil, 10, 1, priors)
		dirichlet(x, rng)
		least = min(least, x[0])
		if x[3] != 0 || math.Abs(x[0]+x[1]+x[2]-1) > 1e-9 {
			t.Fatalf("a parameter of 0 must give 0: %v", x)
		}
	}
	if least <= 0 {
		t.Error("a positive parameter gave nothing")
	}
}

// TestDirichletDoesNotUnderflow: with a parameter of 10⁻⁵ nearly every gamma variate is below the smallest float64.
func TestDirichletDoesNotUnderflow(t *testing.T) {
	rng := newRand(3)
	for range 200 {
		sum := 0.0
		x := concentrations(nil, 0.005, 0, make([]float32, 500))
		dirichlet(x, rng)
		for _, p := range x {
			sum += p
		}
		near(t, "sum", sum, 1, 1e-9)
	}
}
