package arena

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// distribution gives the probability of each score of a pair, in quarters.
type distribution struct {
	name  string
	share [5]float64
}

// nulls are matches whose score the tests put at the threshold. Those of equal players are symmetric, since exchanging the
// players turns a pair into itself; the skewed ones occur at other thresholds only.
var nulls = []distribution{
	{"decided games, independent", [5]float64{0.25, 0, 0.5, 0, 0.25}},
	{"the first mover always wins, but for one game in ten", [5]float64{0.09, 0, 0.82, 0, 0.09}},
	{"openings decide nothing, players alternate in strength", [5]float64{0.5, 0, 0, 0, 0.5}},
	{"half the games drawn", [5]float64{1.0 / 16, 1.0 / 4, 3.0 / 8, 1.0 / 4, 1.0 / 16}},
	{"nearly all games drawn", [5]float64{0, 0.02, 0.96, 0.02, 0}},
	{"nearly all pairs even, the others lost or won outright", [5]float64{0.02, 0, 0.96, 0, 0.02}},
	{"weak opponent that seldom scores", [5]float64{0, 0, 0.02, 0.06, 0.92}},
	{"now and then a disaster", [5]float64{0.06, 0, 0, 0.94, 0}},
}

func (d distribution) mean() float64 {
	m := 0.0
	for h, p := range d.share {
		m += p * float64(h) / 4
	}
	return m
}

func (d distribution) symmetric() bool { return d.share[0] == d.share[4] && d.share[1] == d.share[3] }

// sample draws the scores of n pairs.
func (d distribution) sample(n int, rng *rand.Rand) PairScores {
	p := make(PairScores, 5)
	for range n {
		p[d.draw(rng)]++
	}
	return p
}

func (d distribution) draw(rng *rand.Rand) int {
	u := rng.Float64()
	for h, share := range d.share {
		if u -= share; u < 0 {
			return h
		}
	}
	return 2
}

// promotionRate computes exactly how often a gate promotes after n pairs: the decision rests on the sums of the scores and of
// their squares alone, whose joint distribution is built up pair by pair.
func (d distribution) promotionRate(g Gate, n int) float64 {
	type sums struct{ sum, squares int }
	now := map[sums]float64{{}: 1}
	for range n {
		next := make(map[sums]float64, 2*len(now))
		for s, p := range now {
			for h, share := range d.share {
				if share > 0 {
					next[sums{s.sum + h, s.squares + h*h}] += p * share
				}
			}
		}
		now = next
	}
	rate := 0.0
	z := oneSided(g.Confidence)
	for s, p := range now {
		low, _ := scoreSums{most: 4, pairs: float64(n), sum: float64(s.sum), squares: float64(s.squares)}.bounds(z)
		if low > g.Threshold {
			rate += p
		}
	}
	return rate
}

// TestGateErrorRate computes how often a candidate at the threshold is promoted, which the gate's confidence must bound.
func TestGateErrorRate(t *testing.T) {
	for _, d := range nulls {
		for _, confidence := range []float64{0.8, 0.9, 0.95, 0.975, 0.99} {
			worst, at := 0.0, 0
			for _, n := range []int{1, 2, 3, 5, 8, 13, 20, 30, 45} {
				rate := d.promotionRate(Gate{Threshold: d.mean(), Confidence: confidence}, n)
				if rate > worst {
					worst, at = rate, n
				}
			}
			if allowed := 1 - confidence; worst > allowed {
				t.Errorf("%s, confidence %g: promoted at a rate of %.4f after %d pairs, more than %.4f",
					d.name, confidence, worst, at, allowed)
			}
		}
	}
}

// TestGateSimulated draws whole matches of equal players, and of a candidate that is clearly stronger, and lets the gate stop
// them early.
func TestGateSimulated(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	gate := Gate{Threshold: 0.5, Confidence: 0.95, MinimumGames: 40}
	const pairs, matches = 100, 1000
	rate := func(d distribution) float64 {
		promoted := 0
		for range matches {
			if decision, _ := runGate(gate, pairs, func() int { return d.draw(rng) }); decision.Promote {
				promoted++
			}
		}
		return float64(promoted) / matches
	}
	for _, d := range nulls {
		if !d.symmetric() {
			continue
		}
		// 5%, and two standard errors of the rate itself (0.7% each).
		if r := rate(d); r > 0.064 {
			t.Errorf("%s: equal players are promoted in %.1f%% of the matches", d.name, 100*r)
		}
	}
	if r := rate(distribution{"stronger", [5]float64{0.05, 0.15, 0.3, 0.3, 0.2}}); r < 0.95 {
		t.Errorf("a candidate that scores 61%% is promoted in only %.1f%% of the matches", 100*r)
	}
}

// runGate draws pairs until the gate has decided, and returns the decision and all scores so far.
func runGate(g Gate, planned int, draw func() int) (Decision, PairScores) {
	p := make(PairScores, 5)
	for {
		d := g.Decide(p, planned)
		if d.Decided {
			return d, p
		}
		p[draw()]++
	}
}

// TestGateStopsOnlyWhenDecided plays every early decision on to the end, in the worst ways among others.
func TestGateStopsOnlyWhenDecided(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const planned = 30
	early := 0
	for i := range 2000 {
		g := Gate{Threshold: []float64{0.5, 0.55, 0.3}[i%3], Confidence: []float64{0.5, 0.95}[i%2]}
		// A different strength each time, so that both answers come early now and then.
		var share [5]float64
		left := 1.0
		for h := range 4 {
			share[h] = left * rng.Float64()
			left -= share[h]
		}
		share[4] = left
		if i%4 >= 2 {
			share[0], share[1], share[3], share[4] = share[4], share[3], share[1], share[0]
		}
		d := distribution{share: share}
		decision, p := runGate(g, planned, func() int { return d.draw(rng) })
		if !decision.Early {
			continue
		}
		early++
		for name, rest := range map[string]func() int{
			"lost": func() int { return 0 }, "even": func() int { return 2 }, "won": func() int { return 4 },
			"mixed": func() int { return rng.IntN(5) }, "all or nothing": func() int { return 4 * rng.IntN(2) },
		} {
			end := append(PairScores(nil), p...)
			for range planned - p.Pairs() {
				end[rest()]++
			}
			if final := g.Decide(end, planned); final.Promote != decision.Promote {
				t.Fatalf("%v after %v, but with the rest %s %v", decision, p, name, final)
			}
		}
	}
	if early < 500 {
		t.Errorf("only %d of 2000 matches were decided early", early)
	}
}

func TestGateMinimum(t *testing.T) {
	g := Gate{Threshold: 0.5, Confidence: 0.95, MinimumGames: 40}
	won := func(n int) PairScores { return PairScores{0, 0, 0, 0, n} }
	for _, c := range []struct {
		pairs, planned           int
		decided, promoted, early bool
	}{
		{0, 30, false, false, false},
		{19, 30, false, false, false}, // 38 games
		{20, 30, false, false, false}, // two thirds are not enough if the rest are lost
		{24, 30, true, true, true},
		{30, 30, true, true, false},
		{15, 15, true, false, false}, // a match that is too short promotes nobody
		{0, 0, true, false, false},
	} {
		d := g.Decide(won(c.pairs), c.planned)
		if d.Decided != c.decided || d.Promote != c.promoted || d.Early != c.early {
			t.Errorf("%d of %d pairs, all won: %+v", c.pairs, c.planned, d)
		}
	}
}

func TestGateAllDrawn(t *testing.T) {
	d := Gate{Threshold: 0.5, Confidence: 0.95}.Decide(PairScores{0, 0, 100, 0, 0}, 100)
	if d.Promote || d.Score != 0.5 {
		t.Errorf("a drawn match: %+v", d)
	}
}

func TestGateValidate(t *testing.T) {
	if err := (Gate{Threshold: 0.5, Confidence: 0.95}).Validate(); err != nil {
		t.Error(err)
	}
	for field, g := range map[string]Gate{
		"threshold":  {Threshold: 1, Confidence: 0.95},
		"confidence": {Threshold: 0.5, Confidence: 0.3},
		"minimum":    {Threshold: 0.5, Confidence: 0.95, MinimumGames: -1},
	} {
		if err := g.Validate(); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%+v: %v", g, err)
		}
	}
}

func ExampleGate_Decide() {
	gate := Gate{Threshold: 0.5, Confidence: 0.95, MinimumGames: 40}
	fmt.Println(gate.Decide(PairScores{5, 10, 30, 35, 20}, 100))
	fmt.Println(gate.Decide(PairScores{5, 30, 30, 30, 5}, 100))
	fmt.Println(gate.Decide(PairScores{40, 10, 0, 0, 0}, 60))
	// Output:
	// promoted: score 63.7% over 100 of 100 pairs, lower bound 58.4%, must exceed 50.0%
	// not promoted: score 50.0% over 100 of 100 pairs, lower bound 45.3%, must exceed 50.0%
	// not promoted: score 5.0% over 50 of 60 pairs, lower bound 2.2%, must exceed 50.0% (stopped early: the games left could not change that)
}
