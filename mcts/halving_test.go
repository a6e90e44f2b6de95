package mcts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// bandit is a game whose root has moves with known priors and values: whatever is played later, a move keeps its value.
type bandit struct {
	start  *position
	priors []float64
	values []float64 // to the root's mover, seat 0 of two
	arm    map[*position]int
}

func newBandit(priors, values []float64) *bandit {
	b := &bandit{priors: priors, values: values, arm: map[*position]int{}}
	f := &forest{}
	var next []*position
	for i := range values {
		p := deep()
		for at := p; at.mover != game.Terminal; at = at.next[0] {
			b.arm[at] = i
		}
		next = append(next, p)
	}
	b.start = f.turn(0, next...)
	return b
}

// eval is the net that knows the values; it gives the root 0.
func (b *bandit) eval(leaf game.State, logits, outcome []float32) {
	clear(logits)
	at, seats := leaf.(*walker).at, []float32{0.5, 0.5, 0}
	if at == b.start {
		for i, p := range b.priors {
			logits[i] = float32(math.Log(p))
		}
	} else {
		win := float32(1+b.values[b.arm[at]]) / 2
		seats[0], seats[1] = win, 1-win
	}
	game.SeatsToRelative(outcome, seats, at.mover)
}

// plainHalving is sequential halving as it is published, over moves of known value: it returns the visits of each move, and
// the one that is played. base is g + logit of each move; sigma its weight of values as a function of the largest visits.
func plainHalving(n, considered int, base, values []float64, sigma func(most int) float64) (visits []int, best int) {
	score := func(i int) float64 {
		if sum(visits) == 0 {
			return base[i]
		}
		return base[i] + sigma(slices.Max(visits))*values[i]
	}
	visits = make([]int, len(base))
	alive := make([]int, len(base))
	for i := range alive {
		alive[i] = i
	}
	byScore := func(a, b int) int { return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a, b)) }
	slices.SortFunc(alive, byScore)
	m := min(considered, len(base), n)
	alive = alive[:m]
	phases := math.Max(1, math.Ceil(math.Log2(float64(m))))
	for sum(visits) < n {
		each := max(1, int(float64(n)/(phases*float64(len(alive)))))
		for range each {
			for _, i := range alive {
				if sum(visits) < n {
					visits[i]++
				}
			}
		}
		if sum(visits) < n {
			slices.SortFunc(alive, byScore)
			alive = alive[:min(len(alive), max(2, (len(alive)+1)/2))]
		}
	}
	best = alive[0]
	for _, i := range alive {
		if score(i) > score(best) {
			best = i
		}
	}
	return visits, best
}

func sum(xs []int) int {
	total := 0
	for _, x := range xs {
		total += x
	}
	return total
}

// TestHalvingSchedule compares the visits of every move, and the move played, with the plain implementation: for all budgets,
// also smaller than m; for m smaller and larger than the number of legal moves; with noise and without.
func TestHalvingSchedule(t *testing.T) {
	rng := newRand(11)
	for _, moves := range []int{2, 3, 5, 8, 11, 12} {
		for _, considered := range []int{1, 2, 3, 4, 7, 16} {
			for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 11, 16, 17, 23, 32, 50, 64, 100, 200} {
				noise := n%2 == 1
				priors, values := randomArms(rng.Float64, moves)
				b := newBandit(priors, values)
				cfg := DefaultConfig()
				cfg.Algorithm, cfg.GumbelMoves, cfg.GumbelVisit = Gumbel, considered, 3
				tr := New(treeGame(2, b.start), cfg)
				tr.Begin(SearchOptions{Simulations: n + 1, Noise: noise, Rand: newRand(uint64(n))}) // one is the root's own
				Run(tr, b.eval)

				stream, base := newRand(uint64(n)), make([]float64, moves)
				for i, p := range priors {
					base[i] = math.Log(p)
					if noise {
						base[i] -= math.Log(stream.ExpFloat64())
					}
				}
				sigma := func(most int) float64 { return (3 + float64(most)) / 2 } // utilities span 2
				want, best := plainHalving(n, considered, base, values, sigma)
				for i, c := range tr.Children(nil) {
					if int(c.Visits) != want[i] {
						t.Fatalf("%d moves, m = %d, n = %d: visits %v, want %v", moves, considered, n, visits(tr), want)
					}
				}
				if got := tr.Choose(0, nil); int(got) != best {
					t.Fatalf("%d moves, m = %d, n = %d: plays %d, want %d (visits %v, values %v)", moves, considered, n, got, best, want, values)
				}
				if line := tr.PrincipalVariation(nil); int(line[0]) != best {
					t.Fatalf("the principal variation begins with %d, the move is %d", line[0], best)
				}
			}
		}
	}
}

// randomArms returns priors and values for a bandit.
func randomArms(uniform func() float64, moves int) (priors, values []float64) {
	total := 0.0
	for range moves {
		p := 0.05 + uniform()
		priors, values = append(priors, p), append(values, 1.8*uniform()-0.9)
		total += p
	}
	for i := range priors {
		priors[i] /= total
	}
	return priors, values
}

// TestHalvingByHand: 16 simulations on 8 moves of equal value are 8·⌊16/24⌋→8·1, 4·1, 2·2.
func TestHalvingByHand(t *testing.T) {
	b := newBandit([]float64{0.05, 0.1, 0.15, 0.2, 0.03, 0.25, 0.2, 0.02}, make([]float64, 8))
	m := modeNamed("gumbel")
	tr := m.new(treeGame(2, b.start))
	tr.Begin(m.terms(17, nil))
	Run(tr, b.eval)
	// Priors: 5, 3 and 6, 2, 1, 0, 4, 7.
	for a, want := range []uint32{1, 1, 2, 4, 1, 4, 2, 1} {
		if got := visits(tr)[game.Action(a)]; got != want {
			t.Errorf("move %d has %d visits, want %d: %v", a, got, want, visits(tr))
		}
	}
}

// TestHalvingDropsLosses: a candidate that is proven lost costs one visit; when all candidates are lost, others take their
// place.
func TestHalvingDropsLosses(t *testing.T) {
	f := &forest{}
	start := f.turn(0, f.end(1), f.end(1), deep(), deep(), deep())
	love := func(_ game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		logits[0], logits[1], logits[4] = 5, 4, 3
	}
	cfg := DefaultConfig()
	cfg.Algorithm, cfg.GumbelMoves = Gumbel, 2
	tr := New(treeGame(2, start), cfg)
	tr.Begin(SearchOptions{Simulations: 41})
	Run(tr, love)
	checkInvariants(t, tr)
	got := visits(tr)
	if got[0] != 1 || got[1] != 1 || got[2]+got[3]+got[4] != 38 || got[4] != 19 {
		t.Errorf("visits %v; want 1 for each loss, and halves of the other 38 for move 4 and another", got)
	}
	if a := tr.Choose(0, nil); a != 4 {
		t.Errorf("plays %d, want 4", a)
	}
	if a := tr.Choose(1, newRand(1)); a < 2 {
		t.Errorf("plays the loss %d", a)
	}
}

// TestGumbelPlaysProvenWins: a proven win ends the search and is played, whatever the noise prefers.
func TestGumbelPlaysProvenWins(t *testing.T) {
	for seed := range uint64(20) {
		f := &forest{}
		start := f.turn(1, deep(), f.turn(1, f.end(0), f.end(1)), deep(), f.end(0))
		m := modeNamed("gumbel-noise")
		tr := New(treeGame(2, start), func() Config {
			c := DefaultConfig()
			c.Algorithm = Gumbel
			return c
		}())
		tr.Begin(m.terms(400, newRand(seed)))
		Run(tr, constant)
		if outcome, plies, ok := tr.Proven(); !ok || outcome != 1 || plies != 2 || tr.Choose(0, nil) != 1 || tr.ChooseLCB() != 1 {
			t.Errorf("seed %d: proven %d in %d (%t), plays %d", seed, outcome, plies, ok, tr.Choose(0, nil))
		}
		if target := tr.PolicyTarget(nil); len(target) != 1 || target[0] != (Weight{1, 1}) {
			t.Errorf("policy target %v", target)
		}
	}
}

// TestGumbelReuse: visits that a reused root has already count towards the budget, and the halving spends the rest.
func TestGumbelReuse(t *testing.T) {
	m := modeNamed("gumbel")
	tr := m.new(treeGame(2, deep()))
	tr.Begin(m.terms(100, nil))
	Run(tr, opinions)
	tr.Advance(tr.Choose(0, nil))
	kept := visits(tr)
	before := tr.Simulations()
	if before < 20 {
		t.Fatalf("only %d visits were kept", before)
	}
	if a := tr.Choose(0, nil); kept[a] == 0 {
		t.Errorf("before the next search move %d is played, which has no visit", a)
	}
	tr.Begin(m.terms(before+20, nil))
	Run(tr, opinions)
	checkInvariants(t, tr)
	for a, n := range visits(tr) { // two moves, ten visits each
		if n-kept[a] != 10 {
			t.Errorf("move %d got %d of 20 visits", a, n-kept[a])
		}
	}
}

// TestGumbelTopM: the noise samples the candidates in proportion to the priors, without replacement: the first of them is
// move i with probability p(i), the second then j with p(j) / (1 - p(i)).
func TestGumbelTopM(t *testing.T) {
	const samples = 20_000
	priors := []float64{0.5, 0.3, 0.2}
	b := newBandit(priors, make([]float64, 3))
	m := modeNamed("gumbel-noise")
	tr, rng := m.new(treeGame(2, b.start)), newRand(3)
	counts := map[string]int{}
	for range samples {
		tr.Reset(tr.game.New())
		tr.Begin(m.terms(2, rng))
		logits, outcome := make([]float32, treeActions), make([]float32, 3)
		leaf, _ := tr.Select()
		b.eval(leaf, logits, outcome)
		tr.Expand(logits, outcome)
		tr.target = 100
		tr.beginHalving()
		counts[fmt.Sprint(tr.halving.alive[:2])]++
	}
	for i, p := range priors {
		for j, q := range priors {
			if i != j {
				want := p * q / (1 - p)
				near(t, fmt.Sprintf("share of %d before %d", i, j), float64(counts[fmt.Sprintf("[%d %d]", i, j)])/samples, want,
					5*math.Sqrt(want/samples))
			}
		}
	}
}

// TestFewSimulations: with 16 simulations a Gumbel search loses much less against perfect play than PUCT, given a net that has
// random priors and values that are right in part.
func TestFewSimulations(t *testing.T) {
	g := gametest.Tiny
	solver, random := gametest.NewSolver(g), hashed(g.Notation.FormatState)
	eval := func(leaf game.State, logits, outcome []float32) {
		random(leaf, logits, outcome)
		right := make([]float32, len(outcome))
		game.SeatsToRelative(right, outcomesOf(solver.Values(leaf)), leaf.ToMove())
		for k := range outcome {
			outcome[k] = 0.7*outcome[k] + 0.3*right[k]
		}
	}
	regret := func(name string) float64 {
		m, rng, total := modeNamed(name), newRand(5), 0.0
		tr := m.new(g)
		for i := range 200 {
			s := someWayIn(g, i%5, rng)
			tr.Reset(s)
			tr.Begin(m.terms(16, rng))
			Run(tr, eval)
			total += solver.Values(s)[s.ToMove()] - solver.Action(s, tr.Choose(0, nil))[s.ToMove()]
		}
		return total / 200
	}
	puct, gumbel := regret("puct"), regret("gumbel")
	if gumbel > puct/2 {
		t.Errorf("a Gumbel search loses %.3f a move, PUCT %.3f", gumbel, puct)
	}
	t.Logf("loss a move: PUCT %.3f, Gumbel %.3f", puct, gumbel)
}
