package xima

import (
	"testing"

	"gipfel/game"
)

// keysAt returns both keys of a position.
func keysAt(s game.State, horizon int) [2]uint64 {
	position, past := s.(*state).Hash(horizon)
	return [2]uint64{position, past}
}

// TestHashMindsThePast: a position that has come back is another one, within a ply because it may not come back again, and
// from two plies on wherever the way there was another.
func TestHashMindsThePast(t *testing.T) {
	const position = "a4/5/5/5/4b a 0x,0x 0 9"
	g := variantNamed(t, "xima-5x5")
	once, err := g.Notation.ParseState(position)
	if err != nil {
		t.Fatal(err)
	}
	twice := g.New()
	twice.CopyFrom(once)
	play(t, twice.(*state), "A5A4 E1E2")
	between := g.New()
	between.CopyFrom(twice)
	play(t, twice.(*state), "A4A5 E2E1")
	a, b := keysAt(once, 1), keysAt(twice, 1)
	if a[0] != b[0] || a[1] == b[1] {
		t.Errorf("keys are %x the first time and %x the second", a, b)
	}
	fresh, err := g.Notation.ParseState("5/a4/5/4b/5 a 0x,0x 2 11")
	if err != nil {
		t.Fatal(err)
	}
	if keysAt(fresh, 1) != keysAt(between, 1) {
		t.Error("what has occurred once is told apart within one ply")
	}
	if keysAt(fresh, 2) == keysAt(between, 2) {
		t.Error("what has occurred once is not told apart within two plies")
	}
}

// TestHashMindsLimitsAndTurns changes what the repetition rule does not look at.
func TestHashMindsLimitsAndTurns(t *testing.T) {
	for _, c := range []struct {
		game, a, b string
		horizon    int
		same       bool
	}{
		{"xima-5x5", "a4/5/5/5/4b a 1x,0x 3 9", "a4/5/5/5/4b a 1x,0x 30 9", 9, true},
		{"xima-5x5", "a4/5/5/5/4b a 1x,0x 3 9", "a4/5/5/5/4b a 1x,0x 30 9", 10, false},
		{"xima-5x5", "a4/5/5/5/4b a 1x,0x 3 9", "a4/5/5/5/4b a 1x,0x 3 390", 9, true},
		{"xima-5x5", "a4/5/5/5/4b a 1x,0x 3 9", "a4/5/5/5/4b a 1x,0x 3 390", 10, false},
		{"xima-dice", "13/13/13/13/13/4A8/13/13/13/5a7/13/13/13 a 7,9= 3 12 4", "13/13/13/13/13/4A8/13/13/13/5a7/13/13/13 a 7,9= 3 12 5", 1, false},
	} {
		g := variantNamed(t, c.game)
		var keys [2][2]uint64
		for i, text := range []string{c.a, c.b} {
			s, err := g.Notation.ParseState(text)
			if err != nil {
				t.Fatal(err)
			}
			keys[i] = keysAt(s, c.horizon)
		}
		if (keys[0] == keys[1]) != c.same {
			t.Errorf("%s and %s at horizon %d: keys %x", c.a, c.b, c.horizon, keys)
		}
	}
}

// TestEvaluate: height, freedom and material count.
func TestEvaluate(t *testing.T) {
	g := variantNamed(t, "xima-5x5")
	for _, c := range []struct{ better, worse string }{
		{"2a2/5/5/5/4b a 2=,2= 0 9", "5/5/5/5/4b a 2=,2= 0 9"},     // a block more
		{"5/1A3/5/5/4b a 2,2= 0 9", "5/5/5/5/4b a 2x,2= 0 9"},      // a special that is not captured
		{"5/5/5/5/(ba)4 b 2=,2= 0 9", "5/5/5/5/(ab)4 b 2=,2= 0 9"}, // who dominates
	} {
		var values [2]int
		for i, text := range []string{c.better, c.worse} {
			s, err := g.Notation.ParseState(text)
			if err != nil {
				t.Fatal(err)
			}
			values[i] = evaluate(s, 0)
			if evaluate(s, 1) != -values[i] {
				t.Errorf("%s is worth %d to one seat and %d to the other", text, values[i], evaluate(s, 1))
			}
		}
		if values[0] <= values[1] {
			t.Errorf("%s is worth %d, %s %d", c.better, values[0], c.worse, values[1])
		}
	}
}
