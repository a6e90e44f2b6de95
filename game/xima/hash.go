package xima

import "gipfel/game"

// The hash of a position covers what the repetition rule compares: columns, hands, captured specials and the seat to
// move. It is the sum, modulo 2^64, of one key for each block, hand and seat (a Zobrist hash with addition in the place
// of exclusive or, so that n blocks in hand are n times one key).

// The keys, told apart by what they scramble: a block's argument is below 2^32.
const (
	domainTurn = (1 + iota) << 32
	domainNormal
	domainSpecial
	domainRest = 1 << 40
)

// blockKey is the key of a block with level blocks below it.
func blockKey(c, level int, k kind) uint64 {
	return game.Mix64(uint64(level)<<16 | uint64(c)<<8 | uint64(k))
}

// turnKeys are the keys of the seat to move, normalKeys those of one normal block in a seat's hand, specialKeys those of
// the place of a seat's special.
var (
	turnKeys    = seatKeys(domainTurn)
	normalKeys  = seatKeys(domainNormal)
	specialKeys = [3][game.MaxPlayers]uint64{
		onBoard:  seatKeys(domainSpecial | uint64(onBoard)<<8),
		inHand:   seatKeys(domainSpecial | uint64(inHand)<<8),
		captured: seatKeys(domainSpecial | uint64(captured)<<8),
	}
)

func seatKeys(domain uint64) (keys [game.MaxPlayers]uint64) {
	for seat := range keys {
		keys[seat] = game.Mix64(domain | uint64(seat))
	}
	return keys
}

// columnHash returns the sum of the keys of a cell's blocks.
func (s *state) columnHash(c int) uint64 {
	var sum uint64
	level := s.level(c)
	for id := s.top[c]; id != 0; id = s.blocks[id].below {
		level--
		sum += blockKey(c, level, s.blocks[id].kind)
	}
	return sum
}

// freshHash computes the hash from the position.
func (s *state) freshHash() uint64 {
	sum := turnKeys[s.turn]
	for c := range s.v.area {
		sum += s.columnHash(c)
	}
	for seat := range s.v.players {
		sum += uint64(s.normals[seat])*normalKeys[seat] + specialKeys[s.special[seat]][seat]
	}
	return sum
}

func (s *state) setTurn(seat game.Player) {
	s.hash += turnKeys[seat] - turnKeys[s.turn]
	s.turn = seat
}

func (s *state) addNormals(seat game.Player, n int) {
	s.hash += uint64(n) * normalKeys[seat]
	s.normals[seat] += int16(n)
}

func (s *state) setSpecial(seat game.Player, place specialPlace) {
	s.hash += specialKeys[place][seat] - specialKeys[s.special[seat]][seat]
	s.special[seat] = place
}

// hashAfter returns the hash of the position that an insert or move of the seat to move brings about, at the beginning of
// the next seat's turn.
func (s *state) hashAfter(t turnAction) uint64 {
	seat := s.turn
	h := s.hash + turnKeys[s.nextSeat()] - turnKeys[seat]
	k := newKind(seat, t.special)
	switch {
	case t.kind == move:
		k = s.blocks[s.top[t.from]].kind
		h -= blockKey(t.from, s.level(t.from)-1, k)
	case t.special:
		h += specialKeys[onBoard][seat] - specialKeys[inHand][seat]
	default:
		h -= normalKeys[seat]
	}
	if t.to == s.v.summit && !k.special() {
		return h + specialKeys[inHand][seat] - specialKeys[captured][seat]
	}
	set := s.captures(t.to, seat)
	if set == 0 {
		return h + blockKey(t.to, s.level(t.to), k)
	}
	survivors := 0
	for id := s.top[t.to]; id != 0; id = s.blocks[id].below {
		b := s.blocks[id].kind
		if !set.has(b.owner()) {
			survivors++
		} else if b.special() {
			h += specialKeys[captured][b.owner()] - specialKeys[onBoard][b.owner()]
		}
	}
	h += blockKey(t.to, survivors, k) - s.columnHash(t.to)
	for id := s.top[t.to]; id != 0; id = s.blocks[id].below {
		if b := s.blocks[id].kind; !set.has(b.owner()) {
			survivors--
			h += blockKey(t.to, survivors, b)
		}
	}
	return h
}

// Hash implements game.Hasher. Whether a seat that has nothing left is out already decides whether extra material is for it too.
//
// Of the earlier positions those matter to which a move could lead for the third time. Within one ply that are the barred ones.
// In two plies already a position that occurred once can become barred and then be missing from the moves of the last one,
// which is asked whether it has any.
func (s *state) Hash(horizon int) (position, past uint64) {
	position = s.hash + game.Mix64(domainRest|s.restOfTurn())
	if s.v.mode == sport {
		past = s.past
		if horizon <= 1 {
			past = s.pastBarred
		}
	}
	// The limit falls when a seat goes out, and with two dice a turn may take two plies, but never the other way round.
	if int(s.quiet)+horizon >= 2*quietTurns {
		past += game.Mix64(uint64(s.quiet)<<16 | 1)
	}
	if int(s.plies)+horizon >= maxPlies {
		past += game.Mix64(uint64(s.plies)<<16 | 2)
	}
	return position, past
}

// restOfTurn packs what the hash leaves out of a position within a turn, and who is out.
func (s *state) restOfTurn() uint64 {
	rest := uint64(s.phase) | uint64(s.low)<<8 | uint64(s.high)<<16 | uint64(s.moved)<<24
	if s.progress {
		rest |= 1 << 4
	}
	for seat, out := range s.out {
		if out {
			rest |= 1 << 32 << seat
		}
	}
	return rest
}
