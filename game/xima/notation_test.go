package xima

import (
	"errors"
	"strings"
	"testing"

	"gipfel/game"
)

func TestReadMoves(t *testing.T) {
	const columns = "A13 a, G1 a, M7 A, B2 bb, G13 b"
	for _, c := range []struct{ text, want string }{
		{"A13G13", "A13G13"}, {"a13g13", "A13G13"}, {" A13G13 ", "A13G13"},
		{"-A12", "-A12"}, {"-a12", "-A12"},
		{"=M7M1", "=M7M1"}, {"=M1", "=M7M1"}, {"=7M1", "=M7M1"}, {"=MM1", "=M7M1"},
		{"A1", "it could be G1A1 or A13A1"}, {"GA1", "G1A1"}, {"1A1", "G1A1"}, {"AA1", "A13A1"}, {"13A1", "A13A1"},
		{"A12", "A13A12"}, {"M1", "G1M1"},
		{"A7", "A13A7"}, {"1A7", "no block of yours that it could mean can go to A7"}, {"xA1", "it could be"},
		{"xA7", "captures nothing"}, {"AxA7", "captures nothing"}, {"A13xA7", "captures nothing"},
		{"", "it is empty"}, {"-", "ends with a cell such as G7"}, {"=", "ends with a cell"}, {"G", "ends with a cell"},
		{"G14", `"G14" is not a cell`}, {"G0", "not a cell"}, {"G01", "not a cell"}, {"N1", "not a cell"}, {"G99999999999999999999", "not a cell"},
		{"N1A1", `"N1" is not a cell; cells are A1 to M13`}, {"NA1", "not a cell"}, {"14A1", "not a cell"},
		{"-A1A2", "an insert has one cell"}, {"-xA1", "an insert never captures"}, {"??A1", "not a cell"}, {"A1/9", "not a die"},
		{"pass", "passed only when"}, {"stop", "only after the first of two dice"},
		{"=A1", "the special cannot go to A1"}, {"=A13G13", "not the special"}, {"M7M1", "is the special, whose moves begin with ="},
		{"G13G12", "the topmost block on G13 is not yours"}, {"C3C4", "C3 is vacant"}, {"A13B11", "not on a straight line"},
		{"A13D10", "gets no farther than B12"}, {"G1G3", "gets no farther than G2"}, {"-A13", "A13 is not vacant"},
		{"-G7", "only to rescue"}, {"-F7", "no way from the rim leads to F7"}, {"B1A3", "B1 is vacant"}, {"TOP", "the special cannot go to G7"},
	} {
		s := build(t, "xima", columns, "a 1,0= 0 0")
		n := notation{s.v}
		a, err := n.ParseAction(s, c.text)
		switch moveErr := (*game.MoveError)(nil); {
		case err == nil && n.FormatAction(s, a) != c.want:
			t.Errorf("%q is read as %q, want %q", c.text, n.FormatAction(s, a), c.want)
		case err != nil && (!errors.As(err, &moveErr) || !strings.Contains(err.Error(), c.want) || len(moveErr.Near) == 0):
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestReadMovesInSpecialCases(t *testing.T) {
	for _, c := range []struct{ variant, columns, rest, text, want string }{
		{"xima", "F7 aA", "a 0,0= 0 0", "TOP", "=F7G7"},
		{"xima", "F7 aA", "a 0,0= 0 0", "=G7", "=F7G7"},
		{"xima-5x5", "B3 b", "a 0=,0= 0 0", "top", "=C3"},
		{"xima", "A1 aa, B1 ab, E5 b", "a 0x,0x 0 0", "A1xB1", "A1xB1"},
		{"xima", "A1 aa, B1 ab, E5 b", "a 0x,0x 0 0", "A1B1", "A1xB1"},
		{"xima", "A1 aa, B1 ab, E5 b", "a 0x,0x 0 0", "AxB1", "A1xB1"},
		{"xima", "A1 aa, B1 ab, E5 b", "a 0x,0x 0 0", "xB1", "A1xB1"},
		{"xima", "A1 a", "a 0x,0= 0 0", "=A1A2", "the special is captured"},
		{"xima", "A1 a", "a 0x,0= 0 0", "-A2", "no normal block is in hand"},
		{"xima", "A1 a, " + aroundA1, "a 1x,0x 0 0", "A1A2", "the block on A1 cannot step that way"},
		{"xima-5x5", "B3 ba", "a 0=,0= 0 0", "B3C3", "only to rescue"},
		{"xima-dice", "A1 a", "a 0x,0= 0 0 ?", "roll4", "roll4"},
		{"xima-dice", "A1 a", "a 0x,0= 0 0 ?", "ROLL4", "roll4"},
		{"xima-dice", "A1 a", "a 0x,0= 0 0 ?", "A1A2", "the dice are to be rolled; an outcome is written roll6"},
		{"xima-dice", "A1 a", "a 0x,0= 0 0 3", "A1A3", "A3 is 2 steps away, which no die shows"},
		{"xima-scienluck", "M13 b", "a 2x,0x 0 9 2-5", "-E2", "it could be -E2/2 or -E2/5"},
		{"xima-scienluck", "M13 b", "a 2x,0x 0 9 2-5", "-E2/5", "-E2/5"},
		{"xima-scienluck", "M13 b", "a 2x,0x 0 9 2-5", "-B2/2", "-B2"},
		{"xima-scienluck", "M13 b", "a 2x,0x 0 9 2-5", "-B2/5", "no way from the rim leads to B2"},
		{"xima-scienluck", "A1 a, A13 a, M13 b", "a 0x,0x 1 9 5@A1", "A1A6", "the second die must move a different block"},
		{"xima-scienluck", "F7 b, M13 b", "a 1=,0x 0 10 3@-+", "=A3", "a rescued special can be inserted from the next turn on"},
		{"xima", "G7 A, M13 b", "a 0,0x 0 9", "M13M12", "the game is over"},
	} {
		s := build(t, c.variant, c.columns, c.rest)
		n := notation{s.v}
		a, err := n.ParseAction(s, c.text)
		switch {
		case err == nil && n.FormatAction(s, a) != c.want:
			t.Errorf("%q is read as %q, want %q", c.text, n.FormatAction(s, a), c.want)
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	s := variantNamed(t, "xima-5x5").New()
	play(t, s.(*state), "-A1 -E5 A1A2 E5E4 A2A1 E4E5 A1A2 E5E4 A2A1")
	_, err := notation{s.(*state).v}.ParseAction(s, "E4E5")
	if err == nil || !strings.Contains(err.Error(), "the position would occur for the third time") {
		t.Errorf("a move barred by the repetition rule: %v", err)
	}
}

func TestReadPositions(t *testing.T) {
	const empty = "5/5/5/5/5"
	for _, c := range []struct{ variant, text, field, problem string }{
		{"xima-5x5", "", "fields", "there are 1, separated by single spaces; xima-5x5 has 5: rows turn hands quiet plies"},
		{"xima-5x5", empty + " a 4=,4= 0  0", "fields", "there are 6"},
		{"xima-5x5", empty + " a 4=,4= 0 0 ?", "fields", "there are 6"},
		{"xima-dice", empty + " a 4=,4= 0 0", "fields", "has 6: rows turn hands quiet plies dice"},
		{"xima-5x5", "5/5/5/5 a 4=,4= 0 0", "rows", "there are 4, the board has 5"},
		{"xima-5x5", "5/5/5/5/4 a 4=,4= 0 0", "rows", "row 1: it does not describe 5 cells"},
		{"xima-5x5", "5/6/5/5/5 a 4=,4= 0 0", "rows", `row 4: "6" vacant cells; a number is 1 to 5`},
		{"xima-5x5", "5/0aaaaa/5/5/5 a 4=,4= 0 0", "rows", `row 4: "0" vacant cells`},
		{"xima-5x5", "aaaaaa/5/5/5/5 a 4=,4= 0 0", "rows", "row 5: it does not describe 5 cells"},
		{"xima-5x5", "4c/5/5/5/5 a 4=,4= 0 0", "rows", "row 5: 'c' is no block; blocks are a to b and, for specials, A to B"},
		{"xima-5x5", "4(ab/5/5/5/5 a 4=,4= 0 0", "rows", "does not hold two or more blocks between parentheses"},
		{"xima-5x5", "4(a)/5/5/5/5 a 4=,4= 0 0", "rows", "does not hold two or more blocks"},
		{"xima-5x5", "4(a3)/5/5/5/5 a 4=,4= 0 0", "rows", "'3' is no block"},
		{"xima-5x5", "AA3/5/5/5/5 a 4,4= 0 0", "rows", "there are 2 specials A; a seat has one"},
		{"xima-5x5", "A4/5/5/5/5 a 4=,4= 0 0", "rows", "the special A is on the board and in the hands field, too"},
		{"xima-5x5", "5/5/5/5/5 a 4,4= 0 0", "rows", "the special A is not on the board, nor in the hands field"},
		{"xima-5x5", "5/5/2a2/5/5 a 3=,4= 0 0", "rows", "on C3 there can be nothing but one special"},
		{"xima-5x5", "5/5/2(aA)2/5/5 a 3,4= 0 0", "rows", "on C3 there can be nothing but one special"},
		{"xima-5x5", strings.Repeat("a", 5000) + "/5/5/5/5 a 3,4= 0 0", "rows", "row 5"},
		{"xima-5x5", "4(" + strings.Repeat("a", 70000) + ")/5/5/5/5 a 3=,4= 0 0", "rows", "there are 70000 blocks, more than the 2416"},
		{"xima-5x5", empty + " c 4=,4= 0 0", "turn", `"c" is no seat, a to b`},
		{"xima-5x5", empty + " aa 4=,4= 0 0", "turn", "is no seat"},
		{"xima-3p", strings.Repeat("13/", 12) + "13 a out,4=,4= 0 0", "turn", "seat a is out"},
		{"xima-5x5", "5/5/2B2/5/5 a 3=,4 0 0", "turn", "the special of seat b is on the summit, so it has won and the turn is its own"},
		{"xima-5x5", empty + " a 4= 0 0", "hands", "there are 1, separated by commas; there are 2 seats"},
		{"xima-5x5", empty + " a 4=,x 0 0", "hands", `seat b: "" is not a number from 0 to 7; = or x may follow`},
		{"xima-5x5", empty + " a 8=,4= 0 0", "hands", `seat a: "8" is not a number from 0 to 7`},
		{"xima-5x5", empty + " a +1=,4= 0 0", "hands", `"+1" is not a number`},
		{"xima-5x5", "aaaa1/5/5/5/5 a 4=,4= 0 0", "hands", "seat a has 8 normal blocks on the board and in hand, but after 0 plies there are at most 7"},
		{"xima-9x9", "9/9/9/9/9/9/9/1a7/(aB)7a a 0x,7 40 0", "hands", "with the extra material that is due now, seat b has 10 normal blocks"},
		{"xima-5x5", "b4/5/5/5/5 a 4=,out 0 0", "hands", "seat b is out but has blocks on the board"},
		{"xima-5x5", empty + " a 4=,4= 41 0", "quiet turns", `"41" is not a number from 0 to 40`},
		{"xima-5x5", empty + " a 4=,4= -1 0", "quiet turns", "is not a number"},
		{"xima-5x5", empty + " a 4=,4= 0 401", "plies", `"401" is not a number from 0 to 400`},
		{"xima-5x5", empty + " a 4=,4= 0 01", "plies", "is not a number"},
	} {
		checkPositionError(t, c.variant, c.text, c.field, c.problem)
	}

	const big = "13/13/13/13/13/13/13/13/13/13/13/13/a11b"
	for _, c := range []struct{ variant, rest, problem string }{
		{"xima-dice", "a 0x,0x 0 9 -", "the dice are still to be rolled; write ?"},
		{"xima-dice", "a 0x,0x 0 9 7", `"7" is not a roll such as "1", nor ?`},
		{"xima-dice", "a 0x,0x 0 9 1-2", "is not a roll"},
		{"xima-dice", "a 0x,0x 0 9 1@A1", "has not two dice"},
		{"xima-dice", "a 0x,0x 40 9 1", "does not begin with a roll"},
		{"xima-dice", "a 0x,0x 0 400 1", "does not begin with a roll"},
		{"xima-scienluck", "a 0x,0x 0 9 5-2", `is not a roll such as "1-1"`},
		{"xima-scienluck", "b 0x,0x 0 9 ?", `"?": the seat to move has no dice; write -`},
		{"xima-scienluck", "b 0x,0x 0 9 1-1", "the seat to move has no dice"},
		{"xima-scienluck", "a 0x,0x 0 0 1@A1", "after 0 plies there has been no first move"},
		{"xima-scienluck", "a 0x,0x 0 9 7@A1", "before the @ stands the die that is left, 1 to 6"},
		{"xima-scienluck", "a 0x,0x 0 9 1@Z1", `"Z1" is not a cell`},
		{"xima-scienluck", "a 0x,0x 0 9 1@M1", "the topmost block on M1 is not of the seat to move"},
		{"xima-scienluck", "a 0x,0x 0 9 1@-+", "is for a rescue, after which the special is in hand"},
		{"xima-scienluck", "a 0=,0x 0 9 1@-", "and + follows"},
	} {
		checkPositionError(t, c.variant, big+" "+c.rest, "dice", c.problem)
	}
	checkPositionError(t, "xima-dice", "13/13/13/13/13/13/6A6/13/13/13/13/13/13 a 0,0x 0 9 3", "dice", `"3": the game is over; write -`)
}

func checkPositionError(t *testing.T, variant, text, field, problem string) {
	t.Helper()
	_, err := variantNamed(t, variant).Notation.ParseState(text)
	var p *game.PositionError
	if !errors.As(err, &p) || p.Field != field || !strings.Contains(p.Problem, problem) {
		t.Errorf("%.80q: %.300v; want field %q, problem %q", text, err, field, problem)
	}
}

// TestFinishedPositionsReadBack checks what the conformance suite leaves out: positions at the end of a game.
func TestFinishedPositionsReadBack(t *testing.T) {
	for _, c := range []struct{ variant, columns, rest, reason string }{
		{"xima-5x5", "B3 a, C3 A, A1 b", "a 0,0x 7 10", reasonSummit},
		{"xima-5x5", "A1 a, B1 aa", "a 0x,out 0 6", reasonNoMeans},
		{"xima-3p", "A1 a", "a 0x,out,out 0 6", reasonNoMeans},
		{"xima-5x5", "B1 ba", "b 0x,0x 40 7", reasonAhogado},
		{"xima-5x5", "A2 a, E5 b", "b 0x,0x 40 400", reasonTruncated},
		{"xima-dice", "B1 ba", "b 0x,0x 1 7 -", reasonAhogado},
		{"xima-scienluck", "A1 a, E5 b", "a 0x,0x 1 400 -", reasonTruncated},
	} {
		s := build(t, c.variant, c.columns, c.rest)
		if s.phase != over || s.reason != c.reason {
			t.Errorf("%s %s: phase %d, reason %q, want %q", c.columns, c.rest, s.phase, s.reason, c.reason)
		}
		want := positionText(t, variantNamed(t, c.variant), c.columns, c.rest)
		if got := (notation{s.v}).FormatState(s); got != want {
			t.Errorf("%q is written back as %q", want, got)
		}
	}
}

func TestBoard(t *testing.T) {
	s := build(t, "xima-5x5", "A1 abA, C5 b, E3 "+strings.Repeat("b", 10), "b 2,1x 3 99")
	const want = `    A  B  C  D  E
 5  .  .  b  .  .  5
 4  .  .  .  .  .  4
 3  .  .  ^  . b10 3
 2  .  .  .  .  .  2
 1  A3 .  .  .  .  1
    A  B  C  D  E
columns from the bottom up: A1 abA, E3 bbbbbbbbbb
a: 2 normal in hand, special on the board
b: 1 normal in hand, special captured
b to move; 99 of 400 plies, 3 of 40 turns without progress
`
	if got := (notation{s.v}).Board(s); got != want {
		t.Errorf("the board is\n%s, want\n%s", got, want)
	}
}
