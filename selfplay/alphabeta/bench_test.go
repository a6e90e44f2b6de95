package alphabeta

import (
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/xima"
)

// BenchmarkSearch searches positions of each game to a fixed depth; nodes/s are positions reached by a move.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		name     string
		g        *game.Game
		position string
		depth    int
	}{
		{"ataxx-start", ataxx.Standard, "x5o/7/7/7/7/7/o5x x 0 1", 5},
		{"ataxx-middle", ataxx.Standard, "xx3oo/x4oo/2x2o1/2xx3/1ooxx2/oo3xx/o4xx o 0 20", 4},
		{"atimo-7x7", atimo.Standard, "3a3/2A4/4b2/1a5/4B2/7/2b3a b 0,1 5", 4},
		{"xima", xima.Variants()[0], "13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 b 7,9 3 12", 3},
	} {
		b.Run(c.name, func(b *testing.B) {
			position, err := c.g.Notation.ParseState(c.position)
			if err != nil {
				b.Fatal(err)
			}
			s := New(c.g, 64<<20)
			nodes := 0
			for b.Loop() {
				r, err := s.Run(b.Context(), position, Limits{Depth: c.depth})
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
