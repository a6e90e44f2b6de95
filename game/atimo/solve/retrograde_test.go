package solve

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestFirstRound solves the first round from made-up values of the positions after it: small boards are all drawn there.
func TestFirstRound(t *testing.T) {
	b := newBoard(3, 1)
	first := b.blocks[0].first
	for _, test := range []struct {
		name        string
		after       code // of all positions with two Cores
		single, all Value
	}{
		{"drawn", drawn, Value{}, Value{}},
		{"the first player wins", codeOf(1), Value{Loss, 2}, Value{Win, 3}},
		{"the second player wins", codeOf(4), Value{Win, 5}, Value{Loss, 6}},
	} {
		s := &solver{board: b, codes: slices.Repeat([]code{test.after}, int(b.indices))}
		clear(s.codes[:first])
		s.solveFirstRound()
		for i, c := range s.codes[:first] {
			want := test.single
			if i == 0 {
				want = test.all
			}
			if valueOf(c) != want {
				t.Errorf("%s: index %d is %v, want %v", test.name, i, valueOf(c), want)
			}
		}
	}

	// The second player takes the fastest of the good answers, of which only some first Cores have any; the first takes another.
	s := &solver{board: b, codes: slices.Repeat([]code{codeOf(1)}, int(b.indices))}
	clear(s.codes[:first])
	empty := start
	empty.own.core = 4
	middle := b.pulled(empty, 4)
	for _, m := range b.appendMoves(nil, middle) {
		s.codes[b.rank(m.next)] = codeOf(4 - 2*int(m.to%2)) // in 4 plies if the answer is in a corner, in 2 on an edge
	}
	s.solveFirstRound()
	if got := valueOf(s.codes[b.rank(middle)]); got != (Value{Win, 3}) {
		t.Errorf("the Core in the middle is %v for the second player, want W 3", got)
	}
	if got := valueOf(s.codes[0]); got != (Value{Win, 3}) {
		t.Errorf("the empty board is %v, want W 3", got)
	}
}

// TestThreads solves with several numbers of threads: the same codes, and all units of work are told of.
func TestThreads(t *testing.T) {
	b := newBoard(4, 1)
	var first []code
	for threads := 1; threads <= 4; threads++ {
		stages, total, done := 0, 0, make(chan int, 10_000)
		codes, err := solve(t.Context(), b, Options{Threads: threads, Stage: func(name string, units int) func(int) {
			if name == "" || units < 1 {
				t.Errorf("stage %q of %d units", name, units)
			}
			stages++
			total += units
			return func(n int) { done <- n }
		}})
		if err != nil {
			t.Fatal(err)
		}
		close(done)
		sum := 0
		for n := range done {
			sum += n
		}
		if stages < 2 || sum != total {
			t.Errorf("%d stages, progress ends at %d of %d", stages, sum, total)
		}
		if first == nil {
			first = codes
		} else if !slices.Equal(first, codes) {
			t.Errorf("%d threads find other values", threads)
		}
	}
}

// TestSolveStops cancels it before it begins, and in the middle.
func TestSolveStops(t *testing.T) {
	for stop := range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		stages := 0
		_, err := solve(ctx, newBoard(3, 2), Options{Stage: func(string, int) func(int) {
			if stages == stop {
				cancel()
			}
			stages++
			return func(int) {}
		}})
		if !errors.Is(err, context.Canceled) || stages != stop+1 {
			t.Errorf("error %v in stage %d, want that of the context in stage %d", err, stages, stop+1)
		}
		cancel()
	}
}
