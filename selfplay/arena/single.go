package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"gipfel/game"
	"gipfel/mcts"
)

// SingleSettings says how a player thinks that gives all of the machine to one game.
type SingleSettings struct {
	// Simulations bounds each search, those kept from earlier moves included, and with it the memory. Without a time it is what
	// ends the search.
	Simulations int
	// MoveTime is the time for each move; 0 for no limit.
	MoveTime time.Duration
	// GameTime is the time for all moves of a game, to which each move adds Increment; 0 for no limit. It may not be given
	// together with MoveTime. See mcts.Clock for how it is shared out.
	GameTime, Increment time.Duration
	// Ponder goes on thinking while others do.
	Ponder bool
	// StopEarly ends a search when the rest of it cannot give another move the most visits; see mcts.Limits.
	StopEarly bool
	// LCB plays the move with the largest lower confidence bound; see mcts.Tree.ChooseLCB.
	LCB bool
}

// Validate says which setting is wrong and what would be right.
func (s SingleSettings) Validate() error {
	switch {
	case s.Simulations < 1:
		return fmt.Errorf("%d simulations: want 1 or more", s.Simulations)
	case s.MoveTime < 0 || s.GameTime < 0 || s.Increment < 0:
		return errors.New("a negative time: want 0 for no limit, or more")
	case s.MoveTime > 0 && s.GameTime > 0:
		return errors.New("a time for each move and one for the game: want one of them")
	case s.Increment > 0 && s.GameTime == 0:
		return errors.New("an increment without a time for the game")
	}
	return nil
}

// Single returns the player that thinks about one move at a time, with searchers that the factory makes, one for each slot. With a
// time limit, or pondering, its moves depend on the machine; and if it plays several games at once they take turns, and disturb
// each other's pondering.
func Single(name string, factory func() (*mcts.Searcher, error), settings SingleSettings) Player {
	return Player{Name: name, New: func(slots int) (Agent, error) {
		if err := settings.Validate(); err != nil {
			return nil, err
		}
		p := &single{}
		for range slots {
			searcher, err := factory()
			if err != nil {
				return nil, err
			}
			p.slots = append(p.slots, &singleSlot{settings: settings, searcher: searcher, now: time.Now})
		}
		return p, nil
	}}
}

type single struct{ slots []*singleSlot }

func (p *single) Start(slot int, s game.State, rng *rand.Rand) { p.slots[slot].start(s, rng) }

func (p *single) Observe(slot int, a game.Action) { p.slots[slot].observe(a) }

func (p *single) Choose(ctx context.Context, slots []int, _ []game.State, out []game.Action) error {
	for i, slot := range slots {
		var err error
		if out[i], err = p.slots[slot].choose(ctx); err != nil {
			return err
		}
		p.slots[slot].last = out[i]
	}
	return nil
}

// Report implements Reporter.
func (p *single) Report(slot int) Report {
	s := p.slots[slot]
	report := reportOf(s.searcher.Tree(), s.last)
	report.Time = s.took
	return report
}

// Close ends all pondering.
func (p *single) Close() error {
	var errs []error
	for _, slot := range p.slots {
		errs = append(errs, slot.rest())
	}
	return errors.Join(errs...)
}

// singleSlot is one seat in one game.
type singleSlot struct {
	settings SingleSettings
	searcher *mcts.Searcher
	now      func() time.Time
	rng      *rand.Rand
	left     time.Duration // of GameTime
	chosen   bool          // the move under way is our own
	moved    bool          // we have moved in this game, and ponder from then on
	last     game.Action   // our last move, and how long it took
	took     time.Duration
	trouble  error // of a pondering that has ended, to be told at the next chance

	// Thinking while others do: cancel ends it, and done gives its error.
	cancel context.CancelFunc
	done   chan error
}

func (p *singleSlot) start(s game.State, rng *rand.Rand) {
	p.trouble = p.rest()
	p.searcher.Tree().Reset(s)
	p.rng, p.left, p.chosen, p.moved = rng, p.settings.GameTime, false, false
}

func (p *singleSlot) observe(a game.Action) {
	p.trouble = errors.Join(p.trouble, p.rest())
	tree := p.searcher.Tree()
	tree.Advance(a)
	p.moved = p.moved || p.chosen
	p.chosen = false
	if p.settings.Ponder && p.moved && tree.Root().ToMove() != game.Terminal {
		p.ponder()
	}
}

func (p *singleSlot) choose(ctx context.Context) (game.Action, error) {
	began := p.now()
	if err := errors.Join(p.trouble, p.rest()); err != nil {
		return game.NoAction, err
	}
	limits := mcts.Limits{
		SearchOptions: mcts.SearchOptions{Simulations: p.settings.Simulations, Rand: p.rng},
		Time:          p.settings.MoveTime, StopEarly: p.settings.StopEarly,
	}
	if p.settings.GameTime > 0 {
		limits.Time = mcts.Clock{Remaining: p.left, Increment: p.settings.Increment}.Budget()
	}
	if _, err := p.searcher.Search(ctx, limits); err != nil {
		return game.NoAction, err
	}
	p.took = p.now().Sub(began)
	p.left += p.settings.Increment - p.took
	p.chosen = true
	if p.settings.LCB {
		return p.searcher.Tree().ChooseLCB(), nil
	}
	return p.searcher.Tree().Choose(0, nil), nil
}

// ponder begins to think on others' time.
func (p *singleSlot) ponder() {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.done = cancel, make(chan error, 1)
	go func() {
		_, err := p.searcher.Ponder(ctx, mcts.SearchOptions{Simulations: p.settings.Simulations, Rand: p.rng})
		p.done <- err
	}()
}

// rest ends the pondering, if there is any, and returns its error.
func (p *singleSlot) rest() error {
	if p.cancel == nil {
		return nil
	}
	p.cancel()
	p.cancel = nil
	return <-p.done
}
