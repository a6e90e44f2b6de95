package xima

import (
	"fmt"

	"gipfel/game"
)

// Apply implements game.State. Of an insert's legality it checks all but the path.
func (s *state) Apply(a game.Action) {
	switch s.phase {
	case over:
		panic("xima: action after the end of the game")
	case rolling:
		s.applyRoll(a)
		return
	}
	t := s.v.decode(a)
	switch t.kind {
	case insert:
		s.applyInsert(t)
	case move:
		s.applyMove(t)
	case pass:
		if s.phase == choosingSecond || len(s.appendChoices()) > 0 {
			panic("xima: pass although there is a move")
		}
	case stop:
		if s.phase != choosingSecond {
			panic("xima: stop before the first move")
		}
	}
	s.plies++
	switch {
	case s.phase == over:
	case t.kind < pass && s.useDie(t):
		s.phase = choosingSecond
		if s.plies >= maxPlies {
			s.end(game.Terminal, reasonTruncated)
		}
	default:
		s.endTurn()
	}
}

func (s *state) applyInsert(t turnAction) {
	seat := s.turn
	k := newKind(seat, t.special)
	have, haveSpecial := s.canInsert()
	if t.special {
		have = haveSpecial
	}
	if !have || t.higher && s.high == 0 || !s.vacant.has(t.to) || !s.mayEnd(t.to, k) {
		panic(fmt.Sprintf("xima: illegal insert on %s", s.v.cellName(t.to)))
	}
	if t.special {
		s.setSpecial(seat, onBoard)
	} else {
		s.addNormals(seat, -1)
	}
	s.progress = true
	s.land(t.to, k)
}

func (s *state) applyMove(t turnAction) {
	k := s.blocks[s.top[t.from]].kind
	if !s.tops[s.turn].has(t.from) || t.from == int(s.moved) || !s.mayEnd(t.to, k) || !s.dieAllows(t.distance) ||
		s.reach(t.from, t.direction, k.special()) < t.distance {
		panic(fmt.Sprintf("xima: illegal move from %s to %s", s.v.cellName(t.from), s.v.cellName(t.to)))
	}
	s.pop(t.from)
	s.relevel(t.from)
	if s.v.floor[t.to] > s.v.floor[t.from] {
		s.progress = true
	}
	s.land(t.to, k)
}

// mayEnd tells whether a block of a kind may end its path on a cell that it can reach.
func (s *state) mayEnd(c int, k kind) bool {
	return c != s.v.summit || k.special() || s.mayRescue(k.owner())
}

// land ends a block's path on a cell: with the win, a rescue, or captures.
func (s *state) land(c int, k kind) {
	seat := k.owner()
	s.moved = uint8(c)
	if c == s.v.summit {
		if !k.special() {
			s.setSpecial(seat, inHand)
			s.moved = nowhere
			s.progress = true
			return
		}
		s.push(c, k)
		s.relevel(c)
		s.end(seat, reasonSummit)
		return
	}
	set := s.captures(c, seat)
	s.push(c, k)
	if set != 0 {
		s.capture(c, set)
		s.progress = true
	}
	s.relevel(c)
}
