package mcts

import (
	"testing"

	"gipfel/game"
)

// TestProofs builds the patterns of proof one by one. Enough simulations are asked for to look at everything.
func TestProofs(t *testing.T) {
	type proof struct{ outcome, plies int }
	none := proof{-1, 0}
	for _, c := range []struct {
		name    string
		players int
		build   func(f *forest) *position
		want    proof
	}{
		{"win in one", 2, func(f *forest) *position { return f.turn(0, deep(), f.end(0)) }, proof{0, 1}},
		{"all moves lose", 2, func(f *forest) *position { return f.turn(0, f.end(1), f.end(1)) }, proof{1, 1}},
		{"a draw is better than a loss", 2, func(f *forest) *position { return f.turn(1, f.end(0), f.end(2)) }, proof{2, 1}},
		{"an open move proves nothing", 2, func(f *forest) *position { return f.turn(0, f.end(1), deep()) }, none},
		{"long losses", 2, func(f *forest) *position {
			return f.turn(0, f.end(1), f.turn(1, f.turn(0, f.end(1), f.end(1)), f.turn(0, f.end(1), f.end(1))))
		}, proof{1, 3}},
		{"the same seat twice", 2, func(f *forest) *position {
			return f.turn(1, f.turn(1, f.end(0), f.end(1)), f.end(0))
		}, proof{1, 2}},
		{"a pass", 2, func(f *forest) *position {
			return f.turn(0, f.turn(1, f.turn(0, f.end(0), f.end(1))), f.end(1))
		}, proof{0, 3}},
		{"dice that agree", 2, func(f *forest) *position {
			return f.turn(0, f.dice([]float32{0.5, 0.5}, f.end(1), f.turn(1, f.end(1), f.end(0))), f.end(1))
		}, proof{1, 3}},
		{"dice that do not", 2, func(f *forest) *position {
			return f.turn(0, f.dice([]float32{0.5, 0.5}, f.end(1), f.end(2)), f.end(1))
		}, none},
		{"three seats, the mover wins", 3, func(f *forest) *position {
			return f.turn(2, f.turn(0, f.end(2), f.end(2)), f.end(1))
		}, proof{2, 2}},
		{"three seats, one winner whatever happens", 3, func(f *forest) *position {
			return f.turn(2, f.end(1), f.turn(0, f.end(1), f.end(1)))
		}, proof{1, 2}},
		{"a kingmaker obliges nobody", 3, func(f *forest) *position { return f.turn(2, f.end(1), f.end(0)) }, none},
		{"a kingmaker with a draw", 3, func(f *forest) *position { return f.turn(2, f.end(1), f.end(0), f.end(3)) }, proof{3, 1}},
		{"a game cut off proves nothing", 2, func(f *forest) *position { return f.turn(0, f.cut(), f.end(1)) }, none},
		{"a win beside a game cut off", 2, func(f *forest) *position { return f.turn(0, f.cut(), f.end(0)) }, proof{0, 1}},
	} {
		tr := searched(c.players, c.build(&forest{}), 200, constant)
		checkInvariants(t, tr)
		got := none
		if outcome, plies, ok := tr.Proven(); ok {
			got = proof{outcome, plies}
		}
		if got != c.want {
			t.Errorf("%s: proven %+v, want %+v\n%s", c.name, got, c.want, dump(tr, root, 3, nil))
		}
	}
}

// TestProofsAreSound searches random games and compares every proof at the root, and the values, with an obvious
// recursion. With two seats and no dice a search to the end proves the root, and the move chosen is a best one.
func TestProofsAreSound(t *testing.T) {
	proven := 0
	for seed := range uint64(600) {
		players := 2 + int(seed%3)
		dice, cut := seed%4 == 1, seed%5 == 1
		start := (&forest{}).random(newRand(seed), players, 5, dice, cut)
		tr := searched(players, start, 20000, opinions)
		results := outcomes(start, players)
		outcome, plies, ok := tr.Proven()
		if ok {
			proven++
			if len(results) != 1 || !results[outcome] {
				t.Fatalf("seed %d: proven %d in %d, possible are %v\n%s", seed, outcome, plies, results, dump(tr, root, 3, nil))
			}
		}
		if players > 2 || start.mover < 0 || !tr.Searched() {
			continue
		}
		if !ok && !dice && !cut {
			t.Fatalf("seed %d: not proven after %d simulations", seed, tr.Simulations())
		}
		best := expected(start, players)
		chosen := &walker{players, start}
		chosen.Apply(tr.Choose(0, nil))
		if got := expected(chosen.at, players); got[start.mover] < best[start.mover]-0.05 {
			t.Errorf("seed %d: chose a move worth %g, the best is worth %g", seed, got[start.mover], best[start.mover])
		}
	}
	if proven < 200 {
		t.Errorf("only %d roots were proven", proven)
	}
}

// TestDescentsAvoidProvenLosses counts the visits of a losing move once the loss is known.
func TestDescentsAvoidProvenLosses(t *testing.T) {
	f := &forest{}
	start := f.turn(0, f.end(1), deep(), deep())
	love := func(_ game.State, logits, outcome []float32) { // a net that is in love with the losing move
		constant(nil, logits, outcome)
		logits[0] = 5
	}
	tr := searched(2, start, 100, love)
	if got := visits(tr)[0]; got != 1 {
		t.Errorf("the losing move was visited %d times, want once", got)
	}
	for _, w := range tr.PolicyTarget(nil) {
		if w.Action == 0 {
			t.Errorf("the policy target gives %g to the losing move", w.Weight)
		}
	}
}

// TestShortWinsLongLosses: where both are known, a fast win is preferred to a slow one and a slow loss to a fast one.
func TestShortWinsLongLosses(t *testing.T) {
	f := &forest{}
	lose := f.turn(0, f.end(1), f.turn(1, f.turn(0, f.end(1), f.end(1))), f.turn(1, f.end(1), f.turn(0, f.end(1))))
	tr := searched(2, lose, 500, constant)
	if a := tr.Choose(0, nil); a != 1 {
		t.Errorf("chose move %d, want 1, which holds out longest\n%s", a, dump(tr, root, 3, nil))
	}
	if target := tr.PolicyTarget(nil); len(target) != 1 || target[0] != (Weight{1, 1}) {
		t.Errorf("policy target %v, want all on move 1", target)
	}

	// Move 2 is proven to win in three; move 1, which wins in one, is never looked at.
	win := f.turn(0, deep(), f.end(0), f.turn(0, f.end(0), f.end(1)))
	tr = searched(2, win, 500, func(_ game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		logits[2] = 9
	})
	if _, plies, _ := tr.Proven(); plies != 2 {
		t.Fatalf("proven in %d plies, want the proof in 2 that the priors lead to", plies)
	}
	// The search is over; the fastest of the wins that it has found is played.
	if a := tr.Choose(1, newRand(1)); a != 2 {
		t.Errorf("chose move %d, want the proven win 2", a)
	}
}

// TestIgnoreProofs: nothing but the ends of games is then certain, and averages lead to the same move.
func TestIgnoreProofs(t *testing.T) {
	cfg := DefaultConfig()
	cfg.IgnoreProofs = true
	f := &forest{}
	start := f.turn(0, f.turn(1, f.end(0), f.end(1)), f.turn(1, f.end(0), f.end(0)))
	tr := New(treeGame(2, start), cfg)
	tr.Begin(SearchOptions{Simulations: 300})
	Run(tr, constant)
	if _, _, ok := tr.Proven(); ok || tr.Simulations() != 300 {
		t.Errorf("proven %v after %d simulations, want an open root after 300", ok, tr.Simulations())
	}
	for _, c := range tr.Children(nil) {
		if c.Proven {
			t.Errorf("move %d is proven", c.Action)
		}
	}
	if a := tr.Choose(0, nil); a != 1 {
		t.Errorf("move %d is chosen, want the winning one, 1", a)
	}
}
