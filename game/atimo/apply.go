package atimo

import (
	"fmt"
	"math/bits"

	"gipfel/game"
)

// Apply implements game.State: the piece is played, it pulls, and the end of the game is checked once.
func (s *state) Apply(a game.Action) {
	number, plane := a/policyPlanes, a%policyPlanes
	if s.end != running || int(number) >= s.area {
		s.illegal(a)
	}
	c := s.cellAt[number]
	inFirstRound, placed := s.firstRound(), plane == planePlace
	if placed {
		s.place(a, c)
	} else {
		p, bit := s.at[c], destination[plane]
		if p.seat() != s.mover || p.kind() == mass && s.reserve[s.mover] > 0 || inFirstRound || s.destinations(c)>>bit&1 == 0 {
			s.illegal(a)
		}
		from := c
		c += bit - windowBase
		s.shift(from, c)
	}
	s.pull(c)
	s.finish(inFirstRound, placed)
}

// illegal panics with the position, which nothing has touched yet.
func (s *state) illegal(a game.Action) {
	panic(fmt.Sprintf("atimo: illegal action %d in %s", a, notation{s.variant}.FormatState(s)))
}

// place puts the mover's Core on a vacant cell in the first round, and a Mass afterwards.
func (s *state) place(a game.Action, c uint8) {
	p := piece(s.mover)<<1 | mass
	switch {
	case s.at[c] != vacant:
		s.illegal(a)
	case s.firstRound():
		p = piece(s.mover)<<1 | core
		s.coresPlaced++
		s.hash ^= keys.core[s.mover]
	case s.reserve[s.mover] > 0:
		s.hash ^= keys.reserve[s.mover][s.reserve[s.mover]] ^ keys.reserve[s.mover][s.reserve[s.mover]-1]
		s.reserve[s.mover]--
	default:
		s.illegal(a)
	}
	s.put(p, c)
	s.hash ^= keys.pieces[p][c]
}

// put sets a piece on a vacant cell, without a word to the hash.
func (s *state) put(p piece, c uint8) {
	s.at[c] = p
	set := cell(c)
	s.occupied = s.occupied.or(set)
	s.seats[p.seat()] = s.seats[p.seat()].or(set)
	if p.kind() == core {
		s.cores = s.cores.or(set)
	}
}

// shift moves a piece to a vacant cell.
func (s *state) shift(from, to uint8) {
	p := s.at[from] & (2*maxSeats - 1) // a no-op that spares bounds checks
	s.at[from], s.at[to] = vacant, p
	both := cell(from).xor(cell(to))
	s.occupied = s.occupied.xor(both)
	s.seats[p.seat()] = s.seats[p.seat()].xor(both)
	if p.kind() == core {
		s.cores = s.cores.xor(both)
	}
	s.hash ^= keys.pieces[p][from] ^ keys.pieces[p][to]
}

// pull draws the first piece that c sees in each straight direction one cell closer, unless it is adjacent. What happens
// on one ray does not touch the others, so that the order is of no matter.
//
// Each ray is the line of bits that begins next to c, at the bottom or at the top of a word, masked to the row or column.
// The number of cells up to the first piece is then a count of zeros: 0 if it is adjacent, 64 if there is none.
func (s *state) pull(c uint8) {
	// Every ninth bit from either end: a column of eight cells besides c, which is all there can be.
	const column = 1<<0 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 | 1<<63
	beside := &sides[c]
	if gap := bits.TrailingZeros64(s.occupied.from(c+1) & beside.right); uint(gap-1) < 63 {
		s.shift(c+1+uint8(gap), c+uint8(gap))
	}
	if gap := bits.LeadingZeros64(s.occupied.until(c) & beside.left); uint(gap-1) < 63 {
		s.shift(c-1-uint8(gap), c-uint8(gap))
	}
	if gap := bits.TrailingZeros64(s.occupied.from(c+row) & column); uint(gap-1) < 63 {
		s.shift(c+row+uint8(gap), c+uint8(gap))
	}
	if gap := bits.LeadingZeros64(s.occupied.until(c-row+1) & column); uint(gap-1) < 63 {
		s.shift(c-row-uint8(gap), c-uint8(gap))
	}
}

// sides[c] masks the cells of c's row to the right of it, from bit 0 up, and to the left of it, from bit 63 down.
var sides = func() (sides [frameSize]struct{ right, left uint64 }) {
	for c := range sides {
		x := c % row
		sides[c].right = 1<<(row-1-x) - 1
		sides[c].left = ^(1<<(64-x) - 1)
	}
	return sides
}()

// finish passes the turn and ends the game if a rule says so. inFirstRound: the move was the placement of a Core.
func (s *state) finish(inFirstRound, placed bool) {
	by := s.mover
	s.mover++
	if int(s.mover) == s.players {
		s.mover = 0
	}
	s.hash ^= keys.mover[by] ^ keys.mover[s.mover]
	if !inFirstRound {
		s.moves++
	}

	if !s.collapsed().empty() {
		s.end, s.winner, s.seen = collapse, by, 0
		return
	}
	s.remember(placed)
	switch {
	case s.seen >= 2:
		s.end = thirdOccurrence
	case s.moves >= maxMoves:
		s.end = moveLimit
	case !s.hasAction():
		s.end = noAction
	}
}

// collapsed returns the cells of the Masses that stand between two Cores of a row or column.
func (s *state) collapsed() cells {
	across := s.cores.up(1).and(s.cores.down(1)).and(innerColumns)
	along := s.cores.up(row).and(s.cores.down(row))
	return across.or(along).and(s.occupied.without(s.cores))
}

// innerColumns are the cells that have one to the left and one to the right in the same row of the frame.
var innerColumns = func() (inner cells) {
	for c := range uint8(frameSize) {
		if x := c % row; x > 0 && x < row-1 {
			inner = inner.or(cell(c))
		}
	}
	return inner
}()
