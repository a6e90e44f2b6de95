package xima

import "gipfel/game"

// The hash of a position covers what the repetition rule compares: columns, hands, captured specials and the seat to
// move. It is the sum, modulo 2^64, of one key for each block, hand and seat (a Zobrist hash with addition in the place
// of exclusive or, so that n blocks in hand are n times one key).

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Distinct
// arguments give distinct results.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// The keys, told apart by what they mix: a block's argument is below 2^32.
const (
	domainTurn = (1 + iota) << 32
	domainNormal
	domainSpecial
)

// blockKey is the key of a block with level blocks below it.
func blockKey(c, level int, k kind) uint64 { return mix(uint64(level)<<16 | uint64(c)<<8 | uint64(k)) }

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
		keys[seat] = mix(domain | uint64(seat))
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
