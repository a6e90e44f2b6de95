package selfplay

import (
	"gipfel/game"
	"gipfel/mcts"
	"gipfel/nn"
	"gipfel/selfplay/arena"
)

// Baseline returns a fixed opponent by its name, "random" or "greedy".
func Baseline(g *game.Game, name string) arena.Player {
	if name == "greedy" {
		return arena.Greedy(g)
	}
	return arena.Random(g)
}

// NetPlayer returns the player that searches with a net as in every match: with the constants for playing strength, whatever
// those of self-play are. In the first plies after the opening, as many as the board is wide, the move is drawn with the
// temperature.
func NetPlayer(g *game.Game, name string, model func() (nn.Model, error), simulations int, decisive bool, temperature float64) arena.Player {
	search := mcts.PlayConfig()
	search.DecisiveMoves = decisive
	return arena.Net(g, name, model, arena.NetSettings{
		Simulations: simulations, Search: search,
		Temperature: float32(temperature), TemperaturePlies: g.Width,
	})
}

// netPlayer returns the player that searches with one of the run's checkpoints.
func (r *Run) netPlayer(name string, w *nn.Weights, simulations int, decisive bool, temperature float64) arena.Player {
	return NetPlayer(r.game, name, func() (nn.Model, error) { return r.model(w) }, simulations, decisive, temperature)
}
