package main

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/internal/progress"
	"gipfel/internal/version"
	"gipfel/mcts"
	"gipfel/nn/native"
)

// benchSearchOptions are the flags of gipfel bench search.
type benchSearchOptions struct {
	game                string
	searcher            searcherOptions
	simulations, repeat int
	seconds             int // of each measurement
	seed                uint64
}

func newBenchSearch(a *app) *cobra.Command {
	var o benchSearchOptions
	c := &cobra.Command{
		Use:   "search",
		Short: "Measure the tree search",
		Long: `Measure the tree search: whole games are played, each move after so many simulations and with the tree kept from move to move.

Without --model the net knows nothing and costs nothing, so that the figures are those of the search and the rules alone.`,
		Example: `  gipfel bench search --game ataxx --simulations 800
  gipfel bench search --model runs/atimo-5x5-demo --simulations 400 --threads 2 --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := cmp.Or(
				checkRange("simulations", o.simulations, 2, maxSimulations), checkRange("repeat", o.repeat, 1, 1000),
				checkRange("seconds", o.seconds, 1, 3600),
			); err != nil {
				return err
			}
			r, err := a.benchSearch(c.Context(), o)
			if err != nil {
				return err
			}
			return a.printSearchBench(r)
		},
	}
	gameFlag(c, &o.game, "the game (default: that of the net)")
	searcherFlags(c, &o.searcher, false)
	f := c.Flags()
	f.IntVarP(&o.simulations, "simulations", "s", 800, "simulations a move")
	f.IntVar(&o.repeat, "repeat", 5, "how often to measure")
	f.IntVar(&o.seconds, "seconds", 1, "seconds that each measurement takes")
	f.Uint64Var(&o.seed, "seed", 1, "of the moves that are played, and of the dice")
	return c
}

// searchBench is how fast a search is. The names in JSON are relied on by scripts.
type searchBench struct {
	Game        string `json:"game"`
	Model       string `json:"model"`
	Algorithm   string `json:"algorithm"`
	Simulations int    `json:"simulations"` // a move
	Threads     int    `json:"threads"`
	Leaves      int    `json:"leaves"`
	// PerSecond is the median of Runs.
	PerSecond float64   `json:"simulations_per_second"`
	Runs      []float64 `json:"runs"`
	// Cached is the share of the evaluations that were found in the cache.
	Cached float64 `json:"cached_share"`
	// TreeBytes is the memory of the tree in the end, BytesPerNode and BytesPerEdge what one of its nodes and edges takes.
	TreeBytes    int    `json:"tree_bytes"`
	BytesPerNode int    `json:"bytes_per_node"`
	BytesPerEdge int    `json:"bytes_per_edge"`
	Machine      string `json:"machine"`
	Kernels      string `json:"kernels"` // with which nets are computed
	Build        string `json:"build"`
}

// benchSearch measures a search several times.
func (a *app) benchSearch(ctx context.Context, o benchSearchOptions) (*searchBench, error) {
	e, err := o.searcher.open(o.game)
	if err != nil {
		return nil, err
	}
	r := &searchBench{
		Game: e.game.Name, Model: e.name, Algorithm: o.searcher.algorithm, Simulations: o.simulations,
		Threads: o.searcher.threads, Leaves: o.searcher.leaves, Machine: version.Machine(), Kernels: native.Kernels(), Build: version.String(),
	}
	task := a.progress.Start("search", int64(o.repeat*o.seconds), "seconds", progress.Long)
	defer task.Done()
	b := &benchGame{engine: e, simulations: o.simulations, rng: rand.New(rand.NewPCG(o.seed, 0))}
	if _, err := b.play(ctx, 100*time.Millisecond); err != nil { // so that all memory has been reserved
		return nil, err
	}
	var all mcts.Effort
	for range o.repeat {
		var run mcts.Effort
		for range o.seconds {
			part, err := b.play(ctx, time.Second)
			if err != nil {
				return nil, err
			}
			run = addEffort(run, part)
			task.Add(1)
		}
		r.Runs = append(r.Runs, float64(run.Simulations)/run.Duration.Seconds())
		all = addEffort(all, run)
	}
	r.PerSecond = median(r.Runs)
	r.Cached = cachedShare(all)
	stats := e.searcher.Tree().Stats()
	r.TreeBytes, r.BytesPerNode, r.BytesPerEdge = stats.Bytes, stats.NodeBytes, stats.EdgeBytes
	return r, nil
}

// benchGame plays games with an engine, one after the other.
type benchGame struct {
	*engine
	simulations int
	rng         *rand.Rand
	dice        game.Dice
	state       game.State
}

// play plays on until the searches have taken so long, and returns what they have cost.
func (b *benchGame) play(ctx context.Context, atLeast time.Duration) (total mcts.Effort, err error) {
	tree := b.searcher.Tree()
	for total.Duration < atLeast {
		if b.state == nil || b.state.ToMove() == game.Terminal {
			b.state = b.game.New()
			tree.Reset(b.state)
		}
		if b.state.ToMove() == game.Chance {
			b.advance(b.dice.Roll(b.state, b.rng))
			continue
		}
		effort, err := b.searcher.Search(ctx, mcts.Limits{
			SearchOptions: mcts.SearchOptions{Simulations: b.simulations, Rand: b.rng},
		})
		if err != nil {
			return total, err
		}
		total = addEffort(total, effort)
		b.advance(tree.Choose(1, b.rng))
	}
	return total, nil
}

func (b *benchGame) advance(a game.Action) {
	b.state.Apply(a)
	b.searcher.Tree().Advance(a)
}

func addEffort(a, b mcts.Effort) mcts.Effort {
	return mcts.Effort{
		Simulations: a.Simulations + b.Simulations, Evaluations: a.Evaluations + b.Evaluations, Cached: a.Cached + b.Cached,
		Duration: a.Duration + b.Duration,
	}
}

func (a *app) printSearchBench(r *searchBench) error {
	if a.json {
		return a.writeJSON(r)
	}
	printf(a.stdout, "%s, %s, net: %s, %d simulations a move, threads: %d, leaves at once: %d\n",
		r.Game, r.Algorithm, r.Model, r.Simulations, r.Threads, r.Leaves)
	printf(a.stdout, "simulations a second: %s (median of %d; %s to %s)\n",
		thousands(r.PerSecond), len(r.Runs), thousands(slices.Min(r.Runs)), thousands(slices.Max(r.Runs)))
	printf(a.stdout, "found in the cache: %.1f%%\n", 100*r.Cached)
	printf(a.stdout, "tree: %.1f MiB, %d bytes a node, %d bytes an edge\n", float64(r.TreeBytes)/(1<<20), r.BytesPerNode, r.BytesPerEdge)
	printf(a.stdout, "machine: %s; kernels: %s; build: %s\n", r.Machine, r.Kernels, r.Build)
	return nil
}
