package xima

import (
	"math/bits"

	"gipfel/game"
)

// kind is what a block is: its owner in the low bits, and specialBit.
type kind uint8

const specialBit kind = 4

func newKind(seat game.Player, special bool) kind {
	k := kind(seat)
	if special {
		k |= specialBit
	}
	return k
}

func (k kind) owner() game.Player { return game.Player(k &^ specialBit) }
func (k kind) special() bool      { return k&specialBit != 0 }

// block is an entry of the pool: a block, and the entry of the one below it (or the next unused entry).
type block struct {
	below uint16
	kind  kind
}

// line says which steps along a directed line are barred, in three sets of 16 bits. Bit i of a set is the step onto the
// cell that has i cells before it; bit 0 comes from outside. There is a step behind the last cell, which is always barred,
// so a count of trailing zeros ends there at the latest.
//
//	      outside   cell 0   cell 1   ...   cell n-1   outside
//	bit           0        1        2   ...         n
//
// The first set, from bit 0 on, bars the steps of a block that stands on top of the cell before: those up by more than one
// block height. The set from bit leaveShift on bars the first step of the cell's own topmost block, which stands one lower:
// every step up, seen from the top. The one from specialShift on bars the steps of specials onto columns topped by a
// special.
type line uint64

const (
	leaveShift   = 16
	specialShift = 32
)

// enter returns how many cells a block that comes from outside can go along a line.
func (l line) enter(special bool) int {
	if special {
		l |= l >> specialShift
	}
	return bits.TrailingZeros16(uint16(l))
}

// leave returns how many cells the topmost block of a cell can go along a line, given how many cells come before it.
// Special is all ones for a special, else 0.
func (l line) leave(index uint8, special line) int {
	l >>= (index + 1) & 15
	// The bits of the next set that have come down into this one are behind the one for the end of the line.
	return bits.TrailingZeros16(uint16(l&^1 | l>>leaveShift&1 | l>>specialShift&special))
}

// ones returns the argument that leave wants.
func ones(special bool) line {
	if special {
		return 1<<64 - 1
	}
	return 0
}

// reach returns how many cells the topmost block of a cell can go in a direction, whether or not it may end there.
func (s *state) reach(c, direction int, special bool) int {
	at := s.v.places[c][direction]
	return s.lines[at.line].leave(at.index, ones(special))
}

// relevel brings the lines through a cell up to date with its height and its topmost block.
func (s *state) relevel(c int) {
	v := s.v
	var special line
	if s.blocks[s.top[c]].kind.special() {
		special = 1 << specialShift
	}
	h := s.height[c]
	for d := range directions {
		at := v.places[c][d]
		in := s.height[v.prev[c][d]] - h // how far the step onto the cell goes down, and the one to the next cell
		out := h - s.height[v.next[c][d]]
		// The sign bit says that a step is too steep.
		climb := line(uint16(in+1)>>15 | uint16(out+1)>>15<<1)
		leave := line(uint16(in)>>15 | uint16(out)>>15<<1)
		const cleared = 3 | 3<<leaveShift | 1<<specialShift
		i := at.index & 15
		s.lines[at.line] = s.lines[at.line]&^(cleared<<i) | (climb|leave<<leaveShift|special)<<i
	}
}

// level returns how many blocks stand on a cell.
func (s *state) level(c int) int { return int(s.height[c]) - s.v.terrain(c) }

// push puts a block on a cell, without captures. The caller relevels.
func (s *state) push(c int, k kind) {
	id := s.free
	if id == 0 {
		id = uint16(len(s.blocks))
		s.blocks = append(s.blocks, block{})
	} else {
		s.free = s.blocks[id].below
	}
	old := s.top[c]
	if old == 0 {
		s.vacant.remove(c)
	} else {
		s.tops[s.blocks[old].kind.owner()].remove(c)
	}
	s.blocks[id] = block{old, k}
	s.top[c] = id
	s.tops[k.owner()].add(c)
	s.hash += blockKey(c, s.level(c), k)
	s.height[c]++
	s.standing[k.owner()]++
}

// pop takes the topmost block from a cell. The caller relevels.
func (s *state) pop(c int) kind {
	id := s.top[c]
	b := s.blocks[id]
	s.top[c] = b.below
	s.tops[b.kind.owner()].remove(c)
	if b.below == 0 {
		s.vacant.add(c)
	} else {
		s.tops[s.blocks[b.below].kind.owner()].add(c)
	}
	s.release(id)
	s.height[c]--
	s.hash -= blockKey(c, s.level(c), b.kind)
	s.standing[b.kind.owner()]--
	return b.kind
}

func (s *state) release(id uint16) {
	s.blocks[id].below = s.free
	s.free = id
}

// colours is a set of seats, one bit each.
type colours uint8

func (set colours) has(seat game.Player) bool { return set>>seat&1 != 0 }

// captures returns the colours that lose their blocks in a column when a block of a seat arrives on it.
func (s *state) captures(c int, mover game.Player) colours {
	if s.top[c] == 0 {
		return 0
	}
	var count [game.MaxPlayers]int
	count[mover] = 1
	for id := s.top[c]; id != 0; id = s.blocks[id].below {
		count[s.blocks[id].kind.owner()&3]++
	}
	var set colours
	for seat, n := range count {
		switch {
		case n > count[mover]:
			return 0
		case n > 0 && n < count[mover]:
			set |= 1 << seat
		}
	}
	return set
}

// capture removes the blocks of some colours from a column; the others drop down. The topmost block must not be among
// them. The caller relevels.
func (s *state) capture(c int, set colours) {
	s.hash -= s.columnHash(c)
	p := &s.top[c]
	for id := *p; id != 0; id = *p {
		b := &s.blocks[id]
		if !set.has(b.kind.owner()) {
			p = &b.below
			continue
		}
		if b.kind.special() {
			s.setSpecial(b.kind.owner(), captured)
		}
		s.standing[b.kind.owner()]--
		s.height[c]--
		*p = b.below
		s.release(id)
	}
	s.hash += s.columnHash(c)
}
