package mcts

import (
	"strings"
	"testing"

	"gipfel/game"
)

// TestAdvanceKeepsTheSubtree: what lies below the move played is the same before and after, to the last bit.
func TestAdvanceKeepsTheSubtree(t *testing.T) {
	kept := 0
	for seed := range uint64(80) {
		players := 2 + int(seed%3)
		g := treeGame(players, (&forest{}).random(newRand(seed), players, 9, seed%2 == 0, seed%3 == 0))
		tr, rng := New(g, DefaultConfig()), newRand(seed)
		for tr.Root().ToMove() != game.Terminal {
			tr.Begin(SearchOptions{Simulations: 300, Noise: true, Rand: rng})
			Run(tr, opinions)
			actions := tr.Root().AppendActions(nil)
			a := actions[rng.IntN(len(actions))]
			before, size := "", tr.Stats().Nodes
			if child := tr.childBehind(a); child != noChild {
				before = exact(tr, child)
			}
			tr.Advance(a)
			if after := exact(tr, root); after != before {
				t.Fatalf("seed %d, action %d: before\n%s\nafter\n%s", seed, a, before, after)
			}
			checkInvariants(t, tr)
			nodes := strings.Count(before, "\n")
			if s := tr.Stats(); s.Nodes != nodes || s.Dropped != size-nodes {
				t.Fatalf("seed %d: stats %+v, want %d nodes, %d dropped", seed, s, nodes, size-nodes)
			}
			kept += nodes
		}
	}
	if kept < 5000 {
		t.Errorf("only %d nodes were kept in all", kept)
	}
}

// TestAdvanceInLongGames: nothing grows with the length of a game, and nothing recurses.
func TestAdvanceInLongGames(t *testing.T) {
	f := &forest{}
	p := f.end(0)
	for ply := range 5000 {
		p = f.turn(game.Player(ply%2), p, p)
	}
	tr, most := New(treeGame(2, p), DefaultConfig()), 0
	for ply := range 4000 {
		tr.Begin(SearchOptions{Simulations: 20})
		Run(tr, constant)
		tr.Advance(tr.Choose(0, nil))
		if bytes := tr.Stats().Bytes; ply == 100 {
			most = bytes
		} else if ply > 100 && bytes > 2*most {
			t.Fatalf("ply %d: %d bytes, after 100 plies it was %d", ply, bytes, most)
		}
	}
}

// TestAdvanceWithoutNodes plays moves that no search has looked at.
func TestAdvanceWithoutNodes(t *testing.T) {
	f := &forest{}
	tr := New(treeGame(2, f.turn(0, f.end(1), f.turn(1, f.end(0), deep()))), DefaultConfig())
	tr.Advance(1) // never searched
	tr.Begin(SearchOptions{Simulations: 1})
	Run(tr, constant)
	tr.Advance(1) // expanded, but no child yet
	if n := tr.Stats().Nodes; n != 0 {
		t.Errorf("%d nodes left, want none", n)
	}
	tr.Begin(SearchOptions{Simulations: 10})
	Run(tr, constant)
	if tr.Simulations() != 10 {
		t.Errorf("%d simulations, want 10", tr.Simulations())
	}
	checkInvariants(t, tr)
}

// TestAbandonedLeaf drops a pending leaf below dice that were thrown on the way to it.
func TestAbandonedLeaf(t *testing.T) {
	f := &forest{}
	start := f.turn(0, f.dice([]float32{1}, f.dice([]float32{1}, deep())), f.dice([]float32{1}, deep()))
	tr := New(treeGame(2, start), DefaultConfig())
	o := SearchOptions{Simulations: 50, Rand: newRand(1)}
	tr.Begin(o)
	logits, outcome := make([]float32, treeActions), []float32{0.5, 0.5, 0}
	tr.Select()
	tr.Expand(logits, outcome)
	before := exact(tr, root)
	for range 3 {
		if _, ok := tr.Select(); !ok || tr.Stats().Nodes != 3 {
			t.Fatalf("ok %v, %d nodes; want a leaf below the root and two dice", ok, tr.Stats().Nodes)
		}
		tr.Begin(o)
		if got := exact(tr, root); got != before {
			t.Fatalf("got\n%swant\n%s", got, before)
		}
		checkInvariants(t, tr)
	}
	tr.Select()
	tr.Advance(0)
	if n := tr.Stats().Nodes; n != 0 {
		t.Errorf("%d nodes left of a line that was never evaluated", n)
	}
	tr.Begin(o) // at a chance node
	if _, ok := tr.Select(); !ok {
		t.Error("no leaf below the dice at the root")
	}
	tr.Reset(tr.game.New())
	tr.Begin(o)
	Run(tr, constant)
	checkInvariants(t, tr)
}

// TestMemoryBoundBelowDice: a leaf that would need two nodes where one is left is not begun.
func TestMemoryBoundBelowDice(t *testing.T) {
	f := &forest{}
	cfg := DefaultConfig()
	for cfg.MaxNodes = 1; cfg.MaxNodes < 6; cfg.MaxNodes++ {
		start := f.turn(0, f.dice([]float32{1}, f.dice([]float32{1}, deep())), f.dice([]float32{1}, deep()))
		tr := New(treeGame(2, start), cfg)
		tr.Begin(SearchOptions{Simulations: 50, Rand: newRand(1)})
		Run(tr, constant)
		if s := tr.Stats(); !s.Full || s.Nodes > cfg.MaxNodes {
			t.Errorf("bound %d: stats %+v", cfg.MaxNodes, s)
		}
		checkInvariants(t, tr)
	}
}
