package xima

import (
	"slices"

	"gipfel/game"
)

// history is what the repetition rule needs of a game: the hashes of all its positions. A move is barred when its
// position has occurred twice; such positions are rare, so they are kept apart, and while there is none the rule costs
// nothing. Nothing is ever dropped: with extra material even an insert can be undone.
//
// In the modes with dice, which have no repetition rule, the history stays empty.
type history struct {
	positions []uint64
	// barred are the positions that occurred at least twice, each once.
	barred []uint64
	// filter has a bit for some bits of each hash. A hash whose bit is not set is new.
	filter [16]uint64
	// past is the sum of a key for each of the positions, and pastBarred the same of the barred ones.
	past, pastBarred uint64
	// occurrences counts how often the present position has occurred; 0 in the modes with dice.
	occurrences int16
}

func newHistory(v *variant) history {
	if v.mode != sport {
		return history{}
	}
	// Each ply counts one position, each gift and each seat that goes out one more.
	const most = 2*maxPlies + 8
	return history{positions: make([]uint64, 0, most), barred: make([]uint64, 0, most/2)}
}

// remember counts the present position.
func (s *state) remember() {
	if s.v.mode != sport {
		return
	}
	h := s.hash
	word, bit := &s.filter[h>>60], uint64(1)<<(h>>54&63)
	s.occurrences = 1
	if *word&bit != 0 {
		for _, p := range s.positions {
			if p == h {
				s.occurrences++
			}
		}
	}
	*word |= bit
	key := game.Mix64(h)
	s.past += key
	s.positions = append(s.positions, h)
	if s.occurrences == 2 {
		s.barred = append(s.barred, h)
		s.pastBarred += key
	}
}

// repeats tells whether an insert or a move is barred by the repetition rule.
func (s *state) repeats(t turnAction) bool {
	return len(s.barred) > 0 && slices.Contains(s.barred, s.hashAfter(t))
}
