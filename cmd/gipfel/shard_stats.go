package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/selfplay/shard"
)

func newShardStats(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "stats PATH...", Short: "Sum up the games of shards",
		Long:    "Sum up the games of shards. Plies are moves of seats; rolls of dice are counted apart.",
		Example: "  gipfel shard stats runs/atimo-5x5-demo",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := shardFiles(args)
			if err != nil {
				return err
			}
			s := shardStats{Endings: map[string]int{}}
			var g *game.Game
			for _, file := range files {
				header, records, err := shard.ReadAll(file)
				if err != nil {
					return err
				}
				if g == nil {
					if g, err = catalog.ByName(header.Game); err != nil {
						return err
					}
					s.Game, s.Outcomes = g.Name, make([]int, g.Outcomes())
				}
				if err := header.Match(g); err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
				for _, r := range records {
					events, err := r.ChanceEvents(g)
					if err != nil {
						return fmt.Errorf("%s: %w", file, err)
					}
					s.add(r, events)
				}
			}
			s.finish(len(files))
			if a.json {
				return a.writeJSON(s)
			}
			s.print(a, g)
			return nil
		},
	}
}

// shardStats sums games up.
type shardStats struct {
	Game      string         `json:"game"`
	Shards    int            `json:"shards"`
	Games     int            `json:"games"`
	Plies     int            `json:"plies"`         // moves of seats
	Chance    int            `json:"chance_events"` // such as rolls of dice, which are no plies
	Samples   int            `json:"samples"`
	Full      int            `json:"full_searches"`
	Outcomes  []int          `json:"outcomes"`
	Truncated int            `json:"truncated"`
	Endings   map[string]int `json:"endings"`
	MeanPlies float64        `json:"mean_plies"`
	// Simulations is their mean over the searches.
	Simulations float64 `json:"mean_simulations"`
	Duplicates  int     `json:"duplicate_games"`

	searches int
	played   map[string]bool
}

// add counts a game, of whose plies some are events of chance.
func (s *shardStats) add(r *shard.Record, events int) {
	s.Games++
	s.Plies += len(r.Plies) - events
	s.Chance += events
	s.Samples += r.Samples()
	var moves strings.Builder
	for _, p := range r.Plies {
		if p.Full {
			s.Full++
		}
		if p.Simulations > 0 {
			s.searches++
			s.Simulations += float64(p.Simulations)
		}
		fmt.Fprint(&moves, p.Action, " ")
	}
	if r.Truncated {
		s.Truncated++
	} else {
		s.Outcomes[r.Outcome]++
	}
	s.Endings[r.Ending]++
	if s.played == nil {
		s.played = map[string]bool{}
	}
	if s.played[moves.String()] {
		s.Duplicates++
	}
	s.played[moves.String()] = true
}

func (s *shardStats) finish(shards int) {
	s.Shards = shards
	s.MeanPlies = float64(s.Plies) / float64(max(1, s.Games))
	s.Simulations /= float64(max(1, s.searches))
}

func (s *shardStats) print(a *app, g *game.Game) {
	printf(a.stdout, "%s: %s, %s, %s (%.1f plies a game), %s\n", s.Game, count(s.Shards, "shard", "shards"),
		count(s.Games, "game", "games"), lengthText(s.Plies, s.Chance), s.MeanPlies, count(s.Samples, "sample", "samples"))
	share := func(n int) string { return fmt.Sprintf("%d (%.1f%%)", n, 100*float64(n)/float64(max(1, s.Games))) }
	for seat, n := range s.Outcomes {
		who := "drawn"
		if seat < g.Players {
			who = g.SeatNames[seat] + " won"
		}
		printf(a.stdout, "  %-10s %s\n", who, share(n))
	}
	printf(a.stdout, "  %-10s %s\n", "cut off", share(s.Truncated))
	endings := make([]string, 0, len(s.Endings))
	for e := range s.Endings {
		endings = append(endings, e)
	}
	slices.Sort(endings)
	for _, e := range endings {
		printf(a.stdout, "  ended by %s: %s\n", e, share(s.Endings[e]))
	}
	printf(a.stdout, "  searches: %d, of %.1f simulations on average, %d of them full\n", s.searches, s.Simulations, s.Full)
	printf(a.stdout, "  games equal to an earlier one: %d\n", s.Duplicates)
}
