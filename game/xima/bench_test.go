package xima

import (
	"math/rand/v2"
	"testing"

	"gipfel/game"
)

// BenchmarkRandomPlay plays random games; the figure is the cost of a ply: listing the actions, choosing one, applying it.
func BenchmarkRandomPlay(b *testing.B) {
	for _, g := range Variants() {
		b.Run(g.Name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			start, s := g.New(), g.New()
			var actions []game.Action
			listed, plies := 0, 0
			for b.Loop() {
				if s.ToMove() == game.Terminal {
					s.CopyFrom(start)
				}
				actions = s.AppendActions(actions[:0])
				if s.ToMove() != game.Chance {
					plies++
					listed += len(actions)
				}
				s.Apply(actions[rng.IntN(len(actions))])
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
			b.ReportMetric(float64(listed)/float64(plies), "actions/ply")
		})
	}
}

// middleGames returns positions of random games in which a seat is to move.
func middleGames(g *game.Game, n int) []game.State {
	rng := rand.New(rand.NewPCG(3, 4))
	var out []game.State
	for len(out) < n {
		s := g.New()
		var actions []game.Action
		for until := rng.IntN(maxPlies); s.ToMove() != game.Terminal; until-- {
			actions = s.AppendActions(actions[:0])
			if until <= 0 && s.ToMove() >= 0 {
				out = append(out, s)
				break
			}
			s.Apply(actions[rng.IntN(len(actions))])
		}
	}
	return out
}

// BenchmarkSearchStep costs what a search does at a leaf: copying a position, applying an action, listing the next
// actions, encoding.
func BenchmarkSearchStep(b *testing.B) {
	for _, g := range Variants() {
		rng := rand.New(rand.NewPCG(5, 6))
		states := middleGames(g, 64)
		chosen := make([]game.Action, len(states))
		for i, s := range states {
			actions := s.AppendActions(nil)
			chosen[i] = actions[rng.IntN(len(actions))]
		}
		scratch := g.New()
		actions := make([]game.Action, 0, g.MaxActions)
		dst := make([]float32, g.InputSize())
		b.Run(g.Name+"/copy", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				scratch.CopyFrom(states[i%len(states)])
			}
		})
		b.Run(g.Name+"/actions", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				actions = states[i%len(states)].AppendActions(actions[:0])
			}
		})
		b.Run(g.Name+"/encode", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				g.Encode(states[i%len(states)], dst)
			}
		})
		b.Run(g.Name+"/all", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				scratch.CopyFrom(states[i%len(states)])
				scratch.Apply(chosen[i%len(states)])
				actions = scratch.AppendActions(actions[:0])
				if scratch.ToMove() >= 0 {
					g.Encode(scratch, dst)
				}
			}
		})
	}
}
