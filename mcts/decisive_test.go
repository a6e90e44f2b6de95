package mcts

import (
	"testing"

	"gipfel/game"
)

// decisive returns a tree over an explicit game after a search that looks for wins in one.
func decisive(players int, start *position, simulations int, eval evaluator) *Tree {
	cfg := DefaultConfig()
	cfg.DecisiveMoves = true
	t := New(treeGame(players, start), cfg)
	t.Begin(SearchOptions{Simulations: simulations, Rand: newRand(1)})
	Run(t, eval)
	return t
}

func TestDecisiveMoveAtTheRoot(t *testing.T) {
	f := &forest{}
	asked := 0
	tr := decisive(2, f.turn(0, deep(), f.end(1), f.end(0)), 50, func(s game.State, logits, outcome []float32) {
		asked++
		constant(s, logits, outcome)
	})
	checkInvariants(t, tr)
	if outcome, plies, ok := tr.Proven(); !ok || outcome != 0 || plies != 1 {
		t.Errorf("proven %d in %d (%t), want a win for seat 0 in one", outcome, plies, ok)
	}
	if asked != 0 {
		t.Errorf("the net was asked %d times about a position that the rules decide", asked)
	}
	if target := tr.PolicyTarget(nil); len(target) != 1 || target[0] != (Weight{2, 1}) {
		t.Errorf("policy target %v, want all on move 2", target)
	}
	if a := tr.Choose(1, newRand(1)); a != 2 {
		t.Errorf("chose move %d, want 2", a)
	}
}

// A move that lets the opponent win at once is known to lose after a single visit, whatever the net thinks of the reply.
func TestAntiDecisiveMove(t *testing.T) {
	f := &forest{}
	blunder := f.turn(1, deep(), deep(), deep(), f.end(1))
	tr := decisive(2, f.turn(0, blunder, deep()), 2, constant)
	for _, c := range tr.Children(nil) {
		if c.Action == 0 && (!c.Proven || c.Outcome != 1 || c.Plies != 2) {
			t.Errorf("after a visit the losing move is %+v, want it proven lost in two", c)
		}
	}
	if a := tr.Choose(0, nil); a != 1 {
		t.Errorf("chose move %d, want 1", a)
	}
}

func TestNoDecisiveMove(t *testing.T) {
	for name, build := range map[string]func(f *forest) *position{
		"an end that is a loss":   func(f *forest) *position { return f.turn(0, f.end(1), deep()) },
		"an end that is a draw":   func(f *forest) *position { return f.turn(0, f.end(2), deep()) },
		"a game that was cut off": func(f *forest) *position { return f.turn(0, f.cut(), deep()) },
	} {
		start := build(&forest{})
		got, want := decisive(2, start, 40, opinions), searched(2, start, 40, opinions)
		checkInvariants(t, got)
		if exact(got, root) != exact(want, root) {
			t.Errorf("%s: the tree differs from that of a search which does not look for decisive moves", name)
		}
	}
}

// TestDecisiveProofsAreSound compares all proofs with an obvious recursion, and the search with one that has to find the wins
// by itself: looking ahead never needs more simulations for a proof.
func TestDecisiveProofsAreSound(t *testing.T) {
	proven, sooner := 0, 0
	for seed := range uint64(400) {
		players := 2 + int(seed%3)
		start := (&forest{}).random(newRand(seed), players, 5, seed%4 == 1, seed%5 == 1)
		tr := decisive(players, start, 20000, opinions)
		checkInvariants(t, tr)
		outcome, plies, ok := tr.Proven()
		if !ok {
			continue
		}
		proven++
		if results := outcomes(start, players); len(results) != 1 || !results[outcome] {
			t.Fatalf("seed %d: proven %d in %d, possible are %v", seed, outcome, plies, results)
		}
		if plain := searched(players, start, 20000, opinions); tr.Simulations() < plain.Simulations() {
			sooner++
		}
	}
	if proven < 130 || sooner < 30 {
		t.Errorf("%d roots were proven, %d of them sooner than without decisive moves", proven, sooner)
	}
}

// Reuse of a subtree whose root was decided without the net must go on as any other.
func TestAdvanceToDecidedNode(t *testing.T) {
	f := &forest{}
	start := f.turn(0, f.turn(1, deep(), f.end(1), deep()), f.turn(1, deep(), deep()))
	tr := decisive(2, start, 30, opinions)
	tr.Advance(0)
	checkInvariants(t, tr)
	tr.Begin(SearchOptions{Simulations: 30})
	if !tr.Done() {
		t.Error("the win in one is forgotten")
	}
	if a := tr.Choose(0, nil); a != 1 {
		t.Errorf("chose move %d, want the win 1", a)
	}
	tr.Advance(1)
	checkInvariants(t, tr)
	if tr.Root().ToMove() != game.Terminal {
		t.Error("the game should be over")
	}
}
