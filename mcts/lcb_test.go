package mcts

import (
	"math"
	"testing"

	"gipfel/game"
)

// steady is a spread of n values around a mean with the given variance.
func steady(n, mean, variance float64) spread {
	return spread{n, n * mean, n * (mean*mean + variance)}
}

func TestChooseLCB(t *testing.T) {
	for _, c := range []struct {
		name     string
		visits   []uint32
		values   []float32
		variance []float64
		want     game.Action
	}{
		{"a lucky move with few visits", []uint32{1000, 100, 50}, []float32{0.3, 0.9, -0.2}, []float64{0.04, 0.0001, 0.04}, 0},
		{"a lucky move whose values vary", []uint32{1000, 200, 50}, []float32{0.3, 0.5, -0.2}, []float64{0.04, 0.5, 0.04}, 0},
		{"a better move found late", []uint32{1000, 600, 50}, []float32{0.3, 0.5, -0.2}, []float64{0.04, 0.04, 0.04}, 1},
		{"the most visited move is lost", []uint32{1000, 100, 20}, []float32{lost, 0.1, 0.1}, []float64{0.04, 0.04, 0.04}, 1},
		{"equal bounds", []uint32{100, 100, 0}, []float32{0.1, 0.1, 0}, []float64{0.1, 0.1, 0}, 0},
	} {
		tr := rooted(c.visits, c.values)
		tr.prepareSpreads(3)
		for i, v := range c.variance {
			tr.spreads[i] = steady(float64(c.visits[i]), float64(c.values[i]), v)
		}
		if got := tr.ChooseLCB(); got != c.want {
			t.Errorf("%s: chose %d, want %d", c.name, got, c.want)
		}
	}
}

// TestLowerBoundByHand: four values 0.2, 0.4, 0.4, 0.6 have the mean 0.4 and the variance 0.02; the prior has the weight 1/16,
// so that it adds (1/16) / (4 + 1/16) = 0.0153846. Five standard errors of ten visits are 5·√(0.0353846/10) = 0.297425.
func TestLowerBoundByHand(t *testing.T) {
	tr := rooted([]uint32{10, 3}, []float32{0.4, 0.1})
	tr.prepareSpreads(2)
	tr.spreads[0] = spread{4, 1.6, 0.04 + 0.16 + 0.16 + 0.36}
	near(t, "bound", tr.lowerBound(0), 0.4-0.297425, 1e-5)
	tr.spreads[1] = spread{}
	near(t, "bound without values", tr.lowerBound(1), 0.1-5/math.Sqrt(3), 1e-6)
}

// TestProvenValuesAreCertain: the value of a proven move is its own bound.
func TestProvenValuesAreCertain(t *testing.T) {
	tr := searched(2, (&forest{}).turn(0, drawInTwo(), deep()), 100, opinions)
	if c := tr.Children(nil)[0]; !c.Proven || c.Outcome != 2 {
		t.Fatalf("move 0 is no proven draw: %+v", c)
	}
	if got := tr.lowerBound(0); got != 0 {
		t.Errorf("the bound of a draw is %g", got)
	}
}

// drawInTwo is a position in which seat 1 can only draw, two plies from the end.
func drawInTwo() *position {
	f := &forest{ids: 1000}
	return f.turn(1, f.turn(0, f.end(2)))
}

// TestSpreads: what is collected at the root is what its moves' values are the means of.
func TestSpreads(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		start := (&forest{}).turn(1, deep(), deep(), deep())
		tr := New(treeGame(players, start), DefaultConfig())
		tr.Begin(SearchOptions{Simulations: 200})
		Run(tr, opinions)
		for i, e := range tr.rootEdges() {
			s := tr.spreads[i]
			if s.count != float64(e.visits) {
				t.Errorf("%d players, move %d: %g values, %d visits", players, i, s.count, e.visits)
			}
			near(t, "mean", s.sum/s.count, float64(e.value), 1e-5)
			if v := s.variance(); v <= 0 || v > 0.5 {
				t.Errorf("variance %g", v)
			}
		}
		tr.Begin(SearchOptions{Simulations: 300}) // goes on
		Run(tr, opinions)
		if s := tr.spreads[0]; s.count != float64(tr.rootEdges()[0].visits) {
			t.Errorf("after a second search %g values, %d visits", s.count, tr.rootEdges()[0].visits)
		}
		tr.Advance(0)
		tr.Begin(SearchOptions{Simulations: 300}) // another root
		Run(tr, opinions)
		if s := tr.spreads[0]; s.count >= float64(tr.rootEdges()[0].visits) {
			t.Errorf("a reused root: %g values, %d visits", s.count, tr.rootEdges()[0].visits)
		}
		tr.ChooseLCB()
	}
}
