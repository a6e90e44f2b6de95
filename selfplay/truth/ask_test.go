package truth

import (
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo/solve"
	"gipfel/mcts"
	"gipfel/selfplay/arena"
)

// TestOneSimulationIsThePolicy: a search that sees the root alone makes the move of the policy.
func TestOneSimulationIsThePolicy(t *testing.T) {
	g := solve.Game()
	positions, verdicts := draw(t, 150, 11)
	net := newFakeNet(g, positions, func(i int) Opinion {
		moves := verdicts[i].Moves
		return certain(moves[i%len(moves)], solve.Draw)
	})
	opinions, err := Opinions(t.Context(), g, net.model, positions, Settings{Lanes: 2})
	if err != nil {
		t.Fatal(err)
	}
	search := arena.Net(g, "search", net.model, arena.NetSettings{Simulations: 1, Search: mcts.PlayConfig()})
	moves, err := Ask(t.Context(), search, positions, Settings{Lanes: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range positions {
		want := verdicts[i].Moves[i%len(verdicts[i].Moves)]
		if opinions[i].Move != want || moves[i] != want {
			t.Errorf("%s: the policy says %d and the search %d, want %d", text(s), opinions[i].Move, moves[i], want)
		}
	}
}

// TestAskDrawsAnew: each position has random numbers of its own, wherever it is among those that are asked about at once.
func TestAskDrawsAnew(t *testing.T) {
	positions := slices.Repeat([]game.State{solve.Game().New()}, 3*together)
	moves, err := Ask(t.Context(), arena.Random(solve.Game()), positions, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(moves[:together], moves[together:2*together]) {
		t.Error("two batches are answered alike")
	}
}
