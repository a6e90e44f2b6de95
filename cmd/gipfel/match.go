package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

func newMatch(a *app) *cobra.Command {
	var name, out string
	var games, simulations, openingPlies, lanes, slots int
	var seed uint64
	c := &cobra.Command{
		Use:   "match A B",
		Short: "Let two players play each other",
		Long: `Let two players play a match: pairs of games from random openings, each opening played with both seatings. The result
comes with 95% intervals. The same seed gives the same match.

` + playerHelp,
		Example: `  gipfel match runs/atimo-5x5-demo greedy --games 400
  gipfel match new.weights,simulations=200 old.weights,simulations=200 --games 100 --out games.jsonl
  gipfel match greedy random --game ataxx`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			players := make([]*contender, 2)
			for i, text := range args {
				var err error
				if players[i], err = parsePlayer(text, simulations); err != nil {
					return err
				}
			}
			if players[0].name == players[1].name {
				players[0].name += " (A)"
				players[1].name += " (B)"
			}
			g, err := gameOf(name, players...)
			if err != nil {
				return err
			}
			result, err := a.match(c.Context(), g, arena.Settings{
				Pairs: (games + arena.PairGames(g) - 1) / arena.PairGames(g), Seed: seed, OpeningMax: openingPlies, Lanes: lanes, Slots: slots,
			}, players[0].player(g), players[1].player(g))
			if result == nil {
				return err
			}
			if out != "" {
				err = errors.Join(err, writeGames(out, result.Games))
			}
			result.Games, result.Uncounted = nil, nil
			if a.json {
				return errors.Join(err, a.writeJSON(result))
			}
			printResult(a.stdout, result)
			if out != "" {
				fmt.Fprintf(a.stdout, "Games: in %s\n", out)
			}
			return err
		},
	}
	gameFlag(c, &name, "the game (default: that of the nets)")
	f := c.Flags()
	f.IntVarP(&games, "games", "n", 200, "games, rounded up to whole pairs")
	f.IntVarP(&simulations, "simulations", "s", 64, "simulations a move of nets that do not say otherwise")
	f.IntVar(&openingPlies, "opening-plies", 4, "the most random moves that a pair of games begins with")
	f.Uint64Var(&seed, "seed", 1, "everything random follows from it")
	f.IntVar(&lanes, "lanes", runtime.GOMAXPROCS(0), "goroutines that play; changes nothing but speed")
	f.IntVar(&slots, "games-in-flight", 32, "games that each of them plays at once; changes nothing but speed")
	f.StringVarP(&out, "out", "o", "", "write the games to this `file`, a line of JSON each")
	return c
}

// match plays a match with progress.
func (a *app) match(ctx context.Context, g *game.Game, s arena.Settings, first, second arena.Player) (*arena.Result, error) {
	if s.Pairs < 1 {
		return nil, &usageError{errors.New("--games: want 1 or more")}
	}
	task := a.progress.Start(first.Name+" against "+second.Name, int64(s.Pairs*arena.PairGames(g)), "games")
	defer task.Done()
	s.Progress = func(int, int) { task.Add(1) }
	return arena.Play(ctx, g, s, first, second)
}

func writeGames(path string, games []arena.GameResult) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	e := json.NewEncoder(f)
	for i := range games {
		if err := e.Encode(&games[i]); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	return nil
}

// printResult prints a match for people.
func printResult(w io.Writer, r *arena.Result) {
	fmt.Fprintf(w, "%s against %s: %d games, %d won, %d drawn, %d lost", r.A, r.B, r.Record.Games, r.Record.Wins, r.Record.Draws, r.Record.Losses)
	if r.Record.Truncated > 0 {
		fmt.Fprintf(w, ", %d cut off", r.Record.Truncated)
	}
	fmt.Fprintln(w)
	lost := arena.Wilson(r.Record.Losses, r.Record.Games, r.Confidence)
	level := fmt.Sprintf("%.0f%% interval", 100*r.Confidence)
	fmt.Fprintf(w, "  won    %5.1f%%  %s %.1f to %.1f\n", 100*r.Won.Value, level, 100*r.Won.Low, 100*r.Won.High)
	fmt.Fprintf(w, "  lost   %5.1f%%  %s %.1f to %.1f\n", 100*lost.Value, level, 100*lost.Low, 100*lost.High)
	fmt.Fprintf(w, "  score  %5.1f%%  %s %.1f to %.1f (a draw counts half)\n", 100*r.Score.Value, level, 100*r.Score.Low, 100*r.Score.High)
	fmt.Fprintf(w, "  Elo    %s\n", r.Elo)
	for seat, s := range r.Seats {
		fmt.Fprintf(w, "  seat %d won %d of %d games (%d of %d held by the first player)\n", seat+1, s.Wins(), s.Games(), s.A.Wins, s.A.Games)
	}
	fmt.Fprintf(w, "  %.1f plies a game; %d games equal to an earlier one, %d openings repeated\n", r.MeanPlies, r.DuplicateGames, r.RepeatedOpenings)
}
