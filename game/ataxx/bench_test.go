package ataxx

import (
	"math/rand/v2"
	"testing"

	"gipfel/game"
)

// TestCountAndPickDoNotAllocate covers what the conformance suite does not know of.
func TestCountAndPickDoNotAllocate(t *testing.T) {
	s := Standard.New().(*State)
	if allocs := testing.AllocsPerRun(10, func() { s.Pick(s.CountActions() - 1) }); allocs != 0 {
		t.Errorf("CountActions and Pick make %v allocations", allocs)
	}
}

// BenchmarkPerft counts depth 6 from the start in three ways; nodes/s are lines of play, all of them.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name  string
		perft func(s *State) uint64
	}{
		{"counted", func(s *State) uint64 { return s.Perft(6) }},
		{"listed", func(s *State) uint64 { return perftListed(s, 6) }},
		{"made", func(s *State) uint64 { return perftMade(s, 6) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			s := Standard.New().(*State)
			for b.Loop() {
				if got := c.perft(s); got != perft6 {
					b.Fatalf("perft is %d, want %d", got, perft6)
				}
			}
			b.ReportMetric(perft6*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkRandomPlay plays random games; one operation is one ply.
func BenchmarkRandomPlay(b *testing.B) {
	b.ReportAllocs()
	rng := rand.New(rand.NewPCG(1, 0))
	start, s := Standard.New(), Standard.New().(*State)
	games := 0
	for b.Loop() {
		if s.ToMove() == game.Terminal {
			s.CopyFrom(start)
			games++
		}
		s.Apply(s.Pick(rng.IntN(s.CountActions())))
	}
	b.ReportMetric(float64(b.N)/float64(max(games, 1)), "plies/game")
}

// BenchmarkSearchStep does to each position of a random game what a search does: list, play, encode.
func BenchmarkSearchStep(b *testing.B) {
	b.ReportAllocs()
	rng := rand.New(rand.NewPCG(1, 0))
	start, s := Standard.New(), Standard.New()
	actions := make([]game.Action, 0, Standard.MaxActions)
	input := make([]float32, Standard.InputSize())
	for b.Loop() {
		if s.ToMove() == game.Terminal {
			s.CopyFrom(start)
		}
		actions = s.AppendActions(actions[:0])
		Standard.Encode(s, input)
		s.Apply(actions[rng.IntN(len(actions))])
	}
}

func BenchmarkEncode(b *testing.B) {
	b.ReportAllocs()
	s := Standard.New()
	input := make([]float32, Standard.InputSize())
	for b.Loop() {
		Standard.Encode(s, input)
	}
}
