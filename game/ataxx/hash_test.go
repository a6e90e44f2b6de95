package ataxx

import (
	"math/rand/v2"
	"testing"
)

// TestHashMindsTheLimit: the plies without a clone count where the limit can be reached within the horizon, and only there.
func TestHashMindsTheLimit(t *testing.T) {
	early := mustParse(t, Standard, "x5o/7/7/7/7/7/o5x x 3 1")
	for _, c := range []struct {
		position string
		horizon  int
		same     bool
	}{
		{"x5o/7/7/7/7/7/o5x x 3 9", 1000, true}, // the number of the move is nothing to the rules
		{"x5o/7/7/7/7/7/o5x x 90 1", 9, true},
		{"x5o/7/7/7/7/7/o5x x 90 1", 10, false},
		{"x5o/7/7/7/7/7/o5x x 99 1", 1, false},
	} {
		position, past := early.Hash(c.horizon)
		position2, past2 := mustParse(t, Standard, c.position).Hash(c.horizon)
		if position != position2 || (past == past2) != c.same {
			t.Errorf("%s at horizon %d: keys %x %x, those of 3 plies %x %x", c.position, c.horizon, position2, past2, position, past)
		}
	}
}

// TestHashCoversEachPart changes one part of a position at a time.
func TestHashCoversEachPart(t *testing.T) {
	seen := map[uint64]string{}
	for _, text := range []string{"xo2/4/4/4 x", "ox2/4/4/4 x", "xo2/4/4/4 o", "xo2/4/4/3- x", "xo1x/4/4/4 x", "xo1o/4/4/4 x"} {
		position, _ := mustParse(t, Size4, text).Hash(1)
		if other, ok := seen[position]; ok {
			t.Errorf("%q and %q have the same key", text, other)
		}
		seen[position] = text
	}
}

// TestMostBeside compares the counting in words with counting cell by cell.
func TestMostBeside(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 2000 {
		stones, cells := rng.Uint64()&rng.Uint64(), rng.Uint64()&rng.Uint64()&rng.Uint64()
		if rng.IntN(3) == 0 {
			stones |= rng.Uint64() | rng.Uint64()
		}
		want := 0
		for rest := cells; rest != 0; rest &= rest - 1 {
			want = max(want, count(near[first(rest)]&stones))
		}
		if got := mostBeside(stones, cells); got != want {
			t.Fatalf("at most %d of %x are beside %x, want %d", got, stones, cells, want)
		}
	}
}

// TestEvaluate: what one seat has, the other lacks; and what can be captured counts for who is to move.
func TestEvaluate(t *testing.T) {
	ahead := mustParse(t, Size5, "xxx2/5/5/5/4o x 0 1")
	if v := ahead.evaluate(0); v <= 0 || ahead.evaluate(1) != -v {
		t.Errorf("two stones more are worth %d, and %d to the other seat", v, ahead.evaluate(1))
	}
	hanging, safe := mustParse(t, Size5, "x4/2oo1/2oo1/5/4x x 0 1"), mustParse(t, Size5, "x4/2oo1/2oo1/5/4x o 0 1")
	if hanging.evaluate(0) <= safe.evaluate(0) {
		t.Errorf("with x to capture the position is worth %d to x, with o to move %d", hanging.evaluate(0), safe.evaluate(0))
	}
}
