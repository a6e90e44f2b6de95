package game

import "iter"

// PerftCounter is a State that knows a faster way to count than to make every move.
type PerftCounter interface {
	State
	// Perft returns what Game.Perft promises.
	Perft(depth int) uint64
}

// Perft counts the action sequences of a given length from s: a finished game has none, a chance node one a possible
// outcome. It is the field's test of move generation.
func (g *Game) Perft(s State, depth int) uint64 {
	if c, ok := s.(PerftCounter); ok {
		return c.Perft(depth)
	}
	return g.PerftByMoves(s, depth)
}

// PerftByMoves is Perft by the plain way, with every move made but those of the last ply, which are listed.
func (g *Game) PerftByMoves(s State, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	scratch := make([]perftLevel, depth)
	for i := range scratch {
		scratch[i] = perftLevel{state: g.New()}
	}
	return perft(s, scratch)
}

type perftLevel struct {
	state   State
	actions []Action
}

func perft(s State, levels []perftLevel) uint64 {
	level := &levels[0]
	level.actions = s.AppendActions(level.actions[:0])
	if len(levels) == 1 {
		return uint64(len(level.actions))
	}
	var n uint64
	for _, a := range level.actions {
		level.state.CopyFrom(s)
		level.state.Apply(a)
		n += perft(level.state, levels[1:])
	}
	return n
}

// Divide yields each legal action of s with the perft of depth-1 behind it.
func (g *Game) Divide(s State, depth int) iter.Seq2[Action, uint64] {
	return func(yield func(Action, uint64) bool) {
		next := g.New()
		for _, a := range s.AppendActions(nil) {
			next.CopyFrom(s)
			next.Apply(a)
			if !yield(a, g.Perft(next, depth-1)) {
				return
			}
		}
	}
}
