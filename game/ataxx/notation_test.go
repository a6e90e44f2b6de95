package ataxx

import (
	"errors"
	"strings"
	"testing"

	"gipfel/game"
)

func TestParseAction(t *testing.T) {
	const fen = "x5o/7/7/3x3/7/7/o5x x 0 1"
	for text, want := range map[string]string{
		"g2":   "g2",
		"c3":   "c3",
		"d4c3": "c3", // a clone in full
		"g1f3": "g1f3",
		"d4f6": "d4f6",
	} {
		s := mustParse(t, Standard, fen)
		a, err := Standard.Notation.ParseAction(s, text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := Standard.Notation.FormatAction(s, a); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"0000", "pass", "none", "null"} {
		a, err := Standard.Notation.ParseAction(mustParse(t, Standard, "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"), text)
		if err != nil || a != 833 {
			t.Errorf("%q is read as %d (%v), want the pass, 833", text, a, err)
		}
	}
}

func TestParseActionErrors(t *testing.T) {
	const (
		open   = "x5o/7/7/3x-2/7/7/o5x x 0 1"
		forced = "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"
		over   = "x6/7/7/7/7/7/7 x 0 1"
	)
	for _, c := range []struct{ fen, text, says string }{
		{open, "", "a move is"},
		{open, "d4c3e5", "a move is"},
		{open, "0000", "only a side without a move may pass"},
		{open, "h1", `"h1" is not a cell: columns are a to g, rows 1 to 7`},
		{open, "a8", `"a8" is not a cell`},
		{open, "A1", `"A1" is not a cell`},
		{open, "d4h4", `"h4" is not a cell`},
		{open, "é", `is not a cell`},
		{open, "b4d4", "no own stone on b4, but nothing"},
		{open, "g7f6", "no own stone on g7, but a stone of o"},
		{open, "d4e4", "e4 is not vacant: there is a gap"},
		{open, "g7", "g7 is not vacant: there is a stone of o"},
		{open, "d4d4", "d4 is not vacant: there is a stone of x"},
		{open, "d4d7", "d7 is more than two cells from d4"},
		{open, "b1", "no own stone beside b1 to clone"},
		{open, "g3", "no own stone beside g3"},
		{forced, "a4", "the side has to pass (0000)"},
		{over, "a6", "the game is over (no stones left)"},
		{over, "0000", "the game is over"},
	} {
		a, err := Standard.Notation.ParseAction(mustParse(t, Standard, c.fen), c.text)
		var moveError *game.MoveError
		if !errors.As(err, &moveError) || a != game.NoAction {
			t.Errorf("%q is read as %d (%v), want a move error", c.text, a, err)
		} else if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: error is %q, want something about %q", c.text, err, c.says)
		}
	}
	_, err := Standard.Notation.ParseAction(mustParse(t, Standard, open), "g1g4")
	if err == nil || !strings.Contains(err.Error(), "g1g3") {
		t.Errorf("error %v does not offer the legal move g1g3", err)
	}
}

func TestParseState(t *testing.T) {
	for text, want := range map[string]string{
		"x5o/7/7/7/7/7/o5x x 0 1":                   "x5o/7/7/7/7/7/o5x x 0 1",
		"x5o/7/7/7/7/7/o5x o":                       "x5o/7/7/7/7/7/o5x o 0 1", // without the last two fields
		"  x5o/7/7/7/7/7/o5x   x  99   7 ":          "x5o/7/7/7/7/7/o5x x 99 7",
		"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1":         "x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1",
		"7/7/7/7/7/7/7 x 0 1":                       "7/7/7/7/7/7/7 x 0 1", // over, but a position
		"x5o/7/7/7/7/7/o5x x 0100 0000012":          "x5o/7/7/7/7/7/o5x x 100 12",
		"xo-x-o1/7/7/7/7/7/1111111 x 0 1":           "",
		"xo-x-o1/7/7/7/7/7/7 o 3 1000000":           "xo-x-o1/7/7/7/7/7/7 o 3 1000000",
		"-------/-------/-------/-------/7/7/7 x 0": "",
	} {
		s, err := Standard.Notation.ParseState(text)
		switch {
		case want == "" && err == nil:
			t.Errorf("%q is read", text)
		case want == "":
		case err != nil:
			t.Error(err)
		default:
			if got := Standard.Notation.FormatState(s); got != want {
				t.Errorf("%q is read as %q, want %q", text, got, want)
			}
		}
	}
}

func TestParseStateErrorsNameTheField(t *testing.T) {
	for _, c := range []struct{ text, field, says string }{
		{"", "fields", "there are 0"},
		{"x5o/7/7/7/7/7/o5x", "fields", "there are 1"},
		{"x5o/7/7/7/7/7/o5x x 0", "fields", "there are 3"},
		{"x5o/7/7/7/7/7/o5x x 0 1 1", "fields", "there are 5"},
		{"x5o/7/7/7/7/o5x x 0 1", "board", "6 rows; want 7"},
		{"x5o/7/7/7/7/7/o5x/ x 0 1", "board", "8 rows"},
		{"x5o/7/7/6/7/7/o5x x 0 1", "row 4", `"6" has 6 cells, want 7`},
		{"x6o/7/7/7/7/7/o5x x 0 1", "row 7", "more than 7 cells"},
		{"x5o/7/7/7/7/7/o5xx x 0 1", "row 1", "more than 7 cells"},
		{"x5o/8/7/7/7/7/o5x x 0 1", "row 6", "'8' is none of"},
		{"x5o/07/7/7/7/7/o5x x 0 1", "row 6", "'0' is none of"},
		{"x5o/7/34/7/7/7/o5x x 0 1", "row 5", "two numbers in a row"},
		{"X5o/7/7/7/7/7/o5x x 0 1", "row 7", "'X' is none of x, o, - (a gap) and 1 to 7"},
		{"-------/-------/-------/-------/-------/-------/------- x 0 1", "board", "all cells are gaps"},
		{"x5o/7/7/7/7/7/o5x w 0 1", "side to move", `"w" is neither x nor o`},
		{"x5o/7/7/7/7/7/o5x x - 1", "plies since the last clone", `"-" is not a number`},
		{"x5o/7/7/7/7/7/o5x x -1 1", "plies since the last clone", `"-1" is not a number`},
		{"x5o/7/7/7/7/7/o5x x 101 1", "plies since the last clone", "the game ended at 100"},
		{"x5o/7/7/7/7/7/o5x x 0 0", "move number", "not in 1 to 1000000"},
		{"x5o/7/7/7/7/7/o5x x 0 1000001", "move number", "not in 1 to"},
		{"x5o/7/7/7/7/7/o5x x 0 99999999999999999999", "move number", "seven digits"},
	} {
		_, err := Standard.Notation.ParseState(c.text)
		var positionError *game.PositionError
		if !errors.As(err, &positionError) {
			t.Errorf("%q: error is %v, want a position error", c.text, err)
		} else if positionError.Field != c.field || !strings.Contains(positionError.Problem, c.says) {
			t.Errorf("%q: error is %q, want one of %s about %q", c.text, err, c.field, c.says)
		}
	}
}

func TestBoard(t *testing.T) {
	const want = `4  x . . -
3  . o . .
2  . . . .
1  o . . x
   a b c d
x 2, o 2, o to move, 3 plies since the last clone
`
	if got := Size4.Notation.Board(mustParse(t, Size4, "x2-/1o2/4/o2x o 3 1")); got != want {
		t.Errorf("board is\n%s\nwant\n%s", got, want)
	}
	if got := Size4.Notation.Board(mustParse(t, Size4, "x3/4/4/4 o 3 1")); !strings.Contains(got, "over: no stones left") {
		t.Errorf("board of a finished game does not say so:\n%s", got)
	}
}
