package atimo

import (
	"math/rand/v2"

	"gipfel/game"
)

// The repetition rule compares positions by a 64-bit hash (Zobrist 1970): the exclusive or of one random key for each fact
// that makes a position what it is. Two positions are the same when the same pieces of the same owners stand on the same
// cells, the reserves are equal and the same seat is to move; the number of moves does not count. That two different
// positions of one game share a hash has a chance below 150²/2⁶⁵, or one in 10¹⁵.

// zobristKeys holds a key for each fact.
type zobristKeys struct {
	pieces  [2 * maxSeats][frameSize]uint64 // a piece on a cell
	reserve [maxSeats][8]uint64             // a seat's number of Masses in reserve
	core    [maxSeats]uint64                // a seat's Core in reserve
	mover   [maxSeats]uint64                // the seat to move
}

var keys = newZobristKeys()

func newZobristKeys() *zobristKeys {
	rng := rand.New(rand.NewPCG(2026, 0xa71))
	k := new(zobristKeys)
	for p := range k.pieces {
		for c := range k.pieces[p] {
			k.pieces[p][c] = rng.Uint64()
		}
	}
	for seat := range maxSeats {
		for n := range k.reserve[seat] {
			k.reserve[seat][n] = rng.Uint64()
		}
		k.core[seat] = rng.Uint64()
		k.mover[seat] = rng.Uint64()
	}
	return k
}

// zobrist computes the hash of a position from nothing. Apply keeps position.hash equal to it.
func zobrist(s *state) uint64 {
	h := keys.mover[s.mover]
	for c, p := range s.at {
		if p != vacant {
			h ^= keys.pieces[p][c]
		}
	}
	for seat := range s.players {
		h ^= keys.reserve[seat][s.reserve[seat]]
		if seat >= int(s.coresPlaced) {
			h ^= keys.core[seat]
		}
	}
	return h
}

// remember adds the present position, which has just arisen, to the history. A placement begins a new one: earlier
// positions cannot come back, since no reserve ever grows.
func (s *state) remember(placed bool) {
	if placed {
		s.live, s.filter, s.past, s.twice = 0, [4]uint64{}, 0, 0
	}
	// The filter spares most searches: a hash whose bit is not set is new.
	word, bit := s.hash>>62, uint64(1)<<(s.hash>>56&63)
	s.seen = 0
	if s.filter[word]&bit != 0 {
		s.seen = s.occurrences()
	}
	key := game.Mix64(s.hash)
	s.past += key
	if s.seen == 1 {
		s.twice += key
	}
	s.filter[word] |= bit
	s.history[s.live] = s.hash
	s.live++
}

// occurrences counts how often the present position is in the history, which it is about to join.
func (s *state) occurrences() uint8 {
	n := uint8(0)
	for _, past := range s.history[:s.live] {
		if past == s.hash {
			n++
		}
	}
	return n
}

// Hash implements game.Hasher. Of the earlier positions those matter that the game can return to for the third time: within
// two plies, since no two successive positions have the same seat to move, only those that have occurred twice.
func (s *state) Hash(horizon int) (position, past uint64) {
	past = s.past
	if horizon <= 2 {
		past = s.twice
	}
	if int(s.moves)+horizon >= maxMoves {
		past += game.Mix64(uint64(s.moves) + 1)
	}
	return s.hash, past
}
