package ataxx

import (
	"math/rand/v2"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// Depth 5 from the start has 4,752,668 lines and depth 6 has 141,865,520.
const (
	perft5 = 4_752_668
	perft6 = 141_865_520
)

func TestPerftCountedInBulk(t *testing.T) {
	depth, want := 5, uint64(perft5)
	if gametest.Long() {
		depth, want = 6, perft6
	}
	if got := Standard.New().(*State).Perft(depth); got != want {
		t.Errorf("perft of depth %d is %d, want %d", depth, got, want)
	}
	if got := perftMade(Standard.New().(*State), 4); got != 155_888 {
		t.Errorf("perft of depth 4, every move made, is %d, want 155888", got)
	}
	for _, fen := range []string{"7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", "7/7/7/7/-------/-------/x5o x 0 1", "7/7/7/7/7/7/7 x 0 1"} {
		s := mustParse(t, Standard, fen)
		for depth := range 5 {
			if got, want := s.Perft(depth), Standard.Perft(s, depth); got != want {
				t.Errorf("%s: perft of depth %d is %d, want %d", fen, depth, got, want)
			}
		}
	}
}

// perftMade plays every move of the last ply too, from depth 1 up.
func perftMade(s *State, depth int) uint64 { return made(s, make([]perftLevel, depth)) }

func made(s *State, levels []perftLevel) uint64 {
	level := &levels[0]
	level.actions = s.AppendActions(level.actions[:0])
	var n uint64
	for _, a := range level.actions {
		level.next = *s
		level.next.Apply(a)
		if len(levels) == 1 {
			n++
		} else {
			n += made(&level.next, levels[1:])
		}
	}
	return n
}

// TestCountAndPickDoNotAllocate covers what the conformance suite does not know of.
func TestCountAndPickDoNotAllocate(t *testing.T) {
	s := Standard.New().(*State)
	if allocs := testing.AllocsPerRun(10, func() { s.Pick(s.CountActions() - 1) }); allocs != 0 {
		t.Errorf("CountActions and Pick make %v allocations", allocs)
	}
}

// BenchmarkPerft counts depth 5 in three ways; nodes/s are lines of play, all of them.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name  string
		perft func(s *State) uint64
	}{
		{"counted", func(s *State) uint64 { return s.Perft(5) }},
		{"listed", func(s *State) uint64 { return Standard.Perft(s, 5) }},
		{"made", func(s *State) uint64 { return perftMade(s, 5) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			s := Standard.New().(*State)
			for b.Loop() {
				if got := c.perft(s); got != perft5 {
					b.Fatalf("perft is %d, want %d", got, perft5)
				}
			}
			b.ReportMetric(perft5*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
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
