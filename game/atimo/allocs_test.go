package atimo

import (
	"math/rand/v2"
	"testing"

	"gipfel/game"
)

// TestHotPathsDoNotAllocate plays whole games with all that a search calls.
func TestHotPathsDoNotAllocate(t *testing.T) {
	for _, g := range Variants() {
		start, s, copied := g.New(), g.New(), g.New()
		actions := make([]game.Action, 0, g.MaxActions)
		input, returns := make([]float32, g.InputSize()), make([]float32, g.Players)
		rng := rand.New(rand.NewPCG(5, 6))
		if allocs := testing.AllocsPerRun(20, func() {
			s.CopyFrom(start)
			for s.ToMove() != game.Terminal {
				g.Encode(s, input)
				actions := s.AppendActions(actions[:0]) // shadowed: a slice of MaxActions never needs to grow
				copied.CopyFrom(s)
				copied.Apply(actions[0])
				s.Apply(actions[rng.IntN(len(actions))])
			}
			s.Returns(returns)
		}); allocs != 0 {
			t.Errorf("%s: a game makes %v allocations", g.Name, allocs)
		}
	}
}

// TestCopyOfAnotherVariantPanics guards against mixing variants that have the same type.
func TestCopyOfAnotherVariantPanics(t *testing.T) {
	if !panics(func() { Large.New().CopyFrom(Four.New()) }) {
		t.Error("a position of four players is copied onto one of two")
	}
}
