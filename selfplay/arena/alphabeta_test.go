package arena

import (
	"context"
	"errors"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
	"gipfel/selfplay/alphabeta"
)

// searching returns the player that looks so many plies ahead.
func searching(g *game.Game, depth int) Player {
	return AlphaBeta(g, "alphabeta", alphabeta.Limits{Depth: depth}, 1<<16)
}

// TestAlphaBetaBeatsBaselines: looking ahead is worth something.
func TestAlphaBetaBeatsBaselines(t *testing.T) {
	for _, g := range []*game.Game{ataxx.Size5, atimo.Small} {
		for _, baseline := range []Player{Random(g), Greedy(g)} {
			r := mustPlay(t, g, Settings{Pairs: 10, Seed: 1, OpeningMax: 4, Slots: 4}, searching(g, 3), baseline)
			if r.Record.Wins < 17 {
				t.Errorf("%s: %s", g.Name, r.Summary())
			}
		}
	}
}

// TestAlphaBetaPlaysTheSame: a match is the same in any number of lanes and of games at once, in every kind of game.
func TestAlphaBetaPlaysTheSame(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice, atimo.Small} {
		settings := Settings{Pairs: 6, Seed: 5, OpeningMax: 3, Slots: 1, Lanes: 1}
		one := mustPlay(t, g, settings, searching(g, 2), Random(g))
		settings.Slots, settings.Lanes = 3, 2
		if d := diff(one.Games, mustPlay(t, g, settings, searching(g, 2), Random(g)).Games); d != "" {
			t.Errorf("%s: %s", g.Name, d)
		}
	}
}

func TestAlphaBetaStops(t *testing.T) {
	g := ataxx.Standard
	agent, err := searching(g, alphabeta.MaxDepth).New(1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out [1]game.Action
	if err := agent.Choose(ctx, []int{0}, []game.State{g.New()}, out[:]); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was called off ends with %v", err)
	}
	if _, err := AlphaBeta(g, "alphabeta", alphabeta.Limits{}, 0).New(1); err == nil {
		t.Error("an agent without limits is made")
	}
}
