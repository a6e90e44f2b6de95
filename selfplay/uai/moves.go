package uai

import (
	"strings"

	"gipfel/game"
)

// passWords are the names that engines have for the pass.
var passWords = []string{"0000", "pass", "none", "null", "(none)"}

// readMove reads a move as engines and match runners write it: in the game's notation, but in letters of either case, and in
// Ataxx with all that is in use there. The error is the game's.
func readMove(g *game.Game, s game.State, text string) (game.Action, error) {
	a, err := g.Notation.ParseAction(s, text)
	if err == nil {
		return a, nil
	}
	if len(text) > longestMove {
		return game.NoAction, err
	}
	if a, ok := foldedMove(g, s, text); ok {
		return a, nil
	}
	if isAtaxx(g) {
		for _, other := range ataxxSpellings(text) {
			if a, err := g.Notation.ParseAction(s, other); err == nil {
				return a, nil
			}
		}
	}
	return game.NoAction, err
}

// longestMove is longer than any move.
const longestMove = 32

// foldedMove returns the move that is written like the text but for the case of letters, if there is just one.
func foldedMove(g *game.Game, s game.State, text string) (found game.Action, ok bool) {
	for _, a := range s.AppendActions(nil) {
		if strings.EqualFold(g.Notation.FormatAction(s, a), text) {
			if ok {
				return game.NoAction, false
			}
			found, ok = a, true
		}
	}
	return found, ok
}

// ataxxSpellings returns what a text may mean in Ataxx: it is written in capitals, with a hyphen ("g1-f3"), as a drop ("P@g2"), or
// as a move that stays where it is ("a1a1"), which is a pass like the words for it.
func ataxxSpellings(text string) []string {
	text = strings.ToLower(strings.ReplaceAll(text, "-", ""))
	if _, cell, ok := strings.Cut(text, "@"); ok {
		return []string{cell}
	}
	for _, word := range passWords {
		if text == word {
			return []string{passWords[0]}
		}
	}
	if len(text) == 4 && text[:2] == text[2:] {
		return []string{passWords[0]}
	}
	return []string{text}
}
