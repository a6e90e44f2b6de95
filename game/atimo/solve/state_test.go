package solve

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

// fakeDB returns a database in which all is drawn but what the moves of a position lead to: those have the given values, for the
// player who is to move then.
func fakeDB(t *testing.T, s game.State, after map[string]Value) *DB {
	t.Helper()
	codes := make([]code, solvedBoard.indices)
	next := solved.New()
	for word, v := range after {
		a, err := solved.Notation.ParseAction(s, word)
		if err != nil {
			t.Fatal(err)
		}
		next.CopyFrom(s)
		next.Apply(a)
		codes[solvedBoard.rank(positionOf(next))] = codeOf(v.Plies)
	}
	return fromCodes(solvedBoard, codes)
}

func parse(t *testing.T, position string) game.State {
	t.Helper()
	s, err := solved.Notation.ParseState(position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBest has a choice of every kind: wins, draws and losses of several lengths, as the moves lead to them.
func TestBest(t *testing.T) {
	const position = "A4/5/4a/b2b1/aB3 a 0,0 40"
	s := parse(t, position)
	all := game.FormatMoves(solved.Notation, s)
	for _, test := range []struct {
		name  string
		after map[string]Value // the moves that are not in it draw
		best  string
		value Value
	}{
		{
			"the fastest win", map[string]Value{"a5a4": {Loss, 4}, "e3e4": {Loss, 2}, "e3e5": {Loss, 2}, "e3e2": {Win, 1}},
			"e3e4 e3e5", Value{Win, 3},
		},
		{"any draw", nil, strings.Join(all, " "), Value{}},
		{"the only draw", except(all, "a5b5", Value{Win, 1}), "a5b5", Value{}},
		{"the slowest loss", slowest(all, "a5b5"), "a5b5", Value{Loss, 6}},
	} {
		d := fakeDB(t, s, test.after)
		best, err := d.Best(s)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, m := range best {
			words = append(words, solved.Notation.FormatAction(s, m.Action))
			if m.Value != test.value {
				t.Errorf("%s: the value is %v, want %v", test.name, m.Value, test.value)
			}
		}
		if got := strings.Join(words, " "); got != test.best {
			t.Errorf("%s: %s, want %s", test.name, got, test.best)
		}
	}
}

// except returns a value for all moves but one.
func except(moves []string, one string, v Value) map[string]Value {
	after := map[string]Value{}
	for _, m := range moves {
		if m != one {
			after[m] = v
		}
	}
	return after
}

// slowest has all moves lose, all but one of them at once.
func slowest(moves []string, one string) map[string]Value {
	after := except(moves, one, Value{Win, 1})
	after[one] = Value{Win, 5}
	return after
}

// TestMovesAreAll compares the moves of positions, and the values of those that end the game, with package atimo.
func TestMovesAreAll(t *testing.T) {
	d := fromCodes(solvedBoard, ended())
	wins := 0
	playouts(t, 3, func(s game.State) {
		moves, err := d.Moves(s)
		if err != nil {
			t.Fatal(err)
		}
		actions := s.AppendActions(nil)
		next := solved.New()
		for i, m := range moves {
			next.CopyFrom(s)
			next.Apply(m.Action)
			want := Value{}
			if next.Ending().Reason == "collapse" {
				want = Value{Win, 1}
				wins++
			}
			if m.Action != actions[i] || m.Value != want {
				t.Fatalf("move %d of %s is %v, want %d with %v", i, solved.Notation.FormatState(s), m, actions[i], want)
			}
		}
		if len(moves) != len(actions) {
			t.Fatalf("%d moves, want %d", len(moves), len(actions))
		}
	})
	if wins == 0 {
		t.Error("no move has won")
	}
}

// ended returns codes that know of collapses only.
func ended() []code {
	codes := make([]code, solvedBoard.indices)
	for i := solvedBoard.blocks[0].first; i < solvedBoard.indices; i++ {
		if solvedBoard.collapsed(solvedBoard.unrank(i)) {
			codes[i] = codeOf(0)
		}
	}
	return codes
}

// TestOver asks for positions that have no value.
func TestOver(t *testing.T) {
	s := parse(t, "5/5/1A1B1/5/a4 b 1,2 1")
	if err := game.Replay(solved.Notation, s, []string{"Mc3"}); err != nil {
		t.Fatal(err)
	}
	d := fromCodes(solvedBoard, make([]code, solvedBoard.indices))
	_, errValue := d.Value(s)
	_, errMoves := d.Moves(s)
	_, errBest := d.Best(s)
	for _, err := range []error{errValue, errMoves, errBest} {
		if !errors.Is(err, errOver) {
			t.Errorf("error %v, want %v", err, errOver)
		}
	}
}

// TestUnusedIndexOfAPosition has a file that contradicts the numbering.
func TestUnusedIndexOfAPosition(t *testing.T) {
	d := fromCodes(solvedBoard, slices.Repeat([]code{unused}, int(solvedBoard.indices)))
	if _, err := d.Best(solved.New()); err == nil || !strings.Contains(err.Error(), "is marked as unused") {
		t.Errorf("error %v", err)
	}
}

// TestText writes positions as package atimo does.
func TestText(t *testing.T) {
	for _, position := range []string{
		"5/5/5/5/5 a 2,2 0", "5/5/1A3/5/5 b 2,2 0", "5/5/1A3/5/3B1 a 2,2 0", "5/5/1A3/a4/3B1 a 1,2 2", "b4/2a2/1A3/a3b/3B1 a 0,0 6",
	} {
		if got := solvedBoard.text(positionOf(parse(t, position))); got != position {
			t.Errorf("%s is written as %s", position, got)
		}
	}
	rng := rand.New(rand.NewPCG(8, 9))
	for range 200 {
		if p := randomPosition(solvedBoard, rng); !solvedBoard.collapsed(p) && positionOf(parse(t, solvedBoard.text(p))) != p {
			t.Errorf("%+v is written as %s", p, solvedBoard.text(p))
		}
	}
}

func TestValues(t *testing.T) {
	// From the best to the worst.
	ordered := []Value{{Win, 1}, {Win, 3}, {Draw, 0}, {Loss, 4}, {Loss, 2}, {Loss, 0}}
	for i, v := range ordered {
		for j, w := range ordered {
			if got := v.Compare(w); got < 0 != (i > j) || got > 0 != (i < j) {
				t.Errorf("%v compared with %v is %d", v, w, got)
			}
		}
		if got := valueOf(codeOf(v.Plies)); v.Outcome != Draw && got != v {
			t.Errorf("the code of %v stands for %v", v, got)
		}
		if got, err := parseValue(v.String()); err != nil || got != v {
			t.Errorf("%v is read as %v, %v", v, got, err)
		}
	}
	if got := (Value{Win, 3}).before(); got != (Value{Loss, 4}) {
		t.Errorf("a move to W 3 is %v", got)
	}
	if valueOf(drawn) != (Value{}) || Draw != 0 {
		t.Error("a draw is not the zero value")
	}
}
