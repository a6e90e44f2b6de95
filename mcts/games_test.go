package mcts

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

var update = flag.Bool("update", false, "rewrite the golden trees in testdata")

// TestGoldenTrees compares small trees of a fake net with those in testdata, which are there to be read.
func TestGoldenTrees(t *testing.T) {
	for _, c := range []struct {
		game  *game.Game
		moves int
	}{{gametest.Tiny, 4}, {gametest.Tiny3, 2}, {gametest.TinyDice, 4}, {atimo.Small, 8}} {
		g := c.game
		tr, rng := New(g, DefaultConfig()), newRand(1)
		s := someWayIn(g, c.moves, rng)
		tr.Reset(s)
		tr.Begin(SearchOptions{Simulations: 40, Rand: rng})
		Run(tr, hashed(g.Notation.FormatState))
		checkInvariants(t, tr)
		golden(t, g.Name, g.Notation.FormatState(s)+"\n"+dump(tr, root, 3, s))
	}
}

// golden compares a text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed (-update rewrites it):\n%s", path, got)
	}
}

// TestGoldenModes does the same for the other ways to search, with what they recommend.
func TestGoldenModes(t *testing.T) {
	for _, c := range []struct {
		game  *game.Game
		moves int
		modes []string
	}{
		{gametest.Tiny, 4, []string{"forced", "fpu", "gumbel", "gumbel-noise"}},
		{gametest.Tiny3, 1, []string{"puct", "gumbel-noise", "paranoid", "gumbel-paranoid"}},
		{gametest.TinyDice, 4, []string{"gumbel-noise"}},
	} {
		for _, name := range c.modes {
			m := modeNamed(name)
			tr, rng, g := m.new(c.game), newRand(1), c.game
			s := someWayIn(g, c.moves, rng)
			tr.Reset(s)
			tr.Begin(m.terms(40, rng))
			Run(tr, hashed(g.Notation.FormatState))
			checkInvariants(t, tr)
			text := g.Notation.FormatState(s) + "\n" + recommendation(tr, func(a game.Action) string { return g.Notation.FormatAction(s, a) })
			golden(t, g.Name+"-"+name, text+dump(tr, root, 3, s))
		}
	}
}

// TestGoldenFourSeats: max-n with four seats, in a game that is written out.
func TestGoldenFourSeats(t *testing.T) {
	for _, name := range []string{"puct", "gumbel", "paranoid"} {
		m := modeNamed(name)
		tr := m.new(treeGame(4, (&forest{}).random(newRand(4), 4, 7, false, false)))
		tr.Begin(m.terms(40, newRand(1)))
		Run(tr, opinions)
		checkInvariants(t, tr)
		golden(t, "explicit-4p-"+name, recommendation(tr, func(a game.Action) string { return fmt.Sprint(a) })+dump(tr, root, 3, nil))
	}
}

// recommendation writes down what a search makes of its tree.
func recommendation(t *Tree, format func(game.Action) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "plays %s, by lower confidence bound %s; surprise %.3f; target", format(t.Choose(0, nil)), format(t.ChooseLCB()),
		t.PolicySurprise())
	for _, w := range t.PolicyTarget(nil) {
		fmt.Fprintf(&b, " %s %.3f", format(w.Action), w.Weight)
	}
	return b.String() + "\n"
}

// modeNamed returns the mode of that name.
func modeNamed(name string) *mode {
	for i := range modes {
		if modes[i].name == name {
			return &modes[i]
		}
	}
	panic("no mode is called " + name)
}

// someWayIn plays random moves from the start, to a position where a seat is to move; it takes fewer if the game ends.
func someWayIn(g *game.Game, moves int, rng *rand.Rand) game.State {
	s, before := g.New(), g.New()
	for n := 0; n < moves || s.ToMove() < 0; n++ {
		if s.ToMove() == game.Terminal {
			return before
		}
		if s.ToMove() >= 0 {
			before.CopyFrom(s)
		}
		actions := s.AppendActions(nil)
		s.Apply(actions[rng.IntN(len(actions))])
	}
	return s
}

// TestAgreesWithMinimax searches positions of the tiny games and compares what is proven, and the move chosen, with an
// exhaustive solution. Seats move twice in a row and pass in all of them.
func TestAgreesWithMinimax(t *testing.T) {
	for _, c := range []struct {
		game        *game.Game
		moves, most int // plies before the search: moves, …, most-1
		complete    bool
	}{
		{gametest.Tiny, 5, 9, true},
		{gametest.Tiny3, 1, 6, false}, // where a kingmaker decides, nothing is proven
		{gametest.TinyDice, 4, 9, false},
	} {
		solver, rng, proven := gametest.NewSolver(c.game), newRand(9), 0
		eval := hashed(c.game.Notation.FormatState)
		tr := New(c.game, DefaultConfig())
		for i := range 150 {
			s := someWayIn(c.game, c.moves+i%(c.most-c.moves), rng)
			tr.Reset(s)
			tr.Begin(SearchOptions{Simulations: 4000, Noise: i%2 == 0, Rand: rng})
			Run(tr, eval)
			outcome, _, ok := tr.Proven()
			if !ok {
				if c.complete {
					t.Errorf("%s: %s is not proven", c.game.Name, c.game.Notation.FormatState(s))
				}
				continue
			}
			proven++
			value := make([]float32, c.game.Outcomes())
			tr.RootValue(value)
			if value[outcome] != 1 {
				t.Errorf("%s: proven %d, but the value is %v", c.game.Name, outcome, value)
			}
			for seat, want := range solver.Values(s) {
				near(t, c.game.Name+" "+c.game.Notation.FormatState(s), float64(game.Utility(value, game.Player(seat))), want, 1e-6)
			}
			best, a := solver.Values(s)[s.ToMove()], tr.Choose(0, nil)
			if got := solver.Action(s, a)[s.ToMove()]; got < best-1e-6 {
				t.Errorf("%s: %s: chose %s, which is worth %g; the best is worth %g", c.game.Name,
					c.game.Notation.FormatState(s), c.game.Notation.FormatAction(s, a), got, best)
			}
		}
		if proven < 30 {
			t.Errorf("%s: only %d positions were proven", c.game.Name, proven)
		}
	}
}

// TestAgreesWithExpectiminimax compares averages over dice with the exact values, at positions and before rolls.
func TestAgreesWithExpectiminimax(t *testing.T) {
	g := gametest.TinyDice
	solver, rng := gametest.NewSolver(g), newRand(4)
	tr, value := New(g, DefaultConfig()), make([]float32, g.Outcomes())
	compared, rolls := 0, 0
	for i := range 80 {
		s := someWayIn(g, 5+i%6, rng)
		if i%2 == 0 {
			actions := s.AppendActions(nil)
			s.Apply(actions[rng.IntN(len(actions))]) // often a roll comes next
		}
		mover := s.ToMove()
		if mover == game.Terminal {
			continue
		}
		tr.Reset(s)
		tr.Begin(SearchOptions{Simulations: 10000, Rand: rng})
		Run(tr, constant)
		if !tr.Searched() {
			continue
		}
		checkInvariants(t, tr)
		tr.RootValue(value)
		text := g.Notation.FormatState(s)
		for seat, want := range solver.Values(s) {
			near(t, text+": value of the root", float64(game.Utility(value, game.Player(seat))), want, 0.1)
		}
		if mover == game.Chance {
			rolls++
			continue
		}
		compared++
		near(t, text+": value of the move chosen", solver.Action(s, tr.Choose(0, nil))[mover], solver.Values(s)[mover], 0.02)
	}
	if compared < 20 || rolls < 10 {
		t.Errorf("compared %d positions and %d rolls", compared, rolls)
	}
}

// TestGamesWithoutAllocation plays whole games of every kind.
func TestGamesWithoutAllocation(t *testing.T) {
	for i := range 3 * len(modes) {
		g, m := []*game.Game{gametest.Tiny3, gametest.TinyDice, atimo.Small}[i%3], &modes[i/3]
		tr, rng, s := m.new(g), newRand(2), g.New()
		begin, actions, target, children := g.New(), []game.Action(nil), []Weight(nil), []Child(nil)
		play := func() {
			s.CopyFrom(begin)
			tr.Reset(s)
			for s.ToMove() != game.Terminal {
				var a game.Action
				if s.ToMove() == game.Chance {
					actions = s.AppendActions(actions[:0])
					a = actions[rng.IntN(len(actions))]
				} else {
					tr.Begin(m.terms(50, rng))
					Run(tr, constant)
					target, children = tr.PolicyTarget(target[:0]), tr.Children(children[:0])
					actions = tr.PrincipalVariation(actions[:0])
					a = tr.ChooseLCB()
					if tr.PolicySurprise() > 0 {
						a = tr.Choose(1, rng)
					}
				}
				s.Apply(a)
				tr.Advance(a)
			}
		}
		for range 20 {
			play()
		}
		if n := testing.AllocsPerRun(5, play); n != 0 {
			t.Errorf("%s, %s: %g allocations a game", g.Name, m.name, n)
		}
	}
}
