package alphabeta

import "gipfel/game"

const (
	// Win is the value of a won end of the game. A position that is won in n plies is worth n less.
	Win = 30_000
	// proven is the bound of the values that speak of the end of the game and not of an evaluation.
	proven = Win - 1000
	// infinite is beyond all values.
	infinite = Win + 1
)

// Sides. Values are always those of a side.
const (
	us   = 1
	them = -1
)

// fade returns what a value one ply ahead is worth now: an end of the game loses weight with its distance.
func fade(v int) int {
	switch {
	case v > proven:
		return v - 1
	case v < -proven:
		return v + 1
	}
	return v
}

// below returns the bound that a value one ply ahead has to exceed for the faded one to exceed a bound.
func below(bound int) int {
	switch {
	case bound >= proven:
		return bound + 1
	case bound < -proven:
		return bound - 1
	}
	return bound
}

// above is the same for values that have to reach a bound from below: the faded value is at least the bound exactly if the
// value one ply ahead is at least this.
func above(bound int) int { return -below(-bound) }

// Distance returns the number of plies to the end of the game that a value proves, by best play on both sides, and whether
// it does. Averages over dice may look the same without being a proof.
func Distance(value int) (plies int, ok bool) {
	switch {
	case value > proven:
		return Win - value, true
	case value < -proven:
		return Win + value, true
	}
	return 0, false
}

// ended returns what a finished game is worth to us.
func (s *Search) ended(end game.State) int {
	end.Returns(s.returns)
	switch outcome := game.OutcomeOf(s.returns); outcome {
	case int(s.us):
		return Win
	case game.Draw(s.game.Players):
		return 0
	}
	return -Win
}

// guess returns what a position that is not the end is worth to us by the evaluation.
func (s *Search) guess(position game.State) int {
	return max(-game.MaxEvaluation, min(game.MaxEvaluation, s.evaluate(position, s.us)))
}

// evaluation returns the game's evaluation, or what there is in its place: the lead over the best other seat by the game's
// score, or nothing.
func evaluation(g *game.Game) func(position game.State, seat game.Player) int {
	switch {
	case g.Evaluate != nil:
		return g.Evaluate
	case g.Score == nil:
		return func(game.State, game.Player) int { return 0 }
	}
	return func(position game.State, seat game.Player) int {
		var best int
		first := true
		for other := range game.Player(g.Players) {
			if other == seat {
				continue
			}
			if score := g.Score(position, other); first || score > best {
				best, first = score, false
			}
		}
		return g.Score(position, seat) - best
	}
}
