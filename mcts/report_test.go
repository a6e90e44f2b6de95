package mcts

import (
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo"
)

func TestChildren(t *testing.T) {
	f := &forest{}
	tr := searched(3, f.turn(2, f.end(1), f.turn(2, f.end(0), f.end(3)), deep()), 400, func(leaf game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		logits[2] = -20 // hardly ever
	})
	got := tr.Children(nil)
	want := []Child{
		{Action: 0, Value: -0.5, Proven: true, Outcome: 1, Plies: 1},
		{Action: 1, Value: 0, Proven: true, Outcome: 3, Plies: 2},
		{Action: 2},
	}
	visits := uint32(1)
	for i, c := range got {
		visits += c.Visits
		for seat := range game.Player(3) {
			if u := game.Utility(c.Chances[:4], seat); c.Visits > 0 && seat == 2 {
				near(t, "value by the chances", float64(u), float64(c.Value), 1e-6)
			}
		}
		if c.Proven && c.Chances[c.Outcome] != 1 {
			t.Errorf("child %d: chances %v, proven %d", i, c.Chances, c.Outcome)
		}
		c.Visits, c.Prior, c.Chances = 0, 0, [game.MaxPlayers + 1]float32{}
		if i < 2 && c != want[i] || c.Action != want[i].Action {
			t.Errorf("child %d: %+v, want %+v", i, c, want[i])
		}
	}
	if len(got) != 3 || visits != uint32(tr.Simulations()) {
		t.Errorf("%d children with %d visits, the root has %d", len(got), visits, tr.Simulations())
	}
}

func TestPrincipalVariation(t *testing.T) {
	f := &forest{}
	for _, c := range []struct {
		name  string
		start *position
		want  []game.Action
	}{
		{"a win", f.turn(0, f.end(1), f.turn(1, f.turn(0, f.end(2), f.end(0)))), []game.Action{1, 0, 1}},
		{"the longest loss", f.turn(0, f.end(1), f.turn(1, f.turn(0, f.end(1)), f.turn(0, f.end(1)))), []game.Action{1, 0, 0}},
		{"until the dice", f.turn(0, f.end(1), f.dice([]float32{0.5, 0.5}, deep(), deep())), []game.Action{1}},
		{"nothing known", f.turn(0, deep()), nil},
	} {
		tr := searched(2, c.start, 200, constant)
		if got := tr.PrincipalVariation(nil); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v\n%s", c.name, got, c.want, dump(tr, root, 3, nil))
		}
	}
	if got := New(treeGame(2, deep()), DefaultConfig()).PrincipalVariation(nil); got != nil {
		t.Errorf("before any search: %v", got)
	}
}

// TestProvenEndsTheSearch: nothing is left to find out once the result is known.
func TestProvenEndsTheSearch(t *testing.T) {
	f := &forest{}
	tr := searched(2, f.turn(0, deep(), f.end(0)), 1000, constant)
	outcome, plies, ok := tr.Proven()
	if !ok || outcome != 0 || plies != 1 || !tr.Done() || !tr.Searched() || tr.Simulations() > 10 {
		t.Errorf("proven %d in %d (%v), done %v, searched %v after %d simulations",
			outcome, plies, ok, tr.Done(), tr.Searched(), tr.Simulations())
	}
	if _, _, ok := New(treeGame(2, deep()), DefaultConfig()).Proven(); ok {
		t.Error("proven before any search")
	}
}

// TestLine: every visited move has a line of legal moves that begins with it, the best one's being the principal variation.
func TestLine(t *testing.T) {
	for i := range modes {
		m, g := &modes[i], atimo.Small
		tr := m.new(g)
		tr.Begin(m.terms(300, newRand(4)))
		Run(tr, hashed(g.Notation.FormatState))
		principal := tr.PrincipalVariation(nil)
		if len(principal) < 2 {
			t.Errorf("%s: the principal variation is %v", m.name, principal)
		}
		for _, c := range tr.Children(nil) {
			line := tr.Line(nil, c.Action)
			switch {
			case c.Visits == 0 && len(line) > 0, c.Visits > 0 && (len(line) == 0 || line[0] != c.Action):
				t.Errorf("%s: the line of move %d with %d visits is %v", m.name, c.Action, c.Visits, line)
			case len(line) > 0 && line[0] == principal[0] && !slices.Equal(line, principal):
				t.Errorf("%s: the line of the best move is %v, the principal variation %v", m.name, line, principal)
			}
			s := g.New()
			for _, a := range line {
				if !slices.Contains(s.AppendActions(nil), a) {
					t.Fatalf("%s: line %v has an illegal move", m.name, line)
				}
				s.Apply(a)
			}
		}
		if line := tr.Line(nil, game.NoAction); line != nil {
			t.Errorf("%s: the line of no move is %v", m.name, line)
		}
	}
}
