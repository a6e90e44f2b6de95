package mcts

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gipfel/game"
)

// TestRandomOperations plays random games on random trees with random searches, and checks the whole tree after each step.
func TestRandomOperations(t *testing.T) {
	for seed := range uint64(400) {
		data := make([]byte, 120)
		rng := newRand(seed)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		operate(t, seed, data)
	}
}

// FuzzOperations lets the fuzzer choose the operations.
func FuzzOperations(f *testing.F) {
	f.Add(uint64(1), []byte{0, 3, 3, 3, 3, 1, 9, 3, 3, 2})
	f.Add(uint64(2), []byte{0, 4, 5, 3, 0, 3, 1, 3, 1})
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		operate(t, seed, data[:min(len(data), 200)])
	})
}

// operate turns bytes into calls of a tree's methods.
func operate(tb testing.TB, seed uint64, data []byte) {
	tb.Helper()
	rng := newRand(seed)
	players := 2 + int(seed%3)
	start := (&forest{}).random(rng, players, 6, seed%2 == 0, seed%5 == 0)
	g := treeGame(players, start)
	cfg, m := DefaultConfig(), &modes[int(seed/2)%len(modes)]
	m.config(&cfg)
	cfg.DecisiveMoves = seed%4 >= 2
	if seed%7 == 0 {
		cfg.MaxNodes = 12
	}
	t := New(g, cfg)
	logits, outcome := make([]float32, g.Actions()), make([]float32, g.Outcomes())
	leaf, pending := game.State(nil), false
	for _, b := range data {
		switch b % 8 {
		case 0:
			o := m.terms(int(b), rng)
			o.Noise, o.Fast, o.RootTemperature = o.Noise || b%16 == 0, o.Fast || b%32 == 8, float32(b%3)/2
			t.Begin(o)
			pending = false
		case 1:
			actions := t.Root().AppendActions(nil)
			if len(actions) == 0 {
				t.Reset(g.New())
			} else {
				t.Advance(actions[int(b)%len(actions)])
			}
			pending = false
		default:
			if pending {
				opinions(leaf, logits, outcome)
				t.Expand(logits, outcome)
				pending = false
			}
			if !t.Done() {
				leaf, pending = t.Select()
			}
		}
		if pending && len(t.nodes) != t.fresh {
			continue // chance nodes on the path have no visits yet
		}
		checkInvariants(tb, t)
		if s := t.Stats(); cfg.MaxNodes > 0 && s.Nodes > cfg.MaxNodes {
			tb.Fatalf("%d nodes, the bound is %d", s.Nodes, cfg.MaxNodes)
		}
		checkReports(tb, t, rng)
	}
}

// checkReports checks what must hold of the answers in any state of a tree.
func checkReports(tb testing.TB, t *Tree, rng *rand.Rand) {
	tb.Helper()
	children := t.Children(nil)
	if t.rootMover() < 0 || len(children) == 0 {
		return
	}
	isLost := func(c Child) bool {
		o := side(t, uint8(c.Outcome))
		return c.Proven && o != side(t, uint8(t.rootMover())) && int(o) != game.Draw(t.game.Players)
	}
	hope := false
	for _, c := range children {
		hope = hope || !isLost(c)
	}
	bad := func(a game.Action) bool {
		for _, c := range children {
			if c.Action == a {
				return isLost(c)
			}
		}
		return true
	}
	sum := 0.0
	for _, w := range t.PolicyTarget(nil) {
		sum += float64(w.Weight)
		if hope && bad(w.Action) {
			tb.Fatalf("the policy target holds action %d, which is lost: %+v", w.Action, children)
		}
	}
	want := 1.0
	if t.fast {
		want = 0
	}
	near(tb, "sum of the policy target", sum, want, 1e-5)
	if s := t.PolicySurprise(); !(s >= 0 && s < 30) {
		tb.Fatalf("policy surprise %g", s)
	}
	if a := t.ChooseLCB(); hope && bad(a) {
		tb.Fatalf("by lower confidence bound: chose action %d, which is lost: %+v", a, children)
	}
	for _, temperature := range []float32{0, 0.01, 1} {
		if a := t.Choose(temperature, rng); hope && bad(a) {
			tb.Fatalf("temperature %g: chose action %d, which is lost: %+v", temperature, a, children)
		}
	}
}

func TestLockstepEqualsAlone(t *testing.T) {
	trees := 3 * len(modes)
	play := func(together bool) []string {
		out := make([]string, trees)
		var all []*Tree
		for i := range trees {
			start := (&forest{}).random(newRand(uint64(i)), 2+i%3, 7, true, false)
			m := &modes[i/3]
			all = append(all, m.new(treeGame(2+i%3, start)))
			all[i].Begin(m.terms(100+i, newRand(uint64(100+i))))
		}
		if !together {
			for i, tr := range all {
				Run(tr, opinions)
				out[i] = exact(tr, root)
			}
			return out
		}
		logits, outcome := make([]float32, treeActions), make([]float32, game.MaxPlayers+1)
		leaves := make([]game.State, trees)
		for busy := true; busy; {
			busy = false
			for i, tr := range all {
				leaves[i] = nil
				if !tr.Done() {
					busy = true
					if leaf, ok := tr.Select(); ok {
						leaves[i] = leaf
					}
				}
			}
			for i, tr := range all {
				if leaves[i] != nil {
					opinions(leaves[i], logits, outcome[:tr.game.Outcomes()])
					tr.Expand(logits, outcome[:tr.game.Outcomes()])
				}
			}
		}
		for i, tr := range all {
			out[i] = exact(tr, root)
		}
		return out
	}
	alone, together := play(false), play(true)
	for i := range alone {
		if alone[i] != together[i] {
			t.Errorf("tree %d differs: alone\n%s\ntogether\n%s", i, alone[i], together[i])
		}
	}
}

func TestSimulationsCountReusedVisits(t *testing.T) {
	tr := New(treeGame(2, deep()), DefaultConfig())
	tr.Begin(SearchOptions{Simulations: 50})
	evaluations := 0
	count := func(leaf game.State, logits, outcome []float32) { evaluations++; constant(leaf, logits, outcome) }
	Run(tr, count)
	if got := tr.Simulations(); got != 50 {
		t.Fatalf("the root has %d visits, want 50", got)
	}
	tr.Begin(SearchOptions{Simulations: 80})
	Run(tr, count)
	if got := tr.Simulations(); got != 80 || evaluations != 80 {
		t.Errorf("the root has %d visits after %d evaluations, want 80 and 80", got, evaluations)
	}
	tr.Begin(SearchOptions{Simulations: 30})
	if !tr.Done() {
		t.Error("a search for fewer visits than there are is not done")
	}
}

// deep is a game whose end is out of reach: 40 plies, two moves each, alternating.
func deep() *position {
	f := &forest{}
	p := f.end(0)
	for ply := range 40 {
		p = f.turn(game.Player(ply%2), p, p)
	}
	return p
}

func TestMemoryBound(t *testing.T) {
	cfg := DefaultConfig()
	cfg.MaxNodes = 20
	tr := New(treeGame(2, deep()), cfg)
	tr.Begin(SearchOptions{Simulations: 1000})
	Run(tr, constant)
	if s := tr.Stats(); s.Nodes != 20 || !s.Full || tr.Simulations() != 20 {
		t.Errorf("stats %+v after %d simulations; want 20 nodes, full", s, tr.Simulations())
	}
	checkInvariants(t, tr)
	tr.Advance(tr.Choose(0, nil))
	if s := tr.Stats(); s.Full || s.Nodes+s.Dropped != 20 || s.Dropped == 0 {
		t.Errorf("stats %+v after the move", s)
	}
	tr.Begin(SearchOptions{Simulations: 15})
	Run(tr, constant)
	if s := tr.Stats(); s.Full || tr.Simulations() != 15 {
		t.Errorf("stats %+v after %d simulations; want 15, not full", s, tr.Simulations())
	}
}

func TestMisuse(t *testing.T) {
	start := deep()
	fresh := func() *Tree {
		tr := New(treeGame(2, start), DefaultConfig())
		tr.Begin(SearchOptions{Simulations: 10})
		return tr
	}
	third := []float32{0.25, 0.5, 0.25}
	tr := fresh()
	mustPanic(t, "no leaf is pending", func() { tr.Expand(make([]float32, treeActions), third) })
	tr.Select()
	mustPanic(t, "has not been expanded", func() { tr.Select() })
	mustPanic(t, "3 logits; the game has 12 actions", func() { tr.Expand(make([]float32, 3), third) })
	nan := float32(0)
	nan /= nan
	for _, bad := range [][]float32{{0.5, 0.5}, {0.5, 0.5, 0.5}, {nan, 0.5, 0.5}, {1.5, -0.5, 0}, {1 / (nan - nan), 0, 0}} {
		mustPanic(t, "is not a distribution over 3 outcomes", func() { tr.Expand(make([]float32, treeActions), bad) })
	}
	logits := make([]float32, treeActions)
	logits[7] = nan // not legal: not read
	tr.Expand(logits, third)
	tr.Select()
	logits[1] = nan
	mustPanic(t, "not all finite", func() { tr.Expand(logits, third) })
	mustPanic(t, "Begin starts one", func() { New(treeGame(2, start), DefaultConfig()).Select() })
	mustPanic(t, "action 9 is not legal", func() { tr.Advance(9) })
	mustPanic(t, "Noise needs a Rand", func() { fresh().Begin(SearchOptions{Noise: true}) })
	mustPanic(t, "CPUCTInit", func() { New(treeGame(2, start), Config{}) })
	mustPanic(t, "not searched", func() { fresh().Choose(0, nil) })
}

func TestConfigValidate(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"":                func(*Config) {},
		"CPUCTBase":       func(c *Config) { c.CPUCTBase = 0 },
		"FPUReduction":    func(c *Config) { c.FPUReduction = -0.1 },
		"NoiseWeight":     func(c *Config) { c.NoiseWeight = 1.5 },
		"RootTemperature": func(c *Config) { c.RootTemperature = 0 },
		"MaxNodes":        func(c *Config) { c.MaxNodes = -1 },
		"Algorithm":       func(c *Config) { c.Algorithm = 2 },
		"RootFPU":         func(c *Config) { c.RootFPU = 2 },
		"FPUValue":        func(c *Config) { c.FPUValue = -2 },
		"NoiseShape":      func(c *Config) { c.NoiseShape = 1.1 },
		"ForcedPlayouts":  func(c *Config) { c.ForcedPlayouts = -1 },
		"GumbelMoves":     func(c *Config) { c.GumbelMoves = 0 },
		"GumbelVisit":     func(c *Config) { c.GumbelVisit = -1 },
		"GumbelScale":     func(c *Config) { c.GumbelScale = 0 },
		"LCBVisits":       func(c *Config) { c.LCBVisits = 2 },
	} {
		for _, c := range []Config{DefaultConfig(), PlayConfig()} {
			change(&c)
			err := c.Validate()
			if name == "" && err != nil || name != "" && (err == nil || !strings.Contains(err.Error(), name+" is")) {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
}

// TestNoAllocation plays complete games with one tree.
func TestNoAllocation(t *testing.T) {
	for _, players := range []int{2, 3} {
		start := (&forest{}).random(newRand(3), players, 9, true, false)
		g := treeGame(players, start)
		tr, rng, s := New(g, DefaultConfig()), newRand(5), g.New()
		target, line, children := []Weight(nil), []game.Action(nil), []Child(nil)
		value := make([]float32, g.Outcomes())
		begin := g.New()
		game1 := func() {
			s.CopyFrom(begin)
			tr.Reset(s)
			for s.ToMove() != game.Terminal {
				tr.Begin(SearchOptions{Simulations: 200, Noise: true, RootTemperature: 1.25, Rand: rng})
				Run(tr, constant)
				target, line, children = tr.PolicyTarget(target[:0]), tr.PrincipalVariation(line[:0]), tr.Children(children[:0])
				tr.RootValue(value)
				a := children[rng.IntN(len(children))].Action
				if s.ToMove() >= 0 {
					a = tr.Choose(1, rng)
				}
				s.Apply(a)
				tr.Advance(a)
			}
		}
		for range 100 {
			game1()
		}
		if n := testing.AllocsPerRun(50, game1); n != 0 {
			t.Errorf("%d players: %g allocations a game", players, n)
		}
	}
}

// TestSearchIsDeterministic: equal seeds give equal trees, others do not.
func TestSearchIsDeterministic(t *testing.T) {
	run := func(seed uint64) string {
		tr := New(treeGame(2, deep()), DefaultConfig())
		tr.Begin(SearchOptions{Simulations: 60, Noise: true, Rand: newRand(seed)})
		Run(tr, opinions)
		return exact(tr, root)
	}
	if first, again := run(1), run(1); first != again || first == run(2) {
		t.Error("a search must depend on its random numbers and on nothing else")
	}
}

func ExampleTree() {
	f := &forest{}
	// Seat 0 moves twice in a row; only its second pair of moves wins.
	start := f.turn(0, f.turn(1, f.end(1)), f.turn(0, f.end(2), f.end(0)))
	t := New(treeGame(2, start), DefaultConfig())
	t.Begin(SearchOptions{Simulations: 100})
	Run(t, constant)
	outcome, plies, _ := t.Proven()
	fmt.Println("move", t.Choose(0, nil), "line", t.PrincipalVariation(nil), "seat", outcome, "wins in", plies)
	// Output: move 1 line [1 1] seat 0 wins in 2
}
