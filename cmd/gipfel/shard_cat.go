package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/selfplay/shard"
)

func newShardCat(a *app) *cobra.Command {
	var number uint64
	c := &cobra.Command{
		Use: "cat FILE", Short: "Print the games of a shard",
		Long: `Print the games of a shard: a heading and the moves, those that were searched in full marked with *. With --json a line a
game, with all that is recorded.`,
		Example: "  gipfel shard cat games-000000000.shard\n  gipfel shard cat games-000000000.shard --game 3 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			one := c.Flags().Changed("game")
			r, err := shard.Open(args[0])
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, r.Close()) }()
			g, err := catalog.ByName(r.Header().Game)
			if err != nil {
				return err
			}
			if err := r.Header().Match(g); err != nil {
				return err
			}
			lines := json.NewEncoder(a.stdout)
			found := false
			for record, err := range r.Records() {
				if err != nil {
					return err
				}
				if one && record.Number != number {
					continue
				}
				found = true
				if a.json {
					err = lines.Encode(record)
				} else {
					err = a.printRecord(g, record)
				}
				if err != nil {
					return err
				}
			}
			if !found && one {
				return fmt.Errorf("%s holds no game %d", args[0], number)
			}
			return nil
		},
	}
	c.Flags().Uint64Var(&number, "game", 0, "only the game with this `number` (default: all)")
	return c
}

func (a *app) printRecord(g *game.Game, r *shard.Record) error {
	events, err := r.ChanceEvents(g)
	if err != nil {
		return err
	}
	s, err := r.Position(g)
	if err != nil {
		return err
	}
	result := "drawn"
	switch {
	case r.Truncated:
		result = "cut off"
	case r.Outcome < g.Players:
		result = g.SeatNames[r.Outcome] + " wins"
	}
	printf(a.stdout, "game %d, checkpoint %d: %s, %s, %s\n", r.Number, r.Model, result, r.Ending,
		lengthText(len(r.Plies)-events, events))
	if r.Start != "" {
		printf(a.stdout, "  from %s\n", r.Start)
	}
	words := make([]string, len(r.Plies))
	for i, p := range r.Plies {
		words[i] = g.Notation.FormatAction(s, p.Action)
		if p.Full {
			words[i] += "*"
		}
		s.Apply(p.Action)
	}
	printf(a.stdout, "  %s\n", strings.Join(words, " "))
	return nil
}

// lengthText says how long a game or several are.
func lengthText(plies, events int) string {
	text := count(plies, "ply", "plies")
	if events > 0 {
		text += " and " + count(events, "chance event", "chance events")
	}
	return text
}
