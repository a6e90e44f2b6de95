package arena

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gipfel/game"
)

// Settings describes a match. The games follow from Seed, Pairs and the openings; the rest says how they are played.
type Settings struct {
	// Pairs of games are played; see Seatings.
	Pairs int
	Seed  uint64
	// OpeningMin and OpeningMax bound the number of random moves that a pair begins with. Both may be 0; then all pairs begin
	// at the start position, which only makes sense if a player varies its moves.
	OpeningMin, OpeningMax int
	// Openings, unless empty, are what the pairs begin with in place of random moves: pair i with element i, and from the first
	// again when all have been played.
	Openings []Opening

	// Lanes are goroutines with agents of their own, 0 standing for 1, and Slots the games that each plays at once, 0
	// standing for 1. They change how fast the match is, and nothing else.
	Lanes, Slots int
	// Confidence is that of the intervals in the result; 0 stands for 0.95.
	Confidence float64

	// Done are games of this very match that were finished before it was interrupted, in any order. They are checked, counted
	// and not played again.
	Done []GameResult

	// OnPair, unless nil, is called for each pair, in order, as soon as it and all pairs before it are finished, but not for
	// pairs whose games are all in Done. An error ends the match.
	OnPair func(games []GameResult) error
	// Progress, unless nil, is called whenever a game is finished, in whatever order.
	Progress func(finished, planned int)
	// Stop, unless nil, is asked after each pair, in order, and ends the match by answering true; see Gate.Stop. It may read
	// the result during the call.
	Stop func(*Result) bool
}

// Validate says which setting is wrong and what would be right.
func (s *Settings) Validate() error {
	switch {
	case s.Pairs < 1:
		return fmt.Errorf("%d pairs: want 1 or more", s.Pairs)
	case s.OpeningMin < 0 || s.OpeningMin > s.OpeningMax:
		return fmt.Errorf("openings of %d to %d plies: want 0 or more, the smaller number first", s.OpeningMin, s.OpeningMax)
	case s.Lanes < 0:
		return fmt.Errorf("%d lanes: want 0 or more", s.Lanes)
	case s.Slots < 0:
		return fmt.Errorf("%d slots: want 0 or more", s.Slots)
	case !(s.Confidence >= 0 && s.Confidence < 1):
		return fmt.Errorf("confidence %g: want above 0 and below 1", s.Confidence)
	}
	return nil
}

// Play plays a match between a and b. No callback is called concurrently with another one.
//
// If the context is cancelled, Play drops the games in progress and returns soon, with an error that wraps the context's. A
// result comes with every error that occurs after the first game was begun; it counts what was finished until then.
func Play(ctx context.Context, g *game.Game, s Settings, a, b Player) (*Result, error) {
	m, err := newMatch(g, s, a, b)
	if err != nil {
		return nil, err
	}
	return m.play(ctx)
}

// match is a match in progress. Everything above the line is set before it begins and not changed; what is below belongs to
// the goroutine that collects.
type match struct {
	game      *game.Game
	settings  Settings
	players   [2]Player
	seatings  [][]int
	openings  []opening
	remaining []int // numbers of the games to be played, in order
	next      atomic.Int64

	// ——
	result   *Result
	finished []*GameResult // by game number; nil: not yet
	count    int           // of those
	fresh    []bool        // by pair: some of its games are not from Done
	failure  error         // of a callback
}

func newMatch(g *game.Game, s Settings, a, b Player) (*match, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("arena: match of %s against %s: %w", a.Name, b.Name, err)
	}
	if a.Name == b.Name {
		return nil, fmt.Errorf("arena: both players are called %q: their names must differ", a.Name)
	}
	s.Lanes, s.Slots = max(1, s.Lanes), max(1, s.Slots)
	if s.Confidence == 0 {
		s.Confidence = 0.95
	}
	m := &match{
		game: g, settings: s, players: [2]Player{a, b}, seatings: Seatings(g),
		result:   newResult(g, &s, a, b),
		finished: make([]*GameResult, s.Pairs*PairGames(g)),
		fresh:    make([]bool, s.Pairs),
	}
	var err error
	if m.openings, err = s.openings(g); err != nil {
		return nil, err
	}
	if err := m.resume(); err != nil {
		return nil, fmt.Errorf("arena: resume the match of %s against %s: %w", a.Name, b.Name, err)
	}
	for number := range m.finished {
		if m.finished[number] == nil {
			m.remaining = append(m.remaining, number)
			m.fresh[number/len(m.seatings)] = true
		}
	}
	return m, nil
}

// resume takes over the games that were finished before.
func (m *match) resume() error {
	for _, done := range m.settings.Done {
		if done.Game < 0 || done.Game >= len(m.finished) {
			return fmt.Errorf("game %d: the match has games 0 to %d", done.Game, len(m.finished)-1)
		}
		pair, seats := done.Game/len(m.seatings), m.seatings[done.Game%len(m.seatings)]
		switch {
		case m.finished[done.Game] != nil:
			return fmt.Errorf("game %d is there twice", done.Game)
		case done.Pair != pair:
			return fmt.Errorf("game %d: belongs to pair %d, not %d", done.Game, pair, done.Pair)
		case !slices.Equal(done.Seats, seats):
			return fmt.Errorf("game %d: seats are %v, want %v", done.Game, done.Seats, seats)
		case done.Start != m.openings[pair].start || !slices.Equal(done.Opening, m.openings[pair].actions):
			return fmt.Errorf("game %d: its opening is not that of this match: another seed, or other openings?", done.Game)
		}
		if err := done.Verify(m.game); err != nil {
			return err
		}
		m.finished[done.Game] = &done
		m.count++
	}
	return nil
}

// play runs the lanes and collects what they finish.
func (m *match) play(ctx context.Context) (*Result, error) {
	lanesCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	over := m.deliver() // pairs that were finished before
	lanes, lanesCtx := errgroup.WithContext(lanesCtx)
	results := make(chan *GameResult)
	if !over {
		// Games are spread over the lanes evenly: a lane takes as many as it has slots when it begins.
		count := min(m.settings.Lanes, len(m.remaining))
		for range count {
			slots := min(m.settings.Slots, (len(m.remaining)+count-1)/count)
			lanes.Go(func() error { return m.runLane(lanesCtx, slots, results) })
		}
	}
	var lanesErr error
	go func() {
		lanesErr = lanes.Wait()
		close(results)
	}()
	// Lanes do not give up on a finished game, so results are taken until the last lane has ended.
	for r := range results {
		m.finished[r.Game] = r
		m.count++
		if m.settings.Progress != nil {
			m.settings.Progress(m.count, len(m.finished))
		}
		if !over && m.deliver() {
			over = true
			cancel()
		}
	}
	return m.end(ctx, lanesErr)
}

// countedPairs says which games of an interrupted match count.
const countedPairs = "the first whole pairs without a gap"

// end completes the result and finds out why the match is over.
func (m *match) end(ctx context.Context, lanesErr error) (*Result, error) {
	r := m.result
	switch {
	case r.Stopped:
		return r, nil // the lanes were cancelled
	case r.Pairs == r.PlannedPairs && m.failure == nil:
		return r, lanesErr // an agent that could not be closed
	case r.Pairs == r.PlannedPairs:
		return r, m.failure
	}
	for _, f := range m.finished[r.Pairs*len(m.seatings):] {
		if f != nil {
			r.Uncounted = append(r.Uncounted, *f)
		}
	}
	r.UncountedGames = len(r.Uncounted)
	switch {
	case m.failure != nil:
		return r, m.failure
	case ctx.Err() != nil:
		return r, fmt.Errorf("arena: match of %s against %s stopped after %d of %d games; the result counts %d, those of %s: %w",
			r.A, r.B, m.count, len(m.finished), r.Record.Games, countedPairs, context.Cause(ctx))
	}
	return r, lanesErr
}

// deliver counts the pairs that are complete and whose predecessors are, and tells whether the match is over before its time.
func (m *match) deliver() (over bool) {
	size := len(m.seatings)
	for m.result.Pairs < m.settings.Pairs {
		pair := m.result.Pairs
		finished := m.finished[pair*size : (pair+1)*size]
		if slices.Contains(finished, nil) {
			return false
		}
		games := make([]GameResult, size)
		for i, f := range finished {
			games[i] = *f
		}
		m.result.add(games, m.openings[pair].repeated)
		if m.fresh[pair] && m.settings.OnPair != nil {
			if err := m.settings.OnPair(games); err != nil {
				m.failure = fmt.Errorf("arena: deliver pair %d: %w", pair, err)
				return true
			}
		}
		if m.settings.Stop != nil && m.settings.Stop(m.result) && m.result.Pairs < m.settings.Pairs {
			m.result.Stopped = true
			return true
		}
	}
	return false
}

// take returns the number of the next game to be played, and false if none is left. Lanes call it concurrently.
func (m *match) take() (number int, ok bool) {
	i := int(m.next.Add(1)) - 1
	if i >= len(m.remaining) {
		return 0, false
	}
	return m.remaining[i], true
}
