package selfplay

import (
	"math"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/selfplay/shard"
)

func TestWeighSurprises(t *testing.T) {
	plies := func() []shard.Ply { return []shard.Ply{{Weight: 1}, {Weight: 1}, {}, {Weight: 1}} }
	surprises := []surprise{{0, 0.3}, {3, 0.1}}
	for _, c := range []struct {
		share float64
		want  []float32
	}{
		{0, []float32{1, 1, 0, 1}},
		{0.5, []float32{1.25, 1, 0, 0.75}},
		{1, []float32{1.5, 1, 0, 0.5}},
	} {
		got := plies()
		weighSurprises(got, surprises, c.share)
		for i, want := range c.want {
			if math.Abs(float64(got[i].Weight-want)) > 1e-6 {
				t.Errorf("share %g: ply %d has weight %g, want %g", c.share, i, got[i].Weight, want)
			}
		}
	}
	got := plies()
	weighSurprises(got, []surprise{{0, 0}, {3, 0}}, 1)
	if got[0].Weight != 1 || got[3].Weight != 1 {
		t.Errorf("without any surprise the weights are %g and %g, want 1", got[0].Weight, got[3].Weight)
	}
}

// TestSurprisesOfAGame plays games at a table: the full searches have weights that follow the surprise and sum to their
// number, and a game knows nothing of the one before it.
func TestSurprisesOfAGame(t *testing.T) {
	c := smallConfig()
	c.SelfPlay.SurpriseWeight, c.SelfPlay.FullShare = 0.5, 0.5
	table := newTable(atimo.Small, &c.SelfPlay, c.Search.tree())
	for number := range uint64(3) {
		record := playAt(table, number)
		sum, full, uneven := 0.0, 0, false
		for _, ply := range record.Plies {
			if ply.Full {
				full++
				sum += float64(ply.Weight)
				uneven = uneven || ply.Weight != 1
			}
		}
		if full == 0 || math.Abs(sum-float64(full)) > 1e-3 || !uneven {
			t.Errorf("game %d: %d full searches have a weight of %g, uneven %v", number, full, sum, uneven)
		}
	}
}

// playAt plays a game at a table with a net that prefers moves by their number.
func playAt(t *table, number uint64) *shard.Record {
	t.sit(1, number, 0)
	logits, outcome := make([]float32, t.game.Actions()), make([]float32, t.game.Outcomes())
	for i := range logits {
		logits[i] = float32(i%7) / 3
	}
	outcome[game.Draw(t.game.Players)] = 1
	for t.advance() != nil {
		t.tree.Expand(logits, outcome)
	}
	return t.record
}
