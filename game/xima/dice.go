package xima

import (
	"fmt"

	"gipfel/game"
)

// AppendOdds implements game.Chancer.
func (s *state) AppendOdds(dst []float32) []float32 {
	if s.phase != rolling {
		panic("xima: odds where no dice are rolled")
	}
	for _, r := range s.v.rolls {
		dst = append(dst, r.odds)
	}
	return dst
}

func (s *state) appendRolls(dst []game.Action) []game.Action {
	for i := range s.v.rolls {
		dst = append(dst, game.Action(s.v.roll+i))
	}
	return dst
}

func (s *state) applyRoll(a game.Action) {
	i := int(a) - s.v.roll
	if i < 0 || i >= len(s.v.rolls) {
		panic(fmt.Sprintf("xima: action %d is not a roll", a))
	}
	r := s.v.rolls[i]
	s.low, s.high = r.low, r.high
	s.phase = choosing
}

// dieAllows tells whether a block may move by a distance.
func (s *state) dieAllows(distance int) bool {
	return s.low == 0 || distance == int(s.low) || distance == int(s.high)
}

// useDie takes away the die that a move has used and tells whether there is another one.
func (s *state) useDie(t turnAction) bool {
	if s.high == 0 {
		return false
	}
	if usesHigher := t.higher || t.kind == move && t.distance == int(s.high); !usesHigher {
		s.low = s.high
	}
	s.high = 0
	return true
}

// rescuedThisTurn tells whether the first of two dice rescued the special: then no block is left on the board that it
// moved.
func (s *state) rescuedThisTurn() bool { return s.phase == choosingSecond && s.moved == nowhere }

// findDiceTargets finds the targets of inserts with the dice that are left.
func (s *state) findDiceTargets(t *insertTargets) {
	normal, special := s.canInsert()
	if !normal && !special {
		return
	}
	for i, die := range s.dice() {
		if die == 0 {
			continue
		}
		for n, line := range s.v.lines {
			if len(line) < die {
				continue
			}
			c := int(line[die-1])
			if s.lines[n].enter(false) < die || !s.vacant.has(c) {
				continue
			}
			if normal {
				t[i*planeHigher+planeNormal].add(c)
			}
			if special && s.lines[n].enter(true) >= die {
				t[i*planeHigher+planeSpecial].add(c)
			}
		}
		s.removeSummit(&t[i*planeHigher+planeNormal])
	}
}

// dice returns the different numbers that the dice of the turn show, in ascending order, 0 for none.
func (s *state) dice() [2]int {
	if s.low == s.high {
		return [2]int{int(s.low), 0}
	}
	return [2]int{int(s.low), int(s.high)}
}

// appendDiceMoves appends the moves of the topmost block of a cell with the dice that are left.
func (s *state) appendDiceMoves(dst []game.Action, c int) []game.Action {
	k := s.blocks[s.top[c]].kind
	dice := s.dice()
	for d := range directions {
		reach := s.reach(c, d, k.special())
		for _, die := range dice {
			if die == 0 || die > reach {
				continue
			}
			if d == int(s.v.summitDirection[c]) && die == int(s.v.summitDistance[c]) && !s.mayEnd(s.v.summit, k) {
				continue
			}
			dst = append(dst, game.Action(c*s.v.cellPlanes+s.v.inserts+d*s.v.reach+die-1))
		}
	}
	return dst
}
