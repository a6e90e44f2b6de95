package ataxx

import (
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

func mustParse(t *testing.T, g *game.Game, fen string) *State {
	t.Helper()
	s, err := g.Notation.ParseState(fen)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

func legalMoves(g *game.Game, s *State) []string {
	var all []string
	for _, a := range s.AppendActions(nil) {
		all = append(all, g.Notation.FormatAction(s, a))
	}
	slices.Sort(all)
	return all
}

func TestStart(t *testing.T) {
	for _, c := range []struct {
		g   *game.Game
		fen string
	}{
		{Size4, "x2o/4/4/o2x x 0 1"},
		{Size5, "x3o/5/5/5/o3x x 0 1"},
		{Size6, "x4o/6/6/6/6/o4x x 0 1"},
		{Standard, "x5o/7/7/7/7/7/o5x x 0 1"},
		{Size8, "x6o/8/8/8/8/8/8/o6x x 0 1"},
	} {
		s := c.g.New()
		if got := c.g.Notation.FormatState(s); got != c.fen {
			t.Errorf("%s starts with %s, want %s", c.g.Name, got, c.fen)
		}
		for seat := range game.Player(2) {
			if got := c.g.Score(s, seat); got != 2 {
				t.Errorf("%s: seat %d begins with %d stones", c.g.Name, seat, got)
			}
		}
	}
}

func TestLegalMovesByTheRules(t *testing.T) {
	for _, c := range []struct {
		rule, fen string
		want      string
	}{
		{
			"at distance 1 a stone clones, at distance 2 it jumps, no further", "7/7/7/3x3/7/7/o6 x 0 1",
			"c3 c4 c5 d3 d5 d4b2 d4b3 d4b4 d4b5 d4b6 d4c2 d4c6 d4d2 d4d6 d4e2 d4e6 d4f2 d4f3 d4f4 d4f5 d4f6 e3 e4 e5",
		},
		{
			"the rim stops moves and does not wrap them around", "x6/7/7/7/7/7/6o x 0 1",
			"a6 a7a5 a7b5 a7c5 a7c6 a7c7 b6 b7",
		},
		{
			"the other rim", "o6/7/7/7/7/7/6x x 0 1",
			"f1 f2 g1e1 g1e2 g1e3 g1f3 g1g3 g2",
		},
		{
			"clones onto one cell from two stones are one move, jumps are not", "---x---/---1---/---x---/-------/-------/-------/o6 x 0 1",
			"d6",
		},
		{
			"jumps onto one cell from two stones are two moves", "---x---/---o---/---1---/---o---/---x---/-------/o------ x 0 1",
			"d3d5 d7d5",
		},
		{
			"nobody enters an occupied cell or a gap; jumps go over both", "xo1----/-------/1------/-------/-------/-------/-----1o x 0 1",
			"a7a5 a7c7",
		},
		{
			"a side without a move passes", "xoo----/ooo----/ooo----/-------/-------/-------/-----1o x 0 1",
			"0000",
		},
		{
			"and only then", "xoo----/ooo----/1oo----/-------/-------/-------/-----1o x 0 1",
			"a7a5",
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			want := strings.Fields(c.want)
			slices.Sort(want)
			if got := legalMoves(Standard, mustParse(t, Standard, c.fen)); !slices.Equal(got, want) {
				t.Errorf("legal moves are %v, want %v", got, want)
			}
		})
	}
}

func TestMovesByTheRules(t *testing.T) {
	for _, c := range []struct {
		rule, fen, move, want string
	}{
		{
			"a clone leaves the original", "x5o/7/7/7/7/7/o5x x 7 1", "b6",
			"x5o/1x5/7/7/7/7/o5x o 0 1",
		},
		{
			"a jump changes the place", "x5o/7/7/7/7/7/o5x x 7 1", "a7c5",
			"6o/7/2x4/7/7/7/o5x o 8 1",
		},
		{
			"all enemies around the landing cell change sides, and no others", "ooooo2/o1o1o2/ooooo2/xx5/7/7/7 x 3 8", "b6",
			"", // out of reach: the clone needs a neighbour
		},
		{
			"all enemies around a clone change sides, and no others", "ooooo2/o1o1o2/oxooo2/7/7/7/7 x 3 8", "b6",
			"xxxoo2/xxx1o2/xxxoo2/7/7/7/7 o 0 8",
		},
		{
			"enemies beside the origin of a jump stay", "oo5/xo5/oo5/7/7/7/7 x 3 8", "a6c6",
			"ox5/1xx4/ox5/7/7/7/7 o 4 8",
		},
		{
			"gaps do not change sides", "xo5/1-o4/o6/7/7/7/7 x 3 8", "a6",
			"xx5/x-o4/x6/7/7/7/7 o 0 8",
		},
		{
			"the counter counts a pass, and o's ply ends the move", "ooxxxxx/ooxxxxx/xxxxxxx/xxxxxxx/7/7/7 o 5 20", "0000",
			"ooxxxxx/ooxxxxx/xxxxxxx/xxxxxxx/7/7/7 x 6 21",
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			s := mustParse(t, Standard, c.fen)
			err := game.Replay(Standard.Notation, s, []string{c.move})
			if c.want == "" {
				if err == nil {
					t.Errorf("%s is played", c.move)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := Standard.Notation.FormatState(s); got != c.want {
				t.Errorf("after %s: %s, want %s", c.move, got, c.want)
			}
		})
	}
}

func TestOpponentMovesAgainAfterAPass(t *testing.T) {
	s := mustParse(t, Standard, "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1")
	if err := game.Replay(Standard.Notation, s, []string{"0000", "a4", "0000", "b4"}); err != nil {
		t.Fatal(err)
	}
	if got, want := Standard.Notation.FormatState(s), "7/7/7/oo5/ooooooo/ooooooo/xxxxxxx x 0 3"; got != want {
		t.Errorf("position is %s, want %s", got, want)
	}
}

func TestEndByTheRules(t *testing.T) {
	limit3, unlimited := mustNew(Rules{Size: 4, NoCloneLimit: 3}), mustNew(Rules{Size: 4})
	for _, c := range []struct {
		rule  string
		g     *game.Game
		fen   string
		moves string
		want  game.Ending
		wins  int // the seat, or 2 for a draw
	}{
		{"a full board ends the game and more stones win", Size4, "xxxx/xxxx/ooox/ooo1 x 0 1", "d1",
			game.Ending{Reason: "board full"}, 0},
		{"gaps are not counted", Size4, "xxx-/xxx-/----/ooo1 o 0 1", "d1",
			game.Ending{Reason: "board full"}, 0},
		{"with gaps a full board can be a draw", Size4, "xxxx/----/----/ooo1 o 0 1", "d1",
			game.Ending{Reason: "board full"}, 2},
		{"a side without stones has lost", Size4, "xo2/4/4/4 x 0 1", "a3",
			game.Ending{Reason: "no stones left"}, 0},
		{"so has x", Size4, "ox2/4/4/4 o 0 1", "a3",
			game.Ending{Reason: "no stones left"}, 1},
		{"a position where neither can move is over", Size4, "x---/----/---1/o--- o 5 9", "",
			game.Ending{Reason: "neither side can move"}, 2},
		{"and more stones win it", Size4, "x---/x---/---1/o--- o 5 9", "",
			game.Ending{Reason: "neither side can move"}, 0},
		{"it can come about by a move", Size4, "x---/1---/---1/o--- x 5 9", "a3",
			game.Ending{Reason: "neither side can move"}, 0},
		{"an empty board is over", Size4, "4/4/4/4 x 0 1", "",
			game.Ending{Reason: "no stones left"}, 2},
		{"the third ply without a clone is a draw, whoever leads", limit3, "xx2/4/4/3o x 0 1", "b4d4 d1b1 a4c4",
			game.Ending{Reason: "3 plies without a clone"}, 2},
		{"a clone starts the count anew", limit3, "xx2/4/4/3o x 0 1", "b4d4 d1b1 a3 b1d1 d4b4",
			game.Ending{}, 2},
		{"a pass is a ply without a clone", limit3, "x---/----/----/-1-o x 0 1", "0000 d1b1 0000",
			game.Ending{Reason: "3 plies without a clone"}, 2},
		{"an end on the board goes before the limit", limit3, "xx1o/4/4/4 x 2 9", "a4c4",
			game.Ending{Reason: "no stones left"}, 0},
		{"the limit read from a position", Size4, "x2o/4/4/o2x x 100 99", "",
			game.Ending{Reason: "100 plies without a clone"}, 2},
		{"one ply before it", Size4, "x2o/4/4/o2x x 99 99", "",
			game.Ending{}, 2},
		{"without a limit the counter goes on", unlimited, "xx2/4/4/3o x 100 99", "b4d4",
			game.Ending{}, 2},
		{"and in the end the game is cut off, undecided", unlimited, "xx2/4/4/3o x 999 999", "b4d4",
			game.Ending{Reason: "1000 plies without a clone", Truncated: true}, 2},
	} {
		t.Run(c.rule, func(t *testing.T) {
			s := mustParse(t, c.g, c.fen)
			if err := game.Replay(c.g.Notation, s, strings.Fields(c.moves)); err != nil {
				t.Fatal(err)
			}
			if got := s.Ending(); got != c.want {
				t.Fatalf("ending is %+v, want %+v", got, c.want)
			}
			if c.want == (game.Ending{}) {
				return
			}
			returns := make([]float32, 2)
			s.Returns(returns)
			if got := game.OutcomeOf(returns); got != c.wins {
				t.Errorf("returns are %v, want outcome %d", returns, c.wins)
			}
		})
	}
}

func TestColoursAreAlike(t *testing.T) {
	swap := strings.NewReplacer("x", "o", "o", "x")
	for _, fen := range []string{
		"x5o/7/7/7/7/7/o5x x 0 1",
		"xxo4/1-3o1/7/3x3/2oo3/7/o5x x 13 20",
		"7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1",
	} {
		s, swapped := mustParse(t, Standard, fen), mustParse(t, Standard, swap.Replace(fen))
		if got, want := legalMoves(Standard, swapped), legalMoves(Standard, s); !slices.Equal(got, want) {
			t.Errorf("%s: with the colours swapped, legal moves are %v, want %v", fen, got, want)
		}
		a, b := make([]float32, Standard.InputSize()), make([]float32, Standard.InputSize())
		Standard.Encode(s, a)
		Standard.Encode(swapped, b)
		if !slices.Equal(a, b) {
			t.Errorf("%s: with the colours swapped, it is encoded otherwise", fen)
		}
	}
}

func TestIllegalActionsPanic(t *testing.T) {
	start := "x5o/7/7/7/7/7/o5x x 0 1"
	for _, c := range []struct {
		name, fen string
		a         game.Action
	}{
		{"clone onto a stone", start, 42 * policyPlanes},
		{"clone beside enemies only", start, 1 * policyPlanes},
		{"jump of an enemy stone", start, 2*policyPlanes + 8},
		{"jump from beyond the board", start, 35*policyPlanes + 1},
		{"clone into a gap", "x6/-6/7/7/7/7/6o x 0 1", 35 * policyPlanes},
		{"pass without need", start, 49 * policyPlanes},
		{"beyond the policy", start, 49*policyPlanes + 1},
		{"after the end", "x6/7/7/7/7/7/7 x 0 1", 35 * policyPlanes},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := mustParse(t, Standard, c.fen)
			defer func() {
				if recover() == nil {
					t.Errorf("action %d is played", c.a)
				}
			}()
			s.Apply(c.a)
		})
	}
}
