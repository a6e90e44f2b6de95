package atimo

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

func TestParseActionErrors(t *testing.T) {
	const (
		first  = "5/5/2A2/5/5 b 2,2 0"
		second = "5/1a3/1A3/5/3B1 a 1,2 2"
		third  = "5/1a3/1A2a/5/3B1 a 0,2 4"
	)
	for _, c := range []struct{ position, text, problem string }{
		{first, "Cc3", "c3 is occupied"},
		{first, "Mc2", "the first round places the Core"},
		{first, "c3c4", "the first round places the Core"},
		{first, "Cf1", `"f1" is not on the board, whose cells are a1 to e5`},
		{first, "Ca6", `"a6" is not on the board, whose cells are a1 to e5`},
		{first, "Ca0", `"a0" is not on the board, whose cells are a1 to e5`},
		{first, "", `a move is written as "Cb2" (place the Core), "Mb2" (place a Mass) or "b2b3" (from, to)`},
		{first, "Cc33", `"Cc" is not on the board, whose cells are a1 to e5`},
		{first, "cc2", `a move is written as "Cb2" (place the Core), "Mb2" (place a Mass) or "b2b3" (from, to)`},
		{first, "é1", `a move is written as "Cb2" (place the Core), "Mb2" (place a Mass) or "b2b3" (from, to)`},
		{second, "Ca1", "the Core is on the board already"},
		{second, "Mb4", "b4 is occupied"},
		{second, "b4b5", "Masses may not move while one is in reserve"},
		{second, "d1d2", "the piece on d1 is seat b's, and it is seat a's turn"},
		{second, "c1c2", "c1 is vacant"},
		{second, "b3b4", "b4 is occupied"},
		{second, "b3c4", "a Core moves one cell up, down, left or right"},
		{second, "b3b1", "a Core moves one cell up, down, left or right"},
		{second, "b3b9", `"b9" is not on the board, whose cells are a1 to e5`},
		{third, "Ma1", "no Mass is left in reserve"},
		{third, "b4d3", "a Mass moves one cell in any direction, or two cells up, down, left or right"},
		{third, "e3b1", "a Mass moves one cell in any direction, or two cells up, down, left or right"},
		{third, "e3a4", "a Mass moves one cell in any direction, or two cells up, down, left or right"},
		{third, "b4b4", "b4 is occupied"},
	} {
		s := mustParse(t, Small, c.position)
		_, err := Small.Notation.ParseAction(s, c.text)
		var moveError *game.MoveError
		switch {
		case !errors.As(err, &moveError):
			t.Errorf("move %q in %s: error %v, want a MoveError", c.text, c.position, err)
		case moveError.Problem != c.problem:
			t.Errorf("move %q in %s: %q, want %q", c.text, c.position, moveError.Problem, c.problem)
		case len(moveError.Near) == 0:
			t.Errorf("move %q in %s: no legal moves near it", c.text, c.position)
		}
	}
}

func TestParseActionOfFinishedGame(t *testing.T) {
	s := play(t, Small, "5/5/1A1B1/5/5 a 2,2 0", "Mc3")
	_, err := Small.Notation.ParseAction(s, "Ma1")
	if err == nil || !strings.Contains(err.Error(), "the game is over (collapse)") {
		t.Errorf("error %v, want one that says that the game is over", err)
	}
}

func TestParseStateErrors(t *testing.T) {
	for _, c := range []struct{ text, field, problem string }{
		{"", "fields", "there are 1, want 4"},
		{"5/5/1A3/5/3B1 a 2,2", "fields", "there are 3, want 4"},
		{"5/5/1A3/5/3B1  a 2,2 0", "fields", "there are 5, want 4"},
		{"5/5/1A3/5/3B1 a 2,2 0 ", "fields", "there are 5, want 4"},
		{"5/5/1A3/5 a 2,2 0", "board", "there are 4 rows separated by '/', want 5"},
		{"5/5/1A3/5/3B1/5 a 2,2 0", "board", "there are 6 rows separated by '/', want 5"},
		{"5/5/1A2/5/3B1 a 2,2 0", "row 3", "it has 4 cells, want 5"},
		{"5/5/1A3/5/3B2 a 2,2 0", "row 1", "it has 6 cells, want 5"},
		{"5/5/1A3/5/5B a 2,2 0", "row 1", "it has more than 5 cells"},
		{"5/5/1A3/5/999999B a 2,2 0", "row 1", "two numbers stand side by side; write their sum"},
		{"5/41/1A3/5/3B1 a 2,2 0", "row 4", "two numbers stand side by side; write their sum"},
		{"5//1A3/5/3B1 a 2,2 0", "row 4", "it has 0 cells, want 5"},
		{"5/5/1A3/0A4/3B1 a 2,2 0", "row 2", `"0" is no piece`},
		{"5/5/1C3/5/3B1 a 2,2 0", "row 3", `"C" is no piece; Cores are A to B, Masses a to b, numbers 1 to 5 are vacant cells`},
		{"5/5/1A3/1A3/3B1 a 2,2 0", "row 2", "a second Core of seat a; each seat has one"},
		{"5/5/1A3/5/3B1 c 2,2 0", "seat to move", `"c" is no seat; want a to b`},
		{"5/5/1A3/5/3B1 A 2,2 0", "seat to move", `"A" is no seat; want a to b`},
		{"5/5/1A3/5/3B1 ab 2,2 0", "seat to move", `"ab" is no seat; want a to b`},
		{"5/5/1A3/5/3B1 a 2 0", "reserves", "there are 1 numbers separated by ',', want 2, one a seat"},
		{"5/5/1A3/5/3B1 a 2,2,2 0", "reserves", "there are 3 numbers separated by ',', want 2, one a seat"},
		{"5/5/1A3/5/3B1 a 2,x 0", "reserves", `"x" is no number of Masses`},
		{"5/5/1A3/5/3B1 a 2,-2 0", "reserves", `"-2" is no number of Masses`},
		{"5/5/1A3/5/3B1 a 2,02 0", "reserves", `"02" is no number of Masses`},
		{"5/5/1A3/5/3B1 a 2,3 0", "reserves", "seat b has 0 Masses on the board and 3 in reserve, want 2 together"},
		{"5/5/1A3/4a/3B1 a 2,2 2", "reserves", "seat a has 1 Masses on the board and 2 in reserve, want 2 together"},
		{"5/5/1A3/4a/3B1 a 1,18446744073709551615 2", "reserves", "is no number of Masses"},
		{"5/aaa2/1A3/5/3B1 a 0,2 9", "reserves", "seat a has 3 Masses on the board alone, but owns 2"},
		{"5/5/1A3/5/3B1 a 2,2 150", "moves", `"150" is no number from 0 to 149; the game ends with move 150`},
		{"5/5/1A3/5/3B1 a 2,2 -1", "moves", `"-1" is no number from 0 to 149`},
		{"5/5/1A3/5/3B1 a 2,2 +1", "moves", `"+1" is no number from 0 to 149`},
		{"5/5/1A3/5/3B1 a 2,2 99999999999999999999", "moves", "is no number from 0 to 149"},
		{"5/5/1B3/5/5 b 2,2 0", "board", "a later seat's Core is on it without that of seat a"},
		{"5/5/1A3/5/b4 b 2,1 0", "board", "there are Masses on it without the Core of seat b"},
		{"5/5/1A3/5/5 b 2,2 3", "moves", "3 have been played without the Core of seat b"},
		{"5/5/5/5/5 b 2,2 0", "seat to move", "it is seat a's turn to place its Core, not seat b's"},
		{"5/5/1A3/5/5 a 2,2 0", "seat to move", "it is seat b's turn to place its Core, not seat a's"},
		{"5/5/1A3/5/3B1 b 2,2 0", "seat to move", "seat a moves first after the Cores, not seat b"},
		{"5/5/1AaB1/5/5 b 1,2 1", "board", "it has collapsed: the Mass on c3 is between two Cores"},
		{"1A3/1b3/1B3/5/5 a 2,1 1", "board", "it has collapsed: the Mass on b4 is between two Cores"},
	} {
		s, err := Small.Notation.ParseState(c.text)
		var positionError *game.PositionError
		switch {
		case !errors.As(err, &positionError):
			t.Errorf("position %q: %v, error %v, want a PositionError", c.text, s, err)
		case positionError.Field != c.field || !strings.Contains(positionError.Problem, c.problem):
			t.Errorf("position %q: %s: %s; want %s: %s", c.text, positionError.Field, positionError.Problem, c.field, c.problem)
		}
	}
	for _, c := range []struct{ text, field string }{
		{"9/9/9/9/A7C/9/9/9/9 c 3,3,3,3 0", "board"},
		{"9/9/9/9/A7B/9/9/9/9 d 3,3,3,3 0", "seat to move"},
		{"9/9/9/9/A7B/9/9/9/9 c 3,3 0", "reserves"},
	} {
		_, err := Four.Notation.ParseState(c.text)
		var positionError *game.PositionError
		if !errors.As(err, &positionError) || positionError.Field != c.field {
			t.Errorf("position %q: %v, want an error in field %q", c.text, err, c.field)
		}
	}
}

func TestParseStateReadsWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		g    *game.Game
		text string
	}{
		{Small, "5/5/5/5/5 a 2,2 0"},
		{Small, "5/5/1A3/5/5 b 2,2 0"},
		{Small, "5/5/1A3/5/3B1 a 2,2 0"},
		{Small, "5/5/1A3/5/3B1 b 2,2 7"}, // the counter is a clock, which a study may set
		{Small, "2B2/2A2/ab1b1/5/4a b 0,0 149"},
		{Standard, "7/3b3/3b3/1b1aA2/7/7/aaB4 a 0,0 9"},
		{Large, "9/9/9/9/B8/7Aa/9/9/9 b 4,5 1"},
		{Four, "9/9/9/9/A7B/9/9/9/9 c 3,3,3,3 0"},
		{Four, "6D1B/9/8C/9/9/9/bcd6/Abbc5/aaacd4 a 0,0,0,1 40"},
	} {
		if got := c.g.Notation.FormatState(mustParse(t, c.g, c.text)); got != c.text {
			t.Errorf("%s is written as %s", c.text, got)
		}
	}
}

func TestBoard(t *testing.T) {
	for _, c := range []struct{ position, moves, want string }{
		{"5/1a3/1A3/5/3B1 a 1,2 2", "", `
5  . . . . .
4  . a . . .
3  . A . . .
2  . . . . .
1  . . . B .
   a b c d e
reserve:  a a  b bb
move 2 of 150, seat a to move
`},
		{"5/5/2A2/5/5 b 2,2 0", "", `
5  . . . . .
4  . . . . .
3  . . A . .
2  . . . . .
1  . . . . .
   a b c d e
reserve:  a aa  b Bbb
move 0 of 150, seat b to move
`},
		{"5/5/1A1B1/5/4a a 1,2 2", "Mc3", `
5  . . . . .
4  . . . . .
3  . A a B .
2  . . . . .
1  . . . . a
   a b c d e
reserve:  a -  b bb
move 3 of 150, seat a won by collapse
`},
		{"5/5/1A3/5/3B1 a 2,2 0", "b3b4 d1e1 b4b3 e1d1", `
5  . . . . .
4  . . . . .
3  . A . . .
2  . . . . .
1  . . . B .
   a b c d e
reserve:  a aa  b bb
move 4 of 150, position seen before, seat a to move
`},
		{"5/5/1A3/5/3B1 b 2,2 149", "d1d2", `
5  . . . . .
4  . . . . .
3  . A . . .
2  . . . B .
1  . . . . .
   a b c d e
reserve:  a aa  b bb
move 150 of 150, drawn: 150 moves without a collapse
`},
	} {
		if got := Small.Notation.Board(play(t, Small, c.position, c.moves)); got != c.want[1:] {
			t.Errorf("%s %s is drawn as\n%s, want\n%s", c.position, c.moves, got, c.want)
		}
	}
}

func TestFormatActionPanicsOffTheBoard(t *testing.T) {
	s := Small.New()
	for name, a := range map[string]game.Action{
		"beyond the policy":                 game.Action(Small.Actions()),
		"a1 to the lower left":              planeSteps,
		"e1 to the right, where 9×9 has f1": 4*policyPlanes + 5,
	} {
		if !panics(func() { Small.Notation.FormatAction(s, a) }) {
			t.Errorf("%s: action %d is written as if there were one", name, a)
		}
	}
}

func TestVariants(t *testing.T) {
	var names []string
	for _, g := range Variants() {
		names = append(names, g.Name)
		if g.Author != "Roberto Weinhold" {
			t.Errorf("%s: author is %q", g.Name, g.Author)
		}
		if g.Score != nil {
			t.Errorf("%s: has a score, but there is no material to count", g.Name)
		}
	}
	if want := []string{"atimo-5x5", "atimo-7x7", "atimo-9x9", "atimo-9x9-4p"}; !slices.Equal(names, want) {
		t.Errorf("variants are %v, want %v", names, want)
	}
}
