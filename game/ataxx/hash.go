package ataxx

import "gipfel/game"

// Hash implements game.Hasher. The number of the move is of no matter to the rules, and the plies without a clone are only
// when the limit is near.
func (s *State) Hash(horizon int) (position, past uint64) {
	// Nested, since three words added or xored could make up for each other's differences.
	position = game.Mix64(game.Mix64(game.Mix64(game.Mix64(s.stones[0])+s.stones[1])+s.vacant) + uint64(s.mover))
	if int(s.quiet)+horizon >= int(s.variant.quietLimit) {
		past = game.Mix64(uint64(s.quiet) + 1)
	}
	return position, past
}
