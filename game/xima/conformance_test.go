package xima

import (
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

func TestConformance(t *testing.T) {
	for _, g := range Variants() {
		t.Run(g.Name, func(t *testing.T) {
			opts := []gametest.Option{gametest.Games(1)}
			if variantOf(g).mode == sport {
				opts = append(opts, gametest.HistoryPlanes("occurred"), gametest.HistoryBarsActions())
			}
			gametest.Run(t, g, opts...)
		})
	}
}

// variantOf returns this package's view of a game.
func variantOf(g *game.Game) *variant { return g.New().(*state).v }
