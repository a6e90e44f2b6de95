package main

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/mcts"
	"gipfel/nn"
	"gipfel/selfplay/evaluator"
)

// searcherOptions are the flags that say how a single position is searched.
type searcherOptions struct {
	model     string
	symmetry  string
	algorithm string
	threads   int
	leaves    int
	cache     int
	decisive  bool

	record evaluator.Sink // takes what the net says, as the search is told it; may be nil
}

// searcherFlags adds the flags of a search.
func searcherFlags(c *cobra.Command, o *searcherOptions, decisive bool) {
	f := c.Flags()
	f.StringVar(&o.model, "model", uniform, "the net: a weights `file`, a quantized net, a run directory for its champion, "+uniform+" for one that knows nothing,\n"+
		"or material for one that only counts the pieces")
	f.StringVar(&o.symmetry, "symmetry", string(noSymmetry), symmetryUsage)
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
	if _, err := parseSymmetry(o.symmetry); err != nil {
		return symmetryFlagError(o.symmetry)
	}
	if o.threads == 0 {
		o.threads = runtime.GOMAXPROCS(0)
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
	net, err := o.net()
	if err != nil {
		return nil, err
	}
	g, err := gameOf(name, net)
	if err != nil {
		return nil, err
	}
	models, err := predictors(o.threads, func() (nn.Model, error) {
		m, err := net.model(g)
		if err == nil && o.record != nil {
			m = evaluator.Recorder(m, o.record)
		}
		return m, err
	})
	if err != nil {
		return nil, err
	}
	var cache *mcts.Cache
	if o.cache > 0 && net.fake == nil { // a fake net costs less than to look for what it said
		cache = mcts.NewCache(o.cache)
	}
	return &engine{
		game: g, name: net.path + net.symmetry.suffix(), searcher: mcts.NewSearcher(g, o.config(), o.leaves, cache, models...),
	}, nil
}

// net reads which net is to be used, and how.
func (o *searcherOptions) net() (*contender, error) {
	net, err := parsePlayer(o.model, 1)
	switch {
	case err != nil:
		return nil, err
	case len(net.options) > 0:
		return nil, &usageError{fmt.Errorf("--model %s: options behind a comma are for matches; here there are flags", o.model)}
	case net.baseline != "":
		return nil, &usageError{fmt.Errorf("--model %s: want a weights file, a run directory, %s", o.model, withoutFile())}
	}
	net.symmetry = symmetry(o.symmetry)
	return net, nil
}

// predictors makes a model for each thread of a search.
func predictors(threads int, model func() (nn.Model, error)) ([]mcts.Predictor, error) {
	list := make([]mcts.Predictor, threads)
	for i := range list {
		m, err := model()
		if err != nil {
			return nil, err
		}
		list[i] = func(n int, in, logits, outcome []float32) error {
			return m.Predict(n, in, nn.Outputs{Policy: logits, Outcome: outcome})
		}
	}
	return list, nil
}
