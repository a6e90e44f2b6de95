package mcts

import (
	"math"
	"testing"

	"gipfel/game"
)

// Failures that users of other systems have reported, each with the test that it does not happen here.
//
//	a sign flip at every ply, though a seat moves twice or passes    TestRepeatedTurns, TestAgreesWithMinimax
//	perspectives of net, rules and search that differ                TestOutcomeIsTurnedToSeats
//	virtual loss with the wrong sign                                 impossible: a tree has one leaf under way, and no virtual loss
//	discounted or bootstrapped values at the end of a game           TestFinishedGamesAreNeverEvaluated
//	an average where the result is proven                            TestProvenResultsOverwriteAverages
//	states merged by a hash that ignores history                     impossible: there are no transpositions; TestOneHistoryANode
//	noise of the wrong size, or added twice to a reused root         TestDirichletMoments, TestNoiseIsAppliedOnce
//	underflow at low temperatures                                    TestLowTemperatures
//	a policy target with the temperature of the move                 TestPolicyTargetIgnoresTemperature
//	a policy target from a search that was not made for it           TestFastSearch
//	a tree that answers another seat's question                      TestParanoidTreeReuse
//	forced visits in the policy target                               TestPruningByHand; those that a proof refutes are
//	                                                                 removed too: TestDescentsAvoidProvenLosses
//	a pass that nobody can match                                     TestAgreesWithMinimax: passes are actions like any other
//	a legal mask after the softmax                                   TestSoftmaxOverLegalActions
//	the value of an unsearched root with a single move               TestForcedMove

// TestRepeatedTurns gives both moves the same future but for who moves next; a search that changes sign at every ply would
// take one of them for lost.
func TestRepeatedTurns(t *testing.T) {
	for players := 2; players <= game.MaxPlayers; players++ {
		for mover := range game.Player(players) {
			other := (mover + 1) % game.Player(players)
			good := func(_ game.State, logits, outcome []float32) { constant(nil, logits, outcome) }
			f := &forest{}
			// Seat "mover" wins below move 0 by moving three times in a row, below move 1 through a pass of the other.
			start := f.turn(mover,
				f.turn(mover, f.turn(mover, f.end(int(mover)), f.end(int(other))), f.end(int(other))),
				f.turn(other, f.turn(mover, f.end(int(mover)), f.end(int(other)))),
				f.end(int(other)))
			tr := New(treeGame(players, start), DefaultConfig())
			tr.Begin(SearchOptions{Simulations: 300})
			Run(tr, good)
			if outcome, _, ok := tr.Proven(); !ok || outcome != int(mover) {
				t.Errorf("%d players, seat %d: proven %d, %v\n%s", players, mover, outcome, ok, dump(tr, root, 3, nil))
			}
		}
	}
}

// TestRepeatedTurnsInAverages is the same before anything is proven: a net that gives seat 0 good chances, whoever is to
// move, must look good to seat 0 and bad to seat 1 at every depth.
func TestRepeatedTurnsInAverages(t *testing.T) {
	f := &forest{}
	p := f.end(0)
	for ply := range 60 { // turns in the order 0 0 1 0 1 1 …
		p = f.turn([]game.Player{0, 0, 1, 0, 1, 1}[ply%6], p, p)
	}
	tr := searched(2, p, 500, func(leaf game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		outcome[leaf.ToMove()], outcome[1-leaf.ToMove()], outcome[2] = 0.7, 0.2, 0.1 // entry 0 is the mover
	})
	for at := range tr.nodes {
		n := &tr.nodes[at]
		want := 0.5 - float64(n.mover)
		near(t, "value to the seat to move", float64(n.value), want, 1e-5)
		for _, e := range tr.edgesOf(n) {
			if e.child != noChild {
				near(t, "value to the seat that chooses", float64(e.value), want, 1e-5)
			}
		}
	}
}

// TestFinishedGamesAreNeverEvaluated: neither the net nor a discount has a say in a finished game.
func TestFinishedGamesAreNeverEvaluated(t *testing.T) {
	for seed := range uint64(30) {
		start := (&forest{}).random(newRand(seed), 2, 6, true, true)
		searched(2, start, 200, func(leaf game.State, logits, outcome []float32) {
			if leaf.ToMove() < 0 {
				t.Fatalf("asked for a value with %d to move", leaf.ToMove())
			}
			opinions(leaf, logits, outcome)
		})
	}
	f := &forest{}
	long := f.end(0)
	for range 30 {
		long = f.turn(0, long)
	}
	value := make([]float32, 3)
	tr := searched(2, f.turn(0, long, f.end(1)), 100, constant)
	if tr.RootValue(value); value[0] != 1 {
		t.Errorf("a win in 31 plies is worth %v, want 1", value)
	}
}

// TestCutOffGamesAreEven: the limit that cut a game off is no rule, so its result is neither a win nor a draw.
func TestCutOffGamesAreEven(t *testing.T) {
	for players := 2; players <= game.MaxPlayers; players++ {
		f := &forest{}
		tr := New(treeGame(players, f.cut()), DefaultConfig())
		tr.Begin(SearchOptions{Simulations: 10})
		value := make([]float32, players+1)
		tr.RootValue(value)
		for seat := range players {
			near(t, "chance of a seat", float64(value[seat]), 1/float64(players), 1e-6)
			near(t, "utility", float64(game.Utility(value, game.Player(seat))), 0, 1e-6)
		}
		if _, _, ok := tr.Proven(); ok || value[players] != 0 || !tr.Done() || tr.Searched() {
			t.Errorf("%d players: value %v, proven %v, done %v, searched %v", players, value, ok, tr.Done(), tr.Searched())
		}
	}
}

// TestProvenResultsOverwriteAverages: a net that is sure of the wrong result has no say once the result is proven.
func TestProvenResultsOverwriteAverages(t *testing.T) {
	f := &forest{}
	start := f.turn(0, f.turn(1, f.turn(0, f.end(1), f.end(1)), f.turn(0, f.end(1), f.end(1))), deep())
	wrong := func(leaf game.State, logits, outcome []float32) {
		constant(nil, logits, outcome)
		logits[0] = 3
		clear(outcome)
		outcome[leaf.ToMove()] = 1 // seat 0 wins
	}
	tr := searched(2, start, 100, wrong)
	var children []Child
	if children = tr.Children(nil); !children[0].Proven || children[0].Value != -1 || children[0].Outcome != 1 {
		t.Errorf("move 0: %+v, want proven lost with value -1", children[0])
	}
	if children[1].Proven || children[1].Value != 1 {
		t.Errorf("move 1: %+v, want the net's opinion 1", children[1])
	}
}

// TestOneHistoryANode: two orders of moves that lead to the same position, with different histories, stay apart.
func TestOneHistoryANode(t *testing.T) {
	f := &forest{}
	same := f.turn(1, deep(), deep())
	tr := searched(2, f.turn(0, same, same), 200, constant)
	seen := map[uint32]bool{}
	for _, e := range tr.edges {
		if e.child != noChild && seen[e.child] {
			t.Fatalf("node %d has two parents", e.child)
		}
		seen[e.child] = true
	}
	if n := len(tr.nodes); n != 200 {
		t.Errorf("%d nodes after 200 simulations", n)
	}
}

// TestNoiseIsAppliedOnce: however often a root is searched, its priors are those of the net mixed with one draw.
func TestNoiseIsAppliedOnce(t *testing.T) {
	const moves = 10
	f := &forest{}
	var next []*position
	for range moves {
		next = append(next, deep())
	}
	cfg := DefaultConfig()
	tr, rng := New(treeGame(2, f.turn(0, f.turn(1, next...), f.turn(1, next...))), cfg), newRand(1)
	tr.Begin(SearchOptions{Simulations: 100, Noise: true, Rand: rng})
	Run(tr, opinions)
	tr.Advance(0) // a reused root
	net := tr.Children(nil)
	var last []float32
	for range 20 {
		tr.Begin(SearchOptions{Simulations: 200, Noise: true, RootTemperature: 1.25, Rand: rng})
		flat := make([]float64, moves)
		sum := 0.0
		for i, c := range net {
			flat[i] = math.Pow(float64(c.Prior), 1/1.25)
			sum += flat[i]
		}
		noise := 0.0
		changed := false
		for i, p := range tr.rootPriors {
			share := (float64(p) - (1-float64(cfg.NoiseWeight))*flat[i]/sum) / float64(cfg.NoiseWeight)
			if share < -1e-4 {
				t.Fatalf("move %d: prior %g leaves no room for one draw of noise over %g", i, p, flat[i]/sum)
			}
			noise += share
			changed = changed || last != nil && p != last[i]
		}
		near(t, "sum of the noise", noise, 1, 1e-4)
		if last != nil && !changed {
			t.Error("the noise was not drawn afresh")
		}
		last = append(last[:0], tr.rootPriors...)
		for i, c := range tr.Children(nil) {
			if c.Prior != net[i].Prior {
				t.Fatalf("move %d: the net's prior %g has become %g", i, net[i].Prior, c.Prior)
			}
		}
	}
	tr.Begin(SearchOptions{Simulations: 200})
	for i, p := range tr.rootPriors {
		near(t, "prior without noise", float64(p), float64(net[i].Prior), 1e-3)
	}
}

// TestForcedMove: with one legal move nothing is searched, the move is known all the same, and no value is claimed.
func TestForcedMove(t *testing.T) {
	f := &forest{}
	tr := New(treeGame(2, f.turn(1, f.turn(0, deep(), deep()))), DefaultConfig())
	tr.Begin(SearchOptions{Simulations: 100})
	if !tr.Done() || tr.Searched() || tr.Simulations() != 0 {
		t.Errorf("done %v, searched %v, %d simulations", tr.Done(), tr.Searched(), tr.Simulations())
	}
	value := []float32{9, 9, 9}
	if tr.RootValue(value); value[0] != 0 || value[1] != 0 || value[2] != 0 {
		t.Errorf("value %v of a root that was not searched", value)
	}
	if target := tr.PolicyTarget(nil); len(target) != 1 || target[0] != (Weight{0, 1}) || tr.Choose(1, newRand(1)) != 0 {
		t.Errorf("policy target %v", target)
	}
	tr.Advance(0)
	tr.Begin(SearchOptions{Simulations: 100})
	Run(tr, constant)
	if !tr.Searched() || tr.Simulations() != 100 {
		t.Errorf("after the forced move: searched %v, %d simulations", tr.Searched(), tr.Simulations())
	}

	// A reused root is no exception: its few visits were made for another question.
	tr = searched(2, f.turn(0, f.turn(1, f.turn(0, deep(), deep())), f.turn(1, deep())), 50, constant)
	tr.Advance(0)
	tr.Begin(SearchOptions{Simulations: 100})
	if !tr.Done() || tr.Searched() || tr.Simulations() == 0 {
		t.Errorf("reused: done %v, searched %v, %d simulations", tr.Done(), tr.Searched(), tr.Simulations())
	}
}
