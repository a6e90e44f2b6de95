package mcts

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

// Fake nets.

// evaluator is what Run wants.
type evaluator = func(leaf game.State, logits, outcome []float32)

// constant knows nothing: all moves and all outcomes are alike.
func constant(_ game.State, logits, outcome []float32) {
	clear(logits)
	for i := range outcome {
		outcome[i] = 1 / float32(len(outcome))
	}
}

// hashed returns a net whose opinions are a function of the position's text.
func hashed(text func(game.State) string) evaluator {
	return func(leaf game.State, logits, outcome []float32) {
		h := fnv.New64a()
		h.Write([]byte(text(leaf)))
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		for i := range logits {
			logits[i] = 4 * rng.Float32()
		}
		sum := float32(0)
		for i := range outcome {
			outcome[i] = 0.05 + rng.Float32()
			sum += outcome[i]
		}
		for i := range outcome {
			outcome[i] /= sum
		}
	}
}

// opinions is the hashed net of explicit trees.
var opinions = hashed(func(s game.State) string { return fmt.Sprint(s.(*walker).at.id) })

// Helpers.

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// searched returns a tree over an explicit game after a search.
func searched(players int, start *position, simulations int, eval evaluator) *Tree {
	t := New(treeGame(players, start), DefaultConfig())
	t.Begin(SearchOptions{Simulations: simulations, Rand: newRand(1)})
	Run(t, eval)
	return t
}

// dump draws the subtree below a node, one line a node, moves in ascending order: action, visits, mean outcome
// distribution in absolute seats, and what is proven; digits is the precision. s is the node's state if actions are to be
// written in the game's notation, else nil.
func dump(t *Tree, at uint32, digits int, s game.State) string {
	var b strings.Builder
	var walk func(at uint32, e *edge, depth int, s game.State)
	walk = func(at uint32, e *edge, depth int, s game.State) {
		n := &t.nodes[at]
		b.WriteString(strings.Repeat("  ", depth))
		if e != nil && s == nil {
			fmt.Fprintf(&b, "%d ", e.action)
		}
		if e != nil && s != nil {
			above := s
			s = t.game.New()
			s.CopyFrom(above)
			fmt.Fprintf(&b, "%s ", t.game.Notation.FormatAction(s, e.action))
			s.Apply(e.action)
		}
		fmt.Fprintf(&b, "n=%d", n.visits)
		if e != nil {
			fmt.Fprintf(&b, " p=%.*f q=%.*f", digits, e.prior.float(), digits, e.value)
		}
		for k, s := range t.sumsOf(at) {
			sep := " "
			if k == 0 {
				sep = " ["
			}
			fmt.Fprintf(&b, "%s%.*f", sep, digits, s/float64(n.visits))
		}
		b.WriteString("]")
		switch n.mover {
		case game.Terminal:
			b.WriteString(" end")
		case game.Chance:
			b.WriteString(" dice")
		default:
			fmt.Fprintf(&b, " seat %d", n.mover)
		}
		if n.proven != unproven {
			fmt.Fprintf(&b, " proven %d in %d", n.proven, n.distance)
		}
		if n.opened < n.count {
			fmt.Fprintf(&b, " +%d", n.count-n.opened)
		}
		b.WriteString("\n")
		edges := slices.Clone(t.edgesOf(n))
		slices.SortFunc(edges, func(a, b edge) int { return int(a.action) - int(b.action) })
		for i := range edges {
			if edges[i].child != noChild {
				walk(edges[i].child, &edges[i], depth+1, s)
			}
		}
	}
	if len(t.nodes) > 0 {
		walk(at, nil, 0, s)
	}
	return b.String()
}

// exact is a dump in which any difference shows.
func exact(t *Tree, at uint32) string { return dump(t, at, 17, nil) }

func near(tb testing.TB, what string, got, want, tolerance float64) {
	tb.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		tb.Errorf("%s: got %g, want %g within %g", what, got, want, tolerance)
	}
}

func mustPanic(tb testing.TB, with string, f func()) {
	tb.Helper()
	defer func() {
		tb.Helper()
		if r := fmt.Sprint(recover()); !strings.Contains(r, with) {
			tb.Errorf("panic %q, want one with %q", r, with)
		}
	}()
	f()
}

// visits returns the visits of the root's moves by action.
func visits(t *Tree) map[game.Action]uint32 {
	m := map[game.Action]uint32{}
	for _, c := range t.Children(nil) {
		m[c.Action] = c.Visits
	}
	return m
}

// mode is a way to search.
type mode struct {
	name    string
	config  func(*Config)
	options SearchOptions // Simulations and Rand are left out
}

// modes are all ways to search that differ in more than a number.
var modes = []mode{
	{"puct", func(*Config) {}, SearchOptions{}},
	{"noise", func(*Config) {}, SearchOptions{Noise: true}},
	{"forced", func(c *Config) { c.ForcedPlayouts, c.NoiseShape = 2, 0.5 }, SearchOptions{Noise: true, RootTemperature: 1.25}},
	{"fast", func(c *Config) { c.ForcedPlayouts = 2 }, SearchOptions{Noise: true, Fast: true}},
	{"fpu", func(c *Config) { c.FPU, c.RootFPU, c.FPUValue, c.RootFPUValue = FPUFixed, FPUFixed, -0.5, 1 }, SearchOptions{}},
	{"gumbel", func(c *Config) { c.Algorithm = Gumbel }, SearchOptions{}},
	{"gumbel-noise", func(c *Config) { c.Algorithm, c.GumbelMoves = Gumbel, 3 }, SearchOptions{Noise: true}},
	{"paranoid", func(c *Config) { c.Paranoid = true }, SearchOptions{}},
	{"gumbel-paranoid", func(c *Config) { c.Algorithm, c.Paranoid = Gumbel, true }, SearchOptions{}},
}

// new returns a tree that searches in this way.
func (m *mode) new(g *game.Game) *Tree {
	c := DefaultConfig()
	m.config(&c)
	return New(g, c)
}

// terms returns the options of a search.
func (m *mode) terms(simulations int, rng *rand.Rand) SearchOptions {
	o := m.options
	o.Simulations, o.Rand = simulations, rng
	return o
}
