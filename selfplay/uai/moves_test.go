package uai

import (
	"strings"
	"testing"

	"gipfel/game"
)

// TestAnswersInAllSpellings reads moves as engines for Ataxx write them.
func TestAnswersInAllSpellings(t *testing.T) {
	g := mustGame(t, "ataxx")
	start, forced := "x5o/7/7/7/7/7/o5x x 0 1", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"
	for _, c := range []struct{ fen, text, want string }{
		{start, "g2", "g2"}, {start, "G2", "g2"}, {start, "g1g2", "g2"}, {start, "g1-g2", "g2"}, {start, "P@g2", "g2"},
		{start, "G1E3", "g1e3"}, {start, "g1-e3", "g1e3"},
		{forced, "0000", "0000"}, {forced, "pass", "0000"}, {forced, "None", "0000"}, {forced, "NULL", "0000"}, {forced, "(none)", "0000"},
		{forced, "a1a1", "0000"}, {forced, "d7d7", "0000"},
		{start, "0000", ""}, {start, "g1g1", ""}, {start, "z1", ""}, {start, "", ""}, {start, strings.Repeat("-", 100) + "g2", ""},
	} {
		s, err := g.Notation.ParseState(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		a, err := readMove(g, s, c.text)
		got := ""
		if err == nil {
			got = g.Notation.FormatAction(s, a)
		}
		if got != c.want {
			t.Errorf("%q is read as %q (%v), want %q", c.text, got, err, c.want)
		}
	}
}

// TestAnswersInOtherGames keeps to the game's notation, but for the case of letters.
func TestAnswersInOtherGames(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"atimo-5x5", "cb3", "Cb3"}, {"atimo-5x5", "CB3", "Cb3"}, {"atimo-5x5", "b3", ""}, {"atimo-5x5", "pass", ""},
		{"xima-dice", "ROLL4", "roll4"}, {"xima-dice", "4", ""},
	} {
		g := mustGame(t, c.name)
		s := g.New()
		a, err := readMove(g, s, c.text)
		got := ""
		if err == nil {
			got = g.Notation.FormatAction(s, a)
		}
		if got != c.want {
			t.Errorf("%s: %q is read as %q (%v), want %q", c.name, c.text, got, err, c.want)
		}
	}
}

// TestNotationHasNoSpaces holds all games to what the protocol needs: a move is one word.
func TestNotationHasNoSpaces(t *testing.T) {
	for _, name := range testServer("", 0).Games {
		g := mustGame(t, name)
		s := g.New()
		for range 40 {
			moves := game.FormatMoves(g.Notation, s)
			if len(moves) == 0 {
				break
			}
			for _, move := range moves {
				if len(strings.Fields(move)) != 1 || move == "moves" {
					t.Errorf("%s: the move %q is not one word", name, move)
				}
			}
			legal := s.AppendActions(nil)
			s.Apply(legal[len(legal)/2])
		}
	}
}
