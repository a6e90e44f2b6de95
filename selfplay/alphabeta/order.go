package alphabeta

import (
	"math"
	"slices"

	"gipfel/game"
)

// The rank of a move decides when it is looked at: first the one that the table or the last iteration suggests, then by
// what the game says of it, and among equals those that have cut off before: here at this ply (killers), then anywhere
// (history).
const (
	rankSuggested = 1 << 30
	rankGame      = 1 << 20 // for each point of game.Ranker's
	rankKiller    = 1 << 19
	rankKiller2   = 1 << 18
	maxHistory    = rankKiller2 - 1
	// sorted is how many moves are put in order, one by one as they are needed. If none of so many cuts off, none is likely to,
	// and the rest stays as it is.
	sorted = 8
)

// An action of a list and its rank share a key, so that the largest key is that of the next action: the rank in the upper half,
// then the place in the list, the first being the largest, then the action.
const (
	rankShift  = 32
	placeShift = 16
	lastPlace  = 1<<16 - 1
	// taken is the key of an action that has been looked at.
	taken int64 = math.MinInt64
)

func newKey(rank int32, place int, a game.Action) int64 {
	return int64(rank)<<rankShift | int64(lastPlace-place)<<placeShift | int64(a)
}

// rank lists the legal actions of a level with their ranks.
func (s *Search) rank(l *level, mover game.Player, suggested game.Action) {
	l.actions = l.state.AppendActions(l.actions[:0])
	l.taken, l.left = 0, 0
	l.keys = slices.Grow(l.keys[:0], len(l.actions))[:len(l.actions)]
	if s.unordered {
		for i, a := range l.actions {
			l.keys[i] = newKey(0, i, a)
		}
		return
	}
	history := s.history[mover]
	if l.ranker != nil {
		l.ranks = l.ranker.AppendRanks(l.ranks[:0], l.actions)
		for i, a := range l.actions {
			l.keys[i] = newKey(l.ranks[i]*rankGame+history[a], i, a)
		}
	} else {
		for i, a := range l.actions {
			l.keys[i] = newKey(history[a], i, a)
		}
	}
	l.raise(l.killers[0], rankKiller)
	l.raise(l.killers[1], rankKiller2)
	l.raise(suggested, rankSuggested)
}

// raise adds to the rank of an action, if it is legal.
func (l *level) raise(a game.Action, rank int64) {
	if i, legal := slices.BinarySearch(l.actions, a); legal {
		l.keys[i] += rank << rankShift
	}
}

// next returns the next action to look at. It may be called once for each.
func (l *level) next() game.Action {
	if l.taken < sorted {
		l.taken++
		best := taken
		for _, key := range l.keys {
			best = max(best, key)
		}
		l.keys[lastPlace-best>>placeShift&lastPlace] = taken
		return game.Action(best & lastPlace)
	}
	for l.keys[l.left] == taken {
		l.left++
	}
	l.left++
	return l.actions[l.left-1]
}

// reward remembers an action that cut off.
func (s *Search) reward(l *level, mover game.Player, a game.Action, depth int) {
	if l.killers[0] != a {
		l.killers[1], l.killers[0] = l.killers[0], a
	}
	h := &s.history[mover][a]
	if *h += int32(depth * depth); *h > maxHistory {
		for i := range s.history[mover] {
			s.history[mover][i] /= 2
		}
	}
}
