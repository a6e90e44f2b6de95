package matchbook

import (
	"gipfel/game"
	"gipfel/selfplay/ledger"
)

// Outcome returns the seat that won a game of the ledger, or the number of seats. Only games of programs that did not store it
// are played through.
func Outcome(g *game.Game, row *ledger.MatchGame) (int, error) {
	if row.Plies > 0 || row.Forfeit {
		return row.Outcome, nil
	}
	r, err := FromRow(g, row)
	return r.Outcome, err
}
