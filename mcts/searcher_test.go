package mcts

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

// sums is a fake net that sees the encoded position only: its opinions follow from the sum of the input.
func sums(g *game.Game) Predictor {
	size, actions, outcomes := g.InputSize(), g.Actions(), g.Outcomes()
	return func(n int, in, logits, outcome []float32) error {
		for row := range n {
			x := float32(0)
			for i, v := range in[row*size : (row+1)*size] {
				x += v * float32(i%31+1)
			}
			for a := range actions {
				y := x * float32(a%17+1) * 0.37
				logits[row*actions+a] = 2 * (y - float32(int(y)))
			}
			for k := range outcomes {
				outcome[row*outcomes+k] = 1 / float32(outcomes)
			}
			shift := (x - float32(int(x))) / float32(2*outcomes)
			outcome[row*outcomes] += shift
			outcome[row*outcomes+1] -= shift
		}
		return nil
	}
}

// times returns the same predictor for several threads.
func times(n int, p Predictor) []Predictor {
	all := make([]Predictor, n)
	for i := range all {
		all[i] = p
	}
	return all
}

// TestSearcherIsTheSame whoever evaluates: any number of threads, with and without a cache, over a whole game.
func TestSearcherIsTheSame(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny3, gametest.TinyDice, atimo.Small} {
		play := func(threads int, cache *Cache) string {
			s := NewSearcher(g, PlayConfig(), 4, cache, times(threads, sums(g))...)
			var text strings.Builder
			rng := newRand(8)
			for at := g.New(); at.ToMove() != game.Terminal; {
				effort, err := s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 80, Rand: rng}})
				if err != nil {
					t.Fatal(err)
				}
				if effort.Ending == Enough && effort.Simulations == 0 {
					t.Error("a search without simulations was enough")
				}
				text.WriteString(exact(s.Tree(), root))
				a := at.AppendActions(nil)[0]
				if at.ToMove() >= 0 {
					a = s.Tree().Choose(0, nil)
				}
				at.Apply(a)
				s.Tree().Advance(a)
			}
			return text.String()
		}
		want := play(1, nil)
		for _, threads := range []int{1, 2, 3, 4} {
			cache := NewCache(500)
			if play(threads, nil) != want || play(threads, cache) != want {
				t.Errorf("%s: %d threads, or the cache, give other trees", g.Name, threads)
			}
			if hits, _ := cache.Stats(); hits == 0 {
				t.Errorf("%s: nothing was found in the cache", g.Name)
			}
		}
	}
}

// TestSearcherWithOneLeaf is the ordinary search.
func TestSearcherWithOneLeaf(t *testing.T) {
	g := atimo.Small
	s := NewSearcher(g, DefaultConfig(), 1, nil, sums(g))
	effort, err := s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 300}})
	if err != nil || effort.Ending != Enough || effort.Simulations != 300 || effort.Evaluations < 280 || effort.Cached != 0 {
		t.Errorf("%+v, %v; want 300 simulations, and nearly as many evaluations", effort, err)
	}
	tr := New(g, DefaultConfig())
	tr.Begin(SearchOptions{Simulations: 300})
	input, predict := make([]float32, g.InputSize()), sums(g)
	Run(tr, func(leaf game.State, logits, outcome []float32) {
		g.Encode(leaf, input)
		if err := predict(1, input, logits, outcome); err != nil {
			t.Fatal(err)
		}
	})
	if exact(tr, root) != exact(s.Tree(), root) {
		t.Error("the trees differ")
	}
}

// TestStopEarly: the move is that of the whole search, found with less.
func TestStopEarly(t *testing.T) {
	g, rng := atimo.Small, newRand(2)
	saved := 0
	for range 20 {
		at := someWayIn(g, 6, rng)
		move := func(early bool) (game.Action, Effort) {
			s := NewSearcher(g, PlayConfig(), 2, nil, sums(g))
			s.Tree().Reset(at)
			effort, err := s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 400}, StopEarly: early})
			if err != nil {
				t.Fatal(err)
			}
			return s.Tree().Choose(0, nil), effort
		}
		whole, full := move(false)
		short, effort := move(true)
		if whole != short {
			t.Errorf("%s: %d after %d simulations, %d after %d", g.Notation.FormatState(at), short, effort.Simulations, whole, full.Simulations)
		}
		if effort.Ending == Settled {
			saved += full.Simulations - effort.Simulations
		}
	}
	if saved < 100 {
		t.Errorf("only %d simulations were saved in 20 searches", saved)
	}
}

func TestSearchEndings(t *testing.T) {
	g := atimo.Small
	slow := func(n int, in, logits, outcome []float32) error {
		time.Sleep(time.Millisecond)
		return sums(g)(n, in, logits, outcome)
	}
	s := NewSearcher(g, DefaultConfig(), 2, nil, slow)
	effort, err := s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 1 << 30}, Time: 20 * time.Millisecond})
	if err != nil || effort.Ending != OutOfTime || effort.Simulations == 0 {
		t.Errorf("with a time limit: %+v, %v", effort, err)
	}
	checkInvariants(t, s.Tree())

	// However short the time is, there is something to choose by.
	s = NewSearcher(g, DefaultConfig(), 2, nil, slow)
	effort, err = s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 100}, Time: 1})
	if err != nil || effort.Ending != OutOfTime || effort.Simulations != 1 {
		t.Errorf("with a nanosecond: %+v, %v", effort, err)
	}
	s.Tree().Choose(0, nil)

	small := DefaultConfig()
	small.MaxNodes = 50
	s = NewSearcher(g, small, 2, nil, sums(g))
	if effort, err = s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 1 << 20}}); err != nil || effort.Ending != OutOfMemory {
		t.Errorf("with room for 50 nodes: %+v, %v", effort, err)
	}

	s = NewSearcher(gametest.Tiny, DefaultConfig(), 2, nil, sums(gametest.Tiny))
	s.Tree().Reset(someWayIn(gametest.Tiny, gametest.Tiny.Cells()-2, newRand(1)))
	if effort, err = s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 10_000}}); err != nil || effort.Ending != Certain {
		t.Errorf("near the end of a game: %+v, %v", effort, err)
	}
}

// TestSearchFails: an error or a cancelled context ends the search, and the searcher can go on.
func TestSearchFails(t *testing.T) {
	g := atimo.Small
	broken := errors.New("broken")
	var calls atomic.Int32
	failing := func(n int, in, logits, outcome []float32) error {
		if calls.Add(1) == 30 {
			return broken
		}
		return sums(g)(n, in, logits, outcome)
	}
	s := NewSearcher(g, DefaultConfig(), 4, nil, times(2, failing)...)
	told := 0
	terms := Limits{SearchOptions: SearchOptions{Simulations: 500}, Progress: func(n int) {
		if n < 0 {
			t.Errorf("progress of %d simulations", n)
		}
		told += n
	}}
	effort, err := s.Search(t.Context(), terms)
	if !errors.Is(err, broken) || effort.Simulations == 0 || told != effort.Simulations {
		t.Errorf("error %v after %d simulations, %d told; want that of the predictor", err, effort.Simulations, told)
	}
	if effort, err := s.Search(t.Context(), terms); err != nil || s.Tree().Simulations() != 500 {
		t.Errorf("the next search: %+v, %v", effort, err)
	}
	checkInvariants(t, s.Tree())

	ctx, cancel := context.WithCancel(t.Context())
	s = NewSearcher(g, DefaultConfig(), 2, nil, func(n int, in, logits, outcome []float32) error {
		if calls.Add(1) > 100 {
			cancel()
		}
		return sums(g)(n, in, logits, outcome)
	})
	effort, err = s.Search(ctx, Limits{SearchOptions: SearchOptions{Simulations: 1 << 20}})
	if !errors.Is(err, context.Canceled) || effort.Simulations == 0 || s.Tree().Simulations() == 0 {
		t.Errorf("after cancelling: %+v, %v", effort, err)
	}
	checkInvariants(t, s.Tree())
}

// TestPonder: thinking on the other's time ends when it is told to, and what it has found is used after the other's move.
func TestPonder(t *testing.T) {
	g := atimo.Small
	ctx, cancel := context.WithCancel(t.Context())
	var calls atomic.Int32
	s := NewSearcher(g, PlayConfig(), 2, nil, times(2, func(n int, in, logits, outcome []float32) error {
		if calls.Add(1) == 400 {
			cancel()
		}
		return sums(g)(n, in, logits, outcome)
	})...)
	effort, err := s.Ponder(ctx, SearchOptions{Simulations: 1 << 20})
	if err != nil || effort.Simulations == 0 {
		t.Fatalf("%+v, %v", effort, err)
	}
	reply := s.Tree().Choose(0, nil)
	kept := visits(s.Tree())[reply]
	s.Tree().Advance(reply)
	if got := s.Tree().Simulations(); kept == 0 || got != int(kept) {
		t.Errorf("%d simulations were kept, want %d", got, kept)
	}
	if effort, err := s.Ponder(t.Context(), SearchOptions{Simulations: 100}); err != nil || s.Tree().Simulations() < 100 {
		t.Errorf("with a bound: %+v, %v", effort, err)
	}
}

// TestSearcherLeavesNoThreads: what a search has started has ended when it returns, or soon after.
func TestSearcherLeavesNoThreads(t *testing.T) {
	g := gametest.Tiny
	s := NewSearcher(g, DefaultConfig(), 4, nil, times(4, sums(g))...)
	before := runtime.NumGoroutine()
	for range 50 {
		s.Tree().Reset(g.New())
		if _, err := s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: 50}}); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestSimulationsDoNotAllocate compares a long search with a short one: what they allocate is the same.
func TestSimulationsDoNotAllocate(t *testing.T) {
	g := atimo.Small
	s := NewSearcher(g, PlayConfig(), 4, NewCache(1000), times(2, sums(g))...)
	allocations := func(simulations int) float64 {
		return testing.AllocsPerRun(10, func() {
			s.Tree().Reset(g.New())
			if _, err := s.Search(t.Context(), Limits{SearchOptions: SearchOptions{Simulations: simulations}}); err != nil {
				t.Fatal(err)
			}
		})
	}
	allocations(2000)
	if short, long := allocations(100), allocations(2000); long > short+2 { // the runtime's own, now and then
		t.Errorf("%g allocations in 2000 simulations, %g in 100", long, short)
	}
}
