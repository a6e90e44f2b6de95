package arena

import "gipfel/game"

// Contenders of a match, as seatings name them.
const (
	A = 0 // the first player given to Play: the candidate
	B = 1 // the second: the champion, or whoever it is measured against
)

// Seatings returns who sits where in the games of a pair: element [i][seat] is A or B.
//
// With two seats a pair has two games, A moving first in the first of them. With N > 2 seats a "pair" has 2N games: A alone
// against N-1 Bs, in each of the seats, and then B alone against N-1 As, in each of the seats. A game is won for A when one of
// the seats that A holds wins it. Exchanging A and B then turns the pair's seatings into each other, so two players of equal
// strength expect a score of exactly one half, whatever the seats are worth and however much easier it is to win with more
// of them. (Alone among four, an equal player wins one game in four; its scores in the two halves of the pair sum to one.)
func Seatings(g *game.Game) [][]int {
	n := g.Players
	seatings := make([][]int, 0, PairGames(g))
	for _, alone := range []int{A, B} {
		for seat := range n {
			seats := make([]int, n)
			for i := range seats {
				seats[i] = 1 - alone
			}
			seats[seat] = alone
			seatings = append(seatings, seats)
		}
	}
	return seatings[:PairGames(g)] // with two seats, B alone in each is A alone in each once more
}

// PairGames returns the number of games of a pair.
func PairGames(g *game.Game) int {
	if g.Players == 2 {
		return 2
	}
	return 2 * g.Players
}

// PairsFor returns the least number of whole pairs that have at least this many games.
func PairsFor(g *game.Game, games int) int {
	return (games + PairGames(g) - 1) / PairGames(g)
}
