package mcts

import "time"

// Clock is a player's time for the rest of a game.
type Clock struct {
	// Remaining is what is left now, and Increment what each move adds.
	Remaining, Increment time.Duration
	// Moves is the number of own moves still to be made with it, as far as it is known; 0 if it is not.
	Moves int
}

// The shares of a clock that one move may have.
const (
	// expectedMoves is how many moves are thought to be left in a game that may end at any time.
	expectedMoves = 25
	// incrementShare of the increment is spent at once; the rest makes up for what is lost between the search and the clock.
	incrementShare = 0.8
	// largestShare of what remains is the most that one move gets, however large the increment is.
	largestShare = 0.4
	// lag is kept back for the way from here to whoever holds the clock.
	lag = 20 * time.Millisecond
)

// Budget returns the time for the next move: an even share of what remains, and most of the increment. It is never more than
// the clock has, and at least a millisecond.
func (c Clock) Budget() time.Duration {
	moves := c.Moves
	if moves <= 0 {
		moves = expectedMoves
	}
	available := c.Remaining - lag
	budget := available/time.Duration(moves) + time.Duration(incrementShare*float64(c.Increment))
	most := available
	if moves > 1 {
		most = time.Duration(largestShare * float64(available))
	}
	return max(min(budget, most), time.Millisecond)
}
