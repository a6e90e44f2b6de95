package gametest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/game"
)

func mustParse(t *testing.T, g *game.Game, text string) game.State {
	t.Helper()
	s, err := g.Notation.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMinimaxOnPositionsSolvedByHand(t *testing.T) {
	for _, c := range []struct {
		name     string
		g        *game.Game
		position string
		want     []float64
		best     []string
	}{
		{
			"the last cell completes two lines", Tiny, ".xx/xxx/xxx b 2-2 1 -",
			[]float64{-1, 1}, []string{"a3"},
		},
		{
			"a pass only hands the last cell over", Tiny, ".xx/xxx/xxx a 2-2 1 p",
			[]float64{1, -1}, []string{"a3"},
		},
		{
			// The first line earns another mark, and that mark the last line: b takes both, 2-2 becomes 2-4.
			"a line earns another mark", Tiny, ".x./xxx/xxx b 2-1 1 -",
			[]float64{-1, 1}, []string{"a3", "c3"},
		},
		{
			"three seats, the last cell decides", Tiny3, ".xx/xxx c 1-1-1 1 -",
			[]float64{-0.5, -0.5, 1}, []string{"a2"},
		},
		{
			"three seats share the lines", Tiny3, "xx./xxx b 2-0-1 1 -",
			[]float64{0, 0, 0}, []string{"c2"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := mustParse(t, c.g, c.position)
			if got := Minimax(c.g, s); !slices.Equal(got, c.want) {
				t.Errorf("value is %v, want %v", got, c.want)
			}
			var best []string
			for _, a := range NewSolver(c.g).Best(s) {
				best = append(best, c.g.Notation.FormatAction(s, a))
			}
			if !slices.Equal(best, c.best) {
				t.Errorf("best actions are %v, want %v", best, c.best)
			}
		})
	}
}

func TestMinimaxAveragesRolls(t *testing.T) {
	// a is to roll with a2 and c2 left and the lines 1-1. Either cell completes a column and earns the other cell, which
	// completes a column and the row: whatever the roll, a takes all.
	s := mustParse(t, TinyDice, ".x./xxx a 1-1 0 -")
	if got := Minimax(TinyDice, s); math.Abs(got[0]-1) > 1e-6 {
		t.Errorf("value is %v, want a sure win for a", got)
	}
	// With four cells left it matters whether b must open the way for a or may mark twice.
	values := Minimax(TinyDice, mustParse(t, TinyDice, "x../x.. b 1-0 0 -"))
	roll1 := Minimax(TinyDice, mustParse(t, TinyDice, "x../x.. b 1-0 1 -"))
	roll2 := Minimax(TinyDice, mustParse(t, TinyDice, "x../x.. b 1-0 2 -"))
	for seat := range values {
		if want := 2.0/3*roll1[seat] + 1.0/3*roll2[seat]; math.Abs(values[seat]-want) > 1e-6 {
			t.Errorf("value of seat %d is %v, want 2/3 of %v and 1/3 of %v", seat, values[seat], roll1, roll2)
		}
	}
	if roll1[0] == roll2[0] {
		t.Errorf("the roll makes no difference (%v): the test shows nothing", roll1)
	}
}

func TestMinimaxTakesTheLowestOfEqualActions(t *testing.T) {
	// A seat that can no longer win still chooses who does.
	found := 0
	solver := NewSolver(Tiny3)
	solver.Values(Tiny3.New())
	for position := range solver.known { // each is checked on its own, in whatever order
		s := mustParse(t, Tiny3, position)
		best := solver.Best(s)
		if !slices.Equal(solver.Values(s), solver.Action(s, best[0])) {
			t.Errorf("%s: value %v is not that of the lowest best action, %v", position, solver.Values(s), solver.Action(s, best[0]))
		}
		for _, a := range best[1:] {
			if !slices.Equal(solver.Action(s, a), solver.Values(s)) {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no position where the tie rule matters")
	}
}

func TestActionsThatDifferByRoundingAreEquallyGood(t *testing.T) {
	// Values of dice lines are multiples of 3^-7 but for rounding, since at most seven turns begin with a roll: six cells, one pass.
	const equal = 1e-4
	solver := NewSolver(TinyDice)
	solver.Values(TinyDice.New())
	rounded := 0
	for position := range solver.known { // each is checked on its own, in whatever order
		s := mustParse(t, TinyDice, position)
		if s.ToMove() == game.Chance {
			continue
		}
		best := solver.Best(s)
		most := solver.Action(s, best[0])[s.ToMove()]
		for _, a := range s.AppendActions(nil) {
			u := solver.Action(s, a)[s.ToMove()]
			if u > most+equal || (u > most-equal) != slices.Contains(best, a) {
				t.Errorf("%s: action %d is worth %v, and the best are %v, worth %v", position, a, u, best, most)
			}
			if u != most && math.Abs(u-most) < equal {
				rounded++
			}
		}
	}
	if rounded == 0 {
		t.Error("no values differ by rounding: the test shows nothing")
	}
}

func TestSolverEqualsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, g := range tinyGames {
		solver := NewSolver(g)
		for range 30 {
			s := g.New()
			for range 3 {
				actions := s.AppendActions(nil)
				s.Apply(actions[rng.IntN(len(actions))])
			}
			if got, want := solver.Values(s), Minimax(g, s); !slices.Equal(got, want) {
				t.Fatalf("%s: %s: solver says %v, minimax %v", g.Name, g.Notation.FormatState(s), got, want)
			}
		}
	}
}

// negamax flips the sign at every ply: the mistake that the tiny games are there to catch.
func negamax(g *game.Game, s game.State, seen map[string]float64) float64 {
	if s.ToMove() == game.Terminal {
		var returns [2]float32
		s.Returns(returns[:])
		return float64(returns[s.(*tinyState).seat])
	}
	key := g.Notation.FormatState(s)
	if v, ok := seen[key]; ok {
		return v
	}
	best := math.Inf(-1)
	for _, a := range s.AppendActions(nil) {
		next := g.New()
		next.CopyFrom(s)
		next.Apply(a)
		best = max(best, -negamax(g, next, seen))
	}
	seen[key] = best
	return best
}

func TestTinyTrapsSignFlips(t *testing.T) {
	solver, seen := NewSolver(Tiny), make(map[string]float64)
	solver.Values(Tiny.New())
	wrong := 0
	for position := range solver.known {
		s := mustParse(t, Tiny, position)
		if negamax(Tiny, s, seen) != solver.Values(s)[s.ToMove()] {
			wrong++
		}
	}
	if wrong < solver.Solved()/4 {
		t.Errorf("flipping signs misjudges only %d of %d positions", wrong, solver.Solved())
	}
}

func TestTinyGamesAreSmallAndBalanced(t *testing.T) {
	for _, c := range []struct {
		g         *game.Game
		positions int
		value     []float64
	}{
		{Tiny, 2162, []float64{-1, 1}},
		{Tiny3, 350, []float64{1, -0.5, -0.5}},
		{TinyDice, 1141, []float64{5.0 / 27, -5.0 / 27}},
	} {
		solver := NewSolver(c.g)
		values := solver.Values(c.g.New())
		for seat := range values {
			if math.Abs(values[seat]-c.value[seat]) > 1e-6 {
				t.Errorf("%s is worth %v, want %v", c.g.Name, values, c.value)
			}
		}
		if solver.Solved() != c.positions {
			t.Errorf("%s has %d unfinished positions, want %d", c.g.Name, solver.Solved(), c.positions)
		}
		won := make([]int, c.g.Players)
		for _, v := range solver.known {
			for seat := range v {
				if v[seat] > 0.999 {
					won[seat]++
				}
			}
		}
		if slices.Min(won) < c.positions/10 {
			t.Errorf("%s: sure wins by seat are %v: too one-sided to test a search", c.g.Name, won)
		}
	}
}
