package atimo

import (
	"slices"
	"testing"

	"gipfel/game"
)

// keysAt returns both keys of a position.
func keysAt(s *state, horizon int) [2]uint64 {
	position, past := s.Hash(horizon)
	return [2]uint64{position, past}
}

// TestHashMindsThePast: a position that has come back is another one, at once when a third occurrence would draw within two
// plies, and from three plies on wherever the way there was another.
func TestHashMindsThePast(t *testing.T) {
	const position = "4B/5/5/5/A4 a 2,2 4" // the Cores step to and fro and see nobody
	once := mustParse(t, Small, position)
	twice := mustParse(t, Small, position)
	var between *state
	for _, move := range []string{"a1a2", "e5e4", "a2a1", "e4e5"} {
		a, err := Small.Notation.ParseAction(twice, move)
		if err != nil {
			t.Fatal(err)
		}
		twice.Apply(a)
		if move == "e5e4" {
			between = newState(twice.variant)
			between.CopyFrom(twice)
		}
	}
	if twice.seen != 1 {
		t.Fatalf("the position was seen %d times before, want once", twice.seen)
	}
	a, b := keysAt(once, 2), keysAt(twice, 2)
	if a[0] != b[0] || a[1] == b[1] {
		t.Errorf("keys are %x the first time and %x the second", a, b)
	}
	fresh := mustParse(t, Small, Small.Notation.FormatState(between))
	if keysAt(fresh, 2) != keysAt(between, 2) {
		t.Error("what has occurred once is told apart within two plies")
	}
	if keysAt(fresh, 3) == keysAt(between, 3) {
		t.Error("what has occurred once is not told apart within three plies")
	}
}

// TestHashMindsTheLimit: the number of moves counts where the limit can be reached within the horizon, and only there.
func TestHashMindsTheLimit(t *testing.T) {
	early := mustParse(t, Small, "A3b/5/5/5/a3B a 1,1 9")
	for _, c := range []struct {
		position string
		horizon  int
		same     bool
	}{
		{"A3b/5/5/5/a3B a 1,1 140", 9, true},
		{"A3b/5/5/5/a3B a 1,1 140", 10, false},
		{"A3b/5/5/5/a3B a 1,1 149", 1, false},
	} {
		if a, b := keysAt(early, c.horizon), keysAt(mustParse(t, Small, c.position), c.horizon); (a == b) != c.same {
			t.Errorf("%s at horizon %d: keys %x, after 9 moves %x", c.position, c.horizon, b, a)
		}
	}
}

// TestThreatsWin: a threat that the evaluation counts for the seat to move is a win in one. Not every such win is counted.
func TestThreatsWin(t *testing.T) {
	for _, position := range []string{
		"5/5/1A1B1/5/5 a 2,2 0",       // a Mass fits between
		"5/5/A2B1/5/5 a 2,2 0",        // beside one it pulls the other
		"5/5/A3B/5/5 a 2,2 0",         // in the middle it pulls both
		"5/5/1Aa2/3B1/5 b 1,2 1",      // the Core steps to the other side of the Mass
		"A4/5/B4/4b/1b2a a 1,0 9",     // along a column
		"5/1A1B1/4a/2a2/4b b 0,1 9",   // the reserve
		"1b3/1A1B1/5/a1a2/4b b 0,0 9", // a Mass two cells away
		"5/A2B1/5/1b3/aa2b b 0,0 9",   // a Mass that steps
		"4A/3a1/3B1/5/5 a 1,2 2",      // steps behind
	} {
		s := mustParse(t, Small, position)
		if threats, wins := s.threats(s.mover), winsWithin(s, 1); threats == 0 || !wins {
			t.Errorf("%s: %d threats, a win in one: %v", position, threats, wins)
		}
		if evaluate(s, game.Player(s.mover)) < weightWin/2 {
			t.Errorf("%s: a win in one is worth %d", position, evaluate(s, game.Player(s.mover)))
		}
	}
	quiet := mustParse(t, Small, "A3b/5/5/5/a3B a 1,1 9")
	for seat := range uint8(2) {
		if n := quiet.threats(seat); n != 0 {
			t.Errorf("seat %d has %d threats where there are none", seat, n)
		}
	}
}

// TestThreatsAreFound: of the wins in one in the solved positions, most are seen by the evaluation.
func TestThreatsAreFound(t *testing.T) {
	wins, found := 0, 0
	for _, position := range []string{
		"5/5/1A1B1/5/a4 b 1,2 1", "5/bB3/2aA1/5/3ba b 0,0 15", "a4/5/5/1A2B/5 b 1,2 1", "5/4A/3a1/2bB1/5 a 1,1 2",
		"5/b4/2aa1/A3B/5 b 0,1 3", "4B/5/5/4A/5 a 2,2 0", "2b2/a4/2aBb/1A3/5 a 0,0 4",
	} {
		s := mustParse(t, Small, position)
		if !slices.ContainsFunc(s.AppendActions(nil), func(a game.Action) bool {
			next := newState(s.variant)
			next.CopyFrom(s)
			next.Apply(a)
			return next.end == collapse
		}) {
			t.Errorf("%s is not won in one", position)
			continue
		}
		wins++
		if s.threats(s.mover) > 0 {
			found++
		}
	}
	if 2*found <= wins {
		t.Errorf("of %d wins %d are found", wins, found)
	}
}
