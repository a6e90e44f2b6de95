package alphabeta

import (
	"testing"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

// TestBoundsFade: a bound moved one ply ahead answers the same questions.
func TestBoundsFade(t *testing.T) {
	interesting := []int{0, 1, -1, 500, game.MaxEvaluation}
	for d := -3; d <= 3; d++ {
		interesting = append(interesting, proven+d, -proven+d, Win-5+d, -Win+5+d)
	}
	for _, v := range interesting {
		for _, bound := range interesting {
			if (fade(v) > bound) != (v > below(bound)) {
				t.Errorf("%d ahead exceeds %d: %v by itself, %v by the bound %d", v, bound, fade(v) > bound, v > below(bound), below(bound))
			}
			if (fade(v) >= bound) != (v >= above(bound)) {
				t.Errorf("%d ahead reaches %d: %v by itself, %v by the bound %d", v, bound, fade(v) >= bound, v >= above(bound), above(bound))
			}
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		value, plies int
		ok           bool
	}{
		{Win, 0, true}, {Win - 3, 3, true}, {-Win + 4, 4, true},
		{proven, 0, false}, {-proven, 0, false}, {0, 0, false}, {game.MaxEvaluation, 0, false},
	} {
		if plies, ok := Distance(c.value); plies != c.plies || ok != c.ok {
			t.Errorf("the distance of %d is %d, %v; want %d, %v", c.value, plies, ok, c.plies, c.ok)
		}
	}
}

// TestEvaluationInPlaceOf looks at games without an evaluation: the lead by score counts, or nothing.
func TestEvaluationInPlaceOf(t *testing.T) {
	g := gametest.Tiny3
	s := read(t, g, "x.x/xxx c 0-2-1 1 p")
	for seat, want := range []int{-2, 1, -1} {
		if got := evaluation(g)(s, game.Player(seat)); got != want {
			t.Errorf("seat %d is worth %d by its score, want %d", seat, got, want)
		}
	}
	bare := *atimo.Small
	bare.Evaluate = nil
	if got := evaluation(&bare)(bare.New(), 0); got != 0 {
		t.Errorf("without evaluation and score a position is worth %d", got)
	}
}
