package xima

import (
	"math/bits"

	"gipfel/game"
)

// nextSeat returns the next seat that is in play.
func (s *state) nextSeat() game.Player {
	seat := s.turn
	for {
		if seat++; int(seat) == s.v.players {
			seat = 0
		}
		if !s.out[seat] {
			return seat
		}
	}
}

// endTurn passes the turn on after a seat's last action.
func (s *state) endTurn() {
	s.quiet++
	if s.progress {
		s.quiet = 0
	}
	s.progress = false
	s.setTurn(s.nextSeat())
	s.remember()
	s.beginTurn()
}

// beginTurn does what falls due before a seat acts: the end of its game, extra material, the dice.
func (s *state) beginTurn() {
	s.low, s.high, s.moved = 0, 0, nowhere
	for s.standing[s.turn]+s.normals[s.turn] == 0 && s.special[s.turn] != inHand {
		s.out[s.turn] = true
		s.inPlay--
		s.setTurn(s.nextSeat())
		if s.inPlay == 1 {
			s.end(s.turn, reasonNoMeans)
			return
		}
		s.remember()
	}
	switch {
	case s.ahogado():
		s.end(s.turn, reasonAhogado)
		return
	case s.plies >= maxPlies:
		s.end(game.Terminal, reasonTruncated)
		return
	case s.quiet >= s.quietLimit():
		s.give()
	}
	s.phase = choosing
	if s.v.dice(s.turn) > 0 {
		s.phase = rolling
	} else if s.v.mode == sport && !s.canMove() && s.giftHelps() {
		s.give()
	}
}

// ahogado tells whether every block of the seat to move is dominated and none is in hand. It has blocks.
func (s *state) ahogado() bool {
	return s.normals[s.turn] == 0 && s.special[s.turn] != inHand && s.tops[s.turn].empty()
}

// quietLimit returns the number of turns without progress after which material is given.
func (s *state) quietLimit() int16 { return quietTurns * int16(s.inPlay) }

// give hands out extra material.
func (s *state) give() {
	for seat := range game.Player(s.v.players) {
		if !s.out[seat] {
			s.addNormals(seat, gift)
		}
	}
	s.quiet = 0
	s.remember()
}

// canMove tells whether the seat to move has a legal move (in the modes without dice). It looks for one that is cheap to
// find before it lists all of them.
func (s *state) canMove() bool {
	seat := s.turn
	summit := s.v.summit
	for w, word := range s.tops[seat] {
		for ; word != 0; word &= word - 1 {
			c := w*64 + bits.TrailingZeros64(word)
			special := s.blocks[s.top[c]].kind.special()
			for d := range directions {
				if s.reach(c, d, special) == 0 {
					continue
				}
				t := turnAction{kind: move, from: c, to: int(s.v.next[c][d]), direction: d, distance: 1}
				if t.to != summit && !s.repeats(t) {
					return true
				}
			}
		}
	}
	if s.normals[seat] > 0 {
		free := s.vacant.and(&s.v.rim)
		for w, word := range free {
			if word == 0 {
				continue
			}
			if !s.repeats(turnAction{kind: insert, to: w*64 + bits.TrailingZeros64(word)}) {
				return true
			}
		}
	}
	s.scratch = s.appendLegal(s.scratch[:0])
	return len(s.scratch) > 0
}

// giftHelps tells whether the seat to move, which has no legal move, would have one with normal blocks in hand: an insert
// on the rim, or a move that repeats a position now but would not with other hands.
func (s *state) giftHelps() bool {
	if s.vacant.meets(&s.v.rim) {
		return true
	}
	s.scratch = s.appendUnbarred(s.scratch[:0])
	return len(s.scratch) > 0
}
