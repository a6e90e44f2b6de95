package mcts

import (
	"math"
	"testing"

	"gipfel/game"
)

// TestPUCT compares the choice at every node of many trees with the formula written out over all edges.
func TestPUCT(t *testing.T) {
	checked := 0
	for seed := range uint64(60) {
		players := 2 + int(seed%3)
		cfg := DefaultConfig()
		if seed%2 == 0 {
			cfg = PlayConfig()
		}
		if seed%5 == 0 {
			cfg.FPU, cfg.RootFPU, cfg.FPUValue, cfg.RootFPUValue = FPUFixed, FirstPlay(seed/5%2), -0.2, 0.4
		}
		tr := New(treeGame(players, (&forest{}).random(newRand(seed), players, 8, false, true)), cfg)
		tr.Begin(SearchOptions{Simulations: 150, Noise: true, RootTemperature: 1.2, Rand: newRand(seed)})
		for !tr.Done() {
			if leaf, ok := tr.Select(); ok {
				logits, outcome := make([]float32, treeActions), make([]float32, players+1)
				opinions(leaf, logits, outcome)
				tr.Expand(logits, outcome)
			}
			for at := range tr.nodes {
				n := &tr.nodes[at]
				if n.mover < 0 || n.proven != unproven || tr.Done() {
					continue
				}
				checked++
				got, want := tr.edges[tr.pick(uint32(at))].action, slowPick(tr, uint32(at))
				if got != want {
					t.Fatalf("seed %d, node %d: picked action %d, want %d", seed, at, got, want)
				}
			}
		}
	}
	if checked < 10_000 {
		t.Errorf("only %d choices were compared", checked)
	}
}

// slowPick is PUCT as published, without any cleverness about visited moves.
func slowPick(t *Tree, at uint32) game.Action {
	n := &t.nodes[at]
	edges := t.edgesOf(n)
	c := t.cfg
	reduction := c.FPUReduction
	if at == root {
		reduction = c.RootFPUReduction
	}
	prior := func(i int) float32 {
		if at == root {
			return t.rootPriors[i]
		}
		return edges[i].prior.float()
	}
	visited, sum := float32(0), uint32(0)
	for i, e := range edges {
		sum += e.visits
		if e.visits > 0 {
			visited += prior(i)
		}
	}
	exploration := c.CPUCTInit
	if c.CPUCTLog > 0 {
		exploration += c.CPUCTLog * float32(math.Log(float64((float32(n.visits)+c.CPUCTBase)/c.CPUCTBase)))
	}
	weight := exploration * float32(math.Sqrt(math.Max(1, float64(sum))))
	best, bestScore := -1, float32(math.Inf(-1))
	for i, e := range edges {
		q := n.value - reduction*float32(math.Sqrt(float64(visited)))
		if at == root && c.RootFPU == FPUFixed {
			q = c.RootFPUValue
		} else if at != root && c.FPU == FPUFixed {
			q = c.FPUValue
		}
		if e.visits > 0 {
			q = e.value
		}
		score := q + weight*prior(i)/float32(1+e.visits)
		if best < 0 || score > bestScore || score == bestScore && e.action < edges[best].action && e.visits == 0 && edges[best].visits == 0 {
			best, bestScore = i, score
		}
	}
	if math.IsInf(float64(bestScore), -1) { // all lost
		bestScore = -1
		for i, e := range edges {
			if score := edges[i].prior.float() / float32(1+e.visits); score > bestScore {
				best, bestScore = i, score
			}
		}
	}
	return edges[best].action
}

func TestExplorationGrowsWithTheLogarithm(t *testing.T) {
	c := PlayConfig()
	near(t, "c(1)", float64(c.explore(1)), 1+0.45*math.Log(501.0/500), 1e-6)
	near(t, "c(4500)", float64(c.explore(4500)), 1+0.45*math.Log(10), 1e-6)
	c = DefaultConfig()
	near(t, "c(4500), self-play", float64(c.explore(4500)), 1.1, 1e-6)
}

func TestSample(t *testing.T) {
	odds := []float32{0, 0.25, 0, 0.75, 0}
	for u, want := range map[float64]int{0: 1, 0.2499: 1, 0.25: 3, 0.9999: 3, 1: 3} {
		if got := sample(odds, u); got != want {
			t.Errorf("sample at %g: got %d, want %d", u, got, want)
		}
	}
}

// TestDiceFollowTheOdds counts the visits below a chance node.
func TestDiceFollowTheOdds(t *testing.T) {
	f := &forest{}
	long := func() *position { return f.turn(0, deep(), deep()) }
	tr := searched(2, f.turn(0, f.dice([]float32{0.5, 0.3, 0.2}, long(), long(), long()), f.end(1)), 4000, constant)
	n := &tr.nodes[tr.edgesOf(&tr.nodes[root])[0].child]
	if n.mover != game.Chance {
		t.Fatal("the first move does not lead to the dice")
	}
	for i, p := range []float64{0.5, 0.3, 0.2} {
		share := float64(tr.edgesOf(n)[i].visits) / float64(n.visits)
		near(t, "share of an outcome", share, p, 5*math.Sqrt(p*(1-p)/float64(n.visits)))
	}
}
