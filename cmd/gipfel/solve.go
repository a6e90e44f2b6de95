package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gipfel/game/atimo/solve"
)

// solveOptions are the flags of gipfel solve.
type solveOptions struct {
	db, out, check string
}

func newSolve(a *app) *cobra.Command {
	var o solveOptions
	game := solve.Game().Name
	c := &cobra.Command{
		Use:   "solve GAME",
		Short: "Solve a game: the exact value of every position",
		Long: fmt.Sprintf(`Solve a game by retrograde analysis: from the positions that are over backwards, until it is known of every
position who wins under best play and in how many plies. The only game that is small enough is %s,
by %s; it takes a few seconds and 60 MB of memory.

Values are those of positions that have not occurred before, without the limit of 150 moves: play without end is a draw.

What is found is summed up. --out keeps it in a file, and --db takes it from there. --check compares it with the values in a text,
a position a line:

  POSITION ; VALUE ; MOVES

The value, for the player to move, is "W 3" (a win in three plies), "L 2" or "D -". The moves are all that keep the win or the
draw, fast or slow; for a loss, which all moves keep, there is a *. Empty lines and those that begin with # are skipped. The exit
code is 1 unless all positions agree.`, game, solve.Game().Author),
		Example: `  gipfel solve atimo-5x5
  gipfel solve atimo-5x5 --out atimo-5x5.db
  gipfel solve atimo-5x5 --db atimo-5x5.db --check positions.txt`,
		Args:      cobra.ExactArgs(1),
		ValidArgs: []string{game},
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] != game {
				return &usageError{fmt.Errorf("%q cannot be solved; want %s", args[0], game)}
			}
			for _, flag := range []string{"out", "db", "check"} {
				if f := c.Flags().Lookup(flag); f.Changed && f.Value.String() == "" {
					return &usageError{fmt.Errorf("--%s: the name of the file is empty", flag)}
				}
			}
			return a.solve(c.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "", "write all values to this `file`")
	f.StringVar(&o.db, "db", "", "take the values from this `file`, which --out has written, instead of solving")
	f.StringVar(&o.check, "check", "", "compare them with the values of positions in this `file`, instead of summing them up")
	c.MarkFlagsMutuallyExclusive("out", "db")
	for _, flag := range []string{"out", "db", "check"} {
		must(c.MarkFlagFilename(flag))
	}
	return c
}

// solve does what the command is asked to.
func (a *app) solve(ctx context.Context, o solveOptions) (err error) {
	cases, err := readCases(o.check) // first, since it is quick and may fail
	if err != nil {
		return err
	}
	if o.out != "" {
		if err := solve.CheckOut(o.out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	db, err := a.solution(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if o.check != "" {
		return a.checkValues(db, o.check, cases)
	}
	return a.summarize(ctx, db)
}

// solution solves the game, or opens the file that has its solution.
func (a *app) solution(ctx context.Context, o solveOptions) (*solve.DB, error) {
	if o.db != "" {
		return openSolution(o.db)
	}
	stages := &stages{command: "solve", reporter: a.progress}
	defer stages.end()
	db, err := solve.Solve(ctx, solve.Options{Stage: stages.begin})
	if err != nil || o.out == "" {
		return db, err
	}
	size, err := db.WriteFile(o.out)
	if err != nil {
		return nil, err
	}
	a.log.Info("written", "file", o.out, "bytes", size)
	return db, nil
}

// openSolution opens a file. All of it must be sound, also what nobody is going to ask for: a value from a damaged file proves
// nothing.
func openSolution(path string) (*solve.DB, error) {
	db, err := solve.Open(path)
	if err != nil {
		return nil, err
	}
	if err := db.Verify(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
