package arena

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
	"gipfel/mcts"
	"gipfel/nn"
)

// watched is a model that notes how many positions it has evaluated, at once and in all.
type watched struct {
	fakeNet
	largest, positions *int
}

func (m watched) Predict(n int, in []float32, out nn.Outputs) error {
	*m.largest = max(*m.largest, n)
	*m.positions += n
	return m.fakeNet.Predict(n, in, out)
}

// TestNetBatches tells whether all games of a player are searched together, and no more than allowed.
func TestNetBatches(t *testing.T) {
	g := gametest.Tiny
	for _, c := range []struct{ batch, leaves, slots, want int }{{0, 0, 12, 12}, {5, 1, 12, 5}, {64, 1, 3, 3}, {0, 2, 12, 24}, {5, 2, 12, 4}, {1, 3, 12, 3}} {
		largest, positions := 0, 0
		p := Net(g, "net", func() (nn.Model, error) { return watched{fakeNet{game: g}, &largest, &positions}, nil },
			NetSettings{Simulations: 10, Search: mcts.PlayConfig(), Batch: c.batch, Leaves: c.leaves})
		mustPlay(t, g, Settings{Pairs: 12, Slots: c.slots, OpeningMax: 2}, p, Random(g))
		if largest != c.want {
			t.Errorf("batch %d, %d leaves, %d slots: %d positions at most are evaluated at once, want %d",
				c.batch, c.leaves, c.slots, largest, c.want)
		}
	}
}

// TestFreshTrees: without the tree of the last move, more positions have to be evaluated.
func TestFreshTrees(t *testing.T) {
	g := gametest.Tiny
	evaluated := func(fresh bool) int {
		largest, positions := 0, 0
		p := Net(g, "net", func() (nn.Model, error) { return watched{fakeNet{game: g, opinions: true}, &largest, &positions}, nil },
			NetSettings{Simulations: 30, Search: mcts.PlayConfig(), FreshTrees: fresh})
		mustPlay(t, g, Settings{Pairs: 10, OpeningMax: 2}, p, Random(g))
		return positions
	}
	if kept, fresh := evaluated(false), evaluated(true); kept >= fresh {
		t.Errorf("%d evaluations with trees that are kept, %d with fresh ones", kept, fresh)
	}
}

// TestNetForgetsTheOldGame plays the same game in a fresh slot and then again in the used one. A tree that was kept would
// have more visits than a fresh one.
func TestNetForgetsTheOldGame(t *testing.T) {
	g := gametest.Tiny
	agent, err := netPlayer(fakeNet{game: g, opinions: true}, NetSettings{Simulations: 20, Temperature: 1, TemperaturePlies: 4}).New(1)
	if err != nil {
		t.Fatal(err)
	}
	play := func() (moves []game.Action) {
		s := g.New()
		agent.Start(0, s, rand.New(rand.NewPCG(1, 2)))
		out := make([]game.Action, 1)
		for s.ToMove() != game.Terminal {
			if err := agent.Choose(t.Context(), []int{0}, []game.State{s}, out); err != nil {
				t.Fatal(err)
			}
			s.Apply(out[0])
			agent.Observe(0, out[0])
			moves = append(moves, out[0])
		}
		return moves
	}
	first := play()
	for range 3 {
		if again := play(); !slices.Equal(again, first) {
			t.Fatalf("a later game in the slot is %v, the first was %v", again, first)
		}
	}
}

// TestNetPlaysSolvedEndgames compares the moves of a deep search with the exact values: seats, perspectives and tree reuse all
// have to be right for them to agree.
func TestNetPlaysSolvedEndgames(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3} {
		solver := gametest.NewSolver(g)
		opening := g.Cells() - 5 // five or six plies before the end
		r := mustPlay(t, g, Settings{Pairs: 8, Seed: 2, Slots: 16, OpeningMin: opening, OpeningMax: opening},
			netPlayer(fakeNet{game: g}, NetSettings{Simulations: 4000}), Random(g))
		checked := 0
		for _, one := range r.Games {
			s := g.New()
			for i, a := range slices.Concat(one.Opening, one.Moves) {
				mover := s.ToMove()
				if i >= len(one.Opening) && one.Seats[mover] == A {
					checked++
					if best, got := solver.Values(s)[mover], solver.Action(s, a)[mover]; got < best-1e-9 {
						t.Errorf("%s, game %d: move %d in %q is worth %g, the best one %g",
							g.Name, one.Game, a, g.Notation.FormatState(s), got, best)
					}
				}
				s.Apply(a)
			}
		}
		if checked < 30 {
			t.Errorf("%s: only %d moves were compared", g.Name, checked)
		}
	}
}

// TestMovesDoNotAllocate plays the first move over and over, after one game has grown all buffers.
func TestMovesDoNotAllocate(t *testing.T) {
	g := gametest.Tiny
	for _, p := range []Player{Random(g), Greedy(g), netPlayer(fakeNet{game: g}, NetSettings{Simulations: 40})} {
		agent, err := p.New(4)
		if err != nil {
			t.Fatal(err)
		}
		slots, out := []int{0, 1, 2, 3}, make([]game.Action, 4)
		states, rngs := make([]game.State, 4), make([]*rand.Rand, 4)
		for i := range slots {
			states[i], rngs[i] = g.New(), rand.New(rand.NewPCG(1, uint64(i)))
		}
		ctx := t.Context()
		allocated := testing.AllocsPerRun(20, func() {
			for slot, s := range states {
				agent.Start(slot, s, rngs[slot])
			}
			if err := agent.Choose(ctx, slots, states, out); err != nil {
				t.Fatal(err)
			}
			for slot := range slots {
				agent.Observe(slot, out[slot])
			}
		})
		if allocated != 0 {
			t.Errorf("%s allocates %g times a move", p.Name, allocated)
		}
	}
}
