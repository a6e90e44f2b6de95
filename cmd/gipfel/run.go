package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gipfel/internal/config"
	"gipfel/selfplay"
)

// runFlags are the flags of the commands that work on a run directory.
type runFlags struct {
	configFlags
	dir string
}

func (f *runFlags) add(c *cobra.Command) {
	f.configFlags.add(c)
	c.Flags().StringVarP(&f.dir, "dir", "d", "", "the run `directory` (default: runs/ and the name of the config)")
	must(c.MarkFlagDirname("dir"))
}

// open loads the config and opens the run. A run that exists goes on with the config that it was started with, unless another
// one is named.
func (f *runFlags) open(ctx context.Context, a *app) (*selfplay.Run, error) {
	if f.dir == "" {
		name := strings.TrimSuffix(filepath.Base(f.file), filepath.Ext(f.file))
		if f.file == "" {
			return nil, &usageError{errors.New("either --dir or --config is needed, to know the run")}
		}
		f.dir = filepath.Join("runs", name)
	}
	load := f.load
	if f.file == "" {
		load = func() (selfplay.Config, error) { return f.loadStored(ctx) }
	}
	c, err := load()
	if err != nil {
		return nil, err
	}
	return selfplay.Open(ctx, f.dir, c, selfplay.Options{Log: a.log, Progress: a.progress})
}

// loadStored returns the config that the run has, with the command line's values.
func (f *runFlags) loadStored(ctx context.Context) (selfplay.Config, error) {
	text, from, err := selfplay.StoredConfig(ctx, f.dir)
	switch {
	case errors.Is(err, selfplay.ErrNoRun):
		return selfplay.Config{}, &usageError{fmt.Errorf("%s is no run to go on with; --config is needed to start one", f.dir)}
	case err != nil:
		return selfplay.Config{}, err
	}
	return f.read(func(sets []string, c *selfplay.Config) error { return config.Parse(from, text, sets, c) })
}

// with opens the run, does something with it and closes it.
func (f *runFlags) with(ctx context.Context, a *app, do func(*selfplay.Run) error) (err error) {
	defer func() {
		if errors.Is(err, context.Canceled) {
			err = fmt.Errorf("%w; '%s run --dir %s' goes on from here", err, programName(), f.dir)
		}
	}()
	r, err := f.open(ctx, a)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return do(r)
}

func newRun(a *app) *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "run",
		Short: "Train an agent: self-play, training and gate, again and again",
		Long: `Train an agent from nothing, or go on with a run that was interrupted, until the iterations of the config are done.
Then play the champion against the baselines and print what it has come to.

The run can be stopped at any time, with Ctrl-C or harder, and the same command goes on from there. Games are kept in whole
shards, matches in whole pairs, nets when their training is done; what was begun beyond that is done again, the same way, so
that the run ends as if it had never been stopped. Smaller shards (selfplay.shard_games) lose less time.`,
		Example: `  gipfel run --config configs/atimo-5x5-demo.yaml
  gipfel run --config configs/ataxx.yaml --dir runs/wide --set net.channels=64 --set seed=2
  gipfel run --dir runs/wide`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			began := time.Now()
			return flags.with(c.Context(), a, func(r *selfplay.Run) error {
				if err := r.Loop(c.Context()); err != nil {
					return err
				}
				report, err := r.Evaluate(c.Context())
				if err != nil {
					return err
				}
				if a.json {
					for _, e := range report.Evaluations {
						e.Games, e.Uncounted = nil, nil // the ledger has them
					}
					return a.writeJSON(report)
				}
				printReport(a.stdout, report, time.Since(began))
				return nil
			})
		},
	}
	flags.add(c)
	return c
}

// printReport says what a run has come to.
func printReport(w io.Writer, r *selfplay.Report, took time.Duration) {
	printf(w, "%s: %s, %s, %s; %s promoted (this command took %s)\n", r.Game, count(r.Iterations, "iteration", "iterations"),
		count(r.Games, "game", "games"), count(r.Samples, "sample", "samples"), count(r.Promotions, "checkpoint", "checkpoints"),
		took.Round(time.Second))
	for _, e := range r.Evaluations {
		printf(w, "\n")
		printf(w, "%s", e.Summary())
	}
	printf(w, "\n")
	if r.Champion == 0 {
		printf(w, "Champion: still the untrained net, since no checkpoint has passed the gate; in %s\n", r.ChampionPath)
	} else {
		printf(w, "Champion: iteration %d, in %s\n", r.Champion, r.ChampionPath)
	}
	printf(w, "Games, checkpoints, matches and metrics: in %s\n", r.Dir)
	printf(w, "Play against it: %s play %s\n", programName(), r.ChampionPath)
}
