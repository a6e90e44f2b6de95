package alphabeta

import (
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"gipfel/game"
)

// plain is the value of a position to a seat, depth plies deep, by looking at every line: the slow and obvious search that
// the fast one must agree with. Of the fast one's code it uses the values of leaves, ends and one ply more.
func plain(s *Search, position game.State, depth int) int {
	switch mover := position.ToMove(); {
	case mover == game.Terminal:
		return s.ended(position)
	case depth == 0:
		return s.guess(position)
	case mover == game.Chance:
		return plainAverage(s, position, depth)
	case mover == s.us:
		best := -infinite
		for next := range successors(s.game, position) {
			best = max(best, fade(plain(s, next, depth-1)))
		}
		return best
	default:
		worst := infinite
		for next := range successors(s.game, position) {
			worst = min(worst, fade(plain(s, next, depth-1)))
		}
		return worst
	}
}

// successors yields the position after each action, in order. It is lent until the next.
func successors(g *game.Game, position game.State) iter.Seq[game.State] {
	return func(yield func(game.State) bool) {
		next := g.New()
		for _, a := range position.AppendActions(nil) {
			next.CopyFrom(position)
			next.Apply(a)
			if !yield(next) {
				return
			}
		}
	}
}

func plainAverage(s *Search, position game.State, depth int) int {
	odds := position.(game.Chancer).AppendOdds(nil)
	sum, i := 0.0, 0
	for next := range successors(s.game, position) {
		sum += float64(odds[i]) * float64(plain(s, next, depth))
		i++
	}
	return int(math.Round(sum))
}

// after returns the position after an action.
func after(g *game.Game, position game.State, a game.Action) game.State {
	next := g.New()
	next.CopyFrom(position)
	next.Apply(a)
	return next
}

// randomPosition returns a position with a seat to move, up to so many random actions after the given one.
func randomPosition(t testing.TB, g *game.Game, from game.State, rng *rand.Rand, actions int) game.State {
	t.Helper()
	for {
		s := g.New()
		s.CopyFrom(from)
		for n := rng.IntN(actions + 1); (n > 0 || s.ToMove() == game.Chance) && s.ToMove() != game.Terminal; n-- {
			legal := s.AppendActions(nil)
			s.Apply(legal[rng.IntN(len(legal))])
		}
		if s.ToMove() >= 0 {
			return s
		}
	}
}

// read reads a position.
func read(t testing.TB, g *game.Game, position string) game.State {
	t.Helper()
	if position == "" {
		return g.New()
	}
	s, err := g.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mustRun searches without a limit of time.
func mustRun(t testing.TB, s *Search, position game.State, limits Limits) Result {
	t.Helper()
	r, err := s.Run(t.Context(), position, limits)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
