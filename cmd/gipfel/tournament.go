package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/internal/progress"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ladder"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
	"gipfel/selfplay/tournament"
)

func newTournament(a *app) *cobra.Command {
	var flags matchFlags
	var dir string
	var rounds int
	var gauntlet bool
	c := &cobra.Command{
		Use:   "tournament PLAYER PLAYER... --dir DIR",
		Short: "Let several players play each other, and print the ladder",
		Long: `Let every player meet every other one (or, with --gauntlet, the first all others), and print how strong they are. All meet in
the same openings. The games are kept in the directory: the same command goes on where it was stopped, with further players it plays
what is missing, and with more rounds or games it plays on.

` + playerHelp,
		Example: `  gipfel tournament random greedy alphabeta:depth=2 mcts:simulations=100 --game ataxx --dir matches/ataxx
  gipfel tournament new.weights old.weights older.weights greedy --gauntlet --rounds 4 --games 100 --dir matches/new`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := errors.Join(flags.check(), checkRange("rounds", rounds, 1, 1_000_000)); err != nil {
				return err
			}
			contenders, err := flags.players(c, args)
			if err != nil {
				return err
			}
			g, err := gameOf(flags.game, contenders...)
			if err != nil {
				return err
			}
			players := make([]matchbook.Contender, len(contenders))
			for i, p := range contenders {
				if players[i], err = p.known(g); err != nil {
					return err
				}
			}
			if err := tournament.Validate(players); err != nil {
				return &usageError{err}
			}
			s := tournament.Settings{Rounds: rounds, Gauntlet: gauntlet}
			if s.Match, err = flags.settings(g); err != nil {
				return err
			}
			var results []*arena.Result
			err = withLedger(c.Context(), dir, func(l *ledger.Ledger) (err error) {
				task := a.progress.Start("tournament", int64(tournament.Games(g, len(players), &s)), "games")
				defer task.Done()
				s.Progress = progress.UpTo(task)
				results, err = tournament.Play(c.Context(), l, g, s, players)
				return err
			})
			if err != nil {
				return err
			}
			identities := make([]string, len(players))
			for i, p := range players {
				identities[i] = p.Identity
			}
			ladders, err := a.ladders(c.Context(), []string{dir}, ladder.Options{Game: g.Name, Players: identities})
			if err != nil {
				return err
			}
			return a.printTournament(dir, results, ladders)
		},
	}
	flags.add(c, "games of each pairing in each round, rounded up to whole pairs")
	f := c.Flags()
	f.StringVarP(&dir, "dir", "d", "", dirUsage)
	f.IntVarP(&rounds, "rounds", "r", 1, "how often each pairing is played")
	f.BoolVar(&gauntlet, "gauntlet", false, "the first player meets all others, and these not each other")
	must(c.MarkFlagDirname("dir"))
	must(c.MarkFlagRequired("dir"))
	return c
}

// tournamentReport is what a tournament has come to.
type tournamentReport struct {
	// Results are the pairings, each without its games.
	Results []*arena.Result `json:"results"`
	// Ladder counts all games of these players in the directory.
	Ladder *ladder.Ladder `json:"ladder"`
}

func (a *app) printTournament(dir string, results []*arena.Result, ladders []*ladder.Ladder) error {
	if a.json {
		for _, r := range results {
			r.Games, r.Uncounted = nil, nil
		}
		return a.writeJSON(tournamentReport{results, ladders[0]})
	}
	for _, r := range results {
		first, _, _ := strings.Cut(r.Summary(), "\n")
		printf(a.stdout, "%s\n", first)
	}
	printf(a.stdout, "\n")
	if err := ladders[0].WriteText(a.stdout, false); err != nil {
		return err
	}
	printf(a.stdout, "Games: in %s; '%s ladder %s' shows more of them\n", dir, programName(), quoted(dir))
	return nil
}
