package rating

import (
	"math/rand/v2"
	"testing"
)

// swiss pairs everybody with somebody at random, so many times, for so many pairs of games.
func (w *world) swiss(rounds, pairs int) []Match {
	var all []Match
	for range rounds {
		order := w.rng.Perm(len(w.elo))
		for k := 0; k+1 < len(order); k += 2 {
			all = append(all, w.match(order[k], order[k+1], pairs))
		}
	}
	return all
}

// TestCoverage simulates tournaments and counts how often 95% intervals, of ratings and of the first move, do not contain the
// truth. The games of a pair cancel each other where the first move decides much. Run it with -v to see the rates.
func TestCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	five := []float64{0, 50, 100, 150, 300}
	robin := func(pairs int) func(*world) []Match {
		return func(w *world) []Match { return w.roundRobin(pairs) }
	}
	for _, c := range []struct {
		name        string
		world       world
		play        func(*world) []Match
		tournaments int
		least       float64 // the rate that is expected at least: with few pairs, intervals are on the wide side
	}{
		{"everybody, 20 pairs", world{elo: five}, robin(20), 300, 0.02},
		{"everybody, 3 pairs", world{elo: five}, robin(3), 300, 0.01},
		{"two players, 100 pairs", world{elo: []float64{0, 200}}, robin(100), 500, 0.02},
		{"far apart, 100 pairs", world{elo: []float64{0, 400, 800, 1200}}, robin(100), 300, 0.02},
		{"first move worth 500, 10 pairs", world{elo: make([]float64, 5), firstMove: 500}, robin(10), 300, 0.01},
		{"openings worth ±600, 20 pairs", world{elo: make([]float64, 4), opening: 600}, robin(20), 300, 0.02},
		{"half the games drawn, 20 pairs", world{elo: make([]float64, 4), draws: 0.5}, robin(20), 300, 0.02},
		{"90% drawn, 40 pairs", world{elo: make([]float64, 4), draws: 0.9}, robin(40), 300, 0.01},
		{"40 players, 5 rounds of 1 pair", world{elo: make([]float64, 40)}, func(w *world) []Match { return w.swiss(5, 1) }, 40, 0.005},
		{"the same, first move worth 300", world{elo: make([]float64, 40), firstMove: 300}, func(w *world) []Match { return w.swiss(5, 1) }, 40, 0.001},
	} {
		c.world.rng = rng
		var missed, all, first int
		for range c.tournaments {
			l := mustRate(t, c.play(&c.world), Options{Anchor: c.world.name(0)})
			for i := range c.world.elo[1:] {
				e, _ := l.of(t, c.world.name(i+1))
				if e.Group != 0 {
					continue
				}
				all++
				if truth := c.world.elo[i+1] - c.world.elo[0]; e.Low > truth || e.High < truth {
					missed++
				}
			}
			if f := l.FirstMove[0]; f.Low > c.world.firstMove || f.High < c.world.firstMove {
				first++
			}
		}
		rate, firstRate := float64(missed)/float64(all), float64(first)/float64(c.tournaments)
		t.Logf("%-32s ratings missed %.3f of %5d, first move %.3f of %3d", c.name, rate, all, firstRate, c.tournaments)
		// Players of one tournament share its luck, so a few standard errors of independent ones are allowed.
		if rate < c.least || rate > 0.08 {
			t.Errorf("%s: 95%% intervals of ratings miss the truth in %.1f%%", c.name, 100*rate)
		}
		if firstRate > 0.12 {
			t.Errorf("%s: 95%% intervals of the first move miss the truth in %.1f%%", c.name, 100*firstRate)
		}
	}
}

// BenchmarkRate rates players who met ten random others, ten pairs each.
func BenchmarkRate(b *testing.B) {
	for _, n := range []int{100, 1000, 2000} {
		rng := rand.New(rand.NewPCG(19, 20))
		w := world{elo: make([]float64, n), firstMove: 100, rng: rng}
		for i := range w.elo {
			w.elo[i] = 300 * rng.NormFloat64()
		}
		matches := w.swiss(10, 10)
		b.Run(w.name(n), func(b *testing.B) {
			for b.Loop() {
				mustRate(b, matches, Options{})
			}
		})
	}
}
