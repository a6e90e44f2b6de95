package ataxx

import (
	"fmt"
	"slices"

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

// AppendActions appends the legal actions: for each cell that can be reached, the clone and then the jumps.
func (s *State) AppendActions(dst []game.Action) []game.Action {
	if s.end != ongoing {
		return dst
	}
	v, own := s.variant, s.own()
	targets := spread2(own) & s.vacant
	if targets == 0 {
		return append(dst, v.pass)
	}
	n := len(dst)
	dst = slices.Grow(dst, v.maxActions)
	out := dst[:cap(dst)]
	for ; targets != 0; targets &= targets - 1 {
		to := first(targets)
		base := v.actions[to&63]
		out[n] = base // the clone; a jump takes its place if there is none, which is cheaper than to ask first
		if near[to&63]&own != 0 {
			n++
		}
		for from := ring[to&63] & own; from != 0; from &= from - 1 {
			out[n] = base + jumpPlane[(first(from)-to)&63]
			n++
		}
	}
	return out[:n]
}

// Apply plays a legal action. It panics if the cell is not vacant or no own stone can go there, and if a pass is not
// forced. Clones and jumps are one computation: of a clone, no stone is lifted.
func (s *State) Apply(a game.Action) {
	v := s.variant
	if s.end != ongoing || int(a) >= len(v.steps) {
		s.pass(a)
		return
	}
	step := &v.steps[a]
	mover := s.mover & 1
	own, enemy := s.stones[mover], s.stones[mover^1]
	to := bitboard(1) << (step.to & 63)
	if s.vacant&to == 0 || own&step.sources == 0 {
		panic(s.illegal(a))
	}
	lifted := step.lifted()
	captured := near[step.to&63] & enemy
	enemy ^= captured
	vacant := s.vacant ^ lifted ^ to
	quiet := (s.quiet + 1) & uint16(step.jump)

	s.stones[mover] = own ^ lifted ^ captured ^ to
	s.stones[mover^1] = enemy
	s.vacant = vacant
	s.quiet = quiet
	s.moveNumber += uint32(mover)
	s.mover = mover ^ 1
	// Most positions show at once that the game goes on: the next seat has a stone that it can clone.
	if spread1(enemy)&vacant == 0 || quiet >= v.quietLimit {
		s.settle()
	}
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
