package atimo

import (
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

// mustParse reads a position.
func mustParse(t *testing.T, g *game.Game, text string) *state {
	t.Helper()
	s, err := g.Notation.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

// play plays moves, separated by spaces, from a position.
func play(t *testing.T, g *game.Game, from, moves string) *state {
	t.Helper()
	s := mustParse(t, g, from)
	if err := game.Replay(g.Notation, s, strings.Fields(moves)); err != nil {
		t.Fatal(err)
	}
	return s
}

// legalMoves lists the moves of a position that begin with a prefix.
func legalMoves(g *game.Game, s game.State, prefix string) []string {
	var moves []string
	for _, a := range s.AppendActions(nil) {
		if text := g.Notation.FormatAction(s, a); strings.HasPrefix(text, prefix) {
			moves = append(moves, text)
		}
	}
	return moves
}

func TestActionsByTheRules(t *testing.T) {
	const (
		empty5 = "5/5/5/5/5 a 2,2 0"
		empty9 = "9/9/9/9/9/9/9/9/9 a 3,3,3,3 0"
	)
	for _, c := range []struct {
		name           string
		g              *game.Game
		position       string
		prefix         string // of the moves that are compared, or counted if want is empty
		want           string
		count          int // of the moves with the prefix, if want is empty
		countOfAllElse int // of the other moves; -1: not compared
	}{
		{name: "the first round places the Core on any cell", g: Small, position: empty5, prefix: "C", count: 25},
		{name: "the second seat places on any vacant cell", g: Small, position: "5/5/2A2/5/5 b 2,2 0", prefix: "C", count: 24},
		{name: "four seats place a Core", g: Four, position: "9/9/9/9/4A4/9/2B6/C8/9 d 3,3,3,3 0", prefix: "C", count: 78},
		{name: "seat a begins with four players", g: Four, position: empty9, prefix: "C", count: 81},
		{name: "a reserve Mass goes to any vacant cell, or else the Core steps", g: Small,
			position: "5/5/1A3/5/3B1 a 2,2 0", prefix: "M", count: 23, countOfAllElse: 4},
		{name: "the Core steps up, down, left or right", g: Small, position: "5/5/1A3/5/3B1 a 2,2 0", prefix: "b3",
			want: "b3b2 b3a3 b3c3 b3b4", countOfAllElse: 23},
		{name: "the Core steps onto vacant cells of the board only", g: Small, position: "5/5/Ab3/5/3B1 a 2,1 1", prefix: "a3",
			want: "a3a2 a3a4", countOfAllElse: 22},
		{name: "Masses may not move while one is in reserve", g: Small, position: "5/1a3/1A3/5/3B1 a 1,2 2", prefix: "b4",
			countOfAllElse: 22 + 3},
		{name: "the other seat's reserve does not matter", g: Small, position: "5/1a3/1A2a/5/3B1 a 0,2 4", prefix: "b4",
			want: "b4a3 b4c3 b4a4 b4c4 b4a5 b4b5 b4c5 b4b2 b4d4", countOfAllElse: 3 + 8},
		{name: "nothing is placed from an empty reserve", g: Small, position: "5/1a3/1A2a/5/3B1 a 0,2 4", prefix: "M",
			countOfAllElse: -1},
		{name: "a Mass moves one cell in eight directions or two straight", g: Standard,
			position: "7/7/7/3a3/7/7/AaaB3 a 0,3 9", prefix: "d4",
			want: "d4c3 d4d3 d4e3 d4c4 d4e4 d4c5 d4d5 d4e5 d4d2 d4b4 d4f4 d4d6", countOfAllElse: -1},
		{name: "a two-cell move may jump, a move may not land on a piece", g: Standard,
			position: "7/3b3/3b3/1b1aA2/7/7/aaB4 a 0,0 9", prefix: "d4",
			want: "d4c3 d4d3 d4e3 d4c4 d4c5 d4e5 d4d2 d4f4", countOfAllElse: -1},
		{name: "no move leads around the edge", g: Standard, position: "7/7/7/6a/7/7/AaaB3 a 0,3 9", prefix: "g4",
			want: "g4f3 g4g3 g4f4 g4f5 g4g5 g4g2 g4e4 g4g6", countOfAllElse: -1},
		{name: "no move leads around the other edge", g: Standard, position: "a6/7/7/7/7/7/AaaB3 a 0,3 9", prefix: "a7",
			want: "a7a6 a7b6 a7b7 a7a5 a7c7", countOfAllElse: -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := mustParse(t, c.g, c.position)
			got, all := legalMoves(c.g, s, c.prefix), legalMoves(c.g, s, "")
			if c.count > 0 && len(got) != c.count || c.count == 0 && strings.Join(got, " ") != c.want {
				t.Errorf("moves with %s: %d, %v; want %d, %q", c.prefix, len(got), got, c.count, c.want)
			}
			if rest := len(all) - len(got); c.countOfAllElse >= 0 && rest != c.countOfAllElse {
				t.Errorf("%d other moves, want %d: %v", rest, c.countOfAllElse, all)
			}
		})
	}
}

func TestPullByTheRules(t *testing.T) {
	for _, c := range []struct {
		name               string
		g                  *game.Game
		position, move, to string
	}{
		{"all four directions at once, whoever owns the piece, Cores and Masses", Standard,
			"3b3/7/7/b5A/7/7/3B3 a 3,1 2", "Md4", "7/3b3/7/1b1a1A1/7/3B3/7 b 2,1 3"},
		{"exactly one cell, however far", Large,
			"9/9/9/9/9/9/9/9/A7B a 5,5 0", "Me1", "9/9/9/9/9/9/9/9/1A2a2B1 b 4,5 1"},
		{"a piece already adjacent stays", Standard,
			"7/7/3b3/2b1A2/3B3/7/7 a 3,1 2", "Md4", "7/7/3b3/2baA2/3B3/7/7 b 2,1 3"},
		{"pieces behind the first one stay", Standard,
			"7/7/7/Bb3Ab/7/7/7 a 3,1 2", "Md4", "7/7/7/B1baA1b/7/7/7 b 2,1 3"},
		{"never diagonally", Standard,
			"A5b/7/7/7/7/7/b5B a 3,1 2", "Md4", "A5b/7/7/3a3/7/7/b5B b 2,1 3"},
		{"a pulled piece does not pull", Standard,
			"5b1/7/7/A6/7/7/1B5 a 3,2 1", "Mf4", "7/5b1/7/1A3a1/7/7/1B5 b 2,2 2"},
		{"a Core placed in the first round pulls", Small,
			"5/5/A4/5/5 b 2,2 0", "Cd3", "5/5/1A1B1/5/5 a 2,2 0"},
		{"a Core placed third pulls both ways", Four,
			"9/9/9/9/A7B/9/9/9/9 c 3,3,3,3 0", "Ce5", "9/9/9/9/1A2C2B1/9/9/9/9 d 3,3,3,3 0"},
		{"a moving Core pulls", Small,
			"4B/5/5/5/A4 a 2,2 0", "a1b1", "4B/5/5/5/1A3 b 2,2 1"},
		{"a moving Core pulls the piece it comes to see", Small,
			"1B3/5/5/5/A4 a 2,2 0", "a1b1", "5/1B3/5/5/1A3 b 2,2 1"},
		{"a moving Mass pulls over the cell it left", Small,
			"5/5/A1a1b/5/1aB1b a 0,0 4", "c3d3", "5/5/1A1ab/5/1aB1b b 0,0 5"},
		{"the jumped piece is adjacent and stays", Standard,
			"7/7/7/A1ab2B/7/7/aa3bb a 0,0 6", "c4e4", "7/7/7/A2baB1/7/7/aa3bb b 0,0 7"},
		{"rows do not join at the edge", Small,
			"5/5/4B/A4/5 a 2,2 0", "Mc3", "5/5/2aB1/A4/5 b 1,2 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.g.Notation.FormatState(play(t, c.g, c.position, c.move)); got != c.to {
				t.Errorf("%s in %s leads to\n%s, want\n%s", c.move, c.position, got, c.to)
			}
		})
	}
}

func TestEndByTheRules(t *testing.T) {
	for _, c := range []struct {
		name            string
		g               *game.Game
		position, moves string
		want            ending
		winner          int // of a collapse
	}{
		{"a Mass between two Cores in a row collapses", Small, "5/5/1A1B1/5/5 a 2,2 0", "Mc3", collapse, 0},
		{"a Mass between two Cores in a column collapses", Small, "5/2A2/5/2B2/5 a 2,2 0", "Mc3", collapse, 0},
		{"the mover wins with the opponent's Mass", Small, "5/5/1Aa2/3B1/5 b 1,2 1", "d2d3", collapse, 1},
		{"a pulled Core completes the line", Small, "5/5/Ab3/2B2/5 a 2,1 1", "Mc5", collapse, 0},
		{"a pulled Mass completes the line for the other seat", Small, "5/5/1A1B1/2a2/5 b 1,2 1", "Mc5", collapse, 1},
		{"a line of the first round is none", Small, "5/5/2A2/5/5 b 2,2 0", "Ca3", running, 0},
		{"three cells in a diagonal do not collapse", Small, "5/1A3/5/3B1/5 a 2,2 0", "Mc3", running, 0},
		{"a Core beside a Core does not collapse", Small, "5/5/1AB2/5/5 a 2,2 0", "Md3", running, 0},
		{"two Masses between the Cores do not collapse", Small, "5/5/Ab1B1/5/5 a 2,1 1", "Mc3", running, 0},
		{"a line does not go around the edge", Small, "5/5/B4/3Aa/5 b 1,2 1", "Mb1", running, 0},
		{"a line does not go around the edge of the largest board", Large, "9/9/9/9/B8/7Aa/9/9/9 b 4,5 1", "Mb1", running, 0},
		{"with four players any two Cores collapse", Four, "9/9/9/9/3B1C3/9/9/A7D/9 a 3,3,3,3 4", "Me5", collapse, 0},
		{"with four players a Mass of a third collapses", Four, "9/9/9/9/3Bd4/5C3/9/A7D/9 c 3,3,3,2 4", "f4f5", collapse, 2},
		{"collapse on the last move wins", Small, "5/5/1A1B1/5/5 b 2,2 149", "Mc3", collapse, 1},
		{"the 150th move without a collapse draws", Small, "5/5/1A1B1/5/5 b 2,2 149", "Ma1", moveLimit, 0},
		{"the 149th move does not draw", Small, "5/5/1A1B1/5/5 b 2,2 148", "Ma1", running, 0},
		{"150 in total with four players too", Four, "9/9/9/9/3B1C3/9/9/A7D/9 c 3,3,3,3 149", "Ma9", moveLimit, 0},
		{"the third occurrence draws", Small, "5/5/1A3/5/3B1 a 2,2 0",
			"b3b4 d1e1 b4b3 e1d1 b3b4 d1e1 b4b3 e1d1", thirdOccurrence, 0},
		{"the second occurrence does not", Small, "5/5/1A3/5/3B1 a 2,2 0",
			"b3b4 d1e1 b4b3 e1d1 b3b4 d1e1 b4b3", running, 0},
		{"occurrences need not be consecutive", Small, "5/5/1A3/5/3B1 a 2,2 0",
			"b3b4 d1e1 b4b3 e1d1 b3b4 d1d2 b4a4 d2d1 a4a3 d1e1 a3b3 e1d1", thirdOccurrence, 0},
		{"positions before a placement do not count", Small, "5/5/1A3/5/3B1 a 2,2 0",
			"b3b4 d1e1 b4b3 e1d1 Ma5 d1e1 b3b4 e1d1 b4b3", running, 0},
		{"positions after a placement do", Small, "5/5/1A3/5/3B1 a 2,2 0",
			"b3b4 d1e1 b4b3 e1d1 Ma5 d1e1 b3b4 e1d1 b4b3 d1e1 b3b4 e1d1 b4b3", thirdOccurrence, 0},
		{"the position string carries no history", Small, "5/5/1A3/5/3B1 a 2,2 4", "b3b4 d1e1 b4b3 e1d1", running, 0},
		{"a seat without a legal action draws for all", Four,
			"6D1B/9/8C/9/9/9/bcd6/Abbc5/aaac5 d 0,0,0,2 39", "Me1", noAction, 0},
		{"a seat with one legal action plays on", Four,
			"6D1B/9/8C/9/9/9/bcd6/Abbc5/aaac5 d 0,0,0,2 39", "Ma5", running, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, c.g, c.position, c.moves)
			if s.end != c.want || s.end == collapse && int(s.winner) != c.winner {
				t.Errorf("%s leads to %s: over by %q, winner %d; want %q, %d", c.moves,
					c.g.Notation.FormatState(s), s.end, s.winner, c.want, c.winner)
			}
		})
	}
}

func TestReturns(t *testing.T) {
	for _, c := range []struct {
		name            string
		g               *game.Game
		position, moves string
		want            []float32
	}{
		{"the winner takes what the loser loses", Small, "5/5/1A1B1/5/5 b 2,2 1", "Mc3", []float32{-1, 1}},
		{"a draw is 0 for both", Small, "5/5/1A1B1/5/5 b 2,2 149", "Ma1", []float32{0, 0}},
		{"one of four wins, the others lose alike", Four, "9/9/9/9/3Bd4/5C3/9/A7D/9 c 3,3,3,2 4", "f4f5",
			[]float32{-1. / 3, -1. / 3, 1, -1. / 3}},
		{"a draw of four", Four, "6D1B/9/8C/9/9/9/bcd6/Abbc5/aaac5 d 0,0,0,2 39", "Me1", []float32{0, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, c.g, c.position, c.moves)
			got := make([]float32, c.g.Players)
			s.Returns(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("returns %v, want %v", got, c.want)
			}
			if s.Ending().Truncated {
				t.Error("the game counts as cut off, but it ended by a rule")
			}
		})
	}
}

// TestSeatsAlternate follows the seat to move through the first round and beyond.
func TestSeatsAlternate(t *testing.T) {
	for _, g := range Variants() {
		s := g.New()
		for ply := range 3 * g.Players {
			if got, want := s.ToMove(), game.Player(ply%g.Players); got != want {
				t.Errorf("%s: seat %d is to move at ply %d, want %d", g.Name, got, ply, want)
			}
			// Any actions will do that do not happen to end the game.
			actions := s.AppendActions(nil)
			s.Apply(actions[ply*7%len(actions)])
		}
	}
}

// TestSamePosition states which positions count as the same.
func TestSamePosition(t *testing.T) {
	const position = "5/1a3/1A2a/5/3B1 a 0,2 4"
	hash := mustParse(t, Small, position).hash
	for name, c := range map[string]struct {
		position string
		same     bool
	}{
		"the number of moves does not matter": {"5/1a3/1A2a/5/3B1 a 0,2 8", true},
		"the seat to move matters":            {"5/1a3/1A2a/5/3B1 b 0,2 4", false},
		"the owner matters":                   {"5/1b3/1A2b/5/3B1 a 2,0 4", false},
		"the kind matters":                    {"5/1A3/1a2a/5/3B1 a 0,2 4", false},
		"the cell matters":                    {"5/a4/1A2a/5/3B1 a 0,2 4", false},
		"the reserve matters":                 {"5/1a3/1A3/5/3B1 a 1,2 4", false},
	} {
		if got := mustParse(t, Small, c.position).hash == hash; got != c.same {
			t.Errorf("%s: %s and %s count as the same: %v", name, position, c.position, got)
		}
	}
}

// TestIllegalActionsPanic applies every action of the policy to a few positions: those that are not legal must panic.
func TestIllegalActionsPanic(t *testing.T) {
	for _, c := range []struct {
		g        *game.Game
		position string
	}{
		{Small, "5/5/2A2/5/5 b 2,2 0"},
		{Small, "5/1a3/1A3/5/3B1 a 1,2 2"},
		{Standard, "7/3b3/3b3/1b1aA2/7/7/aaB4 a 0,0 9"},
		{Large, "9/9/9/9/B8/7Aa/9/9/9 b 4,5 1"},
		{Four, "6D1B/9/8C/9/9/9/bcd6/Abbc5/aaacd4 a 0,0,0,1 40"}, // over
	} {
		s := mustParse(t, c.g, c.position)
		legal := s.AppendActions(nil)
		for a := range game.Action(c.g.Actions() + 2*policyPlanes) {
			next := newState(s.variant)
			next.CopyFrom(s)
			if panicked := panics(func() { next.Apply(a) }); panicked == slices.Contains(legal, a) {
				t.Errorf("%s in %s: action %d is legal: %v, panics: %v", c.g.Name, c.position, a, !panicked, panicked)
			}
		}
	}
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}
