package xima

import (
	"errors"
	"testing"

	"gipfel/game"
)

// fuzzVariant picks a variant.
func fuzzVariant(n uint8) *game.Game { return variants[int(n)%len(variants)] }

// seedPositions are positions of each variant that show every field of the notation.
var seedPositions = []struct {
	variant uint8
	text    string
}{
	{0, "13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 b 7,9 3 12"},
	{1, "13/13/13/13/13/4A8/13/13/13/5a(acbB)5C/13/13/13 b 7,9,0 3 12"},
	{2, "13/13/13/13/13/4A8/13/13/13/5a(adbB)6/13/13/13 b 7,9,out,12= 3 12"},
	{3, "9/9/9/9/9/9/9/1a7/(ab)B7 a 4=,3 0 12"},
	{4, "5/5/2A2/5/(ab)4 a 2,3x 0 9"},
	{5, "13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 b 7,9 3 12 4"},
	{5, "13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 b 7,9 3 12 ?"},
	{6, "13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 a 7,9 3 12 2-5"},
	{6, "13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 a 7,9 3 12 5@E8+"},
	{6, "13/13/13/13/13/13/13/13/13/5a(abB)6/13/13/13 a 7=,9 3 12 3@-+"},
	{6, "13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 b 7,9 3 12 -"},
}

// FuzzPosition reads any text as a position: what is read can be written, read back and played.
func FuzzPosition(f *testing.F) {
	for _, s := range seedPositions {
		f.Add(s.variant, s.text)
	}
	f.Fuzz(func(t *testing.T, variant uint8, text string) {
		g := fuzzVariant(variant)
		gs, err := g.Notation.ParseState(text)
		if err != nil {
			if p := (*game.PositionError)(nil); !errors.As(err, &p) || p.Field == "" || p.Problem == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		checkRoundTrip(t, g, gs)
		for range 4 {
			actions := gs.AppendActions(nil)
			if len(actions) == 0 {
				break
			}
			gs.Apply(actions[len(text)%len(actions)])
			checkRoundTrip(t, g, gs)
		}
	})
}

func checkRoundTrip(t *testing.T, g *game.Game, gs game.State) {
	t.Helper()
	s := gs.(*state)
	if err := s.check(); err != nil {
		t.Fatal(err)
	}
	text := g.Notation.FormatState(s)
	back, err := g.Notation.ParseState(text)
	if err != nil {
		t.Fatalf("what was written is not read: %v", err)
	}
	if again := g.Notation.FormatState(back); again != text {
		t.Fatalf("%q is read back as %q", text, again)
	}
	if g.Notation.Board(s) == "" {
		t.Fatal("no board")
	}
}

// FuzzMove reads any text as a move of a position: what is read is legal and reads back.
func FuzzMove(f *testing.F) {
	for i, text := range []string{"-G2", "=G2", "A13G13", "=A13xG13", "TOP", "g13", "AG13", "13G7", "pass", "stop", "roll2-5", "-E2/5"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		seed := seedPositions[int(n)%len(seedPositions)]
		g := fuzzVariant(seed.variant)
		s, err := g.Notation.ParseState(seed.text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Notation.ParseAction(s, text)
		if err != nil {
			if m := (*game.MoveError)(nil); !errors.As(err, &m) || m.Problem == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		written := g.Notation.FormatAction(s, a)
		if back, err := g.Notation.ParseAction(s, written); err != nil || back != a {
			t.Fatalf("%q is action %d, written %q, read back as %d, %v", text, a, written, back, err)
		}
		s.Apply(a) // panics if it is not legal
	})
}

// FuzzActions plays the actions that the bytes pick, rolls of the dice included, on both implementations.
func FuzzActions(f *testing.F) {
	for variant := range uint8(len(variants)) {
		f.Add(variant, []byte("a few bytes that pick actions, one after the other"))
		f.Add(variant, []byte{0, 0, 255, 255, 128, 7, 0, 0, 255, 255, 128, 7, 0, 0, 255, 255})
	}
	f.Fuzz(func(t *testing.T, variant uint8, picks []byte) {
		g := fuzzVariant(variant)
		s, r := g.New().(*state), newReference(g)
		for _, pick := range picks[:min(len(picks), 100)] {
			numbers, moves := r.actions(g)
			if err := compare(s, r, numbers); err != nil {
				t.Fatal(err)
			}
			if r.ended {
				return
			}
			a := numbers[int(pick)*len(numbers)/256]
			s.Apply(a)
			if r.waiting {
				r.roll(g, a)
			} else {
				r.apply(moves[a])
			}
		}
	})
}

// FuzzDice plays a turn with any dice in any position with dice, and checks that it uses them as they fell.
func FuzzDice(f *testing.F) {
	for i := range uint8(21) {
		f.Add(i%2 == 0, i, i*7, i*13)
	}
	f.Fuzz(func(t *testing.T, two bool, outcome, first, second uint8) {
		text := "13/13/13/13/13/4A8/13/13/13/5a(abB)4aa/13/13/13 a 7,9 3 12 ?"
		g := fuzzVariant(5)
		if two {
			g = fuzzVariant(6)
		}
		gs, err := g.Notation.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		s := gs.(*state)
		rolls := s.AppendActions(nil)
		a := rolls[int(outcome)%len(rolls)]
		left := map[uint8]int{s.v.rolls[int(a)-s.v.roll].low: 1}
		left[s.v.rolls[int(a)-s.v.roll].high]++
		s.Apply(a)
		var blocked = -1
		for _, pick := range []uint8{first, second} {
			if s.turn != 0 || s.phase == over {
				break
			}
			actions := s.AppendActions(nil)
			a := actions[int(pick)%len(actions)]
			m := s.v.decode(a)
			low, high := s.low, s.high
			s.Apply(a)
			if m.kind >= pass {
				break
			}
			used := low
			if m.higher || m.kind == move && m.distance == int(high) {
				used = high
			}
			if left[used]--; left[used] < 0 || m.kind == move && m.distance != int(used) || m.kind == move && m.from == blocked {
				t.Fatalf("%s: %+v does not fit the dice %d, %d", text, m, low, high)
			}
			blocked = m.to
		}
		checkRoundTrip(t, g, s)
	})
}
