package xima

import (
	"testing"

	"gipfel/game"
)

// TestScore checks what the score of the first seat prefers: each position is better than the one before it.
func TestScore(t *testing.T) {
	g := variantNamed(t, "xima-9x9")
	previous := -3 * scoreWin
	for _, c := range []struct{ columns, rest string }{
		{"C5 a, E5 B", "b 0x,0 0 9"},                // lost
		{"C5 a, I9 bbb", "a 0x,0x 0 9"},             // fewer blocks
		{"C5 aaa, I9 bbb", "a 0x,0x 0 9"},           // as many
		{"A5 Aa, C5 aa, I9 bbb", "a 0,0x 0 9"},      // on the board, dominated
		{"C5 aaa, I9 bbb", "a 0=,0x 0 9"},           // the special in hand
		{"A5 A, C5 aaa, I9 bbb", "a 0,0x 0 9"},      // free
		{"A5 A, B5 a, C5 aa, I9 bbb", "a 0,0x 0 9"}, // a stair beside it
		{"B5 aA, C5 aa, I9 bbb", "a 0,0x 0 9"},      // on the stair
		{"B5 a, C5 A, D7 aa, I9 bbb", "a 0,0x 0 9"}, // a floor higher
		{"E5 A, I9 bbb", "a 0,0x 0 9"},              // won
	} {
		s := build(t, g.Name, c.columns, c.rest)
		got := g.Score(s, 0)
		if got <= previous {
			t.Errorf("%s %s scores %d, not more than %d", c.columns, c.rest, got, previous)
		}
		if other := g.Score(s, game.Player(1)); other != -got {
			t.Errorf("%s %s: the other seat scores %d, want %d", c.columns, c.rest, other, -got)
		}
		previous = got
	}
}
