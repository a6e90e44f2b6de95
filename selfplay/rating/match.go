package rating

import (
	"fmt"
	"slices"
)

// Match is what some players have come to against each other in one game.
type Match struct {
	// Game names the variant. Ratings do not depend on it; what the first seat is worth is estimated for each variant apart.
	Game string
	// Players are the names of the contenders. The same name is the same player in all matches.
	Players []string
	// Pairs are the independent observations: all games from one opening, with the seats taken in turns by the same players.
	Pairs []Pair
	// Scores is the short form of Pairs for two players at a game of two seats, where single games are not at hand: element h
	// is the number of further pairs in which the first player scored h half points, 0 to 4 (so it is an arena.PairScores).
	// It tells nothing of the first seat.
	Scores []int
	// DuplicateGames is how many of the games are equal, move by move, to an earlier one. They are counted and reported, not
	// taken out: intervals take every pair for an observation of its own, so with many duplicates they are too narrow.
	DuplicateGames int
}

// Pair is a pair of games, or several pairs that came to the same.
type Pair struct {
	Games []Game
	// Count is the number of pairs that came to this; 0 stands for 1.
	Count int
}

// Game is one finished game.
type Game struct {
	// Seats says who sat where: an index into Match.Players by seat, the first mover's first. A player may hold several seats.
	Seats []int
	// Outcome is the seat that won, or the number of seats for a draw or a game that was cut off.
	Outcome int
}

// validate says what is wrong with a match.
func (m *Match) validate() error {
	if len(m.Players) < 2 {
		return fmt.Errorf("%d players: want 2 or more", len(m.Players))
	}
	for i, name := range m.Players {
		if name == "" {
			return fmt.Errorf("player %d has no name", i)
		}
		if slices.Contains(m.Players[:i], name) {
			return fmt.Errorf("player %q is there twice", name)
		}
	}
	for i := range m.Pairs {
		if err := m.Pairs[i].validate(len(m.Players)); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
	}
	if len(m.Scores) > 0 && (len(m.Players) != 2 || len(m.Scores) != 5) {
		return fmt.Errorf("%d scores of pairs of %d players: want 5 of 2", len(m.Scores), len(m.Players))
	}
	for h, count := range m.Scores {
		if count < 0 {
			return fmt.Errorf("%d pairs with %d half points: want 0 or more", count, h)
		}
	}
	if m.DuplicateGames < 0 {
		return fmt.Errorf("%d duplicate games: want 0 or more", m.DuplicateGames)
	}
	return nil
}

func (p *Pair) validate(players int) error {
	if p.Count < 0 {
		return fmt.Errorf("count %d: want 0 or more", p.Count)
	}
	if len(p.Games) == 0 {
		return fmt.Errorf("no games")
	}
	for i := range p.Games {
		if err := p.Games[i].validate(players); err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
		if first, players := p.Games[0].players(), p.Games[i].players(); !slices.Equal(first, players) {
			return fmt.Errorf("game %d: played by %v, but the first game of the pair by %v", i, players, first)
		}
	}
	return nil
}

// players returns the indices of the players, each once, in ascending order.
func (g *Game) players() []int {
	all := slices.Sorted(slices.Values(g.Seats))
	return slices.Compact(all)
}

func (g *Game) validate(players int) error {
	if len(g.Seats) < 2 {
		return fmt.Errorf("%d seats: want 2 or more", len(g.Seats))
	}
	for seat, p := range g.Seats {
		if p < 0 || p >= players {
			return fmt.Errorf("seat %d belongs to player %d: want 0 to %d", seat, p, players-1)
		}
	}
	if len(g.players()) < 2 {
		return fmt.Errorf("all seats belong to player %d: want two players or more", g.Seats[0])
	}
	if g.Outcome < 0 || g.Outcome > len(g.Seats) {
		return fmt.Errorf("outcome %d: want a seat, 0 to %d, or %d for a draw", g.Outcome, len(g.Seats)-1, len(g.Seats))
	}
	return nil
}

// count returns the number of pairs.
func (p *Pair) count() int { return max(1, p.Count) }
