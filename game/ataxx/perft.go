package ataxx

import "gipfel/game"

// Perft counts the action sequences of a given length, like game.Perft, but counts the last two plies without playing them.
func (s *State) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	return s.perft(make([]perftLevel, depth-1))
}

// perftLevel is the scratch memory of one ply.
type perftLevel struct {
	next    State
	actions []game.Action
}

func (s *State) perft(levels []perftLevel) uint64 {
	switch len(levels) {
	case 0:
		return uint64(s.CountActions())
	case 1:
		if n, ok := s.countReplies(); ok {
			return n
		}
	}
	level := &levels[0]
	level.actions = s.AppendActions(level.actions[:0])
	var n uint64
	for _, a := range level.actions {
		level.next = *s
		level.next.Apply(a)
		n += level.next.perft(levels[1:])
	}
	return n
}

// countReplies counts the sequences of two actions on bare sets of cells, without making a position. What a move captures,
// and so which stones are left to reply, depends on its landing cell alone: the replies are counted once for each landing
// cell, and a jump adds those onto the cell that it leaves. It gives up (ok is false) if a move may end the game or force a
// pass.
func (s *State) countReplies() (n uint64, ok bool) {
	own, enemy, vacant := s.own(), s.enemy(), s.vacant
	targets := spread2(own) & vacant
	if s.end != ongoing || targets == 0 || s.quiet+1 >= s.variant.quietLimit {
		return 0, false
	}
	before := countJumps(enemy, vacant)
	total := 0
	for ; targets != 0; targets &= targets - 1 {
		to := first(targets) & 63
		captured := near[to] & enemy
		left := enemy ^ captured
		// The stones left have the jumps that they had, less those onto the cell now taken.
		replies := before - countJumps(captured, vacant) - count(ring[to]&left)
		reach := spread1(left)
		replies += count(reach & (vacant &^ (1 << to)))
		if replies == 0 {
			return 0, false
		}
		if near[to]&own != 0 {
			total += replies
		}
		jumped := ring[to] & own
		total += replies*count(jumped) + count(jumped&reach)
		for ; jumped != 0; jumped &= jumped - 1 {
			total += count(ring[first(jumped)&63] & left)
		}
	}
	return uint64(total), true
}

// countJumps counts the pairs of a stone and a vacant cell at jumping distance.
func countJumps(stones, vacant bitboard) (n int) {
	for ; stones != 0; stones &= stones - 1 {
		n += count(ring[first(stones)&63] & vacant)
	}
	return n
}
