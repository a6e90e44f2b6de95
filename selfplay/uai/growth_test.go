package uai

import (
	"testing"
	"time"

	"gipfel/mcts"
)

// TestGrowthIsForeseen follows a real tree: before each large growth there is a warning, and there are not many others.
func TestGrowthIsForeseen(t *testing.T) {
	_, searcher, err := testServer("ataxx", 0).Open(Setup{Game: "ataxx", Model: "uniform", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	var g growth
	var before mcts.Stats
	warned, warnings, grown, rounds := false, 0, 0, 0
	limits := mcts.Limits{SearchOptions: mcts.SearchOptions{Simulations: 30_000}}
	limits.Progress = func(int) {
		now := searcher.Tree().Stats()
		if more := now.Bytes - before.Bytes; before.Bytes > 1<<20 && more > before.Bytes/10 {
			grown++
			if !warned {
				t.Errorf("growth %d, from %d to %d bytes, was not foreseen", grown, before.Bytes, now.Bytes)
			}
		}
		g.see(now, time.Time{})
		before, rounds = now, rounds+1
		if warned = g.soon() > 0; warned {
			warnings++
		}
	}
	if _, err := searcher.Search(t.Context(), limits); err != nil {
		t.Fatal(err)
	}
	if grown < 3 || warnings > 40*grown {
		t.Errorf("%d warnings in %d rounds for %d growths, want some for each", warnings, rounds, grown)
	}
}

func TestGrowthTakesTime(t *testing.T) {
	began := time.Now()
	g := growth{last: mcts.Stats{Bytes: 100 << 20, Edges: 1000, EdgeBytes: 16}}
	g.begin(began)
	if got := g.soon(); got != 0 {
		t.Errorf("%v, before a growth was seen", got)
	}
	g.see(mcts.Stats{Bytes: 125 << 20, Edges: 1010, EdgeBytes: 16}, began.Add(10*time.Millisecond))
	if want := 1000 + (25<<20)/16; g.edges != want || g.soon() != 0 {
		t.Errorf("%d edges fit, want %d; the next growth takes %v", g.edges, want, g.soon())
	}
	full := mcts.Stats{Bytes: 125 << 20, Edges: g.edges, EdgeBytes: 16}
	g.see(full, began.Add(20*time.Millisecond))
	if got := g.soon().Round(time.Millisecond); got != 131*time.Millisecond {
		t.Errorf("125 MiB are expected to be copied in %v, want the usual 131ms", got)
	}
	g.begin(began)
	g.see(mcts.Stats{Bytes: 156 << 20, Edges: g.edges + 10, EdgeBytes: 16}, began.Add(time.Second))
	full = mcts.Stats{Bytes: 156 << 20, Edges: g.edges, EdgeBytes: 16}
	g.see(full, began.Add(time.Second))
	if got := g.soon(); got < 300*time.Millisecond || got > 330*time.Millisecond {
		t.Errorf("156 MiB are expected to be copied in %v, after 125 MiB in a second; want at most twice the usual", got)
	}
}
