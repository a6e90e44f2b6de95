package alphabeta

import (
	"context"

	"gipfel/game"
)

// Result is what a search has found.
type Result struct {
	// Move is the best move. Of several with the same value it is the one that was found first, which follows from the
	// position and the limits.
	Move game.Action
	// Value is what the position is worth to the seat to move, as of the last depth that was completed.
	Value int
	// Depth is that depth; 0 if there was not even time for one ply, when Move is any legal one.
	Depth int
	// Certain is true when Value speaks of the end of the game by best play, see Distance. With more than two seats, or where
	// dice were rolled on the way, it never does.
	Certain bool
	// Nodes is the number of positions that were reached by a move or a roll, some of them many times.
	Nodes int
}

// window is how far the value of an iteration is first expected from that of the last one.
const window = 30

// Run searches a position in which a seat is to move, until a limit is reached or the outcome is certain. The position is
// lent for the call. The answer depends on nothing else, unless there is a limit of time. An error is the context's.
func (s *Search) Run(ctx context.Context, position game.State, limits Limits) (Result, error) {
	if err := limits.Validate(); err != nil {
		return Result{Move: game.NoAction}, err
	}
	root := s.level(0)
	root.state.CopyFrom(position)
	s.us = position.ToMove()
	s.budget = newBudget(ctx, limits)
	s.reset()

	root.actions = root.state.AppendActions(root.actions[:0])
	r := Result{Move: root.actions[0]}
	deepest := limits.Depth
	if deepest == 0 {
		deepest = MaxDepth
	}
	for depth := 1; depth <= deepest; depth++ {
		value := s.iterate(depth, r.Value)
		if s.best != game.NoAction {
			r.Move = s.best // also of an iteration cut short: what it found first is better than the last one's
		}
		if s.stopped {
			break
		}
		r.Depth, r.Value = depth, value
		if _, ends := Distance(value); ends && !s.rolled {
			r.Certain = s.game.Players == 2
			break
		}
	}
	r.Nodes = s.nodes
	s.ctx = nil
	return r, ctx.Err()
}

// iterate searches the root to a depth: at first only around the value that the last depth had (an aspiration window), and
// if that fails, without bounds.
func (s *Search) iterate(depth, last int) int {
	alpha, beta := -infinite, infinite
	if depth > 2 {
		alpha, beta = last-window, last+window
	}
	value := s.choice(0, depth, alpha, beta, us, s.us)
	if !s.stopped && (value <= alpha || value >= beta) {
		value = s.choice(0, depth, -infinite, infinite, us, s.us)
	}
	return value
}
