package main

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/mcts"
	"gipfel/nn"
	"gipfel/nn/native"
)

// searcherOptions are the flags that say how a single position is searched.
type searcherOptions struct {
	model     string
	algorithm string
	threads   int
	leaves    int
	cache     int
	decisive  bool
}

// uniform is the name of the net that knows nothing.
const uniform = "uniform"

// searcherFlags adds the flags of a search.
func searcherFlags(c *cobra.Command, o *searcherOptions, decisive bool) {
	f := c.Flags()
	f.StringVar(&o.model, "model", uniform, "the net: a weights `file`, a run directory for its champion, or "+uniform+" for one that knows nothing")
	f.StringVar(&o.algorithm, "algorithm", "puct", "puct or gumbel")
	f.IntVarP(&o.threads, "threads", "t", 1, "threads that evaluate positions; 0 = one a processor")
	f.IntVar(&o.leaves, "leaves", 0, "positions that are evaluated at once; 0 = one a thread")
	f.IntVar(&o.cache, "cache", 100_000, "evaluations to remember; 0 = none")
	f.BoolVar(&o.decisive, "decisive", decisive, "ask the rules for wins in one")
}

// engine is what searches a position.
type engine struct {
	game     *game.Game
	name     string // of the net
	searcher *mcts.Searcher
}

// check says which of the options is wrong, and fills in those that were left open.
func (o *searcherOptions) check() error {
	if err := cmp.Or(
		checkRange("threads", o.threads, 0, 1024), checkRange("leaves", o.leaves, 0, maxLeaves), checkRange("cache", o.cache, 0, 100_000_000),
	); err != nil {
		return err
	}
	if o.algorithm != "puct" && o.algorithm != "gumbel" {
		return &usageError{fmt.Errorf("--algorithm %q: want puct or gumbel", o.algorithm)}
	}
	if o.threads == 0 {
		o.threads = runtime.NumCPU()
	}
	if o.leaves == 0 {
		o.leaves = o.threads
	}
	o.leaves = max(o.leaves, o.threads)
	return nil
}

// config returns the constants of the search.
func (o *searcherOptions) config() mcts.Config {
	c := mcts.PlayConfig()
	c.DecisiveMoves = o.decisive
	if o.algorithm == "gumbel" {
		c.Algorithm = mcts.Gumbel
	}
	return c
}

// open makes the options ready for searching. The game may be left empty if the net says which it is.
func (o *searcherOptions) open(name string) (*engine, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	var cache *mcts.Cache
	if o.cache > 0 {
		cache = mcts.NewCache(o.cache)
	}
	e := &engine{name: o.model}
	var predictors []mcts.Predictor
	if o.model == uniform {
		if name == "" {
			return nil, &usageError{errors.New("--game is needed, since the net " + uniform + " is for all games")}
		}
		g, err := gameNamed(name)
		if err != nil {
			return nil, err
		}
		e.game, cache = g, nil
		for range o.threads {
			predictors = append(predictors, ignorance(g))
		}
	} else {
		player, err := parsePlayer(o.model, 1)
		if err != nil {
			return nil, err
		}
		if len(player.options) > 0 {
			return nil, &usageError{fmt.Errorf("--model %s: options behind a comma are for matches; here there are flags", o.model)}
		}
		if player.weights == nil {
			return nil, &usageError{fmt.Errorf("--model %s: want a weights file, a run directory or %s", o.model, uniform)}
		}
		if e.game, err = gameOf(name, player); err != nil {
			return nil, err
		}
		e.name = player.path
		if predictors, err = netPredictors(player.weights, o.threads); err != nil {
			return nil, err
		}
	}
	e.searcher = mcts.NewSearcher(e.game, o.config(), o.leaves, cache, predictors...)
	return e, nil
}

// netPredictors makes a net ready for a search with several threads.
func netPredictors(w *nn.Weights, threads int) ([]mcts.Predictor, error) {
	predictors := make([]mcts.Predictor, threads)
	for i := range predictors {
		model, err := native.New(w)
		if err != nil {
			return nil, err
		}
		predictors[i] = func(n int, in, logits, outcome []float32) error {
			return model.Predict(n, in, nn.Outputs{Policy: logits, Outcome: outcome})
		}
	}
	return predictors, nil
}

// ignorance is the net that takes all moves and all outcomes for equally likely.
func ignorance(g *game.Game) mcts.Predictor {
	return func(n int, _, logits, outcome []float32) error {
		clear(logits[:n*g.Actions()])
		for i := range outcome[:n*g.Outcomes()] {
			outcome[i] = 1 / float32(g.Outcomes())
		}
		return nil
	}
}
