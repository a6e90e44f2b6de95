package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

func newMatch(a *app) *cobra.Command {
	var flags matchFlags
	var dir, out string
	var sprt sprtFlag
	c := &cobra.Command{
		Use:   "match A B",
		Short: "Let two players play each other",
		Long: `Let two players play a match: pairs of games from random openings, each opening played with both seatings. The result
comes with 95% intervals: that of the score is over pairs, those of the shares won and lost over single games. The same seed
gives the same match. Seats go by their names; in JSON they are numbered from 0, in the order of seat_names.

With --dir the games are kept, with the time and the value of each move, and survive whatever happens: the same command goes on
where it was stopped, and plays on with a larger number of games. See 'gipfel ladder' for what can be made of them.

` + playerHelp,
		Example: `  gipfel match runs/atimo-5x5-demo greedy --games 400
  gipfel match new.weights,simulations=200 old.weights,simulations=200 --games 100 --out games.jsonl
  gipfel match champion.weights,symmetry=average champion.weights --simulations 200
  gipfel match uniform,simulations=200 greedy --game ataxx
  gipfel match alphabeta:depth=3 mcts:simulations=200 --game ataxx --games 1000 --dir matches/ataxx
  gipfel match runs/ataxx greedy --openings openings.txt`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if err := flags.check(); err != nil {
				return err
			}
			players, err := flags.players(c, args)
			if err != nil {
				return err
			}
			distinguish(players)
			g, err := gameOf(flags.game, players...)
			if err != nil {
				return err
			}
			settings, err := flags.settings(g)
			if err != nil {
				return err
			}
			settings.Stop = sprt.stop()
			var file *os.File
			if out != "" { // before the match, since it would be a pity to find out afterwards
				if file, err = createLines(out); err != nil {
					return err
				}
				defer func() { err = errors.Join(err, file.Close()) }()
			}
			result, err := a.matchIn(c.Context(), dir, g, settings, players)
			if result == nil {
				return err
			}
			if out != "" {
				err = errors.Join(err, writeGames(file, result.Games))
			}
			result.Games, result.Uncounted = nil, nil // the latter are counted all the same
			if a.json {
				return errors.Join(err, a.writeJSON(sprt.judge(result)))
			}
			printf(a.stdout, "%s", result.Summary())
			sprt.judge(result).print(a.stdout)
			if out != "" {
				printf(a.stdout, "Games: in %s\n", out)
			}
			return err
		},
	}
	flags.add(c, "games, rounded up to whole pairs")
	f := c.Flags()
	f.Var(&sprt, "sprt", sprtHelp)
	f.StringVarP(&dir, "dir", "d", "", dirUsage)
	must(c.MarkFlagDirname("dir"))
	f.StringVarP(&out, "out", "o", "", "write the games to this `file`, a line of JSON each")
	return c
}

// match plays a match with progress.
func (a *app) match(ctx context.Context, g *game.Game, s arena.Settings, first, second arena.Player) (*arena.Result, error) {
	task := a.progress.Start(first.Name+" against "+second.Name, int64(s.Pairs*arena.PairGames(g)), "games")
	defer task.Done()
	s.Progress = func(int, int) { task.Add(1) }
	return arena.Play(ctx, g, s, first, second)
}

func writeGames(f *os.File, games []arena.GameResult) error {
	e := json.NewEncoder(f)
	for i := range games {
		if err := e.Encode(&games[i]); err != nil {
			return fmt.Errorf("write the games: %w", err)
		}
	}
	return nil
}
