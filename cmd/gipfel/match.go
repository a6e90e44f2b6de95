package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
comes with 95% intervals: that of the score is over pairs, those of the shares won and lost over single games. The same seed
gives the same match. Seats go by their names; in JSON they are numbered from 0, in the order of seat_names.

` + playerHelp,
		Example: `  gipfel match runs/atimo-5x5-demo greedy --games 400
  gipfel match new.weights,simulations=200 old.weights,simulations=200 --games 100 --out games.jsonl
  gipfel match champion.weights,symmetry=average champion.weights --simulations 200
  gipfel match uniform,simulations=200 greedy --game ataxx`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if err := errors.Join(
				checkRange("games", games, 1, 10_000_000),
				checkRange("simulations", simulations, 1, 1_000_000),
				checkRange("opening-plies", openingPlies, 0, 1000),
				checkRange("lanes", lanes, 1, 1024),
				checkRange("games-in-flight", slots, 1, 65536),
			); err != nil {
				return err
			}
			players := make([]*contender, 2)
			for i, text := range args {
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
			var file *os.File
			if out != "" { // before the match, since it would be a pity to find out afterwards
				if file, err = os.Create(out); err != nil {
					return err
				}
				defer func() { err = errors.Join(err, file.Close()) }()
			}
			result, err := a.match(c.Context(), g, arena.Settings{
				Pairs: (games + arena.PairGames(g) - 1) / arena.PairGames(g), Seed: seed, OpeningMax: openingPlies,
				Lanes: lanes, Slots: slots,
			}, players[0].player(g), players[1].player(g))
			if result == nil {
				return err
			}
			if out != "" {
				err = errors.Join(err, writeGames(file, result.Games))
			}
			result.Games, result.Uncounted = nil, nil // the latter are counted all the same
			if a.json {
				return errors.Join(err, a.writeJSON(result))
			}
			printf(a.stdout, "%s", result.Summary())
			if out != "" {
				printf(a.stdout, "Games: in %s\n", out)
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
