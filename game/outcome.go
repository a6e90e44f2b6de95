package game

// A value of a position is a distribution over outcomes: the probability that each seat wins, then that of a draw
// (Players+1 numbers). Nets speak of seats relative to the mover, everything else of absolute seats. RelativeToSeats and
// SeatsToRelative are the only places in the program that turn one into the other.

// RelativeToSeats rotates a distribution as the net gives it (entry 0 is the mover, entry 1 the next seat, …, the last
// entry the draw) into absolute seats. dst and relative have the same length and must not overlap.
func RelativeToSeats(dst, relative []float32, mover Player) {
	players := len(relative) - 1
	for i := range players {
		dst[(int(mover)+i)%players] = relative[i]
	}
	dst[players] = relative[players]
}

// SeatsToRelative is the inverse of RelativeToSeats.
func SeatsToRelative(dst, seats []float32, mover Player) {
	players := len(seats) - 1
	for i := range players {
		dst[i] = seats[(int(mover)+i)%players]
	}
	dst[players] = seats[players]
}

// Utility returns what a distribution over outcomes in absolute seats is worth to a seat: 1 for a certain win, 0 for a
// draw; a loss costs what makes the utilities of all seats sum to 0, so -1 with two players and -1/3 with four.
func Utility(outcomes []float32, seat Player) float32 {
	players := len(outcomes) - 1
	win, draw := outcomes[seat], outcomes[players]
	return win - (1-win-draw)/float32(players-1)
}

// Draw returns the index of the draw in a distribution over the outcomes of a game.
func Draw(players int) int { return players }

// OutcomeOf returns the outcome that a finished game's returns stand for: the seat that won, or Draw(len(returns)).
func OutcomeOf(returns []float32) int {
	for seat, u := range returns {
		if u > 0.999 {
			return seat
		}
	}
	return Draw(len(returns))
}

// WinReturns writes the returns of a game that one seat has won.
func WinReturns(dst []float32, players int, winner Player) {
	for i := range players {
		dst[i] = -1 / float32(players-1)
	}
	dst[winner] = 1
}

// DrawReturns writes the returns of a drawn or truncated game.
func DrawReturns(dst []float32, players int) { clear(dst[:players]) }
