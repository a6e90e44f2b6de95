package mcts

import (
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/xima"
)

// wide is an endless game with 60 legal moves in every position, the mean of Ataxx, whose rules cost nothing.
type wide struct{ plies int }

const wideMoves = 60

func (w *wide) ToMove() game.Player   { return game.Player(w.plies % 2) }
func (w *wide) Apply(game.Action)     { w.plies++ }
func (w *wide) CopyFrom(s game.State) { *w = *s.(*wide) }
func (w *wide) Returns([]float32)     { panic("wide never ends") }
func (w *wide) Ending() game.Ending   { return game.Ending{} }
func (w *wide) AppendActions(dst []game.Action) []game.Action {
	for a := range game.Action(wideMoves) {
		dst = append(dst, a)
	}
	return dst
}

var wideGame = &game.Game{
	Name: "60-moves", Players: 2, Width: wideMoves, Height: 1, PolicyPlanes: 1, MaxActions: wideMoves, MaxPlies: 1 << 30,
	New: func() game.State { return new(wide) },
}

// TestMemoryBudget: 256 trees of 800 simulations with 60 moves a position must fit in 300 MB, however long they play.
func TestMemoryBudget(t *testing.T) {
	tr, rng := New(wideGame, DefaultConfig()), newRand(1)
	eval := hashed(func(s game.State) string { return string(rune(s.(*wide).plies)) })
	for range 30 {
		tr.Begin(SearchOptions{Simulations: 800, Noise: true, Rand: rng})
		Run(tr, eval)
		tr.Advance(tr.Choose(1, rng))
	}
	if s := tr.Stats(); 256*s.Bytes > 300_000_000 {
		t.Errorf("a tree reserves %d bytes, 256 of them %d MB", s.Bytes, 256*s.Bytes/1_000_000)
	}
}

// TestMemoryBudgetAtaxx plays whole games of Ataxx with a net that knows nothing, and so with more legal moves than in good play:
// on average, 256 of the trees must fit in 300 MB.
func TestMemoryBudgetAtaxx(t *testing.T) {
	const games = 4
	reserved := 0
	for seed := range uint64(games) {
		tr, rng, s := New(ataxx.Standard, DefaultConfig()), newRand(seed), ataxx.Standard.New()
		for s.ToMove() != game.Terminal {
			tr.Begin(SearchOptions{Simulations: 800, Noise: true, Rand: rng})
			Run(tr, constant)
			a := tr.Choose(1, rng)
			s.Apply(a)
			tr.Advance(a)
		}
		reserved += tr.Stats().Bytes
	}
	if bytes := 256 * reserved / games; bytes > 300_000_000 {
		t.Errorf("256 trees reserve %d MB", bytes/1_000_000)
	} else {
		t.Logf("256 trees reserve %d MB", bytes/1_000_000)
	}
}

// BenchmarkSimulations plays games at 800 simulations a move with a net that costs nothing, and reports simulations a
// second: the search and the rules together.
func BenchmarkSimulations(b *testing.B) {
	for _, g := range []*game.Game{wideGame, ataxx.Standard, atimo.Small, atimo.Standard, atimo.Large, xima.Variants()[0]} {
		b.Run(g.Name, func(b *testing.B) { benchmark(b, g, modeNamed("noise")) })
	}
}

// BenchmarkModes does the same with all ways to search.
func BenchmarkModes(b *testing.B) {
	for i := range modes {
		b.Run(modes[i].name, func(b *testing.B) { benchmark(b, wideGame, &modes[i]) })
	}
}

func benchmark(b *testing.B, g *game.Game, m *mode) {
	t, rng, s := m.new(g), newRand(1), g.New()
	simulations := 0
	for b.Loop() {
		if s.ToMove() == game.Terminal {
			s.CopyFrom(g.New())
			t.Reset(s)
		}
		t.Begin(m.terms(800, rng))
		before := t.Simulations()
		Run(t, constant)
		simulations += t.Simulations() - before
		a := t.Choose(1, rng)
		s.Apply(a)
		t.Advance(a)
	}
	b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "sims/s")
	b.ReportMetric(float64(t.Stats().Bytes)/1024, "KiB/tree")
}
