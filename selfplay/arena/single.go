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

// Single returns the player that searches one game at a time, with the searcher that the factory makes. It plays in matches of
// one slot. With a time limit, or pondering, its moves depend on the machine.
func Single(name string, factory func() (*mcts.Searcher, error), settings SingleSettings) Player {
	return Player{Name: name, New: func(slots int) (Agent, error) {
		if err := settings.Validate(); err != nil {
			return nil, err
		}
		if slots != 1 {
			return nil, fmt.Errorf("%s plays one game at a time, not %d", name, slots)
		}
		searcher, err := factory()
		if err != nil {
			return nil, err
		}
		return &single{settings: settings, searcher: searcher, now: time.Now}, nil
	}}
}

type single struct {
	settings SingleSettings
	searcher *mcts.Searcher
	now      func() time.Time
	rng      *rand.Rand
	left     time.Duration // of GameTime
	chosen   bool          // the move under way is our own
	moved    bool          // we have moved in this game, and ponder from then on

	// Thinking while others do: cancel ends it, and done is closed when it has ended, with its error in failed.
	cancel context.CancelFunc
	done   chan struct{}
	failed error
}

func (p *single) Start(_ int, s game.State, rng *rand.Rand) {
	p.rest()
	p.searcher.Tree().Reset(s)
	p.rng, p.left, p.chosen, p.moved = rng, p.settings.GameTime, false, false
}

func (p *single) Observe(_ int, a game.Action) {
	p.rest()
	tree := p.searcher.Tree()
	tree.Advance(a)
	p.moved = p.moved || p.chosen
	p.chosen = false
	if p.settings.Ponder && p.moved && tree.Root().ToMove() != game.Terminal {
		p.ponder()
	}
}

func (p *single) Choose(ctx context.Context, _ []int, _ []game.State, out []game.Action) error {
	began := p.now()
	if err := p.rest(); err != nil {
		return err
	}
	limits := mcts.Limits{
		SearchOptions: mcts.SearchOptions{Simulations: p.settings.Simulations, Rand: p.rng},
		Time:          p.settings.MoveTime, StopEarly: p.settings.StopEarly,
	}
	if p.settings.GameTime > 0 {
		limits.Time = mcts.Clock{Remaining: p.left, Increment: p.settings.Increment}.Budget()
	}
	if _, err := p.searcher.Search(ctx, limits); err != nil {
		return err
	}
	tree := p.searcher.Tree()
	if p.settings.LCB {
		out[0] = tree.ChooseLCB()
	} else {
		out[0] = tree.Choose(0, nil)
	}
	p.left += p.settings.Increment - p.now().Sub(began)
	p.chosen = true
	return nil
}

// Close ends the pondering.
func (p *single) Close() error { return p.rest() }

// ponder begins to think on others' time.
func (p *single) ponder() {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.done = cancel, make(chan struct{})
	go func() {
		defer close(p.done)
		_, p.failed = p.searcher.Ponder(ctx, mcts.SearchOptions{Simulations: p.settings.Simulations, Rand: p.rng})
	}()
}

// rest ends the pondering, if there is any, and returns its error once.
func (p *single) rest() error {
	if p.cancel == nil {
		return nil
	}
	p.cancel()
	<-p.done
	err := p.failed
	p.cancel, p.done, p.failed = nil, nil, nil
	return err
}
