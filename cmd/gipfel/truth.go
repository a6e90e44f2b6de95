package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/truth"
)

// truthOptions are the flags of gipfel truth.
type truthOptions struct {
	game, model string
	shards      []string
	positions   int
	simulations []int
	lanes       int
	seed        uint64
}

func newTruth(a *app) *cobra.Command {
	var o truthOptions
	c := &cobra.Command{
		Use:   "truth --model NET",
		Short: "Count how often a net, and searches with it, err where the truth is known",
		Long: fmt.Sprintf(`Count in how many positions a net errs: by its policy alone, which makes the legal move with the largest logit, and
with searches of so many simulations, which play as in matches, with wins in one and proofs. A move is an error if it turns a win
into a draw or a loss, or a draw into a loss. Where all moves are worth the same nobody can err; shares are given of the positions
in which an error is possible, and of all. Beside that, what the net's values are off by, from -1 to 1, and in how many positions
the exact one of -1, 0 and 1 is the nearest. Intervals are 95%%.

In atimo-5x5 (by Roberto Weinhold) the solution judges (gipfel solve). In atimo-7x7 a search of %d plies does that counts nothing but what it proves: an
error is then a move that misses a win within %[1]d plies, or that loses within them where another does not. Deeper errors go
unseen, so that there may be many more. Other games cannot be judged.

Positions come from games in which every move is random, one of each game, each ply with the same probability; and from games of
self-play, those of the run if NET is a run directory. They are pairwise different, count as never seen before, and are not within
%d plies of the longest game. All follows from the seed.`, truth.ProofDepth, truth.Horizon),
		Example: `  gipfel truth --model runs/atimo-5x5-demo
  gipfel truth --model runs/atimo-5x5-demo --positions 500 --simulations 64 --json
  gipfel truth --model champion.weights,lcb=true --shards runs/atimo-7x7/shards --positions 200
  gipfel truth --model uniform --game atimo-5x5`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return err
			}
			r, err := a.truth(c.Context(), o)
			if err != nil {
				return err
			}
			return a.printTruth(r)
		},
	}
	gameFlag(c, &o.game, "the game (default: that of the net)")
	f := c.Flags()
	f.StringVar(&o.model, "model", "", "the net: a weights `file`, a run directory for its champion, or "+uniform+"; options of the search\n"+
		"may follow as in matches: NET,lcb=true")
	f.StringSliceVar(&o.shards, "shards", nil, "the games of self-play: shards, or `folders` of them (default: those of the run)")
	f.IntVarP(&o.positions, "positions", "n", 2000, "positions of either kind; of self-play fewer if there are no more")
	f.IntSliceVarP(&o.simulations, "simulations", "s", []int{1, 16, 64, 256}, "simulations of the searches")
	f.IntVar(&o.lanes, "lanes", runtime.GOMAXPROCS(0), "goroutines that work; changes nothing but speed")
	f.Uint64Var(&o.seed, "seed", 1, "everything random follows from it")
	must(c.MarkFlagRequired("model"))
	return c
}

func (o *truthOptions) check() error {
	for _, n := range o.simulations {
		if err := checkRange("simulations", n, 1, 1_000_000); err != nil {
			return err
		}
	}
	return errors.Join(checkRange("positions", o.positions, 1, 1_000_000), checkRange("lanes", o.lanes, 1, 1024))
}

// truthReport is the result of gipfel truth. The names in JSON are relied on by scripts.
type truthReport struct {
	Game  string `json:"game"`
	Model string `json:"model"`
	// Judge says who knows the truth, and Exact that nothing is hidden from it.
	Judge   string          `json:"judge"`
	Exact   bool            `json:"exact"`
	Seed    uint64          `json:"seed"`
	Results []*truth.Result `json:"results"`
}

// truth does what the command is for.
func (a *app) truth(ctx context.Context, o truthOptions) (*truthReport, error) {
	net, err := o.net()
	if err != nil {
		return nil, err
	}
	g, err := gameOf(o.game, net)
	if err != nil {
		return nil, err
	}
	judge, err := truth.For(g)
	if err != nil {
		return nil, &usageError{err}
	}
	sets, err := o.sets(ctx, g)
	if err != nil {
		return nil, err
	}
	stages := &stages{command: "truth", reporter: a.progress}
	defer stages.end()
	subject := truth.Subject{Game: g, Model: func() (nn.Model, error) { return net.model(g) }, Players: o.players(g, net)}
	r := &truthReport{Game: g.Name, Model: net.label(), Judge: judge.Name, Exact: judge.Exact, Seed: o.seed}
	for _, set := range sets {
		settings := truth.Settings{Seed: o.seed, Lanes: o.lanes, Begin: func(stage string, positions int) func(n int) {
			return stages.begin(set.name+": "+stage, positions)
		}}
		result, err := truth.Measure(ctx, judge, subject, set.name, set.positions, settings)
		if err != nil {
			return nil, err
		}
		r.Results = append(r.Results, result)
	}
	return r, nil
}

// net reads the net that is to be measured.
func (o *truthOptions) net() (*contender, error) {
	net, err := parsePlayer(o.model, 1)
	switch {
	case err != nil:
		return nil, err
	case net.baseline != "":
		return nil, &usageError{fmt.Errorf("--model %s: want a weights file, a run directory or %s", o.model, uniform)}
	case slices.ContainsFunc(net.options, func(option string) bool { return strings.HasPrefix(option, "simulations=") }):
		return nil, &usageError{fmt.Errorf("--model %s: the simulations are for --simulations to say", o.model)}
	}
	return net, nil
}

// label names the net with its options.
func (c *contender) label() string { return strings.Join(append([]string{c.path}, c.options...), ",") }

// players returns those that search with the net.
func (o *truthOptions) players(g *game.Game, net *contender) []arena.Player {
	list := make([]arena.Player, len(o.simulations))
	for i, n := range o.simulations {
		searching := *net
		searching.name, searching.simulations = fmt.Sprintf("search@%d", n), n
		list[i] = searching.player(g)
	}
	return list
}

// truthSet is a set of positions with its name.
type truthSet struct {
	name      string
	positions []game.State
}

// sets draws the positions.
func (o *truthOptions) sets(ctx context.Context, g *game.Game) ([]truthSet, error) {
	random, err := truth.Random(ctx, g, o.positions, o.seed)
	if err != nil {
		return nil, err
	}
	sets := []truthSet{{"random play", random}}
	shards := o.shards
	if len(shards) == 0 {
		model, _ := splitPlayer(strings.TrimPrefix(o.model, "net:"))
		ofRun := filepath.Join(model, "shards")
		if _, err := os.Stat(ofRun); err != nil {
			return sets, nil // it is no run
		}
		shards = []string{ofRun}
	}
	if shards, err = shardFiles(shards); err != nil {
		return nil, err
	}
	played, err := truth.SelfPlay(ctx, g, shards, o.positions, o.seed)
	if err != nil {
		return nil, err
	}
	return append(sets, truthSet{"self-play", played}), nil
}
