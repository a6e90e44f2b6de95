package uai

import (
	"strings"

	"gipfel/game"
)

// Dialect is the protocol's flavour, which is a matter of three words.
type Dialect string

const (
	// UAI is the flavour for Ataxx.
	UAI Dialect = "uai"
	// UGI is the same for any game.
	UGI Dialect = "ugi"
)

// DialectOf returns the flavour that a game is spoken of in.
func DialectOf(g *game.Game) Dialect {
	if isAtaxx(g) {
		return UAI
	}
	return UGI
}

// isAtaxx tells whether a game is a variant of Ataxx, for which engines have conventions beyond the game's own notation.
func isAtaxx(g *game.Game) bool { return g.Title == "Ataxx" }

// hello is the word that begins a conversation, ready the answer to it, and newGame what goes before each game.
func (d Dialect) hello() string   { return string(d) }
func (d Dialect) ready() string   { return string(d) + "ok" }
func (d Dialect) newGame() string { return string(d) + "newgame" }

// noMove is what bestmove names where there is nothing to play.
func (d Dialect) noMove() string {
	if d == UAI {
		return "0000"
	}
	return "none"
}

// positionWords writes a position for the command "position": startpos, or fen and the position string.
func positionWords(g *game.Game, s game.State) string {
	text := g.Notation.FormatState(s)
	if text == g.Notation.FormatState(g.New()) {
		return "startpos"
	}
	return "fen " + text
}

// printable makes one line of printable ASCII, and not a long one, of a text that may come from anywhere.
func printable(text string, longest int) string {
	var b strings.Builder
	for _, r := range text {
		if b.Len() >= longest {
			return b.String() + "..."
		}
		if r < ' ' || r > '~' {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}
