package truth

import (
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo/solve"
	"gipfel/selfplay/arena"
)

// TestSolverKeepsItsValue plays matches. The solver never leaves its value; so it loses only what was lost when it took over, and
// wins what was won.
func TestSolverKeepsItsValue(t *testing.T) {
	g := solve.Game()
	const us = "solver"
	for _, test := range []struct {
		opponent arena.Player
		openings int
	}{
		{arena.Random(g), 12}, {arena.Greedy(g), 6}, {Solver(g, "itself", AnyDraw), 12}, {Solver(g, "itself", TrappyDraws), 0},
	} {
		for _, draws := range []Draws{AnyDraw, TrappyDraws} {
			r, err := arena.Play(t.Context(), g, arena.Settings{Pairs: 25, Seed: 3, OpeningMax: test.openings, Slots: 8},
				Solver(g, us, draws), test.opponent)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Games) != 50 {
				t.Fatalf("%d games", len(r.Games))
			}
			for i := range r.Games {
				checkSolverGame(t, &r.Games[i])
			}
			if test.openings == 0 && r.Record.Draws != 50 {
				t.Errorf("from the start against itself %d of 50 games are drawn", r.Record.Draws)
			}
		}
	}
}

// checkSolverGame follows a game whose contender A is the solver.
func checkSolverGame(t *testing.T, r *arena.GameResult) {
	t.Helper()
	g := solve.Game()
	seat := game.Player(slices.Index(r.Seats, arena.A))
	s := g.New()
	for _, a := range r.Opening {
		s.Apply(a)
	}
	value := solve.Loss // of the game to the solver: as much as it has ever had
	for ply, a := range r.Moves {
		before, err := solve.Known().Value(s)
		if err != nil {
			t.Fatal(err)
		}
		if s.ToMove() == seat {
			moves, err := solve.Known().Moves(s)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(moves, func(m solve.Move) bool { return m.Action == a })
			if moves[i].Value != before {
				t.Fatalf("%s: the solver leaves %v for %v", text(s), before, moves[i].Value)
			}
			if said := r.Thoughts[ply].Value; said == nil || *said != float32(before.Outcome) {
				t.Fatalf("%s: the solver says %v of a position that is %v", text(s), said, before)
			}
			value = max(value, before.Outcome)
		} else if ply == 0 {
			value = -before.Outcome
		}
		s.Apply(a)
	}
	returns := make([]float32, g.Players)
	s.Returns(returns)
	if got := outcomeFor(returns, seat); got < value {
		t.Errorf("%v: the solver had %v and got %v", r.Moves, value, got)
	}
}

// TestSolverPlaysAllBest: in time it plays each of the best moves and no other, fast wins and slow losses included.
func TestSolverPlaysAllBest(t *testing.T) {
	for _, position := range []string{
		"5/5/5/5/5 a 2,2 0",         // a draw
		"B4/5/5/A4/5 a 2,2 0",       // a win in 1 by two moves
		"b4/3b1/Ba3/5/1A3 a 1,0 4",  // a win in 5 by one
		"bBa1b/5/1a3/5/1A3 a 0,0 6", // a win in 3 by four
		"1B3/5/5/2b2/aAba1 a 0,0 6", // a loss in 6
		"5/5/5/1A1ab/1aB1b a 0,0 6", // a win in 5 by one
		"4b/5/1Aa2/a4/Bb3 b 0,0 7",  // a loss in 2
		"1B3/5/5/2ba1/aAb2 a 0,0 6", // a loss in 6
		"5/5/1A1B1/5/a4 b 1,2 1",    // a win in 1
	} {
		s, err := solve.Game().Notation.ParseState(position)
		if err != nil {
			t.Fatal(err)
		}
		best, err := solve.Known().Best(s)
		if err != nil {
			t.Fatal(err)
		}
		played := map[game.Action]bool{}
		moves, err := Ask(t.Context(), Solver(solve.Game(), "solver", AnyDraw), slices.Repeat([]game.State{s}, 60*len(best)), Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range moves {
			played[a] = true
		}
		for _, m := range best {
			if !played[m.Action] {
				t.Errorf("%s: action %d is never played", position, m.Action)
			}
		}
		if len(played) != len(best) {
			t.Errorf("%s: %d moves are played, %d are best", position, len(played), len(best))
		}
	}
}

// TestTrappyDraws: of the moves that draw those are played that leave the opponent the largest share of moves that lose.
func TestTrappyDraws(t *testing.T) {
	positions, verdicts := draw(t, 60, 10)
	moves, err := Ask(t.Context(), Solver(solve.Game(), "solver", TrappyDraws), positions, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	choices := 0
	for i, s := range positions {
		v := &verdicts[i]
		if v.Of(moves[i]) != v.Value {
			t.Errorf("%s: a move that is %v in a position that is %v", text(s), v.Of(moves[i]), v.Value)
		}
		if v.Value != solve.Draw {
			continue
		}
		least, most := 1.0, 0.0
		for k, a := range v.Moves {
			if v.Worth[k] == solve.Draw {
				least, most = min(least, trap(t, s, a)), max(most, trap(t, s, a))
			}
		}
		if got := trap(t, s, moves[i]); got != most {
			t.Errorf("%s: after the move %.3f of the answers lose, want %.3f", text(s), got, most)
		}
		if least < most {
			choices++
		}
	}
	if choices < 10 {
		t.Errorf("only in %d positions was there a choice", choices)
	}
}

// trap returns the share of the answers to a move that lose.
func trap(t *testing.T, s game.State, a game.Action) float64 {
	t.Helper()
	next := solve.Game().New()
	next.CopyFrom(s)
	next.Apply(a)
	worth, err := judgeBySolution(t.Context(), next)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, w := range worth {
		if w == solve.Loss {
			n++
		}
	}
	return float64(n) / float64(len(worth))
}

func TestSolverOfOtherGames(t *testing.T) {
	_, err := Solver(ataxx.Standard, "solver", AnyDraw).New(1)
	if err == nil || !strings.Contains(err.Error(), "ataxx is not solved; only atimo-5x5 is") {
		t.Errorf("error %v", err)
	}
	if err := Solved(solve.Game()); err != nil {
		t.Error(err)
	}
}
