package ataxx

import (
	"slices"

	"gipfel/game"
)

// Weights of the evaluation, a stone being worth 20.
const (
	weightStone = 20
	// weightReach is for a vacant cell that a seat can get to.
	weightReach = 1
	// weightExposed is for an enemy stone beside such a cell: it can be captured.
	weightExposed = 3
	// weightCapture is for each stone of the mover's best capture. With certainty it would be worth two stones, one more for
	// the mover and one less for the other.
	weightCapture = 24
)

// evaluate is game.Game.Evaluate: stones, reach, and what can be captured. The last is counted most carefully, since each
// move captures, and whoever moved last always looks better than it is.
func (s *State) evaluate(seat game.Player) int {
	own, enemy := s.own(), s.enemy()
	ownReach, enemyReach := spread2(own)&s.vacant, spread2(enemy)&s.vacant
	value := weightStone*(count(own)-count(enemy)) +
		weightReach*(count(ownReach)-count(enemyReach)) +
		weightExposed*(count(enemy&spread1(ownReach))-count(own&spread1(enemyReach))) +
		weightCapture*mostBeside(enemy, ownReach)
	if seat != game.Player(s.mover) {
		return -value
	}
	return value
}

// mostBeside returns the largest number of stones beside any of the cells. It counts those of all cells at once, one bit of
// the count a word.
func mostBeside(stones, cells bitboard) (most int) {
	right, left := stones<<1&^columnA, stones>>1&^columnH
	a1, a2 := add3(right, left, stones<<row)
	b1, b2 := add3(stones>>row, right<<row, right>>row)
	c1, c2 := left<<row^left>>row, left<<row&(left>>row)
	ones, d2 := add3(a1, b1, c1)
	e2, e4 := add3(a2, b2, c2)
	twos, f4 := e2^d2, e2&d2
	fours, eights := e4^f4, e4&f4
	for i, bit := range [4]bitboard{eights, fours, twos, ones} {
		if with := cells & bit; with != 0 {
			cells = with // only these can have the most
			most += 8 >> i
		}
	}
	return most
}

// add3 adds three one-bit numbers in each of the 64 places.
func add3(a, b, c bitboard) (sum, carry bitboard) { return a ^ b ^ c, a&b | (a^b)&c }

// AppendRanks implements game.Ranker: the gain in stones, twice that of captures.
func (s *State) AppendRanks(dst []int32, actions []game.Action) []int32 {
	enemy, v := s.enemy(), s.variant
	n := len(dst)
	dst = slices.Grow(dst, len(actions))[:n+len(actions)]
	var clone, end game.Action // those that land on a cell: from its clone on
	var gain int32
	for i, a := range actions {
		if a >= end { // another cell
			if a == v.pass {
				dst[n+i] = 0
				continue
			}
			clone = a / policyPlanes * policyPlanes
			end = clone + policyPlanes
			gain = int32(2 * count(v.steps[a].around&enemy))
		}
		dst[n+i] = gain
		if a == clone {
			dst[n+i]++
		}
	}
	return dst
}
