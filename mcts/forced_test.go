package mcts

import (
	"math"
	"testing"

	"gipfel/game"
)

// forcedRoot returns a tree as rooted does, during a search with forced playouts whose noise has left all priors equal.
func forcedRoot(visits []uint32, values []float32) *Tree {
	m := modeNamed("forced")
	f := &forest{}
	var next []*position
	for range visits {
		next = append(next, deep())
	}
	tr := m.new(treeGame(2, f.turn(0, next...)))
	tr.Begin(m.terms(1, newRand(1)))
	Run(tr, constant)
	edges := tr.rootEdges()
	tr.nodes[root].visits = 1
	for i := range edges {
		edges[i].visits, edges[i].value = visits[i], values[i]
		tr.nodes[root].visits += visits[i]
		tr.rootPriors[i] = 1 / float32(len(edges))
	}
	return tr
}

// TestPruningByHand: P = 1/4, ΣN = 233, so the weight is 1.1·√233 = 16.791, weight·P = 4.1977, n_forced = √(2·233/4) = 10.79.
// The score of move 0 is 0.5 + 4.1977/201 = 0.52088.
func TestPruningByHand(t *testing.T) {
	tr := forcedRoot([]uint32{200, 20, 12, 1}, []float32{0.5, 0.1, -0.2, 0})
	want := []float64{
		200, // the most visited move keeps all
		10,  // 9 visits would do, ⌊4.1977 / 0.42088⌋, but only 10 were forced
		5,   // ⌊4.1977 / 0.72088⌋: with 4 its score would be 0.6395
		0,   // a single visit is nothing
	}
	got := make([]float64, 4)
	for _, w := range tr.PolicyTarget(nil) {
		got[w.Action] = float64(w.Weight)
	}
	for i := range want {
		near(t, "weight", got[i], want[i]/215, 1e-6)
	}
	if tr.Choose(0, nil) != 0 {
		t.Error("the most visited move is played")
	}
}

// TestPickForced: P = 1/4 and ΣN = 41 force √(2·41/4) = 4.5 visits. A move without visits is not forced, however few it has.
func TestPickForced(t *testing.T) {
	for _, c := range []struct {
		visits       []uint32
		plain, force uint32 // what PUCT picks, and what is picked
	}{
		{[]uint32{4, 30, 0, 7}, 0, 0},
		{[]uint32{30, 7, 0, 4}, 3, 3},
		{[]uint32{4, 34, 0, 3}, 3, 0}, // the first of those that are forced
		{[]uint32{30, 5, 0, 6}, 1, 1}, // nothing is forced
	} {
		tr := forcedRoot(c.visits, make([]float32, 4)) // without children: PUCT goes by priors and visits alone
		tr.rootPriors[2] = 0.02
		n := &tr.nodes[root]
		if plain, force := tr.pickRoot(n), tr.pickForced(n); plain != c.plain || force != c.force {
			t.Errorf("visits %v: picked %d, PUCT %d; want %d and %d", c.visits, force, plain, c.force, c.plain)
		}
	}

	// A move whose result is known is not looked at for the sake of noise.
	f := &forest{}
	m := modeNamed("forced")
	tr := m.new(treeGame(2, f.turn(0, f.end(2), deep())))
	tr.Begin(m.terms(300, newRand(1)))
	Run(tr, func(leaf game.State, logits, outcome []float32) {
		constant(leaf, logits, outcome)
		game.SeatsToRelative(outcome, []float32{0.9, 0.1, 0}, leaf.ToMove())
	})
	if got := visits(tr)[0]; float32(got) >= tr.forced(&tr.nodes[root], 0)-1 {
		t.Errorf("the draw has %d visits, forced would be %g", got, tr.forced(&tr.nodes[root], 0))
	}
}

// TestPruningSparesGoodMoves: a move that plain PUCT would visit as often keeps its visits; a better one keeps all of them.
func TestPruningSparesGoodMoves(t *testing.T) {
	tr := forcedRoot([]uint32{40, 8, 20, 3}, []float32{0.5, 0.4, 0.9, lost})
	got := map[game.Action]float32{}
	for _, w := range tr.PolicyTarget(nil) {
		got[w.Action] = w.Weight
	}
	for a, want := range []float32{40, 8, 20, 0} {
		near(t, "weight", float64(got[game.Action(a)]), float64(want)/68, 1e-6)
	}
}

// TestForcedPlayouts: after a search with noise every visited move that is not proven has about its forced visits, though the
// net thinks nothing of it; without noise, or in a fast search, nothing is forced.
func TestForcedPlayouts(t *testing.T) {
	bad := newBandit([]float64{0.6, 0.1, 0.1, 0.1, 0.1}, []float64{0.5, -0.9, -0.9, -0.9, -0.9})
	search := func(o SearchOptions) *Tree {
		cfg := DefaultConfig()
		cfg.ForcedPlayouts, cfg.NoiseWeight = 2, 0.05
		tr := New(treeGame(2, bad.start), cfg)
		o.Simulations, o.Rand = 400, newRand(2)
		tr.Begin(o)
		Run(tr, bad.eval)
		return tr
	}
	tr := search(SearchOptions{Noise: true})
	for i, e := range tr.rootEdges() {
		if want := math.Floor(math.Sqrt(2 * float64(tr.rootPriors[i]) * 399)); e.visits > 0 && float64(e.visits) < want-1 {
			t.Errorf("move %d with prior %g has %d visits, want %g", i, tr.rootPriors[i], e.visits, want)
		}
	}
	forced := float64(400-visits(tr)[0]) / 400
	if target := tr.PolicyTarget(nil); target[0].Action != 0 || float64(target[0].Weight) < 1-forced/2 {
		t.Errorf("%.0f%% of the visits went to bad moves; the target is %v", 100*forced, target)
	}
	for _, o := range []SearchOptions{{}, {Noise: true, Fast: true}} {
		if plain := visits(search(o)); plain[1] >= visits(tr)[1] {
			t.Errorf("%+v: %d visits of a bad move, with forced playouts %d", o, plain[1], visits(tr)[1])
		}
	}
}
