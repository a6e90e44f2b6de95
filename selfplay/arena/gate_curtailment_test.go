package arena

import (
	"fmt"
	"testing"

	"gipfel/game/ataxx"
	"gipfel/game/gametest"
)

// TestGateCurtailmentIsExact looks at every distribution of scores that a short match can have at any time, which is more
// than enough for every order of results: wherever the gate decides early, every possible end must give the same answer.
func TestGateCurtailmentIsExact(t *testing.T) {
	for _, c := range []struct {
		g       Gate
		planned int
	}{
		{Gate{Threshold: 0.5, Confidence: 0.5}, 8},
		{Gate{Threshold: 0.5, Confidence: 0.8}, 11},
		{Gate{Threshold: 0.5, Confidence: 0.95}, 12},
		{Gate{Threshold: 0.55, Confidence: 0.9, MinimumGames: 6}, 10},
		{Gate{Threshold: 0.3, Confidence: 0.95, MinimumGames: 12}, 10},
		{Gate{Threshold: 0.5, Confidence: 0.8, MinimumGames: 24}, 10}, // too short a match
	} {
		type ends struct{ promoted, refused bool }
		known := make(map[[5]int]ends)
		early := 0
		var visit func(counts [5]int) ends
		visit = func(counts [5]int) ends {
			if e, ok := known[counts]; ok {
				return e
			}
			p := PairScores(counts[:])
			d := c.g.Decide(p, c.planned)
			var e ends
			if p.Pairs() == c.planned {
				if !d.Decided || d.Early {
					t.Errorf("%+v: %v at the end of the match: %+v", c.g, p, d)
				}
				e = ends{d.Promote, !d.Promote}
			} else {
				for h := range counts {
					next := counts
					next[h]++
					end := visit(next)
					e.promoted, e.refused = e.promoted || end.promoted, e.refused || end.refused
				}
				if d.Decided {
					early++
					if !d.Early || e != (ends{d.Promote, !d.Promote}) || 2*p.Pairs() < c.g.MinimumGames {
						t.Errorf("%+v: %v is decided as %+v, but the match can still end in %+v", c.g, p, d, e)
					}
				}
			}
			known[counts] = e
			return e
		}
		answers := visit([5]int{})
		tooShort := 2*c.planned < c.g.MinimumGames
		if (early == 0) != tooShort || answers != (ends{!tooShort, true}) {
			t.Errorf("%+v: %d early decisions, ends %+v", c.g, early, answers)
		}
	}
}

// TestGateErrorRateOnAGrid goes through the distributions on a grid whose mean is the threshold.
func TestGateErrorRateOnAGrid(t *testing.T) {
	const steps = 6
	for _, confidence := range []float64{0.9, 0.95} {
		worst, at := 0.0, ""
		for a := range steps + 1 {
			for b := range steps + 1 - a {
				for c := range steps + 1 - a - b {
					for d := range steps + 1 - a - b - c {
						e := steps - a - b - c - d
						if b+2*c+3*d+4*e != 2*steps {
							continue
						}
						dist := distribution{share: [5]float64{
							float64(a) / steps, float64(b) / steps, float64(c) / steps, float64(d) / steps, float64(e) / steps,
						}}
						for _, n := range []int{4, 7, 12} {
							if rate := dist.promotionRate(Gate{Threshold: 0.5, Confidence: confidence}, n); rate > worst {
								worst, at = rate, fmt.Sprintf("%v after %d pairs", dist.share, n)
							}
						}
					}
				}
			}
		}
		if worst == 0 || worst > 1-confidence {
			t.Errorf("confidence %g: promoted at a rate of %.4f with %s", confidence, worst, at)
		}
	}
}

// TestGateStopsAMatch plays real matches, in which stopping must not change the answer nor the games before it.
func TestGateStopsAMatch(t *testing.T) {
	gate := Gate{MinimumGames: 10, Threshold: 0.5, Confidence: 0.95}
	g := ataxx.Size4
	for _, players := range [][2]Player{{Greedy(g), Random(g)}, {Random(g), Greedy(g)}} {
		s := Settings{Pairs: 30, Seed: 1, OpeningMax: 3, Lanes: 2, Slots: 4}
		full := mustPlay(t, g, s, players[0], players[1])
		s.Stop = gate.Stop
		stopped := mustPlay(t, g, s, players[0], players[1])
		early, final := gate.Decide(stopped.PairScores, s.Pairs), gate.Decide(full.PairScores, s.Pairs)
		if !stopped.Stopped || stopped.Pairs >= s.Pairs || !early.Early || early.Promote != final.Promote {
			t.Errorf("%s: stopped after %d pairs with %v, in full %v", players[0].Name, stopped.Pairs, early, final)
		}
		if d := diff(stopped.Games, full.Games[:len(stopped.Games)]); d != "" {
			t.Error(d)
		}
		s.Done = full.Games
		if d := diff(mustPlay(t, g, s, players[0], players[1]), stopped); d != "" {
			t.Errorf("resumed with all games: %s", d)
		}
	}
	one := mustPlay(t, gametest.Tiny, Settings{Pairs: 1, Stop: func(*Result) bool { return true }}, lowest("a"), lowest("b"))
	if one.Stopped {
		t.Error("a match that is complete counts as stopped")
	}
}
