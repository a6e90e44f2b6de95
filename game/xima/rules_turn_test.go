package xima

import (
	"testing"

	"gipfel/game"
)

// On the small board these columns lock in a block on A1, and on A1 and A2.
const (
	aroundA1 = "A2 bb, B2 bb, B1 bb"
	aroundA2 = "A3 bb, B3 bb, B2 bb, B1 bb"
)

// fullRim are blocks on the other cells of the rim.
const fullRim = "A3 b, A4 b, A5 b, B5 b, C5 b, D5 b, E5 b, E4 b, E3 b, E2 b, E1 b, D1 b, C1 b"

func TestRulesOfExtraMaterial(t *testing.T) {
	runRules(t, []rule{
		{name: "a player without a legal move is given three blocks, like everybody, and moves with them", variant: "xima-5x5",
			columns: "A1 a, E5 b, " + aroundA1, rest: "b 0x,1x 5 9", moves: "E5E4",
			thenColumns: "A1 a, E4 b, " + aroundA1, then: "a 3x,4x 0 10", alsoLegal: "-E5 -A4", isNot: "A1A2"},
		{name: "this is not ahogado, which needs every block dominated", variant: "xima-5x5",
			columns: "A1 a, E5 b, " + aroundA1, rest: "a 0x,1x 5 9", only: "-A3 -A4 -A5 -B3 -B4 -B5 -C1 -C2 -C4 -C5 -D1 -D2 -D3 -D4 -D5 -E1 -E2 -E3 -E4"},
		{name: "a gift that cannot be inserted is not made, and the turn passes", variant: "xima-5x5",
			columns: "A1 a, " + aroundA1 + ", " + fullRim, rest: "a 0x,0x 5 9", only: "pass", moves: "pass",
			thenColumns: "A1 a, " + aroundA1 + ", " + fullRim, then: "b 0x,0x 6 10"},
		{name: "20 turns of each player without progress bring three blocks for everybody", variant: "xima-5x5",
			columns: "A1 a, E5 b", rest: "a 0x,1= 39 50", moves: "A1A2", thenColumns: "A2 a, E5 b", then: "b 3x,4= 0 51"},
		{name: "one turn earlier they do not", variant: "xima-5x5",
			columns: "A1 a, E5 b", rest: "a 0x,1= 38 50", moves: "A1A2", thenColumns: "A2 a, E5 b", then: "b 0x,1= 39 51"},
		{name: "an insert is progress", variant: "xima-5x5",
			columns: "A1 a, E5 b", rest: "a 1x,1= 39 50", moves: "-A5", thenColumns: "A1 a, A5 a, E5 b", then: "b 0x,1= 0 51"},
		{name: "a capture is progress", variant: "xima-5x5",
			columns: "A1 aa, B1 ab, E5 b", rest: "a 0x,1= 39 50", moves: "A1xB1", thenColumns: "A1 a, B1 aa, E5 b", then: "b 0x,1= 0 51"},
		{name: "a rescue is progress", variant: "xima-5x5",
			columns: "B3 ba, E5 b", rest: "a 0x,1= 39 50", moves: "B3C3", thenColumns: "B3 b, E5 b", then: "b 0=,1= 0 51"},
		{name: "a block that ends on a higher floor is progress", variant: "xima-9x9",
			columns: "B5 ba, I9 b", rest: "a 0x,1= 39 50", moves: "B5C5", thenColumns: "B5 b, C5 a, I9 b", then: "b 0x,1= 0 51"},
		{name: "a block that ends on a higher column of the same floor is not", variant: "xima-9x9",
			columns: "A5 a, B5 b, I9 b", rest: "a 0x,1= 38 50", moves: "A5B5", thenColumns: "B5 ba, I9 b", then: "b 0x,1= 39 51"},
		{name: "nor one that ends on a lower floor", variant: "xima-9x9",
			columns: "C5 a, I9 b", rest: "a 0x,1= 38 50", moves: "C5B5", thenColumns: "B5 a, I9 b", then: "b 0x,1= 39 51"},
		{name: "three players have 60 turns", variant: "xima-3p",
			columns: "A1 a, E5 b, M1 c", rest: "a 0x,1x,0= 58 90", moves: "A1A2 E5E6",
			thenColumns: "A2 a, E6 b, M1 c", then: "c 3x,4x,3= 0 92"},
		{name: "without the one that is out they have 40", variant: "xima-3p",
			columns: "A1 a, M1 c", rest: "a 0x,out,0= 39 90", moves: "A1A2", thenColumns: "A2 a, M1 c", then: "c 3x,out,3= 0 91"},
		{name: "a seat without blocks is given material while it is in play", variant: "xima-3p",
			columns: "A1 a, E5 b", rest: "a 0x,0x,0x 59 90", moves: "A1A2", thenColumns: "A2 a, E5 b", then: "b 3x,3x,3x 0 91"},
		{name: "no means comes before the gift", variant: "xima-3p",
			columns: "A1 a, M1 c", rest: "a 0x,0x,0x 59 90", moves: "A1A2", thenColumns: "A2 a, M1 c", then: "c 3x,out,3x 0 91"},
		{name: "ahogado comes before the gift", variant: "xima-5x5",
			columns: "A1 a, B1 b", rest: "a 0x,0x 39 50", moves: "A1B1", reason: reasonAhogado, winner: 1},
	})
}

func TestRulesOfRepetition(t *testing.T) {
	const twice = "A1A2 E5E4 A2A1 E4E5 A1A2 E5E4 A2A1"
	runRules(t, []rule{
		{name: "no move may bring about a position for the third time", variant: "xima-5x5",
			rest: "a 4=,4= 0 0", moves: "-A1 -E5 " + twice, isNot: "E4E5", alsoLegal: "E4E3 E4D5"},
		{name: "the second time is allowed", variant: "xima-5x5",
			rest: "a 4=,4= 0 0", moves: "-A1 -E5 A1A2 E5E4 A2A1", alsoLegal: "E4E5"},
		{name: "another hand is another position", variant: "xima-5x5",
			rest: "a 4=,4= 0 0", moves: "-A1 -E5 A1A2 E5E4 A2A1 E4E5 -C1 -C5 A1A2 E5E4 A2A1", alsoLegal: "E4E5"},
		{name: "if every move is barred, material is given, and they are legal again", variant: "xima-5x5",
			columns: "A1 a, E5 b, " + aroundA2, rest: "b 0x,0x 0 9", moves: "E5E4 A1A2 E4E5 A2A1 E5E4 A1A2 E4E5",
			thenColumns: "A2 a, E5 b, " + aroundA2, then: "a 3x,3x 0 16", alsoLegal: "A2A1 -E1"},
	})

	// The position before a gift counts, and so does the one after it.
	s := build(t, "xima-5x5", "A1 a, E5 b", "a 0x,1= 39 50")
	play(t, s, "A1A2")
	if len(s.positions) != 3 {
		t.Errorf("%d positions are remembered, want 3: the first, that after the move, that after the gift", len(s.positions))
	}
	s = build(t, "xima-5x5", "A1 a, E5 b", "a 0x,1= 38 50")
	play(t, s, "A1A2")
	if len(s.positions) != 2 {
		t.Errorf("%d positions are remembered, want 2", len(s.positions))
	}
}

func TestRulesOfTruncation(t *testing.T) {
	runRules(t, []rule{
		{name: "after 400 plies a game is cut off", variant: "xima-5x5",
			columns: "A1 a, E5 b", rest: "a 0x,0x 0 399", moves: "A1A2", reason: reasonTruncated, winner: game.Terminal,
			thenColumns: "A2 a, E5 b", then: "b 0x,0x 1 400"},
		{name: "not before", variant: "xima-5x5",
			columns: "A1 a, E5 b", rest: "a 0x,0x 0 398", moves: "A1A2", thenColumns: "A2 a, E5 b", then: "b 0x,0x 1 399"},
		{name: "a win on the summit counts", variant: "xima-5x5",
			columns: "B3 aA, A1 b", rest: "a 0,0x 7 399", moves: "=B3C3", reason: reasonSummit, winner: 0},
		{name: "no means counts", variant: "xima-5x5",
			columns: "A1 aa, B1 ba", rest: "a 0x,0x 0 399", moves: "A1xB1", reason: reasonNoMeans, winner: 0},
		{name: "ahogado counts", variant: "xima-5x5",
			columns: "A1 a, B1 b", rest: "a 0x,0x 0 399", moves: "A1B1", reason: reasonAhogado, winner: 1},
	})
	s := build(t, "xima-4p", "A1 a, E5 b, M1 c, M13 d", "a 0x,0x,0x,0x 0 400")
	returns := []float32{9, 9, 9, 9}
	s.Returns(returns)
	if !s.Ending().Truncated || [4]float32(returns) != [4]float32{} {
		t.Errorf("a game that is cut off ends with %+v and returns %v", s.Ending(), returns)
	}
	s = build(t, "xima-4p", "G7 B", "b 0x,0,0x,0x 0 9")
	s.Returns(returns)
	third := float32(-1) / 3
	if s.Ending().Truncated || [4]float32(returns) != [4]float32{third, 1, third, third} {
		t.Errorf("a game that the second seat has won ends with %+v and returns %v", s.Ending(), returns)
	}
}

func TestRulesOfOneDie(t *testing.T) {
	runRules(t, []rule{
		{name: "a die is rolled before each turn", variant: "xima-dice",
			columns: "A1 a, M13 b", rest: "a 0x,0x 0 9 ?", only: "roll1 roll2 roll3 roll4 roll5 roll6",
			moves: "roll4 A1A5", thenColumns: "A5 a, M13 b", then: "b 0x,0x 1 10 ?"},
		{name: "a block moves exactly as many steps", variant: "xima-dice",
			columns: "A1 a, M13 b", rest: "a 0x,0x 0 9 4", only: "A1A5 A1E1"},
		{name: "the step onto the rim is an insert's first", variant: "xima-dice",
			rest: "a 1x,0x 0 9 2", legal: "-A2 -B1 -B2 -B12 -E2", illegal: "-A1 -E1 -C3"},
		{name: "the rim itself takes a one, or the long way along it", variant: "xima-dice",
			rest: "a 1x,0= 0 9 1", legal: "-A1 -E1 -M13", illegal: "-B2 =A1"},
		{name: "a roll without a legal move passes the turn, which is a quiet one", variant: "xima-dice",
			columns: "A1 a, M13 b, " + aroundA1, rest: "a 0x,0x 3 9 6", only: "pass", moves: "pass",
			thenColumns: "A1 a, M13 b, " + aroundA1, then: "b 0x,0x 4 10 ?"},
		{name: "with a legal move it does not", variant: "xima-dice",
			columns: "A1 a, M13 b", rest: "a 0x,0x 3 9 6", illegal: "pass stop"},
		{name: "40 quiet turns bring material", variant: "xima-dice",
			columns: "A1 a, M13 b", rest: "a 0x,0x 39 90 6", moves: "A1A7", thenColumns: "A7 a, M13 b", then: "b 3x,3x 0 91 ?"},
		{name: "positions may repeat", variant: "xima-dice",
			columns: "A1 a, M13 b", rest: "a 0x,0x 0 9 ?",
			moves: "roll1 A1A2 roll1 M13M12 roll1 A2A1 roll1 M12M13 roll1 A1A2 roll1 M13M12 roll1 A2A1 roll1", alsoLegal: "M12M13"},
		{name: "the special wins with the exact number", variant: "xima-dice",
			columns: "E7 aaA, F7 a, M13 b", rest: "a 0,0x 0 9 2", legal: "=E7G7", moves: "=E7G7", reason: reasonSummit, winner: 0,
			thenColumns: "E7 aa, F7 a, G7 A, M13 b", then: "a 0,0x 0 10 -"},
		{name: "ahogado is seen before the roll", variant: "xima-dice",
			columns: "A1 a, B1 b", rest: "a 0x,0x 0 9 1", moves: "A1B1", reason: reasonAhogado, winner: 1},
	})
	s := variantNamed(t, "xima-dice").New().(*state)
	for _, p := range s.AppendOdds(nil) {
		if p != 1./6 {
			t.Errorf("a side of the die has odds %v", p)
		}
	}
}

func TestRulesOfScienluck(t *testing.T) {
	const corners = "A1 a, A13 a, M13 b, M1 b"
	runRules(t, []rule{
		{name: "seat 1 rolls two dice", variant: "xima-scienluck",
			columns: "A1 a, M13 b", rest: "a 0x,0x 0 9 ?",
			only: "roll1-1 roll1-2 roll1-3 roll1-4 roll1-5 roll1-6 roll2-2 roll2-3 roll2-4 roll2-5 roll2-6 roll3-3 roll3-4 roll3-5 " +
				"roll3-6 roll4-4 roll4-5 roll4-6 roll5-5 roll5-6 roll6-6"},
		{name: "the others play without", variant: "xima-scienluck",
			columns: "A1 a, M13 b", rest: "b 0x,0x 0 9 -", legal: "M13M1 M13M12 M13A13", moves: "M13M1",
			thenColumns: "A1 a, M1 b", then: "a 0x,0x 1 10 ?"},
		{name: "the first move may use either die", variant: "xima-scienluck",
			columns: "A1 a, M13 b", rest: "a 0x,0x 0 9 2-5", only: "A1A3 A1C1 A1A6 A1F1"},
		{name: "the second move is with the other die and another block", variant: "xima-scienluck",
			columns: corners, rest: "a 0x,0x 0 9 2-5", moves: "A1C1",
			thenColumns: "C1 a, A13 a, M13 b, M1 b", then: "a 0x,0x 0 10 5@C1", alsoLegal: "A13A8 A13F13 stop", isNot: "C1H1 A13A11 pass"},
		{name: "the dice are used in any order", variant: "xima-scienluck",
			columns: corners, rest: "a 0x,0x 0 9 2-5", moves: "A1F1 A13A11",
			thenColumns: "F1 a, A11 a, M13 b, M1 b", then: "b 0x,0x 1 11 -"},
		{name: "after the first move the turn may stop", variant: "xima-scienluck",
			columns: corners, rest: "a 0x,0x 0 9 2-5", illegal: "stop", moves: "A1F1 stop",
			thenColumns: "F1 a, A13 a, M13 b, M1 b", then: "b 0x,0x 1 11 -"},
		{name: "without a second move stopping is all there is", variant: "xima-scienluck",
			columns: "A1 a, M13 b", rest: "a 0x,0x 0 9 2-5", moves: "A1F1", isNot: "F1F3", alsoLegal: "stop"},
		{name: "without a move the turn passes", variant: "xima-scienluck",
			columns: "A1 a, M13 b, " + aroundA1, rest: "a 0x,0x 3 9 1-6", only: "pass", moves: "pass",
			thenColumns: "A1 a, M13 b, " + aroundA1, then: "b 0x,0x 4 10 -"},
		{name: "so it does for the seat without dice, which is given nothing", variant: "xima-scienluck",
			columns: "A1 b, M13 a, A2 aa, B2 aa, B1 aa", rest: "b 0x,0x 3 9 -", only: "pass"},
		{name: "a double moves two blocks by the same number", variant: "xima-scienluck",
			columns: corners, rest: "a 0x,0x 0 9 3-3", legal: "A1A4 A13D13", moves: "A1A4 A13D13",
			thenColumns: "A4 a, D13 a, M13 b, M1 b", then: "b 0x,0x 1 11 -"},
		{name: "an insert that either die makes is two moves", variant: "xima-scienluck",
			columns: "M13 b", rest: "a 2x,0x 0 9 2-5", legal: "-E2/2 -E2/5 -B2 -E1", illegal: "-E2 -B2/5", moves: "-E2/5",
			thenColumns: "E2 a, M13 b", then: "a 1x,0x 0 10 2@E2+", alsoLegal: "-B2 -B1"},
		{name: "and leaves the die that was not used", variant: "xima-scienluck",
			columns: "M13 b", rest: "a 2=,0x 0 9 2-5", moves: "=E2/2", thenColumns: "E2 A, M13 b", then: "a 2,0x 0 10 5@E2+"},
		{name: "an inserted block is a moved one", variant: "xima-scienluck",
			columns: "M13 b", rest: "a 1x,0x 0 9 2-5", moves: "-E2/2", isNot: "E2E7 E2J2"},
		{name: "a turn of two moves counts once, with the progress of either", variant: "xima-scienluck",
			columns: "B4 aa, A1 a, M13 b", rest: "a 0x,0x 7 9 1-3", moves: "B4C4", alsoLegal: "A1D1",
			thenColumns: "B4 a, C4 a, A1 a, M13 b", then: "a 0x,0x 7 10 3@C4+"},
		{name: "which shows when the turn is over", variant: "xima-scienluck",
			columns: "B4 aa, A1 a, M13 b", rest: "a 0x,0x 7 9 1-3", moves: "B4C4 A1D1",
			thenColumns: "B4 a, C4 a, D1 a, M13 b", then: "b 0x,0x 0 11 -"},
		{name: "the first die can win", variant: "xima-scienluck",
			columns: "E7 aaA, F7 a, M13 b", rest: "a 0,0x 0 9 2-6", moves: "=E7G7", reason: reasonSummit, winner: 0},
		{name: "a special that the first die rescued cannot be inserted with the second", variant: "xima-scienluck",
			columns: "F7 ba, M13 b", rest: "a 1x,0x 0 9 1-3", moves: "F7G7", isNot: "=A3 =C1",
			thenColumns: "F7 b, M13 b", then: "a 1=,0x 0 10 3@-+", alsoLegal: "-A3 -C1 stop"},
		{name: "but in the next turn", variant: "xima-scienluck",
			columns: "F7 ba, M13 b", rest: "a 1x,0x 0 9 1-3", moves: "F7G7 stop M13M12 roll2-3", alsoLegal: "=A3 =C1"},
		{name: "the game can be cut off in the middle of a turn", variant: "xima-scienluck",
			columns: corners, rest: "a 0x,0x 0 399 2-5", moves: "A1A3", reason: reasonTruncated, winner: game.Terminal},
		{name: "positions may repeat for both seats", variant: "xima-scienluck",
			columns: "A1 a, M13 b", rest: "a 0x,0x 0 9 ?",
			moves:     "roll1-1 A1A2 stop M13M12 roll1-1 A2A1 stop M12M13 roll1-1 A1A2 stop M13M12 roll1-1 A2A1 stop",
			alsoLegal: "M12M13"},
	})
	s := variantNamed(t, "xima-scienluck").New().(*state)
	odds := s.AppendOdds(nil)
	for i, text := range legalTexts(s) {
		want := float32(2. / 36)
		if text[len(text)-1] == text[len(text)-3] {
			want = 1. / 36
		}
		if odds[i] != want {
			t.Errorf("%s has odds %v, want %v", text, odds[i], want)
		}
	}
	if len(odds) != 21 {
		t.Errorf("two dice have %d outcomes, want 21", len(odds))
	}
}
