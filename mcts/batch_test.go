package mcts

import (
	"testing"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

// runBatches completes a search with batches of leaves. Evaluations are made from copies, after all descents of a batch.
func runBatches(tb testing.TB, t *Tree, size int, eval evaluator, each func(n int)) {
	tb.Helper()
	states := make([]game.State, size)
	for i := range states {
		states[i] = t.game.New()
	}
	logits, outcome := make([]float32, t.game.Actions()), make([]float32, t.game.Outcomes())
	for !t.Done() {
		n := t.SelectBatch(size, func(i int, leaf game.State) { states[i].CopyFrom(leaf) })
		for i := range n {
			eval(states[i], logits, outcome)
			t.ExpandBatch(i, logits, outcome)
		}
		each(n)
	}
}

var batchGames = []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice, atimo.Small}

// TestBatchOfOne: one leaf at a time is the ordinary search, bit for bit.
func TestBatchOfOne(t *testing.T) {
	for i := range modes {
		for _, g := range batchGames {
			m, eval := &modes[i], hashed(g.Notation.FormatState)
			alone, batched := m.new(g), m.new(g)
			alone.Begin(m.terms(200, newRand(3)))
			Run(alone, eval)
			batched.Begin(m.terms(200, newRand(3)))
			runBatches(t, batched, 1, eval, func(int) {})
			if exact(alone, root) != exact(batched, root) {
				t.Errorf("%s, %s: a batch of one leaf gives another tree", g.Name, m.name)
			}
		}
	}
}

// TestBatchesLeaveNoTrace: after each batch the tree is in order, as if its leaves had come one by one; no virtual loss is
// left in any number.
func TestBatchesLeaveNoTrace(t *testing.T) {
	for i := range modes {
		for _, g := range batchGames {
			m, rng := &modes[i], newRand(5)
			tr, s := m.new(g), g.New()
			full := 0
			for moves := 0; s.ToMove() != game.Terminal && moves < 6; moves++ {
				tr.Begin(m.terms(80, rng))
				runBatches(t, tr, 6, hashed(g.Notation.FormatState), func(n int) {
					checkInvariants(t, tr)
					if n == 6 {
						full++
					}
				})
				a := s.AppendActions(nil)[rng.IntN(len(s.AppendActions(nil)))]
				s.Apply(a)
				tr.Advance(a)
				checkInvariants(t, tr)
			}
			if full == 0 {
				t.Errorf("%s, %s: no batch was full", g.Name, m.name)
			}
		}
	}
}

// TestBatchesSpread: the next descent avoids the leaves under way, so that batches are nearly full, and are made of
// several first moves.
func TestBatchesSpread(t *testing.T) {
	tr := New(atimo.Small, DefaultConfig())
	tr.Begin(SearchOptions{Simulations: 400})
	batches, moves := 0, 0
	runBatches(t, tr, 8, constant, func(n int) {
		batches++
		first := map[uint32]bool{}
		for _, l := range tr.leaves {
			first[l.path[min(1, len(l.path)-1)]] = true
		}
		moves += len(first)
	})
	if visits := tr.Simulations(); visits != 400 || batches > 55 {
		t.Errorf("%d simulations in %d batches of up to 8, want 400 in 55 at most", visits, batches)
	}
	if moves < 4*batches {
		t.Errorf("%d batches had leaves behind %d first moves, want four or more each", batches, moves)
	}
}

// TestBatchesAgreeWithMinimax: batches change how a tree grows, not what is true.
func TestBatchesAgreeWithMinimax(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3} {
		solver, rng, proven := gametest.NewSolver(g), newRand(9), 0
		for range 12 {
			s := someWayIn(g, g.Cells()-5, rng)
			if s.ToMove() == game.Terminal {
				continue
			}
			tr := New(g, DefaultConfig())
			tr.Reset(s)
			tr.Begin(SearchOptions{Simulations: 3000})
			runBatches(t, tr, 8, constant, func(int) {})
			if _, _, ok := tr.Proven(); ok {
				proven++
			}
			mover := s.ToMove()
			if got, want := solver.Action(s, tr.Choose(0, nil))[mover], solver.Values(s)[mover]; got < want-1e-9 {
				t.Errorf("%s, %s: the move chosen is worth %g, the best one %g", g.Name, g.Notation.FormatState(s), got, want)
			}
		}
		if proven == 0 {
			t.Errorf("%s: no position was proven", g.Name)
		}
	}
}

// TestBatchMisuse: the order is checked, and a new search drops what was under way.
func TestBatchMisuse(t *testing.T) {
	tr := New(gametest.Tiny, DefaultConfig())
	logits, outcome := make([]float32, gametest.Tiny.Actions()), []float32{0.5, 0.5, 0}
	take := func(int, game.State) {}
	tr.Begin(SearchOptions{Simulations: 100})
	if n := tr.SelectBatch(4, take); n != 1 {
		t.Fatalf("the first batch has %d leaves, want the root alone", n)
	}
	mustPanic(t, "has not been expanded", func() { tr.SelectBatch(4, take) })
	mustPanic(t, "has not been expanded", func() { tr.Select() })
	mustPanic(t, "in the order", func() { tr.ExpandBatch(1, logits, outcome) })
	mustPanic(t, "no leaf is pending", func() { tr.Expand(logits, outcome) })
	tr.ExpandBatch(0, logits, outcome)
	mustPanic(t, "in the order", func() { tr.ExpandBatch(0, logits, outcome) })
	if n := tr.SelectBatch(3, take); n != 3 {
		t.Fatalf("the second batch has %d leaves, want 3", n)
	}
	tr.ExpandBatch(0, logits, outcome)
	tr.Begin(SearchOptions{Simulations: 50})
	checkInvariants(t, tr)
	runBatches(t, tr, 4, constant, func(int) { checkInvariants(t, tr) })
	if tr.Simulations() != 50 {
		t.Errorf("%d simulations after a new start, want 50", tr.Simulations())
	}
}

// TestBatchMemoryBound: a full tree ends the search in order.
func TestBatchMemoryBound(t *testing.T) {
	cfg := DefaultConfig()
	cfg.MaxNodes = 100
	for _, g := range []*game.Game{gametest.TinyDice, atimo.Small} {
		tr := New(g, cfg)
		tr.Begin(SearchOptions{Simulations: 1000, Rand: newRand(1)})
		runBatches(t, tr, 7, hashed(g.Notation.FormatState), func(int) { checkInvariants(t, tr) })
		if stats := tr.Stats(); !stats.Full || stats.Nodes > 100 {
			t.Errorf("%s: %+v, want a full tree of 100 nodes", g.Name, stats)
		}
	}
}

// TestParanoidBatchesSpread: leaves under way are losses for the united seats too, so that their batches are as full as others.
func TestParanoidBatchesSpread(t *testing.T) {
	mean := func(name string) float64 {
		tr := modeNamed(name).new(atimo.Four)
		tr.Begin(SearchOptions{Simulations: 800})
		leaves, batches := 0, 0
		runBatches(t, tr, 16, constant, func(n int) {
			leaves += n
			batches++
			checkInvariants(t, tr)
		})
		return float64(leaves) / float64(batches)
	}
	if paranoid, selfish := mean("paranoid"), mean("puct"); paranoid < 0.9*selfish {
		t.Errorf("batches have %.1f leaves in a paranoid search, %.1f in another", paranoid, selfish)
	}
}

// TestGumbelBatchesAreFair: every candidate has the turns that are its own, however many leaves are evaluated at once. One
// leads into a line without a choice, whose next position is mostly being evaluated.
func TestGumbelBatchesAreFair(t *testing.T) {
	f := &forest{}
	chain := f.turn(0, f.end(0), f.end(1))
	for range 60 {
		chain = f.turn(1, chain)
	}
	wide := make([]*position, 12)
	for i := range wide {
		wide[i] = f.turn(0, f.turn(1, f.end(0), f.end(1)), f.turn(1, f.end(1), f.end(0)))
	}
	start := f.turn(0, chain, f.turn(1, wide...))
	cfg := DefaultConfig()
	cfg.Algorithm = Gumbel
	for _, size := range []int{1, 2, 4, 8, 16} {
		tr := New(treeGame(2, start), cfg)
		tr.Begin(SearchOptions{Simulations: 65})
		runBatches(t, tr, size, constant, func(int) {})
		if v := visits(tr); v[0] != 32 || v[1] != 32 {
			t.Errorf("batches of %d: the candidates have %d and %d visits, want 32 each", size, v[0], v[1])
		}
	}
}
