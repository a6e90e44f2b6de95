package arena

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.6f, want %.6f", what, got, want)
	}
}

func TestQuantiles(t *testing.T) {
	// Tables of the standard normal distribution.
	for _, c := range []struct{ confidence, one, two float64 }{
		{0.5, 0, 0.674490},
		{0.9, 1.281552, 1.644854},
		{0.95, 1.644854, 1.959964},
		{0.99, 2.326348, 2.575829},
	} {
		near(t, "one-sided z", oneSided(c.confidence), c.one, 1e-6)
		near(t, "two-sided z", twoSided(c.confidence), c.two, 1e-6)
	}
}

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		successes, n         int
		confidence, low, top float64
	}{
		// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
		{81, 263, 0.95, 0.2553, 0.3662},
		{15, 148, 0.95, 0.0624, 0.1605},
		{0, 20, 0.95, 0.0000, 0.1611},
		{1, 29, 0.95, 0.0061, 0.1718},
		{181, 200, 0.95, 0.8564, 0.9383}, // from the formula, by hand
		{10, 10, 0.95, 0.7225, 1},
	} {
		e := Wilson(c.successes, c.n, c.confidence)
		near(t, "value", e.Value, float64(c.successes)/float64(c.n), 1e-12)
		near(t, "low end", e.Low, c.low, 5e-5)
		near(t, "high end", e.High, c.top, 5e-5)
	}
}

func TestNoDataIsNoNaN(t *testing.T) {
	everything := Estimate{Value: 0.5, Low: 0, High: 1}
	if e := Wilson(0, 0, 0.95); e != everything {
		t.Errorf("no trials: %+v", e)
	}
	if e := make(PairScores, 5).Score(0.95); e != everything {
		t.Errorf("no pairs: %+v", e)
	}
	if s := (PairScores{0, 0, 1, 0, 0}).StandardError(); s != 0 {
		t.Errorf("standard error of a single pair: %g", s)
	}
	if s := (Record{}).Score(); s != 0.5 {
		t.Errorf("score of no games: %g", s)
	}
}

func TestScoreOfPairs(t *testing.T) {
	p := PairScores{1, 2, 5, 8, 4} // in quarters
	e := p.Score(0.95)
	mean := (2*0.25 + 5*0.5 + 8*0.75 + 4) / 20
	near(t, "mean", e.Value, mean, 1e-12)
	// The corrected standard deviation of the twenty scores, divided by √20.
	variance := 0.0
	for h, count := range p {
		off := float64(h)/4 - mean
		variance += float64(count) * off * off / 19
	}
	near(t, "standard error", p.StandardError(), math.Sqrt(variance/20), 1e-12)

	// The definition, with the added pairs written out: z²/2 = 1.9207.
	n := 20 + 2*1.920729
	m := (20*mean + 1.920729) / n
	v := (2*0.0625+5*0.25+8*0.5625+4+1.920729)/n - m*m
	half := 1.959964*math.Sqrt(v/n) + 0.5/20
	near(t, "low end", e.Low, m-half, 1e-6)
	near(t, "high end", e.High, m+half, 1e-6)
}

func TestScoreKeepsWidthAndContainsWilson(t *testing.T) {
	for _, n := range []int{1, 2, 5, 20, 100, 1000} {
		for _, p := range []PairScores{{0, 0, n, 0, 0}, {n, 0, 0, 0, 0}, {0, 0, 0, 0, n}, {0, n, 0, 0, 0}} {
			e := p.Score(0.95)
			if e.High-e.Low < 1/float64(n+2) || e.Low > e.Value || e.Value > e.High || e.Low < 0 || e.High > 1 {
				t.Errorf("%v: %+v", p, e)
			}
		}
		for won := 0; won <= n; won += max(1, n/20) {
			pairs, plain := PairScores{n - won, 0, 0, 0, won}.Score(0.95), Wilson(won, n, 0.95)
			if pairs.Low > plain.Low+1e-12 || pairs.High < plain.High-1e-12 {
				t.Errorf("%d of %d pairs won: %+v does not contain Wilson's %+v", won, n, pairs, plain)
			}
		}
	}
}

// TestScoreCoverage draws matches and counts how often the interval contains the truth.
func TestScoreCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, d := range nulls {
		truth := d.mean()
		for _, n := range []int{10, 60} {
			missed := 0
			const matches = 3000
			for range matches {
				if e := d.sample(n, rng).Score(0.95); e.Low > truth || e.High < truth {
					missed++
				}
			}
			// Three standard errors of the rate itself above 5%.
			if rate := float64(missed) / matches; rate > 0.05+3*math.Sqrt(0.05*0.95/matches) {
				t.Errorf("%s, %d pairs: a 95%% interval misses the truth in %.1f%%", d.name, n, 100*rate)
			}
		}
	}
}

func TestElo(t *testing.T) {
	for _, c := range []struct{ score, elo float64 }{
		{0.5, 0}, {10.0 / 11, 400}, {1.0 / 11, -400}, {0.75, 190.848}, {0.64, 99.951},
	} {
		near(t, "Elo", float64(EloOf(c.score)), c.elo, 1e-3)
		near(t, "score", Elo(c.elo).Score(), c.score, 1e-5)
	}
	for _, c := range []struct {
		elo  Elo
		text string
	}{{EloOf(0), "-Inf"}, {EloOf(1), "+Inf"}, {EloOf(0.5), "+0"}, {-0.3, "+0"}, {12.6, "+13"}, {-12.6, "-13"}} {
		if got := c.elo.String(); got != c.text {
			t.Errorf("%g is written %q, want %q", float64(c.elo), got, c.text)
		}
		text, err := json.Marshal(c.elo)
		if err != nil {
			t.Fatal(err)
		}
		var back Elo
		if err := json.Unmarshal(text, &back); err != nil || back != c.elo {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	var e Elo
	for _, text := range []string{`"much"`, `"3"`, `{}`} {
		if json.Unmarshal([]byte(text), &e) == nil {
			t.Errorf("%s was read as a difference of ratings", text)
		}
	}
}
