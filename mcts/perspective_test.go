package mcts

import (
	"testing"

	"gipfel/game"
)

// betrayal is a game of three in which seat 1 can draw, or make seat 2 win for nothing. Move 1 is worth a little less than
// the draw to seat 0.
func betrayal() *position {
	f := &forest{}
	return f.turn(0, f.turn(1, f.end(3), f.end(2)), deep())
}

func slightlyBad(leaf game.State, logits, outcome []float32) {
	constant(leaf, logits, outcome)
	game.SeatsToRelative(outcome, []float32{0.2, 0.3, 0.3, 0.2}, leaf.ToMove())
}

// TestParanoid: max-n trusts seat 1 to take its draw; paranoid search does not.
func TestParanoid(t *testing.T) {
	for _, c := range []struct {
		mode string
		want game.Action
	}{{"puct", 0}, {"paranoid", 1}, {"gumbel", 0}, {"gumbel-paranoid", 1}} {
		m := modeNamed(c.mode)
		tr := m.new(treeGame(3, betrayal()))
		tr.Begin(m.terms(200, nil))
		Run(tr, slightlyBad)
		checkInvariants(t, tr)
		if got := tr.Choose(0, nil); got != c.want {
			t.Errorf("%s: plays %d, want %d\n%s", c.mode, got, c.want, dump(tr, root, 3, nil))
		}
		children := tr.Children(nil)
		if lost := children[0].Proven && children[0].Outcome == 2; lost != (c.want == 1) {
			t.Errorf("%s: move 0 is %+v", c.mode, children[0])
		}
	}
}

// TestParanoidWithTwoSeats: the other seat is an opponent anyway.
func TestParanoidWithTwoSeats(t *testing.T) {
	for seed := range uint64(20) {
		start := (&forest{}).random(newRand(seed), 2, 7, true, true)
		m := modeNamed("paranoid")
		tr := m.new(treeGame(2, start))
		tr.Begin(m.terms(200, newRand(1)))
		Run(tr, opinions)
		if exact(tr, root) != exact(searched(2, start, 200, opinions), root) {
			t.Errorf("seed %d: the tree differs", seed)
		}
	}
}

// united returns the utility of a seat if all others play against it.
func united(p *position, players int, self game.Player) float64 {
	if p.mover == game.Terminal {
		returns := make([]float32, players)
		(&walker{players, p}).Returns(returns)
		return float64(returns[self])
	}
	best := 0.0
	for i, next := range p.next {
		if v := united(next, players, self); i == 0 || (v > best) == (p.mover == self) {
			best = v
		}
	}
	return best
}

// TestParanoidProofsAreSound: without dice, a search to the end knows the value that the seat to move has against all others,
// and plays a move that keeps it.
func TestParanoidProofsAreSound(t *testing.T) {
	for seed := range uint64(200) {
		players := 3 + int(seed%2)
		start := (&forest{}).random(newRand(seed), players, 5, false, false)
		if start.mover < 0 {
			continue
		}
		m := modeNamed("paranoid")
		tr := m.new(treeGame(players, start))
		tr.Begin(m.terms(20000, nil))
		Run(tr, opinions)
		checkInvariants(t, tr)
		if !tr.Searched() {
			continue
		}
		outcome, _, ok := tr.Proven()
		if !ok {
			t.Fatalf("seed %d: not proven\n%s", seed, dump(tr, root, 3, nil))
		}
		value := make([]float32, players+1)
		value[outcome] = 1
		want := united(start, players, start.mover)
		near(t, "value against all", float64(game.Utility(value, start.mover)), want, 1e-6)
		s := &walker{players, start}
		s.Apply(tr.Choose(0, nil))
		near(t, "value of the move", united(s.at, players, start.mover), want, 1e-6)
	}
}

// TestParanoidChildren: before the next search, moves are reported as the last one saw them; to the united seats, a win of the
// seat they play against is the worst that can be.
func TestParanoidChildren(t *testing.T) {
	f := &forest{}
	m := modeNamed("paranoid")
	tr := m.new(treeGame(3, f.turn(0, f.turn(1, f.end(0), f.end(2), deep()), f.end(1))))
	tr.Begin(m.terms(200, nil))
	if tr.Done() {
		t.Fatal("nothing was searched")
	}
	Run(tr, constant)
	tr.Advance(0)
	for _, c := range tr.Children(nil) {
		if want := map[game.Action]float32{0: -1, 1: 0.5}[c.Action]; c.Proven && c.Value != want {
			t.Errorf("move %d is worth %g to the united seats, want %g", c.Action, c.Value, want)
		}
		if c.Action == 0 && !c.Proven {
			t.Error("the end of the game is not proven")
		}
	}
}

// TestParanoidTreeReuse: the tree stays while the same seat searches, and goes when another does.
func TestParanoidTreeReuse(t *testing.T) {
	f := &forest{}
	p := f.end(0)
	for ply := range 30 {
		p = f.turn(game.Player(2-ply%3), p, p)
	}
	m := modeNamed("paranoid") // seat 2 - 29%3 = 0 begins
	tr := m.new(treeGame(3, p))
	tr.Begin(m.terms(300, nil))
	Run(tr, opinions)
	for range 3 {
		tr.Advance(tr.Choose(0, nil))
	}
	kept := tr.Simulations()
	tr.Begin(m.terms(300, nil))
	if kept == 0 || tr.Simulations() != kept {
		t.Errorf("seat 0 again: %d of %d visits are left", tr.Simulations(), kept)
	}
	Run(tr, opinions)
	tr.Advance(tr.Choose(0, nil))
	if tr.Simulations() == 0 {
		t.Fatal("nothing to drop")
	}
	tr.Begin(m.terms(300, nil))
	if tr.Simulations() != 0 {
		t.Errorf("seat %d: %d visits of another seat's search are left", tr.Root().ToMove(), tr.Simulations())
	}
	Run(tr, opinions)
	checkInvariants(t, tr)
}
