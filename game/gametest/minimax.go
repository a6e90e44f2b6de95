package gametest

import (
	"gipfel/game"
)

// Minimax returns the exact utility of a position for each absolute seat, by looking at every line of play to its end:
// the seat to move takes what is best for itself, whatever that means to the others (max-n), and chance nodes are
// averaged with their odds. Where several actions are equally good to the chooser, the lowest action is taken; with two
// seats that does not matter, since what one wins the other loses.
//
// It is meant to be obviously right, not fast. Use it on small games only.
func Minimax(g *game.Game, s game.State) []float64 {
	if s.ToMove() == game.Terminal {
		returns := make([]float32, g.Players)
		s.Returns(returns)
		values := make([]float64, g.Players)
		for seat, u := range returns {
			values[seat] = float64(u)
		}
		return values
	}
	return combine(g, s, func(next game.State) []float64 { return Minimax(g, next) })
}

// tie is how much better a value must be to count as better. Odds are float32, so averages at chance nodes that ought to be
// equal differ by some 1e-8 a roll.
const tie = 1e-6

// combine values the children of a position and takes the best for the seat to move, or their average at a chance node.
func combine(g *game.Game, s game.State, value func(game.State) []float64) []float64 {
	var odds []float32
	if s.ToMove() == game.Chance {
		odds = s.(game.Chancer).AppendOdds(nil)
	}
	var values []float64
	for i, a := range s.AppendActions(nil) {
		next := g.New()
		next.CopyFrom(s)
		next.Apply(a)
		child := value(next)
		switch {
		case odds != nil:
			if values == nil {
				values = make([]float64, g.Players)
			}
			for seat := range values {
				values[seat] += float64(odds[i]) * child[seat]
			}
		case values == nil || child[s.ToMove()] > values[s.ToMove()]+tie:
			values = child
		}
	}
	return values
}

// Solver is Minimax that remembers positions by their strings. It is right only for games whose position string carries
// everything that the rules look at, such as the tiny ones here.
type Solver struct {
	g     *game.Game
	known map[string][]float64
}

// NewSolver returns a Solver that knows nothing yet.
func NewSolver(g *game.Game) *Solver { return &Solver{g: g, known: make(map[string][]float64)} }

// Values returns what Minimax does. The slice is the solver's and must not be changed.
func (v *Solver) Values(s game.State) []float64 {
	if s.ToMove() == game.Terminal {
		return Minimax(v.g, s)
	}
	key := v.g.Notation.FormatState(s)
	values, ok := v.known[key]
	if !ok {
		values = combine(v.g, s, v.Values)
		v.known[key] = values
	}
	return values
}

// Best returns, in ascending order, all actions that are equally best for the seat to move.
func (v *Solver) Best(s game.State) []game.Action {
	var best []game.Action
	var most float64
	mover := s.ToMove()
	for _, a := range s.AppendActions(nil) {
		switch u := v.Action(s, a)[mover]; {
		case best == nil || u > most+tie:
			best, most = []game.Action{a}, u
		case u >= most-tie:
			best = append(best, a)
		}
	}
	return best
}

// Action returns the values of the position that an action leads to.
func (v *Solver) Action(s game.State, a game.Action) []float64 {
	next := v.g.New()
	next.CopyFrom(s)
	next.Apply(a)
	return v.Values(next)
}

// Solved returns the number of unfinished positions that the solver has valued so far.
func (v *Solver) Solved() int { return len(v.known) }
