package xima

import (
	"math/bits"
	"slices"

	"gipfel/game"
)

// AppendActions implements game.State.
func (s *state) AppendActions(dst []game.Action) []game.Action {
	switch s.phase {
	case over:
		return dst
	case rolling:
		return s.appendRolls(dst)
	}
	n := len(dst)
	dst = s.appendLegal(dst)
	if s.phase == choosingSecond {
		dst = append(dst, game.Action(s.v.stop))
	} else if len(dst) == n {
		dst = append(dst, game.Action(s.v.pass))
	}
	return dst
}

// appendChoices returns the legal inserts and moves in the state's own scratch memory.
func (s *state) appendChoices() []game.Action {
	s.scratch = s.appendLegal(s.scratch[:0])
	return s.scratch
}

// appendLegal appends the legal inserts and moves.
func (s *state) appendLegal(dst []game.Action) []game.Action {
	n := len(dst)
	dst = s.appendUnbarred(dst)
	if len(s.barred) == 0 {
		return dst
	}
	kept := dst[:n]
	for _, a := range dst[n:] {
		if !s.repeats(s.v.decode(a)) {
			kept = append(kept, a)
		}
	}
	return kept
}

// appendUnbarred appends the inserts and moves that are legal but for the repetition rule.
func (s *state) appendUnbarred(dst []game.Action) []game.Action {
	var targets insertTargets
	if s.low == 0 {
		s.findTargets(&targets)
	} else {
		s.findDiceTargets(&targets)
	}
	own := &s.tops[s.turn]
	for w := range own {
		for word := targets.word(w) | own[w]; word != 0; word &= word - 1 {
			c := w*64 + bits.TrailingZeros64(word)
			switch {
			case own[w]&(word&-word) == 0:
				for plane := range s.v.inserts {
					if targets[plane].has(c) {
						dst = append(dst, game.Action(c*s.v.cellPlanes+plane))
					}
				}
			case s.low == 0:
				dst = s.appendMoves(dst, c)
			case c != int(s.moved):
				dst = s.appendDiceMoves(dst, c)
			}
		}
	}
	return dst
}

// insertTargets are the vacant cells on which inserts can end, by insert plane.
type insertTargets [4]cells

// word returns a word of the union.
func (t *insertTargets) word(w int) uint64 { return t[0][w] | t[1][w] | t[2][w] | t[3][w] }

// canInsert tells whether the seat to move may insert a normal block, and its special.
func (s *state) canInsert() (normal, special bool) {
	return s.normals[s.turn] > 0, s.special[s.turn] == inHand && !s.rescuedThisTurn()
}

// findTargets finds the targets of a turn without dice.
func (s *state) findTargets(t *insertTargets) {
	haveNormal, haveSpecial := s.canInsert()
	if !haveNormal && !haveSpecial {
		return
	}
	// Every vacant cell of the rim can be entered directly; the lines add what lies behind it.
	normal := s.vacant.and(&s.v.rim)
	special := normal
	for _, n := range s.v.inward {
		l, line := s.lines[n], s.v.lines[n]
		reach := l.enter(false)
		for _, c := range line[min(1, reach):reach] {
			normal.add(int(c))
		}
		if haveSpecial {
			reach = l.enter(true)
			for _, c := range line[min(1, reach):reach] {
				special.add(int(c))
			}
		}
	}
	if haveNormal {
		t[planeNormal] = normal.and(&s.vacant)
		s.removeSummit(&t[planeNormal])
	}
	if haveSpecial {
		t[planeSpecial] = special.and(&s.vacant)
	}
}

// removeSummit takes the summit out of the targets of a normal block unless it would rescue.
func (s *state) removeSummit(normal *cells) {
	if !s.mayRescue(s.turn) {
		normal.remove(s.v.summit)
	}
}

// overrun is how far beyond its end appendMoves may write to a slice: all moves of a cell, and what the last group of four
// has in excess.
const overrun = directions*(maxSize-1) + 4

// appendMoves appends the moves of the topmost block of a cell.
func (s *state) appendMoves(dst []game.Action, c int) []game.Action {
	v := s.v
	k := s.blocks[s.top[c]].kind
	special := ones(k.special())
	avoid := directions // the direction in which the summit must be left out
	if !s.mayEnd(v.summit, k) {
		avoid = int(v.summitDirection[c])
	}

	// The actions are written four at a time, beyond what is then kept.
	dst = slices.Grow(dst, overrun)
	n := len(dst)
	room := dst[:cap(dst)]
	first := c*v.cellPlanes + v.inserts
	for d, at := range &v.places[c] {
		reach := s.lines[at.line].leave(at.index, special)
		a := game.Action(first)
		out := room[n : n+4]
		out[0], out[1], out[2], out[3] = a, a+1, a+2, a+3
		for i := 4; i < reach; i++ {
			room[n+i] = a + game.Action(i)
		}
		n += reach
		if d == avoid && reach >= int(v.summitDistance[c]) {
			i := n - reach + int(v.summitDistance[c]) - 1
			copy(room[i:n-1], room[i+1:n])
			n--
		}
		first += v.reach
	}
	return room[:n]
}
