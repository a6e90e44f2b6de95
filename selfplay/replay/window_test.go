package replay

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/nn"
	"gipfel/selfplay/shard"
)

var five = atimo.Variants()[0]

// randomRecord is a game of random moves whose every third ply has a policy target that prefers the move played.
func randomRecord(t *testing.T, number uint64) *shard.Record {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, number))
	s := five.New()
	r := &shard.Record{Number: number}
	for s.ToMove() != game.Terminal {
		legal := s.AppendActions(nil)
		a := legal[rng.IntN(len(legal))]
		p := shard.Ply{Action: a, Weight: 1, Simulations: 10, Value: []float32{0.5, 0.3, 0.2}}
		if len(r.Plies)%3 == 0 {
			p.Full = true
			p.Policy = []shard.Weight{{Action: a, Weight: 1}}
		}
		r.Plies = append(r.Plies, p)
		s.Apply(a)
	}
	returns := make([]float32, 2)
	s.Returns(returns)
	r.Outcome, r.Ending = game.OutcomeOf(returns), s.Ending().Reason
	return r
}

func TestSizing(t *testing.T) {
	s := Sizing{Base: 1000, Exponent: 0.75, Growth: 0.4}
	for _, test := range []struct{ total, want int }{
		{0, 0}, {999, 999}, {1000, 1000},
		// c·(1 + β((N/c)^α − 1)/α) by hand: 1000·(1 + 0.4·(16^0.75 − 1)/0.75) = 1000·(1 + 0.4·7/0.75)
		{16000, 4733},
	} {
		if got := s.Samples(test.total); got != test.want {
			t.Errorf("Samples(%d) = %d, want %d", test.total, got, test.want)
		}
	}
}

func TestWindowDropsWholeOldGames(t *testing.T) {
	w := NewWindow(five, Sizing{Base: 300, Exponent: 0.75, Growth: 0.4}, nn.Heads{})
	total := 0
	for n := range uint64(60) {
		r := randomRecord(t, n)
		total += len(r.Plies)
		if err := w.Add(r); err != nil {
			t.Fatal(err)
		}
		keep := w.sizing.Samples(total)
		if w.Samples() < min(keep, total) {
			t.Fatalf("after %d games %d samples are left, want at least %d", n+1, w.Samples(), keep)
		}
		if oldest := w.games[0].samples; w.Games() > 1 && w.Samples()-oldest >= keep {
			t.Fatalf("after %d games the oldest could have been dropped: %d samples, %d wanted", n+1, w.Samples(), keep)
		}
	}
	if w.Total() != total {
		t.Errorf("Total %d, want %d", w.Total(), total)
	}
	if newest := w.games[len(w.games)-1].record.Number; newest != 59 {
		t.Errorf("the newest game is %d, want 59", newest)
	}
}

// Loading what is left of a run must give the window that the run had.
func TestSkipEqualsDropping(t *testing.T) {
	sizing := Sizing{Base: 300, Exponent: 0.75, Growth: 0.4}
	long, short := NewWindow(five, sizing, nn.Heads{}), NewWindow(five, sizing, nn.Heads{})
	const games, skipped = 60, 20
	for n := range uint64(games) {
		r := randomRecord(t, n)
		if err := long.Add(r); err != nil {
			t.Fatal(err)
		}
		if n < skipped {
			short.Skip(len(r.Plies))
		} else if err := short.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if long.games[0].record.Number < skipped {
		t.Fatal("the test skips games that belong into the window")
	}
	a, b := &nn.Batch{N: 64}, &nn.Batch{N: 64}
	for _, f := range []struct {
		w *Window
		b *nn.Batch
	}{{long, a}, {short, b}} {
		if err := f.w.Fill(f.b, Targets{Symmetries: true}, rand.New(rand.NewPCG(3, 4))); err != nil {
			t.Fatal(err)
		}
	}
	for i := range a.Inputs {
		if a.Inputs[i] != b.Inputs[i] {
			t.Fatal("the windows draw different samples")
		}
	}
}

func TestEveryRowIsASample(t *testing.T) {
	w := NewWindow(five, Sizing{Base: 1000, Exponent: 1, Growth: 1}, nn.Heads{})
	var records []*shard.Record
	for n := range uint64(8) {
		records = append(records, randomRecord(t, n))
	}
	records[2].Truncated = true
	records[3].Truncated = true
	for i := range records[3].Plies {
		records[3].Plies[i].Value = nil
	}
	if err := w.Add(records...); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	b := &nn.Batch{N: 256}
	with, without := 0, 0
	for range 4 {
		if err := w.Fill(b, Targets{SearchShare: 0.5, Symmetries: true}, rng); err != nil {
			t.Fatal(err)
		}
		actions := five.Actions()
		for row := range b.N {
			var policy, outcome float64
			for a := range actions {
				p := b.Policy[row*actions+a]
				policy += float64(p)
				if p > 0 && b.Illegal[row*actions+a] != 0 {
					t.Fatalf("row %d gives weight to action %d, which is not legal there", row, a)
				}
			}
			for _, p := range b.Outcome[row*3 : row*3+3] {
				outcome += float64(p)
			}
			if math.Abs(policy-float64(b.PolicyWeight[row])) > 1e-6 {
				t.Errorf("row %d: policy sums to %v with weight %v", row, policy, b.PolicyWeight[row])
			}
			if math.Abs(outcome-float64(b.OutcomeWeight[row])) > 1e-6 {
				t.Errorf("row %d: outcome sums to %v with weight %v", row, outcome, b.OutcomeWeight[row])
			}
			if b.PolicyWeight[row] == 1 {
				with++
			} else {
				without++
			}
		}
	}
	if share := float64(with) / float64(with+without); share < 0.25 || share > 0.42 {
		t.Errorf("%.0f%% of the rows have a policy target, want about a third", 100*share)
	}
	if got := w.Drawn(); got != 1024 {
		t.Errorf("Drawn %d, want 1024", got)
	}
}

// The outcome target has the mover's view, and a game that was cut off teaches only what the search found.
func TestOutcomeTargets(t *testing.T) {
	r := randomRecord(t, 5)
	r.Outcome = 1
	w := NewWindow(five, Sizing{Base: 1000, Exponent: 1, Growth: 1}, nn.Heads{})
	if err := w.Add(r); err != nil {
		t.Fatal(err)
	}
	b := &nn.Batch{N: 1}
	w.allocate(b)
	at := func(ply int, share float64) [3]float32 {
		w.scratch.CopyFrom(five.New())
		for _, p := range r.Plies[:ply] {
			w.scratch.Apply(p.Action)
		}
		w.fillRow(b, 0, &w.games[0], ply, &five.Symmetries[0], Targets{SearchShare: share})
		return [3]float32(b.Outcome)
	}
	for _, test := range []struct {
		name      string
		ply       int
		share     float64
		truncated bool
		want      [3]float32
	}{
		{"seat 0 has lost", 0, 0, false, [3]float32{0, 1, 0}},
		{"seat 1 has won", 1, 0, false, [3]float32{1, 0, 0}},
		{"the search's value, seat 0's view", 0, 1, false, [3]float32{0.5, 0.3, 0.2}},
		{"the search's value, seat 1's view", 1, 1, false, [3]float32{0.3, 0.5, 0.2}},
		{"half of each", 1, 0.5, false, [3]float32{0.65, 0.25, 0.1}},
		{"cut off", 1, 0, true, [3]float32{0.3, 0.5, 0.2}},
	} {
		r.Truncated = test.truncated
		if got := at(test.ply, test.share); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A sample of weight 0 is never drawn, one of weight 2 twice as often as one of weight 1.
func TestWeights(t *testing.T) {
	r := randomRecord(t, 6)
	for i := range r.Plies {
		r.Plies[i].Weight = float32(i % 3)
	}
	w := NewWindow(five, Sizing{Base: 1000, Exponent: 1, Growth: 1}, nn.Heads{})
	if err := w.Add(r); err != nil {
		t.Fatal(err)
	}
	count := map[int32]int{}
	for _, s := range w.samples {
		count[s.ply]++
	}
	for i := range r.Plies {
		if count[int32(i)] != i%3 {
			t.Errorf("ply %d of weight %d stands %d times in the window", i, i%3, count[int32(i)])
		}
	}
	coin := rand.New(rand.NewPCG(1, 1))
	sum := 0
	for range 10000 {
		sum += copies(1.25, coin)
	}
	if mean := float64(sum) / 10000; math.Abs(mean-1.25) > 0.02 {
		t.Errorf("weight 1.25 counts %.3f times on average", mean)
	}
}

func TestFillEmpty(t *testing.T) {
	w := NewWindow(five, Sizing{Base: 10, Exponent: 1}, nn.Heads{})
	if err := w.Fill(&nn.Batch{N: 4}, Targets{}, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, ErrEmpty) {
		t.Errorf("Fill of an empty window: %v, want ErrEmpty", err)
	}
}

// TestSkippedGamesChangeNothing: a window that has dropped its old games one by one, and one that never loaded those that are
// too old by the numbers of their samples, hold the same, with weights that are no whole numbers too.
func TestSkippedGamesChangeNothing(t *testing.T) {
	sizing := Sizing{Base: 300, Exponent: 0.75, Growth: 0.4}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 20 {
		var records []*shard.Record
		total := 0
		for n := range uint64(40) {
			r := randomRecord(t, n)
			for i := range r.Plies {
				if r.Plies[i].Weight = rng.Float32() * 2; rng.IntN(5) == 0 {
					r.Plies[i].Weight = 0
				}
			}
			records = append(records, r)
			total += r.Samples()
		}
		whole, skipping := NewWindow(five, sizing, nn.Heads{}), NewWindow(five, sizing, nn.Heads{})
		newer, skip := 0, 0
		for i := len(records) - 1; i >= 0 && skip == 0; i-- {
			if newer >= sizing.Samples(total) {
				skip = i + 1
			}
			newer += records[i].Samples()
		}
		if skip == 0 {
			t.Fatal("no game is too old")
		}
		for i, r := range records {
			if err := whole.Add(r); err != nil {
				t.Fatal(err)
			}
			if i < skip {
				skipping.Skip(r.Samples())
			} else if err := skipping.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if whole.Games() != skipping.Games() || whole.Samples() != skipping.Samples() || whole.Total() != skipping.Total() ||
			len(whole.samples) != len(skipping.samples) {
			t.Errorf("%d games with %d samples (%d entries) of %d, and %d with %d (%d) of %d", whole.Games(), whole.Samples(), len(whole.samples),
				whole.Total(), skipping.Games(), skipping.Samples(), len(skipping.samples), skipping.Total())
		}
	}
}
