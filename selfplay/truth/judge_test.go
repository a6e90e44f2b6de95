package truth

import (
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/atimo/solve"
)

// brute returns what a position that is not over is worth to the seat to move as far as plain search to a depth proves it.
func brute(g *game.Game, s game.State, depth int) solve.Outcome {
	if depth == 0 {
		return solve.Draw
	}
	return slices.Max(bruteMoves(g, s, depth))
}

// bruteMoves returns the same of each move.
func bruteMoves(g *game.Game, s game.State, depth int) []solve.Outcome {
	mover := s.ToMove()
	next, returns := g.New(), make([]float32, g.Players)
	var worth []solve.Outcome
	for _, a := range s.AppendActions(nil) {
		next.CopyFrom(s)
		next.Apply(a)
		if next.ToMove() != game.Terminal {
			worth = append(worth, -brute(g, next, depth-1))
			continue
		}
		next.Returns(returns)
		worth = append(worth, solve.Outcome(returns[mover]))
	}
	return worth
}

// TestProofsEqualPlainSearch compares the judge by proofs with plain search, on the small board and the official one.
func TestProofsEqualPlainSearch(t *testing.T) {
	for _, test := range []struct {
		game             *game.Game
		depth, positions int
	}{{atimo.Small, 3, 60}, {atimo.Standard, 3, 8}, {atimo.Small, 2, 100}} {
		positions, err := Random(t.Context(), test.game, test.positions, 3)
		if err != nil {
			t.Fatal(err)
		}
		verdicts, err := Proofs(test.game, test.depth).Verdicts(t.Context(), positions, Settings{Lanes: 2})
		if err != nil {
			t.Fatal(err)
		}
		decided := 0
		for i, s := range positions {
			want := bruteMoves(test.game, s, test.depth)
			if v := verdicts[i]; !slices.Equal(v.Worth, want) || v.Value != slices.Max(want) || !slices.Equal(v.Moves, s.AppendActions(nil)) {
				t.Errorf("%s, depth %d, %s: %+v, want %v", test.game.Name, test.depth, test.game.Notation.FormatState(s), v, want)
			}
			if verdicts[i].Errable() {
				decided++
			}
		}
		if decided < test.positions/4 {
			t.Errorf("%s: only in %d of %d positions is an error possible", test.game.Name, decided, test.positions)
		}
	}
}

// TestProofsAgreeWithTheSolution: what a search of five plies proves is what the solution says ends within five plies.
func TestProofsAgreeWithTheSolution(t *testing.T) {
	positions, exact := draw(t, 150, 9)
	proven, err := Proofs(solve.Game(), ProofDepth).Verdicts(t.Context(), positions, Settings{Lanes: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range positions {
		moves, err := solve.Known().Moves(s)
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range moves {
			if exact[i].Worth[k] != m.Value.Outcome || exact[i].Of(m.Action) != m.Value.Outcome {
				t.Errorf("%s: action %d is worth %v to the judge, %v to the solution", text(s), m.Action, exact[i].Worth[k], m.Value)
			}
			want := m.Value.Outcome
			if m.Value.Plies > ProofDepth {
				want = solve.Draw
			}
			if got := proven[i].Worth[k]; got != want {
				t.Errorf("%s: action %d is %v by proof and %v by the solution", text(s), m.Action, got, m.Value)
			}
		}
	}
}

// TestProofsCountTheJudgedMove: ends that take as many plies as the judge searches are proven, and no later ones.
func TestProofsCountTheJudgedMove(t *testing.T) {
	for _, test := range []struct {
		position string
		depth    int
		want     solve.Outcome
	}{
		{"b4/3b1/Ba3/5/1A3 a 1,0 4", 5, solve.Win}, // a win in 5
		{"b4/3b1/Ba3/5/1A3 a 1,0 4", 4, solve.Draw},
		{"1B3/5/5/2b2/aAba1 a 0,0 6", 6, solve.Loss}, // a loss in 6
		{"1B3/5/5/2b2/aAba1 a 0,0 6", 5, solve.Draw},
	} {
		s, err := solve.Game().Notation.ParseState(test.position)
		if err != nil {
			t.Fatal(err)
		}
		verdicts, err := Proofs(solve.Game(), test.depth).Verdicts(t.Context(), []game.State{s}, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if verdicts[0].Value != test.want {
			t.Errorf("%s is %v in %d plies, want %v", test.position, verdicts[0].Value, test.depth, test.want)
		}
	}
}

func text(s game.State) string { return solve.Game().Notation.FormatState(s) }

func TestJudgesOfGames(t *testing.T) {
	for g, want := range map[*game.Game]struct {
		name  string
		exact bool
	}{atimo.Small: {"the solution", true}, atimo.Standard: {"a search of 5 plies, which counts only what it proves", false}} {
		if j, err := For(g); err != nil || j.Name != want.name || j.Exact != want.exact {
			t.Errorf("%s: %+v, %v", g.Name, j, err)
		}
	}
	if _, err := For(ataxx.Standard); err == nil || !strings.Contains(err.Error(), "of those of atimo-5x5 and atimo-7x7 it is known") {
		t.Errorf("Ataxx: error %v", err)
	}
}
