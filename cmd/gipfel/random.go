package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

func newRandom(a *app) *cobra.Command {
	var name, position string
	var games int
	var seed uint64
	c := &cobra.Command{
		Use:   "random",
		Short: "Play random games and show what is usual in them",
		Long: `Play games in which every legal move has the same probability, in one thread, and show their length, their results, the number
of legal moves and the speed. All figures but the speed follow from the seed.`,
		Example: `  gipfel random --game ataxx --games 1000
  gipfel random --game atimo-9x9-4p --games 100 --seed 7 --json
  gipfel random --game ataxx --position diamond`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			g, err := gameNamed(name)
			if err != nil {
				return err
			}
			if err := checkRange("games", games, 1, 1_000_000_000); err != nil {
				return err
			}
			start, err := positionFrom(g, position, "")
			if err != nil {
				return err
			}
			stats, err := a.playRandom(c.Context(), g, start, games, seed)
			if err != nil {
				return err
			}
			return a.printRandom(g, stats)
		},
	}
	gameFlag(c, &name, "the game, see gipfel games")
	positionFlag(c, &position)
	c.Flags().IntVarP(&games, "games", "n", 1000, "how many games")
	c.Flags().Uint64Var(&seed, "seed", 1, "everything random follows from it")
	must(c.MarkFlagRequired("game"))
	return c
}

// randomConfidence is that of the intervals.
const randomConfidence = 0.95

// randomStats sums up random games. Moves are those of seats; events of chance are counted in no figure but the speed.
type randomStats struct {
	Game      string         `json:"game"`
	Seed      uint64         `json:"seed"`
	Games     int            `json:"games"`
	Wins      []int          `json:"wins"` // of each seat
	Draws     int            `json:"draws"`
	Truncated int            `json:"truncated"` // cut off, without a result
	Endings   map[string]int `json:"endings"`   // games by the reason of their end

	Plies     int     `json:"plies"` // moves in all games
	MinPlies  int     `json:"min_plies"`
	MaxPlies  int     `json:"max_plies"`
	MeanPlies float64 `json:"mean_plies"`

	MeanMoves float64 `json:"mean_legal_moves"` // of the positions in which a seat is to move
	MaxMoves  int     `json:"max_legal_moves"`

	Seconds float64 `json:"seconds"`
	Speed   float64 `json:"plies_per_second"` // events of chance included

	moves  int // legal moves of all positions
	events int // of chance
}

// playRandom plays games from a position.
func (a *app) playRandom(ctx context.Context, g *game.Game, start game.State, games int, seed uint64) (*randomStats, error) {
	r := &randomStats{Game: g.Name, Seed: seed, Wins: make([]int, g.Players), Endings: make(map[string]int)}
	task := a.progress.Start("random games", int64(games), "games")
	defer task.Done()
	rng := rand.New(rand.NewPCG(seed, 0))
	s := g.New()
	var dice game.Dice
	var actions []game.Action
	began := time.Now()
	for r.Games < games {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("after %d of %d games: %w", r.Games, games, err)
		}
		s.CopyFrom(start)
		plies := 0
		for s.ToMove() != game.Terminal {
			if s.ToMove() == game.Chance {
				s.Apply(dice.Roll(s, rng))
				r.events++
				continue
			}
			actions = s.AppendActions(actions[:0])
			r.moves += len(actions)
			r.MaxMoves = max(r.MaxMoves, len(actions))
			s.Apply(actions[rng.IntN(len(actions))])
			plies++
		}
		r.add(g, s, plies)
		task.Add(1)
	}
	r.finish(time.Since(began))
	return r, nil
}

// add counts a finished game.
func (r *randomStats) add(g *game.Game, s game.State, plies int) {
	if r.Games == 0 || plies < r.MinPlies {
		r.MinPlies = plies
	}
	r.MaxPlies = max(r.MaxPlies, plies)
	r.Plies += plies
	r.Games++
	ending := s.Ending()
	r.Endings[ending.Reason]++
	var returns [game.MaxPlayers]float32
	s.Returns(returns[:g.Players])
	switch outcome := game.OutcomeOf(returns[:g.Players]); {
	case ending.Truncated:
		r.Truncated++
	case outcome == game.Draw(g.Players):
		r.Draws++
	default:
		r.Wins[outcome]++
	}
}

func (r *randomStats) finish(took time.Duration) {
	r.MeanPlies = float64(r.Plies) / float64(r.Games)
	r.MeanMoves = float64(r.moves) / float64(max(1, r.Plies))
	r.Seconds = took.Seconds()
	r.Speed = float64(r.Plies+r.events) / r.Seconds
}

func (a *app) printRandom(g *game.Game, r *randomStats) error {
	if a.json {
		return a.writeJSON(r)
	}
	share := func(n int) string {
		return fmt.Sprintf("%d\t%s", n, arena.Wilson(n, r.Games, randomConfidence).Percent())
	}
	printf(a.stdout, "%s: %d random games, seed %d; shares with %g%% intervals\n", g.Name, r.Games, r.Seed, 100*randomConfidence)
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for seat, wins := range r.Wins {
		printf(w, "  %s wins\t%s\n", g.SeatNames[seat], share(wins))
	}
	printf(w, "  drawn\t%s\n", share(r.Draws))
	printf(w, "  cut off\t%s\n", share(r.Truncated))
	for _, reason := range slices.Sorted(maps.Keys(r.Endings)) {
		printf(w, "  end: %s\t%s\n", reason, share(r.Endings[reason]))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	printf(a.stdout, "plies: mean %.1f, %d to %d\n", r.MeanPlies, r.MinPlies, r.MaxPlies)
	printf(a.stdout, "legal moves: mean %.1f, at most %d\n", r.MeanMoves, r.MaxMoves)
	printf(a.stdout, "speed: %.2f million plies a second\n", r.Speed/1e6)
	return nil
}
