package truth

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sort"

	"gipfel/game"
	"gipfel/selfplay/shard"
)

// Horizon is the number of plies that are left, at least, from each position to the longest game of its rules. No forced end of
// the solved game takes longer.
const Horizon = 6

// The streams of random numbers that positions are drawn with.
const (
	randomStream uint64 = iota
	selfPlayStream
)

// Random draws n different positions from games in which every move is random: from each game one, with the same probability for
// each ply. The error says if the game has too few.
func Random(ctx context.Context, g *game.Game, n int, seed uint64) ([]game.State, error) {
	const patience = 100 // games a position
	rng := rand.New(rand.NewPCG(seed, randomStream))
	c := newCollector(g)
	for games := 0; len(c.positions) < n; games++ {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("draw random positions: after %d of %d: %w", len(c.positions), n, err)
		}
		if games == patience*(n+patience) {
			return nil, fmt.Errorf("draw %d random positions of %s: after %d games there are only %d", n, g.Name, games, len(c.positions))
		}
		line := randomGame(g, rng)
		if err := c.add(g.New(), line[:rng.IntN(min(len(line), g.MaxPlies-Horizon))]); err != nil {
			return nil, err
		}
	}
	return c.positions, nil
}

// randomGame returns the moves of a game in which every move is random.
func randomGame(g *game.Game, rng *rand.Rand) []game.Action {
	var line, actions []game.Action
	for s := g.New(); s.ToMove() != game.Terminal; {
		actions = s.AppendActions(actions[:0])
		line = append(line, actions[rng.IntN(len(actions))])
		s.Apply(line[len(line)-1])
	}
	return line
}

// SelfPlay draws up to n different positions from finished games, with the same probability for each ply of all games. If they
// have fewer it returns those. Games that do not begin at the game's own start are left out. Paths are those of shards.
func SelfPlay(ctx context.Context, g *game.Game, paths []string, n int, seed uint64) ([]game.State, error) {
	games, err := readGames(ctx, g, paths)
	if err != nil {
		return nil, err
	}
	// first[i] is the number of the first ply of game i, all plies of all games being numbered.
	first, plies := make([]int, len(games)), 0
	for i, r := range games {
		first[i] = plies
		plies += min(len(r.Plies), g.MaxPlies-Horizon)
	}
	c := newCollector(g)
	for _, ply := range rand.New(rand.NewPCG(seed, selfPlayStream)).Perm(plies) {
		if len(c.positions) == n {
			break
		}
		i := sort.SearchInts(first, ply+1) - 1
		if err := c.addFrom(games[i], ply-first[i]); err != nil {
			return nil, err
		}
	}
	if len(c.positions) == 0 {
		return nil, fmt.Errorf("no positions in the games of %d shards", len(paths))
	}
	return c.positions, nil
}

// readGames reads the games of shards that have plies and begin at the game's own start.
func readGames(ctx context.Context, g *game.Game, paths []string) (games []*shard.Record, err error) {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("read games: %w", err)
		}
		header, records, err := shard.ReadAll(path)
		if err != nil {
			return nil, err
		}
		if err := header.Match(g); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, r := range records {
			if r.Start == "" && len(r.Plies) > 0 {
				games = append(games, r)
			}
		}
	}
	return games, nil
}

// collector gathers different positions without a past.
type collector struct {
	game      *game.Game
	seen      map[uint64]bool
	positions []game.State
}

func newCollector(g *game.Game) *collector { return &collector{game: g, seen: map[uint64]bool{}} }

// addFrom adds the position before a ply of a game.
func (c *collector) addFrom(r *shard.Record, ply int) error {
	if err := r.Check(c.game); err != nil {
		return err
	}
	line := make([]game.Action, ply)
	for i := range line {
		line[i] = r.Plies[i].Action
	}
	return c.add(c.game.New(), line)
}

// add adds the position that a line leads to, unless it is there.
func (c *collector) add(s game.State, line []game.Action) error {
	for _, a := range line {
		s.Apply(a)
	}
	// The notation says nothing of the past.
	s, err := c.game.Notation.ParseState(c.game.Notation.FormatState(s))
	if err != nil {
		return fmt.Errorf("take a position out of its game: %w", err)
	}
	key, _ := s.(game.Hasher).Hash(0)
	if !c.seen[key] {
		c.seen[key] = true
		c.positions = append(c.positions, s)
	}
	return nil
}
