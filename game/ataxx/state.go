package ataxx

import (
	"fmt"

	"gipfel/game"
)

// State is a position. Its cells are in exactly one of the two sets of stones and the set of vacant cells, or else they
// are gaps. The end is kept, not computed when asked for.
type State struct {
	variant *variant
	stones  [2]bitboard // of each absolute seat
	vacant  bitboard
	// moveNumber is the one of the position string: it starts at 1 (or as given) and grows after each ply of o.
	moveNumber uint32
	// quiet counts the plies since the last clone.
	quiet uint16
	mover uint8 // seat to move, 0 or 1, after the end too
	end   ending
}

// ending says why a game is over, if it is.
type ending uint8

const (
	ongoing ending = iota
	wipedOut
	boardFull
	noMoves
	quietTooLong
)

// ToMove returns the seat to move.
func (s *State) ToMove() game.Player {
	if s.end != ongoing {
		return game.Terminal
	}
	return game.Player(s.mover)
}

// Stones returns the number of stones of a seat.
func (s *State) Stones(seat game.Player) int { return count(s.stones[seat]) }

// own and enemy return the stones of the seat to move and of the other.
func (s *State) own() bitboard   { return s.stones[s.mover&1] }
func (s *State) enemy() bitboard { return s.stones[s.mover&1^1] }

// gaps returns the blocked cells.
func (s *State) gaps() bitboard { return s.variant.board &^ (s.stones[0] | s.stones[1] | s.vacant) }

// CopyFrom makes s equal to another position of the same variant.
func (s *State) CopyFrom(from game.State) { *s = *from.(*State) }

// Apply plays a legal action. It panics if the cell is not vacant or no own stone can go there, and if a pass is not
// forced.
func (s *State) Apply(a game.Action) {
	v := s.variant
	if s.end != ongoing || int(a) >= len(v.steps) {
		s.pass(a)
		return
	}
	step := &v.steps[a]
	if s.vacant>>(step.to&63)&1 == 0 || s.own()&step.sources == 0 {
		panic(s.illegal(a))
	}
	mover := s.mover & 1
	s.land(s, step, mover)
	s.tick(s, step, mover)
	if s.mayBeOver(mover ^ 1) {
		s.settle()
	}
}

// A move is played by land, tick and mayBeOver, small enough for the compiler to inline. They read one position and write
// another of the same variant, or the same one: who plays many moves of one position need not copy it before each, which
// together halves the time of a move. They are told the mover because a loop over moves knows it and need not load it again.

// land writes the cells after a move. Clones and jumps are one computation: of a clone, no stone is lifted.
func (s *State) land(next *State, step *step, mover uint8) {
	captured := step.around & s.stones[mover^1]
	next.stones[mover] = s.stones[mover] ^ captured ^ step.flips
	next.stones[mover^1] = s.stones[mover^1] ^ captured
	next.vacant = s.vacant ^ step.flips
}

// tick writes all but the cells after a move, as if the game went on.
func (s *State) tick(next *State, step *step, mover uint8) {
	next.moveNumber = s.moveNumber + uint32(mover)
	next.quiet = (s.quiet + 1) & uint16(step.jump)
	next.mover = mover ^ 1
	next.end = ongoing
}

// mayBeOver says whether settle must look at a position after a move. Most show at once that the game goes on: the seat to
// move can clone a stone straight up or down.
func (s *State) mayBeOver(mover uint8) bool {
	own := s.stones[mover]
	return (own<<row|own>>row)&s.vacant == 0 || s.quiet >= s.variant.quietLimit
}

// pass plays the pass, which counts as a ply without a clone.
func (s *State) pass(a game.Action) {
	if s.end != ongoing || a != s.variant.pass || spread2(s.own())&s.vacant != 0 {
		panic(s.illegal(a))
	}
	s.quiet++
	s.moveNumber += uint32(s.mover)
	s.mover ^= 1
	s.settle()
}

// illegal is what Apply panics with.
func (s *State) illegal(a game.Action) string {
	return fmt.Sprintf("ataxx: illegal action %d in %s", a, notation{s.variant}.FormatState(s))
}

// settle finds out whether the game is over. The mover is looked at first: if it can move, the other need not be.
func (s *State) settle() {
	switch {
	case s.stones[0] == 0 || s.stones[1] == 0:
		s.end = wipedOut
	case s.vacant == 0:
		s.end = boardFull
	case spread2(s.own())&s.vacant == 0 && spread2(s.enemy())&s.vacant == 0:
		s.end = noMoves
	case s.quiet >= s.variant.quietLimit:
		s.end = quietTooLong
	default:
		s.end = ongoing
	}
}

// Returns writes 1 for the seat with more stones and -1 for the other, or zeros.
func (s *State) Returns(dst []float32) {
	lead := s.Stones(0) - s.Stones(1)
	switch {
	case s.end == quietTooLong || lead == 0:
		game.DrawReturns(dst, 2)
	case lead > 0:
		game.WinReturns(dst, 2, 0)
	default:
		game.WinReturns(dst, 2, 1)
	}
}

// owners writes the owner of each cell, as Returns counts them: a stone's seat, whoever could still move. Vacant cells and gaps
// are nobody's, even those that only one seat could still fill.
func (s *State) owners(dst []game.Player) {
	for cell := range s.variant.cells() {
		at := bitboard(1) << s.variant.square(cell)
		switch {
		case s.stones[0]&at != 0:
			dst[cell] = 0
		case s.stones[1]&at != 0:
			dst[cell] = 1
		default:
			dst[cell] = game.Nobody
		}
	}
}

// Ending says why the game is over.
func (s *State) Ending() game.Ending {
	switch s.end {
	case wipedOut:
		return game.Ending{Reason: "no stones left"}
	case boardFull:
		return game.Ending{Reason: "board full"}
	case noMoves:
		return game.Ending{Reason: "neither side can move"}
	case quietTooLong:
		return s.variant.quietEnding
	}
	return game.Ending{}
}
