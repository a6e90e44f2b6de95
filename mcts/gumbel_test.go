package mcts

import (
	"math"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// gumbelRoot returns a tree with a root of three moves, priors 1/2, 1/4, 1/4, made by hand as in rooted.
func gumbelRoot(visits []uint32, values []float32, net float32) *Tree {
	cfg := DefaultConfig()
	cfg.Algorithm, cfg.GumbelVisit, cfg.GumbelScale = Gumbel, 2, 0.5
	f := &forest{}
	tr := New(treeGame(2, f.turn(0, deep(), deep(), deep())), cfg)
	tr.Begin(SearchOptions{Simulations: 1})
	Run(tr, func(_ game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		logits[0] = math.Ln2
	})
	n, edges := &tr.nodes[root], tr.rootEdges()
	n.visits, n.value = 1, net
	for i := range edges {
		edges[i].visits, edges[i].value = visits[i], values[i]
		if n.visits += visits[i]; values[i] != lost {
			n.value += float32(visits[i]) * values[i]
		}
	}
	n.value /= float32(n.visits)
	return tr
}

// TestCompletedQ compares v_mix and the improved policy with numbers computed by hand.
func TestCompletedQ(t *testing.T) {
	for _, c := range []struct {
		name         string
		visits       []uint32
		values       []float32
		value, scale float64 // v_mix, σ for a utility of 1
		q            []float64
	}{
		// v_mix = (0.2 + 3 · (0.5·0.4 + 0.25·(-0.1)) / 0.75) / 4 = (0.2 + 0.7) / 4; σ = (2 + 2) · 0.5 / 2.
		{"one unvisited", []uint32{1, 2, 0}, []float32{0.4, -0.1, 0}, 0.225, 1, []float64{0.4, -0.1, 0.225}},
		// (0.2 + 6 · (0.25·0.6) / 0.25) / 7 = 3.8 / 7; σ = (2 + 6) · 0.5 / 2.
		{"one visited", []uint32{0, 0, 6}, []float32{0, 0, 0.6}, 3.8 / 7, 2, []float64{3.8 / 7, 3.8 / 7, 0.6}},
		{"none visited", []uint32{0, 0, 0}, []float32{0, 0, 0}, 0.2, 0.5, []float64{0.2, 0.2, 0.2}},
		// (0.2 + 8 · (0.5·(-0.5) + 0.25·0.5 + 0.25·0.1) / 1) / 9 = -0.6 / 9; σ = (2 + 4) · 0.5 / 2.
		{"all visited", []uint32{4, 2, 2}, []float32{-0.5, 0.5, 0.1}, -0.6 / 9, 1.5, []float64{-0.5, 0.5, 0.1}},
		// The lost move is out. The node's mean stands in for the net: (0.2 + 3·0.4) / 5 = 0.28; (0.28 + 3·0.4) / 4.
		{"one lost", []uint32{1, 3, 0}, []float32{lost, 0.4, 0}, 0.37, 1.25, []float64{math.Inf(-1), 0.4, 0.37}},
	} {
		tr := gumbelRoot(c.visits, c.values, 0.2)
		got := tr.complete(&tr.nodes[root], tr.rootEdges())
		near(t, c.name+": v_mix", float64(got.value), c.value, 1e-5)
		near(t, c.name+": scale", float64(got.scale), c.scale, 1e-6)
		want, total := []float64{0.5, 0.25, 0.25}, 0.0
		for i, q := range c.q {
			want[i] *= math.Exp(c.scale * q)
			total += want[i]
		}
		policy := make([]float64, 3)
		for _, w := range tr.PolicyTarget(nil) {
			policy[w.Action] = float64(w.Weight)
		}
		for i := range want {
			near(t, c.name+": improved policy", policy[i], want[i]/total, 1e-4)
		}
	}
}

// TestLostMoveWithoutScale: where values count for nothing yet, a lost move is out all the same.
func TestLostMoveWithoutScale(t *testing.T) {
	tr := gumbelRoot([]uint32{1, 0, 0}, []float32{lost, 0, 0}, 0.2)
	tr.cfg.GumbelVisit = 0
	target := tr.PolicyTarget(nil)
	if len(target) != 2 || target[0] != (Weight{1, 0.5}) || target[1] != (Weight{2, 0.5}) {
		t.Errorf("target %v, want halves for moves 1 and 2", target)
	}
}

// TestImprovedSelection compares the choice at the interior nodes of many trees with the published rule, written out over all
// moves in float64, with the net's own values kept aside.
func TestImprovedSelection(t *testing.T) {
	checked, sharp := 0, 0
	for seed := range uint64(60) {
		players := 2 + int(seed%3)
		cfg := DefaultConfig()
		cfg.Algorithm = Gumbel
		if seed%2 == 0 {
			cfg.GumbelVisit, cfg.GumbelScale = 1, 0.1
		}
		tr := New(treeGame(players, (&forest{}).random(newRand(seed), players, 8, false, true)), cfg)
		tr.Begin(SearchOptions{Simulations: 120, Noise: true, Rand: newRand(seed)})
		net := map[uint32]float64{} // by node
		for !tr.Done() {
			if leaf, ok := tr.Select(); ok {
				logits, outcome := make([]float32, treeActions), make([]float32, players+1)
				opinions(leaf, logits, outcome)
				net[uint32(len(tr.nodes))] = float64(game.Utility(outcome, 0)) // relative to the mover
				tr.Expand(logits, outcome)
			}
			for at := uint32(1); int(at) < len(tr.nodes); at++ {
				n := &tr.nodes[at]
				if n.mover < 0 || n.proven != unproven || tr.Done() || provenBelow(tr, n) {
					continue
				}
				checked++
				scores := slowImproved(tr, n, net[at])
				got, best, second := scores[tr.pick(at)-n.edges], math.Inf(-1), math.Inf(-1)
				for _, s := range scores {
					if s > best {
						best, second = s, best
					} else {
						second = max(second, s)
					}
				}
				near(t, "score of the choice", got, best, 1e-3)
				if best-second > 1e-3 {
					sharp++
				}
			}
		}
	}
	if checked < 5000 || sharp < checked/2 {
		t.Errorf("only %d choices were compared, %d of them clear ones", checked, sharp)
	}
}

// provenBelow reports whether the result of a move of the node is known, so that averages have been overwritten.
func provenBelow(t *Tree, n *node) bool {
	for _, e := range t.edgesOf(n) {
		if e.child != noChild && t.nodes[e.child].proven != unproven {
			return true
		}
	}
	return false
}

// slowImproved returns π' − n / (1 + ΣN) for each edge.
func slowImproved(t *Tree, n *node, net float64) []float64 {
	edges := t.edgesOf(n)
	sumN, most, priors, values := 0.0, 0.0, 0.0, 0.0
	for _, e := range edges {
		if e.visits > 0 {
			sumN += float64(e.visits)
			most = max(most, float64(e.visits))
			priors += float64(e.prior.float())
			values += float64(e.prior.float()) * float64(e.value)
		}
	}
	mixed := net
	if priors > 0 {
		mixed = (net + sumN*values/priors) / (1 + sumN)
	}
	worst := -1 / float64(t.game.Players-1)
	policy, total := make([]float64, len(edges)), 0.0
	for i, e := range edges {
		q := mixed
		if e.visits > 0 {
			q = float64(e.value)
		}
		q = (q - worst) / (1 - worst)
		policy[i] = float64(e.prior.float()) * math.Exp(float64(t.cfg.GumbelScale)*(float64(t.cfg.GumbelVisit)+most)*q)
		total += policy[i]
	}
	for i, e := range edges {
		policy[i] = policy[i]/total - float64(e.visits)/(1+sumN)
	}
	return policy
}

// TestPolicyImprovement: with a net that is right about every move, and about the root's value under its own priors, the
// improved policy is worth at least as much as the priors: when all moves are looked at, in every position; when only some
// are, on average over the noise, for the move that is played (Danihelka et al. 2022, sections 2 and 4). Dice break that, as
// a single visit sees a single roll.
func TestPolicyImprovement(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3} {
		solver, rng := gametest.NewSolver(g), newRand(6)
		positions, improved, gain := 0, 0, 0.0
		for i := range 60 {
			s := someWayIn(g, 1+i%5, rng)
			moves := s.AppendActions(nil)
			if len(moves) < 2 {
				continue
			}
			positions++
			mover := s.ToMove()
			eval := prophet(g, solver, s)
			prior, values, mean := rootOf(g, eval, solver, s)

			// All moves, one visit each: their values are exact.
			tr := gumbelTree(g, s, 16)
			tr.Begin(SearchOptions{Simulations: 1 + len(moves), Rand: rng})
			Run(tr, eval)
			worth := 0.0
			for _, w := range tr.PolicyTarget(nil) {
				worth += float64(w.Weight) * values[w.Action]
			}
			if worth < mean-1e-3 {
				t.Errorf("%s: %s: the improved policy is worth %g, the priors %v %g", g.Name, g.Notation.FormatState(s), worth, prior, mean)
			}
			if worth > mean+1e-3 {
				improved++
			}

			// Two candidates, drawn with noise.
			const draws = 200
			played := 0.0
			for range draws {
				tr := gumbelTree(g, s, 2)
				tr.Begin(SearchOptions{Simulations: 3, Noise: true, Rand: rng})
				Run(tr, eval)
				played += solver.Action(s, tr.Choose(0, nil))[mover] / draws
			}
			gain += played - mean
			near(t, g.Name+": value of the move played, less than that of the priors", min(0, played-mean), 0, 5/math.Sqrt(draws))
		}
		if positions < 30 || improved < positions/3 || gain/float64(positions) < 0.05 {
			t.Errorf("%s: improved %d of %d positions; the moves played gain %g on average", g.Name, improved, positions, gain/float64(positions))
		}
	}
}

// gumbelTree returns a tree at a position whose Gumbel searches consider m moves.
func gumbelTree(g *game.Game, s game.State, m int) *Tree {
	cfg := DefaultConfig()
	cfg.Algorithm, cfg.GumbelMoves = Gumbel, m
	t := New(g, cfg)
	t.Reset(s)
	return t
}

// prophet returns a net with random priors and exact values, except at the position at the root, whose value is that of
// playing by the priors.
func prophet(g *game.Game, solver *gametest.Solver, at game.State) evaluator {
	random := hashed(g.Notation.FormatState)
	return func(leaf game.State, logits, outcome []float32) {
		random(leaf, logits, outcome)
		values := solver.Values(leaf)
		if g.Notation.FormatState(leaf) == g.Notation.FormatState(at) {
			moves := leaf.AppendActions(nil)
			clear(values)
			for i, p := range softmax(nil, logits, moves) {
				for seat, v := range solver.Action(leaf, moves[i]) {
					values[seat] += float64(p) * v
				}
			}
		}
		game.SeatsToRelative(outcome, outcomesOf(values), leaf.ToMove())
	}
}

// outcomesOf returns a distribution without draws that has the given utilities.
func outcomesOf(utilities []float64) []float32 {
	n := float64(len(utilities))
	out := make([]float32, len(utilities)+1)
	for seat, u := range utilities {
		out[seat] = float32(max(0, ((n-1)*u+1)/n))
	}
	return out
}

// rootOf returns the priors and exact values of the moves at a position, by action, and what playing by the priors is worth.
func rootOf(g *game.Game, eval evaluator, solver *gametest.Solver, s game.State) (prior, values map[game.Action]float64, mean float64) {
	logits, outcome := make([]float32, g.Actions()), make([]float32, g.Outcomes())
	eval(s, logits, outcome)
	moves := s.AppendActions(nil)
	prior, values = map[game.Action]float64{}, map[game.Action]float64{}
	for i, p := range softmax(nil, logits, moves) {
		a := moves[i]
		prior[a], values[a] = float64(p), solver.Action(s, a)[s.ToMove()]
		mean += prior[a] * values[a]
	}
	return prior, values, mean
}

// TestModesAgreeWithMinimax: whatever the way to search, what is proven is right, and the move played on a proof is a best one.
func TestModesAgreeWithMinimax(t *testing.T) {
	for _, m := range modes {
		for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice} {
			solver, rng, proven, agreed, played := gametest.NewSolver(g), newRand(9), 0, 0, 0
			eval := hashed(g.Notation.FormatState)
			tr := m.new(g)
			if tr.cfg.Paranoid && g.Players > 2 {
				continue // another solution: TestParanoidProofsAreSound
			}
			for i := range 40 {
				s := someWayIn(g, 4+i%3, rng)
				tr.Reset(s)
				tr.Begin(m.terms(1500, rng))
				Run(tr, eval)
				mover, best := s.ToMove(), solver.Values(s)
				a := tr.Choose(0, nil)
				played++
				if solver.Action(s, a)[mover] >= best[mover]-1e-6 {
					agreed++
				}
				outcome, _, ok := tr.Proven()
				if !ok {
					continue
				}
				proven++
				value := make([]float32, g.Outcomes())
				value[outcome] = 1
				near(t, m.name+" "+g.Notation.FormatState(s), float64(game.Utility(value, mover)), best[mover], 1e-6)
				if got := solver.Action(s, a)[mover]; got < best[mover]-1e-6 {
					t.Errorf("%s, %s: %s: chose a move worth %g, the best is worth %g", m.name, g.Name, g.Notation.FormatState(s), got, best[mover])
				}
			}
			if proven < 4 || agreed < played*9/10 {
				t.Errorf("%s, %s: %d positions proven; %d of %d moves are best ones", m.name, g.Name, proven, agreed, played)
			}
		}
	}
}
