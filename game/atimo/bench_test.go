package atimo

import (
	"math/rand/v2"
	"testing"

	"gipfel/game"
)

// BenchmarkRandomPlay measures AppendActions and Apply, with the choice of a random action between them, per ply.
func BenchmarkRandomPlay(b *testing.B) {
	for _, g := range Variants() {
		b.Run(g.Name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			start, s := g.New(), g.New()
			actions := make([]game.Action, 0, g.MaxActions)
			for b.Loop() {
				if s.ToMove() == game.Terminal {
					s.CopyFrom(start)
				}
				actions = s.AppendActions(actions[:0])
				s.Apply(actions[rng.IntN(len(actions))])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplies/s")
		})
	}
}

// BenchmarkLeaf measures what a search does with the rules at a new leaf: AppendActions, Apply and Encode, per ply.
func BenchmarkLeaf(b *testing.B) {
	for _, g := range Variants() {
		b.Run(g.Name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			start, s := g.New(), g.New()
			actions := make([]game.Action, 0, g.MaxActions)
			input := make([]float32, g.InputSize())
			for b.Loop() {
				if s.ToMove() == game.Terminal {
					s.CopyFrom(start)
				}
				g.Encode(s, input)
				actions = s.AppendActions(actions[:0])
				s.Apply(actions[rng.IntN(len(actions))])
			}
		})
	}
}

// BenchmarkCopyFrom measures copying a position in the middle of a random game.
func BenchmarkCopyFrom(b *testing.B) {
	for _, g := range Variants() {
		b.Run(g.Name, func(b *testing.B) {
			source, s := g.New(), g.New()
			randomGame(g, rand.New(rand.NewPCG(1, 2)), func(at game.State, ply int) bool {
				source.CopyFrom(at)
				return ply < 40
			})
			for b.Loop() {
				s.CopyFrom(source)
			}
		})
	}
}

// randomGame plays uniformly random actions from the start and shows every position until the game is over or see returns
// false.
func randomGame(g *game.Game, rng *rand.Rand, see func(s game.State, ply int) bool) {
	s := g.New()
	var actions []game.Action
	for ply := 0; see(s, ply) && s.ToMove() != game.Terminal; ply++ {
		actions = s.AppendActions(actions[:0])
		s.Apply(actions[rng.IntN(len(actions))])
	}
}
