package arena

import (
	"testing"

	"gipfel/game"
)

func TestPairsFor(t *testing.T) {
	for _, test := range []struct{ players, games, want int }{
		{2, 0, 0}, {2, 1, 1}, {2, 2, 1}, {2, 3, 2}, {4, 1, 1}, {4, 8, 1}, {4, 9, 2}, {4, 16, 2},
	} {
		g := &game.Game{Players: test.players}
		if got := PairsFor(g, test.games); got != test.want {
			t.Errorf("%d games of %d players are %d pairs, want %d", test.games, test.players, got, test.want)
		}
	}
}
