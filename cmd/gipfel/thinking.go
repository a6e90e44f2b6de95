package main

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/mcts"
	"gipfel/nn"
	"gipfel/selfplay"
	"gipfel/selfplay/arena"
)

// thinking is how much of the machine a net may use for its moves in a game with a person.
type thinking struct {
	threads            int
	moveTime, gameTime time.Duration
	increment          time.Duration
	ponder             bool
}

// timedSimulations bounds a search that a clock ends, so that its memory has a bound too.
const timedSimulations = 200_000

// thinkingCache is the number of evaluations that a net remembers during a game.
const thinkingCache = 100_000

func thinkingFlags(c *cobra.Command, o *thinking) {
	f := c.Flags()
	f.IntVarP(&o.threads, "threads", "t", 1, "threads that the net thinks with; 0 = one a processor")
	f.DurationVar(&o.moveTime, "move-time", 0, "time for each of its moves, such as 2s, in place of a number of simulations")
	f.DurationVar(&o.gameTime, "game-time", 0, "time for all of its moves, such as 5m")
	f.DurationVar(&o.increment, "increment", 0, "what each move adds to --game-time")
	f.BoolVar(&o.ponder, "ponder", false, "let it think while you do")
}

// player makes a net's player that thinks in this way. simulations is 0 if nothing was said of them.
func (o thinking) player(g *game.Game, c *contender, simulations int) (arena.Player, error) {
	if err := checkRange("threads", o.threads, 0, 1024); err != nil {
		return arena.Player{}, err
	}
	if o == (thinking{threads: 1}) {
		return c.player(g), nil
	}
	if c.baseline != "" {
		return arena.Player{}, &usageError{fmt.Errorf("%s is no net: --threads, --move-time, --game-time, --increment and --ponder are for nets", c.name)}
	}
	if o.threads == 0 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	settings := playerSettings{NetSettings: selfplay.MatchSettings(g, c.simulations, true, 0)}
	if err := c.apply(&settings); err != nil {
		return arena.Player{}, err
	}
	switch {
	case settings.FreshTrees:
		return arena.Player{}, &usageError{errors.New("reuse=false is for matches")}
	case settings.thinking != thinking{}:
		return arena.Player{}, &usageError{errors.New("time and threads behind a comma are for matches; here there are flags")}
	}
	if err := o.settings(c, &settings, simulations).Validate(); err != nil {
		return arena.Player{}, &usageError{err}
	}
	return o.single(g, c, &settings, simulations), nil
}

// settings returns how a net thinks in this way. simulations is 0 if nothing was said of them.
func (o thinking) settings(c *contender, s *playerSettings, simulations int) arena.SingleSettings {
	single := arena.SingleSettings{
		Simulations: c.simulations, MoveTime: o.moveTime, GameTime: o.gameTime, Increment: o.increment, Ponder: o.ponder,
		StopEarly: !s.LCB, LCB: s.LCB,
	}
	if simulations == 0 && (o.moveTime > 0 || o.gameTime > 0) {
		single.Simulations = timedSimulations
	}
	return single
}

// single returns the player that thinks about one game at a time.
func (o thinking) single(g *game.Game, c *contender, s *playerSettings, simulations int) arena.Player {
	return arena.Single(c.name, func() (*mcts.Searcher, error) {
		models, err := predictors(o.threads, func() (nn.Model, error) { return c.model(g) })
		if err != nil {
			return nil, err
		}
		return mcts.NewSearcher(g, s.Search, max(s.Leaves, o.threads), mcts.NewCache(thinkingCache), models...), nil
	}, o.settings(c, s, simulations))
}
