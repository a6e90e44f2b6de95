package selfplay

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gipfel/game/catalog"
	"gipfel/nn"
	"gipfel/selfplay/shard"
)

// constantGames writes a shard of games of one move each, which the move tells apart.
func constantGames(t *testing.T, n int) string {
	t.Helper()
	g, err := catalog.ByName("atimo-5x5")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games.shard")
	w, err := shard.Create(path, shard.HeaderFor(g))
	if err != nil {
		t.Fatal(err)
	}
	for number := range n {
		s := g.New()
		first := s.AppendActions(nil)[number]
		s.Apply(first)
		second := s.AppendActions(nil)[0]
		// The second ply is the only sample: its position shows the first move.
		r := &shard.Record{Number: uint64(number), Plies: []shard.Ply{{Action: first}, {Action: second, Weight: 1}}, Truncated: true, Ending: "test"}
		if err := w.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPositionsForJudgingAreOfOtherGames(t *testing.T) {
	g, err := catalog.ByName("atimo-5x5")
	if err != nil {
		t.Fatal(err)
	}
	fitting, judging, err := ReadPositions(t.Context(), g, []string{constantGames(t, 20)}, 1)
	if err != nil {
		t.Fatal(err)
	}
	seen := func(p *Positions, n int) map[string]bool {
		t.Helper()
		inputs, err := p.Inputs(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if len(inputs) != n*g.InputSize() {
			t.Fatalf("%d values for %d positions", len(inputs), n)
		}
		set := map[string]bool{}
		for row := range slices.Chunk(inputs, g.InputSize()) {
			var b strings.Builder
			for _, v := range row {
				b.WriteByte(byte(64 * v))
			}
			set[b.String()] = true
		}
		return set
	}
	a, b := seen(fitting, 1000), seen(judging, 333)
	if len(a) != 16 || len(b) != 4 {
		t.Errorf("%d and %d different positions, want those of 16 and 4 games", len(a), len(b))
	}
	for key := range b {
		if a[key] {
			t.Error("a position for judging is one for fitting, too")
		}
	}
}

func TestPositionsErrors(t *testing.T) {
	g, err := catalog.ByName("atimo-5x5")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadPositions(t.Context(), g, []string{constantGames(t, 4)}, 1); err == nil || !strings.Contains(err.Error(), "have 4, want 5") {
		t.Errorf("error %v, want one that says how many games are needed", err)
	}
	other, err := catalog.ByName("ataxx")
	if err != nil {
		t.Fatal(err)
	}
	path := constantGames(t, 20)
	if _, _, err := ReadPositions(t.Context(), other, []string{path}, 1); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one that names the shard", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	fitting, _, err := ReadPositions(ctx, g, []string{path}, 1)
	if err != nil {
		t.Fatal(err)
	}
	batches := 0
	err = fitting.Each(ctx, 1000, func(b *nn.Batch) error {
		batches++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || batches != 1 {
		t.Errorf("after %d batches: %v, want one batch and the context's error", batches, err)
	}
}
