package alphabeta

import (
	"math"

	"gipfel/game"
)

// Search looks for the best move in positions of one game. It is owned by one goroutine and does not allocate once its memory
// has grown.
type Search struct {
	game     *game.Game
	evaluate func(position game.State, seat game.Player) int
	table    *table // nil: nothing is remembered
	// unordered looks at moves as the game lists them, for tests: the values must not change.
	unordered bool

	us      game.Player
	levels  []*level // by ply from the root
	history [][]int32
	returns []float32

	budget
	// best is the best move at the root that the search knows of; the next iteration begins with it.
	best game.Action
	// rolled is set when dice are met: values are then averages.
	rolled bool
}

// level is the scratch memory of one ply.
type level struct {
	state   game.State
	hasher  game.Hasher // the state, or nil
	ranker  game.Ranker // the state, or nil
	actions []game.Action
	odds    []float32
	killers [2]game.Action

	// The order of the actions, see order.go: their keys, how many were taken by rank, and where the others begin.
	keys        []int64
	ranks       []int32
	taken, left int
}

// New returns a search with a table of at most so many bytes.
func New(g *game.Game, tableBytes int) *Search {
	s := &Search{
		game: g, evaluate: evaluation(g), table: newTable(tableBytes),
		history: make([][]int32, g.Players), returns: make([]float32, g.Players),
	}
	for seat := range s.history {
		s.history[seat] = make([]int32, g.Actions())
	}
	return s
}

// level returns the memory of a ply.
func (s *Search) level(ply int) *level {
	for ply >= len(s.levels) {
		l := &level{state: s.game.New(), killers: [2]game.Action{game.NoAction, game.NoAction}}
		l.hasher, _ = l.state.(game.Hasher)
		l.ranker, _ = l.state.(game.Ranker)
		s.levels = append(s.levels, l)
	}
	return s.levels[ply]
}

// reset forgets all that belongs to the last search.
func (s *Search) reset() {
	if s.table != nil {
		s.table.begin()
	}
	for _, history := range s.history {
		clear(history)
	}
	for _, l := range s.levels {
		l.killers = [2]game.Action{game.NoAction, game.NoAction}
	}
	s.best, s.rolled = game.NoAction, false
}

// value returns what the position at a ply is worth to a side, depth plies deep. Outside of the window from alpha to beta
// it is only a bound: at most alpha, or at least beta.
func (s *Search) value(ply, depth, alpha, beta, side int) int {
	position := s.levels[ply].state
	mover := position.ToMove()
	switch {
	case mover == game.Terminal:
		return side * s.ended(position)
	case depth <= 0:
		return side * s.guess(position)
	case mover == game.Chance:
		return s.average(ply, depth, side)
	case s.sideOf(mover) == side:
		return s.choice(ply, depth, alpha, beta, side, mover)
	}
	return -s.choice(ply, depth, -beta, -alpha, -side, mover)
}

func (s *Search) sideOf(mover game.Player) int {
	if mover == s.us {
		return us
	}
	return them
}

// average returns the value of a chance node.
func (s *Search) average(ply, depth, side int) int {
	s.rolled = true
	l := s.levels[ply]
	l.actions = l.state.AppendActions(l.actions[:0])
	l.odds = l.state.(game.Chancer).AppendOdds(l.odds[:0])
	var sum float64
	for i, a := range l.actions {
		if !s.play(ply, a) {
			return 0
		}
		sum += float64(l.odds[i]) * float64(s.value(ply+1, depth, -infinite, infinite, side))
	}
	return int(math.Round(sum))
}

// choice returns the value of a position in which a seat of the given side is to move, to that side: what the table knows of
// it, or what its moves are worth.
func (s *Search) choice(ply, depth, alpha, beta, side int, mover game.Player) int {
	l := s.levels[ply]
	switch {
	case ply == 0:
		value, _, _ := s.moves(ply, depth, alpha, beta, side, mover, s.best)
		return value
	case s.table == nil || l.hasher == nil:
		value, _, _ := s.moves(ply, depth, alpha, beta, side, mover, game.NoAction)
		return value
	}
	suggested := game.NoAction
	position, past := l.hasher.Hash(depth)
	if e := s.table.find(position, past, depth); e != nil {
		if e.agrees(past, depth) && e.decides(alpha, beta) {
			return int(e.value)
		}
		suggested = e.move
	}
	value, move, b := s.moves(ply, depth, alpha, beta, side, mover, suggested)
	if !s.stopped {
		s.table.store(position, past, depth, value, b, move)
	}
	return value
}

// moves looks at the moves of a position, a suggested one first. It returns what the position is worth to the mover's side, the
// best move, which is the suggested one if none is better than alpha, and what the value says.
func (s *Search) moves(ply, depth, alpha, beta, side int, mover game.Player, suggested game.Action) (value int, best game.Action, b bound) {
	l := s.levels[ply]
	s.rank(l, mover, suggested)
	value, best, b = -infinite, suggested, atMost
	for i := range l.actions {
		a := l.next()
		v := s.move(ply, a, depth, max(alpha, value), beta, side, i == 0)
		if s.stopped {
			break
		}
		if v <= value {
			continue
		}
		value = v
		if v <= alpha {
			continue
		}
		best, b = a, exact
		if ply == 0 {
			s.best = a
		}
		if v >= beta {
			s.reward(l, mover, a, depth)
			return v, a, atLeast
		}
		if v == Win-1 { // nothing can be better
			break
		}
	}
	return value, best, b
}

// decides reports whether the entry's value answers a search with this window.
func (e *entry) decides(alpha, beta int) bool {
	switch e.bound {
	case exact:
		return true
	case atLeast:
		return int(e.value) >= beta
	}
	return int(e.value) <= alpha
}

// move returns the value of a move to the side that makes it. Moves after the first are tried with an empty window, to see
// whether they are better at all.
func (s *Search) move(ply int, a game.Action, depth, alpha, beta, side int, first bool) int {
	if !s.play(ply, a) {
		return 0
	}
	if !first && alpha+1 < beta {
		v := fade(s.value(ply+1, depth-1, below(alpha), above(alpha+1), side))
		if v <= alpha || v >= beta || s.stopped {
			return v
		}
	}
	return fade(s.value(ply+1, depth-1, below(alpha), above(beta), side))
}

// play makes a move at a ply, or lets the dice fall, and puts the result at the next ply. It reports false when the budget
// is used up.
func (s *Search) play(ply int, a game.Action) bool {
	if !s.spend() {
		return false
	}
	next := s.level(ply + 1)
	next.state.CopyFrom(s.levels[ply].state)
	next.state.Apply(a)
	return true
}
