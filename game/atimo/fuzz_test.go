package atimo

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

// FuzzPosition reads any text as a position: an error names a field, and what is accepted is written the same way and can
// be played on.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{
		"5/5/1A3/5/3B1 a 2,2 0", "5/5/2A2/5/5 b 2,2 0", "2B2/2A2/ab1b1/5/4a b 0,0 149",
		"7/3b3/3b3/1b1aA2/7/7/aaB4 a 0,0 9", "9/9/9/9/B8/7Aa/9/9/9 b 4,5 1",
		"6D1B/9/8C/9/9/9/bcd6/Abbc5/aaacd4 a 0,0,0,1 40", "9/9/9/9/A7B/9/9/9/9 c 3,3,3,3 0",
		"5/5/1AaB1/5/5 b 1,2 1", "5/5/1A3/5/3B1 a 2,2 150",
	} {
		for i := range Variants() {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, variant uint8, text string) {
		g := Variants()[int(variant)%len(Variants())]
		read, err := g.Notation.ParseState(text)
		if err != nil {
			var positionError *game.PositionError
			if !errors.As(err, &positionError) || positionError.Field == "" || positionError.Problem == "" {
				t.Fatalf("the error %v does not say what is wrong where", err)
			}
			return
		}
		if again := g.Notation.FormatState(read); again != text {
			t.Fatalf("%q is written as %q", text, again)
		}
		s := read.(*state)
		for range 10 {
			checkInvariants(t, g, s)
			actions := s.AppendActions(nil)
			if len(actions) == 0 {
				return
			}
			s.Apply(actions[len(text)%len(actions)])
		}
	})
}

// FuzzMove reads any text as a move: it is an error, or legal and written the same way.
func FuzzMove(f *testing.F) {
	for _, text := range []string{"Ca1", "Mb5", "b3b4", "b4c4", "b4b2", "e3c5", "b4b4", "", "a", "Mz9", "c\x00\x01c", "é1a1"} {
		for i := range 3 {
			f.Add(uint8(i), text)
		}
	}
	positions := []string{"5/5/2A2/5/5 b 2,2 0", "5/1a3/1A3/5/3B1 a 1,2 2", "5/1a3/1A2a/5/3B1 a 0,2 4"}
	f.Fuzz(func(t *testing.T, position uint8, text string) {
		s := mustParse(t, Small, positions[int(position)%len(positions)])
		a, err := Small.Notation.ParseAction(s, text)
		if err != nil {
			var moveError *game.MoveError
			if !errors.As(err, &moveError) || moveError.Problem == "" {
				t.Fatalf("the error %v does not say what is wrong", err)
			}
			return
		}
		if !slices.Contains(s.AppendActions(nil), a) {
			t.Fatalf("%q is read as action %d, which is not legal", text, a)
		}
		if again := Small.Notation.FormatAction(s, a); again != text {
			t.Fatalf("%q is written as %q", text, again)
		}
	})
}

// FuzzActions plays a sequence of actions, one chosen by each byte, next to the reference implementation.
func FuzzActions(f *testing.F) {
	for i := range Variants() {
		f.Add(uint8(i), []byte("The summit is what drives us, but the climb itself is what matters."))
		f.Add(uint8(i), []byte(strings.Repeat("\x00", 160)))
		f.Add(uint8(i), []byte(strings.Repeat("\xff\x07\x31\x00", 40)))
	}
	f.Fuzz(func(t *testing.T, variant uint8, choices []byte) {
		g := Variants()[int(variant)%len(Variants())]
		s := g.New().(*state)
		r := newReference(g, s.masses)
		for _, choice := range choices {
			checkInvariants(t, g, s)
			if !compare(t, g, s, r) || r.over != "" {
				return
			}
			actions := s.AppendActions(nil)
			a := actions[int(choice)%len(actions)]
			r.play(g.Notation.FormatAction(s, a))
			s.Apply(a)
		}
		checkInvariants(t, g, s)
		compare(t, g, s, r)
	})
}

// checkInvariants compares what a state keeps twice.
func checkInvariants(t *testing.T, g *game.Game, s *state) {
	t.Helper()
	var again position
	placed := [maxSeats]uint8{}
	for c, p := range s.at {
		if p == vacant {
			continue
		}
		if s.board.and(cell(uint8(c))).empty() {
			t.Fatalf("a piece stands on %s beyond the board", cellName(uint8(c)))
		}
		again.occupied = again.occupied.or(cell(uint8(c)))
		again.seats[p.seat()] = again.seats[p.seat()].or(cell(uint8(c)))
		if p.kind() == core {
			again.cores = again.cores.or(cell(uint8(c)))
			again.coresPlaced++
		} else {
			placed[p.seat()]++
		}
	}
	if s.occupied != again.occupied || s.seats != again.seats || s.cores != again.cores || s.coresPlaced != again.coresPlaced {
		t.Fatalf("the sets of cells contradict the cells of %s", g.Notation.FormatState(s))
	}
	for seat := range s.players {
		if int(placed[seat]+s.reserve[seat]) != s.masses {
			t.Fatalf("seat %d owns %d Masses in %s", seat, placed[seat]+s.reserve[seat], g.Notation.FormatState(s))
		}
	}
	if s.hash != zobrist(s) {
		t.Fatalf("the hash of %s is %x, a fresh one is %x", g.Notation.FormatState(s), s.hash, zobrist(s))
	}
	if s.end == running && s.history[s.live-1] != s.hash {
		t.Fatalf("the history of %s does not end with it", g.Notation.FormatState(s))
	}
}
