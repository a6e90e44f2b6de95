package ataxx

import "gipfel/game"

// Perft counts the action sequences of a given length, like game.Perft, but counts the last ply without listing it.
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
	if len(levels) == 0 {
		return uint64(s.CountActions())
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
