package xima

import (
	"math/bits"

	"gipfel/game"
)

// Weights of the score. A block height that the special has gained is worth more than a block.
const (
	scoreWin      = 1_000_000
	scoreCaptured = -400
	scoreEntered  = 20
	scoreHeight   = 40
	scoreLocked   = -30
	scoreBlock    = 25
	scoreStair    = 8
	// countedStairs is the number of stairs beside the next floor that are worth having.
	countedStairs = 3
)

// score is game.Game.Score: the seat's prospects of climbing less the best of any other seat.
func score(gs game.State, seat game.Player) int {
	s, ok := gs.(*state)
	if !ok {
		panic("xima: score needs a state of this package")
	}
	best := -scoreWin
	for other := range game.Player(s.v.players) {
		if other != seat {
			best = max(best, s.prospects(other))
		}
	}
	return s.prospects(seat) - best
}

// prospects counts a seat's blocks, the height of its special, and the stairs on which that could climb to the next floor:
// single normal blocks, anybody's, on the inner ring of the special's floor, twice as good beside the special.
func (s *state) prospects(seat game.Player) int {
	switch {
	case s.phase == over && s.winner == seat:
		return scoreWin
	case s.phase == over && s.winner != game.Terminal:
		return -scoreWin
	}
	total := scoreBlock * int(s.standing[seat]+s.normals[seat])
	at := -1
	switch s.special[seat] {
	case captured:
		total += scoreCaptured
	case inHand:
		total += scoreBlock
	case onBoard:
		cell, height, locked := s.findSpecial(seat)
		at = cell
		total += scoreEntered + scoreHeight*height
		if locked {
			total += scoreLocked
		}
	}
	return total + s.stairs(at)
}

// findSpecial returns the cell of a special on the board, the height it stands at, and whether it is dominated.
func (s *state) findSpecial(seat game.Player) (cell, height int, dominated bool) {
	special := newKind(seat, true)
	for w := range s.vacant {
		for word := s.v.all[w] &^ s.vacant[w]; word != 0; word &= word - 1 {
			c := w*64 + bits.TrailingZeros64(word)
			height := int(s.height[c])
			for id := s.top[c]; id != 0; id = s.blocks[id].below {
				height--
				if s.blocks[id].kind == special {
					return c, height, id != s.top[c]
				}
			}
		}
	}
	panic("xima: the special is not on the board")
}

// stairs scores the stairs for a special on a cell, or in hand (-1).
func (s *state) stairs(at int) int {
	var floor uint8
	if at >= 0 {
		floor = s.v.floor[at]
	}
	total, n := 0, 0
	for w := range s.vacant {
		for word := s.v.all[w] &^ s.vacant[w]; word != 0; word &= word - 1 {
			c := w*64 + bits.TrailingZeros64(word)
			if s.v.floor[c] != floor || s.level(c) != 1 || !s.v.belowNextFloor(c) || s.blocks[s.top[c]].kind.special() {
				continue
			}
			if n++; n <= countedStairs {
				total += scoreStair
			}
			if at >= 0 && s.v.adjacent(at, c) {
				total += scoreStair
			}
		}
	}
	return total
}

// belowNextFloor tells whether a cell has a neighbour on the floor above its own.
func (b *board) belowNextFloor(c int) bool {
	for _, n := range b.next[c] {
		if n != beyond && b.floor[n] > b.floor[c] {
			return true
		}
	}
	return false
}

// adjacent tells whether two cells are neighbours.
func (b *board) adjacent(c, d int) bool {
	for _, n := range b.next[c] {
		if int(n) == d {
			return true
		}
	}
	return false
}
