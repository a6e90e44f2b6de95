package uai

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

// Player returns a player whose moves an engine in another process chooses. Each slot has a process of its own, which is started
// when the slot is first used, and they think one after the other. An engine that fails loses the game, and the next game has a
// new process; see [arena.Forfeiter]. One that cannot even be started, or does not speak the protocol, is an error of New.
//
// Its moves depend on the machine as far as the engine's do.
func Player(name string, g *game.Game, s Settings) arena.Player {
	return arena.Player{Name: name, New: func(slots int) (arena.Agent, error) {
		if err := s.Validate(); err != nil {
			return nil, fmt.Errorf("uai: %w", err)
		}
		if s.FreshFEN && !isAtaxx(g) {
			return nil, fmt.Errorf("uai: fen: position strings of %s say nothing of repetitions, so only moves can be sent", g.Title)
		}
		a := &agent{seats: make([]*seat, slots)}
		for i := range a.seats {
			a.seats[i] = &seat{game: g, settings: &s, state: g.New()}
		}
		// One engine is tried now, so that a match with a mistake in the command ends before it begins.
		first, err := launch(context.Background(), g, &s)
		if err != nil {
			return nil, fmt.Errorf("uai: %s: %w", s.Command, err)
		}
		a.seats[0].engine = first
		return a, nil
	}}
}

// agent is a player in one lane.
type agent struct{ seats []*seat }

// Start implements arena.Agent. Engines have randomness of their own, if any.
func (a *agent) Start(slot int, s game.State, _ *rand.Rand) { a.seats[slot].begin(s) }

// Observe implements arena.Agent.
func (a *agent) Observe(slot int, action game.Action) { a.seats[slot].observe(action) }

// Choose implements arena.Agent.
func (a *agent) Choose(ctx context.Context, slots []int, _ []game.State, out []game.Action) error {
	for i, slot := range slots {
		out[i] = a.seats[slot].choose(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Forfeit implements arena.Forfeiter.
func (a *agent) Forfeit(slot int) string { return a.seats[slot].failure }

// Close ends all engines.
func (a *agent) Close() error {
	var all sync.WaitGroup
	for _, s := range a.seats {
		if s.engine != nil {
			all.Go(func() { s.engine.close(true) })
		}
	}
	all.Wait()
	return nil
}

// seat is one seat in one game.
type seat struct {
	game     *game.Game
	settings *Settings
	engine   *engine // nil: to be started
	failure  string  // why the game was forfeited

	state game.State
	start string   // the game's first position, as the protocol writes it
	moves []string // since then
	fresh bool     // the engine has not heard of this game
	left  time.Duration
}

func (s *seat) begin(from game.State) {
	s.state.CopyFrom(from)
	s.start, s.moves, s.fresh = positionWords(s.game, from), s.moves[:0], true
	s.left, s.failure = s.settings.GameTime, ""
}

func (s *seat) observe(a game.Action) {
	s.moves = append(s.moves, s.game.Notation.FormatAction(s.state, a))
	s.state.Apply(a)
}

// choose asks the engine. If that fails it ends the engine, notes why, and returns no action.
func (s *seat) choose(ctx context.Context) game.Action {
	a, err := s.ask(ctx)
	if err == nil {
		return a
	}
	if s.engine != nil {
		err = s.engine.explain(err)
		s.engine.close(false)
		s.engine = nil
	}
	s.failure = fmt.Sprintf("%s: %s", s.settings.Command, err)
	return game.NoAction
}

// ask has the engine choose a move, and starts it if there is none.
func (s *seat) ask(ctx context.Context) (a game.Action, err error) {
	if s.engine == nil {
		if s.engine, err = launch(ctx, s.game, s.settings); err != nil {
			s.engine = nil
			return game.NoAction, err
		}
	}
	if s.fresh {
		if err := s.engine.newGame(ctx); err != nil {
			return game.NoAction, err
		}
		s.fresh = false
	}
	a, took, err := s.engine.think(ctx, s.position(), s.state, s.left)
	if err != nil {
		return game.NoAction, err
	}
	if s.settings.GameTime > 0 {
		s.left = max(0, s.left-took) + s.settings.Increment
	}
	return a, nil
}

// position writes the position as the engine is to be told it.
func (s *seat) position() string {
	switch {
	case s.settings.FreshFEN:
		return "fen " + s.game.Notation.FormatState(s.state)
	case len(s.moves) == 0:
		return s.start
	}
	return s.start + " moves " + strings.Join(s.moves, " ")
}

var _ arena.Forfeiter = (*agent)(nil)
