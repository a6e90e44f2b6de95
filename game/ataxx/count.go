package ataxx

import "gipfel/game"

// landings is where the mover's stones can go: the cells for clones, and for each jump plane those for its jumps. Listing
// all moves takes a step for each; this takes a few shifts for all.
type landings struct {
	clones bitboard
	jumps  [jumps]bitboard // of policy planes 1 to 16
}

func (s *State) landings() (l landings) {
	b, vacant := s.own(), s.vacant
	right, left, right2, left2 := sideways(b)
	inner := b | right | left
	l.clones = (inner | inner<<row | inner>>row) & vacant
	l.jumps = [jumps]bitboard{ // in the order of jumpSources: a jump from the left below goes to the right and up
		right2 << (2 * row) & vacant, right << (2 * row) & vacant, b << (2 * row) & vacant,
		left << (2 * row) & vacant, left2 << (2 * row) & vacant,
		right2 << row & vacant, left2 << row & vacant,
		right2 & vacant, left2 & vacant,
		right2 >> row & vacant, left2 >> row & vacant,
		right2 >> (2 * row) & vacant, right >> (2 * row) & vacant, b >> (2 * row) & vacant,
		left >> (2 * row) & vacant, left2 >> (2 * row) & vacant,
	}
	return l
}

// CountActions returns the number of legal actions without listing them.
func (s *State) CountActions() int {
	if s.end != ongoing {
		return 0
	}
	b, vacant := s.own(), s.vacant
	right, left, right2, left2 := sideways(b)
	inner := b | right | left
	clones := count((inner | inner<<row | inner>>row) & vacant)
	level := count(right2&vacant) + count(left2&vacant)
	oneUp := count(right2<<row&vacant) + count(left2<<row&vacant)
	oneDown := count(right2>>row&vacant) + count(left2>>row&vacant)
	twoUp := count(right2<<(2*row)&vacant) + count(right<<(2*row)&vacant) + count(b<<(2*row)&vacant) +
		count(left<<(2*row)&vacant) + count(left2<<(2*row)&vacant)
	twoDown := count(right2>>(2*row)&vacant) + count(right>>(2*row)&vacant) + count(b>>(2*row)&vacant) +
		count(left>>(2*row)&vacant) + count(left2>>(2*row)&vacant)
	return max(clones+level+oneUp+oneDown+twoUp+twoDown, 1) // without a move, the pass
}

// Pick returns the i-th legal action, for i from 0 to CountActions less one. The order is not that of AppendActions: clones
// come first, then the jumps of each plane. It is for choosing at random.
func (s *State) Pick(i int) game.Action {
	l := s.landings()
	n := count(l.clones)
	if i < n {
		return s.variant.actions[nth(l.clones, i)]
	}
	for plane, b := range l.jumps {
		i -= n
		if n = count(b); i < n {
			return s.variant.actions[nth(b, i)] + game.Action(1+plane)
		}
	}
	return s.variant.pass
}

// nth returns the n-th lowest square of a set, counted from 0.
func nth(b bitboard, n int) square {
	for range n {
		b &= b - 1
	}
	return first(b) & 63
}
