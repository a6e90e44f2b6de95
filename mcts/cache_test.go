package mcts

import (
	"slices"
	"testing"
)

func TestCache(t *testing.T) {
	c := NewCache(64)
	edges := []edge{{action: 3}, {action: 7}}
	logits, outcome := make([]float32, 10), make([]float32, 3)
	key := c.key([]float32{1, 0, 0.25})
	if c.lookup(key, edges, logits, outcome) {
		t.Error("an empty cache knows something")
	}
	given := []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	c.store(key, edges, given, []float32{0.5, 0.25, 0.25})
	if !c.lookup(c.key([]float32{1, 0, 0.25}), edges, logits, outcome) {
		t.Error("what was stored is not there")
	}
	if want := []float32{0, 0, 0, 3, 0, 0, 0, 7, 0, 0}; !slices.Equal(logits, want) || !slices.Equal(outcome, []float32{0.5, 0.25, 0.25}) {
		t.Errorf("logits %v, outcome %v; want %v and those stored", logits, outcome, want)
	}
	for _, other := range [][]float32{{1, 0, 0.5}, {0, 1, 0.25}, {1, 0}} {
		if c.lookup(c.key(other), edges, logits, outcome) {
			t.Errorf("the evaluation of another position is taken for that of %v", other)
		}
	}
	if c.lookup(key, edges[:1], logits, outcome) {
		t.Error("an evaluation with another number of moves is taken")
	}
	if hits, asked := c.Stats(); hits != 1 || asked != 6 {
		t.Errorf("%d hits of %d, want 1 of 6", hits, asked)
	}
	c.Reset()
	if c.lookup(key, edges, logits, outcome) {
		t.Error("Reset has not forgotten")
	}
}

// TestCacheIsBounded fills a small cache with many positions: what it returns is always right, and it keeps no more than it
// has places for.
func TestCacheIsBounded(t *testing.T) {
	const places, positions = 16, 200
	c := NewCache(places)
	edges := []edge{{action: 0}}
	logits, outcome := make([]float32, 1), make([]float32, 2)
	for i := range positions {
		c.store(c.key([]float32{float32(i)}), edges, []float32{float32(i)}, []float32{1, 0})
	}
	kept := 0
	for i := range positions {
		if c.lookup(c.key([]float32{float32(i)}), edges, logits, outcome) {
			kept++
			if logits[0] != float32(i) {
				t.Errorf("position %d has the evaluation of %g", i, logits[0])
			}
		}
	}
	if kept == 0 || kept > places {
		t.Errorf("%d positions are kept in %d places", kept, places)
	}
	if n := testing.AllocsPerRun(100, func() {
		key := c.key(logits)
		c.store(key, edges, logits, outcome)
		c.lookup(key, edges, logits, outcome)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
