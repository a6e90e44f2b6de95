package mcts

import (
	"math"
	"testing"

	"gipfel/game"
)

// TestPlayoutCap: the kinds come in their shares, and a draw takes one number from the stream, as whoever draws by hand does.
func TestPlayoutCap(t *testing.T) {
	const draws = 10_000
	rng, twin, full := newRand(1), newRand(1), 0
	o := SearchOptions{Noise: true, RootTemperature: 1.2, Rand: rng}
	for range draws {
		got := PlayoutCap{Full: 200, Fast: 30, FullShare: 0.25}.Draw(o)
		want := o
		if want.Simulations = 200; twin.Float64() >= 0.25 {
			want.Simulations, want.Fast = 30, true
		} else {
			full++
		}
		if got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
	near(t, "share of full searches", float64(full)/draws, 0.25, 0.02)
}

// TestFastSearch: it is a plain search, whatever the other options say, and its policy is no target; the next full one's is.
func TestFastSearch(t *testing.T) {
	search := func(tr *Tree, o SearchOptions) *Tree {
		o.Simulations, o.Rand = 60, newRand(3)
		tr.Begin(o)
		Run(tr, opinions)
		return tr
	}
	fresh := func() *Tree { return New(treeGame(2, deep()), DefaultConfig()) }
	fast := search(fresh(), SearchOptions{Fast: true, Noise: true, RootTemperature: 2})
	if exact(fast, root) != exact(search(fresh(), SearchOptions{}), root) {
		t.Error("a fast search differs from a plain one")
	}
	if target := fast.PolicyTarget(nil); target != nil || fast.PolicySurprise() != 0 {
		t.Errorf("a fast search has the policy target %v and a surprise of %g", target, fast.PolicySurprise())
	}
	a := fast.Choose(0, nil)
	if v := visits(fast); v[a] < v[1-a] {
		t.Errorf("plays move %d of %v", a, v)
	}
	if target := search(fast, SearchOptions{Noise: true}).PolicyTarget(nil); len(target) != 2 {
		t.Errorf("after a full search: target %v", target)
	}
}

// TestPolicySurprise by hand: priors 1/4, 1/2, 1/4 and visits 1, 2, 5.
func TestPolicySurprise(t *testing.T) {
	f := &forest{}
	tr := searched(2, f.turn(0, deep(), deep(), deep()), 1, func(_ game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		logits[1] = math.Ln2
	})
	near(t, "surprise without visits", tr.PolicySurprise(), 0, 1e-6)
	for i, n := range []uint32{1, 2, 5} {
		tr.rootEdges()[i].visits = n
	}
	want := 0.125*math.Log(0.5) + 0.25*math.Log(0.5) + 0.625*math.Log(2.5)
	near(t, "surprise", tr.PolicySurprise(), want, 1e-3)
	tr.rootEdges()[2].value = lost // then 1/3 and 2/3, which is less of a surprise than the loss of a quarter of the priors
	near(t, "surprise by a proof", tr.PolicySurprise(), math.Log(4.0/3), 1e-3)
}

// TestOptimisticFirstPlay: with the urgency of a win at the root, moves are tried that the priors alone would leave out.
func TestOptimisticFirstPlay(t *testing.T) {
	b := newBandit([]float64{0.9, 0.05, 0.03, 0.02}, []float64{0, -0.9, -0.9, -0.9})
	for fpu, want := range map[FirstPlay]uint32{FPUFixed: 1, FPUReduced: 4} {
		cfg := DefaultConfig()
		cfg.RootFPU, cfg.RootFPUValue = fpu, 1
		tr := New(treeGame(2, b.start), cfg)
		tr.Begin(SearchOptions{Simulations: 5})
		Run(tr, b.eval)
		if got := visits(tr)[0]; got != want {
			t.Errorf("kind %d: the favourite has %d of 4 visits, want %d", fpu, got, want)
		}
	}
}
