package gametest

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gipfel/game"
)

// record is one random game: its starting position ("" for the start) and all actions and outcomes up to its end.
type record struct {
	from    string
	actions []game.Action
}

// start returns the position that a record begins with.
func (s *suite) start(from string) (game.State, error) {
	if from == "" {
		return s.g.New(), nil
	}
	st, err := s.g.Notation.ParseState(from)
	if err != nil {
		return nil, fmt.Errorf("starting position of the suite: %w", err)
	}
	return st, nil
}

// records yields s.games random games from each starting position, all played to the end by uniformly random actions.
// A game that does not end is an error.
func (s *suite) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		for range s.games {
			for _, from := range s.starts {
				r, err := s.play(from)
				if !yield(r, err) || err != nil {
					return
				}
			}
		}
	}
}

// play plays one random game. Chance events are drawn uniformly too: rare ones deserve their share of the tests.
func (s *suite) play(from string) (record, error) {
	r := record{from: from}
	st, err := s.start(from)
	if err != nil {
		return r, err
	}
	var actions []game.Action
	for plies := 0; st.ToMove() != game.Terminal; {
		if st.ToMove() >= 0 {
			plies++
		}
		// A chance event before each ply is the most that a bounded game may have; the factor leaves room for more.
		if plies > s.g.MaxPlies || len(r.actions) > 4*s.g.MaxPlies {
			return r, fmt.Errorf("a game is not over after MaxPlies = %d plies: %s",
				s.g.MaxPlies, s.g.Notation.FormatState(st))
		}
		actions = st.AppendActions(actions[:0])
		if len(actions) == 0 {
			return r, fmt.Errorf("no legal action, but the game is not over: %s", s.g.Notation.FormatState(st))
		}
		a := actions[s.rng.IntN(len(actions))]
		st.Apply(a)
		r.actions = append(r.actions, a)
	}
	return r, nil
}

// positions walks through a record: it yields the number of actions played before, and the position, the start and the
// end included. The position belongs to the walk and must not be changed.
func (s *suite) positions(r record) iter.Seq2[int, game.State] {
	return func(yield func(int, game.State) bool) {
		st, err := s.start(r.from)
		if err != nil {
			return // play has reported it
		}
		if !yield(0, st) {
			return
		}
		for i, a := range r.actions {
			st.Apply(a)
			if !yield(i+1, st) {
				return
			}
		}
	}
}

// sampled is positions for costly checks: it yields about twenty positions of a game, the last four among them.
func (s *suite) sampled(r record) iter.Seq2[int, game.State] {
	const some, last = 16, 4
	return func(yield func(int, game.State) bool) {
		for i, st := range s.positions(r) {
			rest := len(r.actions) - i
			if (rest < last || s.rng.IntN(len(r.actions)+1) < some) && !yield(i, st) {
				return
			}
		}
	}
}

// at says where in a record an error was found.
func (s *suite) at(r record, played int, st game.State, err error) error {
	if err == nil {
		return nil
	}
	origin := "the start"
	if r.from != "" {
		origin = fmt.Sprintf("%q", r.from)
	}
	return fmt.Errorf("after %d actions from %s %v, at %q: %w",
		played, origin, r.actions[:played], s.g.Notation.FormatState(st), err)
}

// view is all that can be seen of a position.
type view struct {
	mover    game.Player
	position string
	board    string
	actions  []game.Action
	odds     []float32 // at chance nodes
	encoding []float32 // where a seat is to move
	returns  []float32 // at the end
	ending   game.Ending
}

// look takes a view. The destinations are poisoned first, so that whatever is not written shows.
func (s *suite) look(st game.State) view {
	v := view{
		mover:    st.ToMove(),
		position: s.g.Notation.FormatState(st),
		board:    s.g.Notation.Board(st),
		actions:  st.AppendActions(nil),
		ending:   st.Ending(),
	}
	switch v.mover {
	case game.Terminal:
		v.returns = poisoned(s.g.Players)
		st.Returns(v.returns)
	case game.Chance:
		v.odds = st.(game.Chancer).AppendOdds(nil)
	default:
		v.encoding = poisoned(s.g.InputSize())
		s.g.Encode(st, v.encoding)
	}
	return v
}

// poisoned returns a slice of NaNs.
func poisoned(n int) []float32 {
	dst := make([]float32, n)
	for i := range dst {
		dst[i] = float32(math.NaN())
	}
	return dst
}

// differs names the first difference between two views of what should be the same position.
func (v view) differs(w view) error {
	switch {
	case v.mover != w.mover:
		return fmt.Errorf("seat to move is %d and %d", v.mover, w.mover)
	case v.position != w.position:
		return fmt.Errorf("position is %q and %q", v.position, w.position)
	case v.board != w.board:
		return fmt.Errorf("board is\n%sand\n%s", v.board, w.board)
	case !slices.Equal(v.actions, w.actions):
		return fmt.Errorf("legal actions are %v and %v", v.actions, w.actions)
	case !slices.Equal(v.odds, w.odds):
		return fmt.Errorf("odds are %v and %v", v.odds, w.odds)
	case !slices.Equal(v.encoding, w.encoding):
		return fmt.Errorf("encodings differ first at value %d", firstDifference(v.encoding, w.encoding))
	case !slices.Equal(v.returns, w.returns):
		return fmt.Errorf("returns are %v and %v", v.returns, w.returns)
	case v.ending != w.ending:
		return fmt.Errorf("ending is %+v and %+v", v.ending, w.ending)
	}
	return nil
}

// firstDifference returns the first index at which two slices of one length differ (NaN differs from all), or -1.
func firstDifference(a, b []float32) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}
