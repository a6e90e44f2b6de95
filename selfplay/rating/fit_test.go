package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// someDesign is a model of five players, the first of them the anchor.
func someDesign(t *testing.T) *design {
	t.Helper()
	r, err := newRecord(unbalanced())
	if err != nil {
		t.Fatal(err)
	}
	var pairs []*observed
	for i := range r.observed {
		pairs = append(pairs, &r.observed[i])
	}
	return newDesign(pairs, r.standing, []int{none, 0, 1, 2, 3}, 4)
}

func TestDerivatives(t *testing.T) {
	d := someDesign(t)
	at := []float64{0.3, 1.2, -0.7, 2.5}
	const step = 1e-5
	information, gradient := d.information(at), d.gradient(at)
	c := newCurvature(d, at)
	for i := range at {
		up, down := append([]float64(nil), at...), append([]float64(nil), at...)
		up[i] += step
		down[i] -= step
		near(t, "gradient", gradient[i], (d.loss(up)-d.loss(down))/(2*step), 1e-5)
		unit, column := make([]float64, 4), make([]float64, 4)
		unit[i] = 1
		c.times(unit, column)
		above, below := d.gradient(up), d.gradient(down)
		for j := range at {
			near(t, "information", information[j][i], (above[j]-below[j])/(2*step), 1e-5)
			near(t, "product with a unit vector", column[j], information[j][i], 1e-9)
		}
	}
}

// TestMaximiseAnything draws matches of a few players with contradictory results and weights over eight orders of magnitude,
// where full steps alone would lead away from the maximum.
func TestMaximiseAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range 4000 {
		d := &design{size: 2 + rng.IntN(4)}
		for i := none; i < d.size; i++ {
			for j := i + 1; j < d.size; j++ {
				if rng.IntN(3) == 0 && j != i+1 {
					continue
				}
				weight, share := math.Pow(10, 8*rng.Float64()-2), rng.Float64()
				if rng.IntN(2) == 0 {
					share = math.Round(share)
				}
				d.total = append(d.total, comparison{contrast{i, j}, weight, weight * share}, comparison{contrast{i, j}, 0.01, 0.005})
			}
		}
		best, err := d.maximise()
		if err != nil {
			t.Fatalf("design %d: %v", k, err)
		}
		gradient := d.gradient(best)
		if left := dot(gradient, newCurvature(d, best).solve(gradient)); !(left < 1e-9) {
			t.Fatalf("design %d: %g of a standard error, squared, is left", k, left)
		}
	}
}

func TestNothingNearTheMaximumIsBetter(t *testing.T) {
	d := someDesign(t)
	best, err := d.maximise()
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range d.gradient(best) {
		near(t, "gradient at the maximum", g, 0, 1e-9)
		for _, off := range []float64{-1e-3, 1e-3} {
			moved := append([]float64(nil), best...)
			moved[i] += off
			if d.loss(moved) <= d.loss(best) {
				t.Errorf("coordinate %d moved by %g: the loss does not grow", i, off)
			}
		}
	}
}

// TestPairsDrawTheEstimate checks by how much the square of a score is enlarged: of five pairs of two players, each has drawn the
// estimate towards it by its part of the information, the prior of half a game having some, too.
func TestPairsDrawTheEstimate(t *testing.T) {
	r, err := newRecord([]Match{scores("a", "b", 1, 1, 1, 1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	var pairs []*observed
	for i := range r.observed {
		pairs = append(pairs, &r.observed[i])
	}
	d := newDesign(pairs, r.standing, []int{none, 0}, 1)
	at := []float64{0}
	s := d.observations[0].share(at, invert(d.information(at)))
	near(t, "factor", s.grow, 1/(1-2/10.5), 1e-9)
	near(t, "size", s.size, 2*s.grow, 1e-9)   // both players' scores of 0–2 where 1–1 is expected
	near(t, "model", s.model, 2*2*0.25, 1e-9) // both players', of two games
}

func TestInvert(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{1, 2, 3, 7, 40} {
		root := square(n)
		for i := range root {
			for j := range root[i] {
				root[i][j] = rng.NormFloat64()
			}
		}
		m, kept := square(n), square(n)
		for i := range m {
			for j := range m {
				m[i][j] = dot(root[i], root[j])
				if i == j {
					m[i][j]++
				}
				kept[i][j] = m[i][j]
			}
		}
		inverse := invert(m)
		for i := range n {
			for j := range n {
				want := 0.0
				if i == j {
					want = 1
				}
				near(t, "product with the inverse", dot(kept[i], inverse[j]), want, 1e-8)
			}
		}
	}
}
