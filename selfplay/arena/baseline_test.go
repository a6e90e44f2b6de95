package arena

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

func TestRandomIsBalanced(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice, atimo.Small} {
		t.Run(g.Name, func(t *testing.T) {
			r := mustPlay(t, g, Settings{Pairs: 300 / PairGames(g), Seed: 1, OpeningMax: 3, Slots: 8}, Random(g), named("other", Random(g)))
			if r.Score.Low > 0.5 || r.Score.High < 0.5 || r.Score.High-r.Score.Low > 0.2 {
				t.Errorf("score %s, want one half", r.Score.Percent())
			}
			if r.Record.Wins == 0 || r.Record.Losses == 0 {
				t.Errorf("record %v: one side never wins", r.Record)
			}
		})
	}
}

// answers asks an agent many times about a position and returns the different answers, in ascending order.
func answers(t *testing.T, p Player, s game.State) []game.Action {
	t.Helper()
	agent, err := p.New(2)
	if err != nil {
		t.Fatal(err)
	}
	const slot = 1
	agent.Start(slot, s, rand.New(rand.NewPCG(1, 2)))
	var all []game.Action
	out := make([]game.Action, 1)
	for range 40 * len(s.AppendActions(nil)) {
		if err := agent.Choose(t.Context(), []int{slot}, []game.State{s}, out); err != nil {
			t.Fatal(err)
		}
		if i, found := slices.BinarySearch(all, out[0]); !found {
			all = slices.Insert(all, i, out[0])
		}
	}
	return all
}

// positions returns positions of random games in which a seat is to move.
func positions(g *game.Game, games int) (list []game.State) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range games {
		for s := g.New(); s.ToMove() >= 0; s.Apply(pick(s.AppendActions(nil), rng)) {
			held := g.New()
			held.CopyFrom(s)
			list = append(list, held)
		}
	}
	return list
}

// best lists the legal actions after which a measure is largest.
func best(g *game.Game, s game.State, measure func(next game.State) int) (list []game.Action) {
	highest := 0
	for i, a := range s.AppendActions(nil) {
		next := g.New()
		next.CopyFrom(s)
		next.Apply(a)
		v := measure(next)
		if i == 0 || v > highest {
			highest, list = v, nil
		}
		if v == highest {
			list = append(list, a)
		}
	}
	return list
}

func TestGreedyOnAtaxxHasMostStones(t *testing.T) {
	tied := 0
	for _, s := range positions(ataxx.Size4, 2) {
		seat := s.ToMove()
		want := best(ataxx.Size4, s, func(next game.State) int { return next.(*ataxx.State).Stones(seat) })
		if got := answers(t, Greedy(ataxx.Size4), s); !slices.Equal(got, want) {
			t.Errorf("%s: answers %v, want %v", ataxx.Size4.Notation.FormatState(s), got, want)
		}
		if len(want) > 1 {
			tied++
		}
	}
	if tied == 0 {
		t.Error("no position has several best moves")
	}
}

func TestGreedyOnAtimoWinsInOneOrPlaysAnything(t *testing.T) {
	winnable, open := 0, 0
	for i, s := range positions(atimo.Small, 12) {
		seat := s.ToMove()
		want := best(atimo.Small, s, func(next game.State) int {
			returns := make([]float32, 2)
			if next.ToMove() == game.Terminal {
				next.Returns(returns)
			}
			return max(0, int(returns[seat])) // losing at once is as good as going on
		})
		wins := len(want) < len(s.AppendActions(nil))
		if !wins && i%20 > 0 {
			continue // a few of these are enough
		}
		if wins {
			winnable++
		} else {
			open++
		}
		if got := answers(t, Greedy(atimo.Small), s); !slices.Equal(got, want) {
			t.Errorf("%s: answers %v, want %v", atimo.Small.Notation.FormatState(s), got, want)
		}
	}
	if winnable < 5 || open < 5 {
		t.Errorf("%d positions with a win in one, %d without; want 5 of each", winnable, open)
	}
}

func TestBetterPlayersBeatRandom(t *testing.T) {
	settings := NetSettings{Simulations: 48}
	for _, c := range []struct {
		name   string
		g      *game.Game
		player Player
		pairs  int
		least  float64 // lower end of the score's interval
	}{
		{"greedy on ataxx", ataxx.Size5, Greedy(ataxx.Size5), 20, 0.7},
		{"greedy on atimo", atimo.Small, Greedy(atimo.Small), 40, 0.6},
		{"search on lines", gametest.Tiny, netPlayer(fakeNet{game: gametest.Tiny}, settings), 40, 0.6},
		{"search on lines with dice", gametest.TinyDice, netPlayer(fakeNet{game: gametest.TinyDice}, settings), 60, 0.5},
		{"search on atimo", atimo.Small, netPlayer(fakeNet{game: atimo.Small}, settings), 10, 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustPlay(t, c.g, Settings{Pairs: c.pairs, Seed: 5, OpeningMax: 2, Lanes: 2, Slots: 8}, c.player, Random(c.g))
			if r.Score.Low <= c.least {
				t.Errorf("score %s, want the interval above %g", r.Score.Percent(), c.least)
			}
		})
	}
}
