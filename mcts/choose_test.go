package mcts

import (
	"math"
	"testing"

	"gipfel/game"
)

// rooted returns a tree whose root has the given visits and values, made by hand, over moves that lead deep.
func rooted(visits []uint32, values []float32) *Tree {
	f := &forest{}
	var next []*position
	for range visits {
		next = append(next, deep())
	}
	t := searched(2, f.turn(0, next...), 1, constant)
	edges := t.edgesOf(&t.nodes[root])
	for i := range edges {
		edges[i].visits, edges[i].value = visits[i], values[i]
	}
	return t
}

func TestChooseGreedily(t *testing.T) {
	for _, c := range []struct {
		visits []uint32
		values []float32
		want   game.Action
	}{
		{[]uint32{3, 9, 8}, []float32{1, 0, 1}, 1},       // most visits
		{[]uint32{9, 9, 8}, []float32{0, 0.1, 1}, 1},     // then the value
		{[]uint32{1, 9, 9}, []float32{0, 0.5, 0.5}, 1},   // then the lowest action
		{[]uint32{50, 9, 8}, []float32{lost, 0, 0.5}, 1}, // never what is lost
		{[]uint32{50, 0, 0}, []float32{lost, 0, 0}, 1},   // even if nothing else was visited
	} {
		if got := rooted(c.visits, c.values).Choose(0, nil); got != c.want {
			t.Errorf("visits %v, values %v: chose %d, want %d", c.visits, c.values, got, c.want)
		}
	}
}

// TestLowTemperatures: 800^(1/0.01) has 290 digits; only after division by the maximum does the choice stay right.
func TestLowTemperatures(t *testing.T) {
	rng := newRand(1)
	tr := rooted([]uint32{10, 799, 4_000_000_000, 0}, make([]float32, 4))
	for _, temperature := range []float32{0.15, 0.01, 1e-4, 1e-30} {
		for range 200 {
			if a := tr.Choose(temperature, rng); a != 2 {
				t.Fatalf("temperature %g: chose %d", temperature, a)
			}
		}
	}
}

func TestChooseFollowsTemperature(t *testing.T) {
	const samples = 20_000
	rng := newRand(2)
	tr := rooted([]uint32{1, 2, 4, 0}, make([]float32, 4))
	for _, temperature := range []float64{0.5, 1, 2} {
		counts := map[game.Action]int{}
		for range samples {
			counts[tr.Choose(float32(temperature), rng)]++
		}
		sum := 1 + math.Pow(2, 1/temperature) + math.Pow(4, 1/temperature)
		for a, n := range []float64{1, 2, 4} {
			near(t, "share", float64(counts[game.Action(a)])/samples, math.Pow(n, 1/temperature)/sum, 0.02)
		}
		if counts[3] > 0 {
			t.Error("a move without visits was chosen")
		}
	}
}

// TestPolicyTargetIgnoresTemperature: the target is the visits, whatever the moves are chosen with.
func TestPolicyTargetIgnoresTemperature(t *testing.T) {
	tr, rng := rooted([]uint32{1, 2, 5, 0}, make([]float32, 4)), newRand(1)
	for _, temperature := range []float32{0, 0.01, 1, 3} {
		tr.Choose(temperature, rng)
		target := tr.PolicyTarget(nil)
		if len(target) != 3 {
			t.Fatalf("target %v", target)
		}
		for i, want := range []float32{0.125, 0.25, 0.625} {
			if target[i] != (Weight{game.Action(i), want}) {
				t.Errorf("after a choice at %g: target %v", temperature, target)
			}
		}
	}
}

// TestWithoutVisits: after a single simulation the net's priors stand in for visits.
func TestWithoutVisits(t *testing.T) {
	f := &forest{}
	tr := searched(2, f.turn(0, deep(), deep(), deep()), 1, func(_ game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		logits[1] = float32(math.Log(2))
	})
	target := tr.PolicyTarget(nil)
	for i, want := range []float64{0.25, 0.5, 0.25} {
		near(t, "weight", float64(target[i].Weight), want, 1e-3)
	}
	if a := tr.Choose(0, nil); a != 1 {
		t.Errorf("chose %d, want the largest prior", a)
	}
	if tr.Searched() {
		t.Error("one evaluation is no search")
	}
}
