package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGateRates simulates whole matches at the gate, with the settings of a run: the default ones and those of the demos. What
// counts is how often a candidate that is no better is promoted, and how often a clearly stronger one is rejected. Run it with
// -v to see the rates.
func TestGateRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	const matches = 3000
	const ahead = 100 // Elo
	for _, c := range []struct {
		name  string
		gate  Gate
		pairs int
		// The rate of rejections that is allowed; a short match cannot do better.
		rejected float64
	}{
		{"default, 200 games", Gate{MinimumGames: 60, Threshold: 0.5, Confidence: 0.95}, 100, 0.05},
		{"Atimo demo, 80 games", Gate{MinimumGames: 20, Threshold: 0.5, Confidence: 0.8}, 40, 0.12},
		{"Ataxx demo, 40 games", Gate{MinimumGames: 16, Threshold: 0.5, Confidence: 0.8}, 20, 0.3},
	} {
		for _, d := range nulls {
			if !d.symmetric() {
				continue
			}
			promoted := c.gate.promotions(d, c.pairs, matches, rng)
			rejected := 1 - c.gate.promotions(d.at(Elo(ahead).Score()), c.pairs, matches, rng)
			t.Logf("%-20s  %-56s equal players promoted %.3f, rejected at +%d Elo %.3f", c.name, d.name, promoted, ahead, rejected)
			allowed := 1 - c.gate.Confidence
			if most := allowed + 3*math.Sqrt(allowed*(1-allowed)/matches); promoted > most {
				t.Errorf("%s, %s: equal players are promoted at a rate of %.3f", c.name, d.name, promoted)
			}
			// Pairs that repeat themselves tell half as much, and the bound says so: there it may take a longer match.
			if repeats := d.share[0] == 0.5; !repeats && rejected > c.rejected {
				t.Errorf("%s, %s: a candidate at +%d Elo is rejected at a rate of %.3f", c.name, d.name, ahead, rejected)
			}
		}
	}
}

// promotions returns how often a gate promotes after the planned number of pairs. Stopping early cannot change that, as other
// tests show.
func (g Gate) promotions(d distribution, pairs, matches int, rng *rand.Rand) float64 {
	promoted := 0
	for range matches {
		if g.Decide(d.sample(pairs, rng), pairs).Promote {
			promoted++
		}
	}
	return float64(promoted) / float64(matches)
}
