package selfplay

import (
	"gipfel/game"
	"gipfel/mcts"
	"gipfel/nn"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

// Baseline returns a fixed opponent by its name, "random" or "greedy".
func Baseline(g *game.Game, name string) arena.Player {
	if name == "greedy" {
		return arena.Greedy(g)
	}
	return arena.Random(g)
}

// MatchSettings returns how nets play in matches: with the constants for playing strength, whatever those of self-play are. In
// the first plies after the opening, as many as the board is wide, the move is drawn with the temperature. Lower confidence
// bounds are off: they are worth much in Ataxx, but prefer a certain draw to a likely win, which in Atimo gives wins away.
func MatchSettings(g *game.Game, simulations int, decisive bool, temperature float64) arena.NetSettings {
	search := mcts.PlayConfig()
	search.DecisiveMoves = decisive
	return arena.NetSettings{
		Simulations: simulations, Search: search,
		Temperature: float32(temperature), TemperaturePlies: g.Width,
	}
}

// netPlayer returns the player that searches with one of the run's checkpoints, whose weights are w.
func (r *Run) netPlayer(name string, m ledger.Model, w *nn.Weights, simulations int, decisive bool, temperature float64) matchbook.Contender {
	settings := MatchSettings(r.game, simulations, decisive, temperature)
	return matchbook.Contender{
		Player:   arena.Net(r.game, name, func() (nn.Model, error) { return r.model(w) }, settings),
		Identity: matchbook.Net(m.SHA256, settings, nil),
	}
}
