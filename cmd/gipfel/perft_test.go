package main

import (
	"context"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/internal/progress"
)

// tally is a Reporter and a Task that keeps the figures.
type tally struct {
	total, count int64
}

func (t *tally) Start(_ string, total int64, _ string, _ ...progress.Option) progress.Task {
	t.total = total
	return t
}

func (t *tally) Add(n int64) {
	t.count += n
}

func (t *tally) Note(string) {}
func (t *tally) Done()       {}

// TestPerftIsThatOfTheGame compares the count that can be interrupted with the one that cannot, and checks that progress
// ends at 100%.
func TestPerftIsThatOfTheGame(t *testing.T) {
	for _, test := range []struct {
		name  string
		depth int
	}{{"ataxx-4x4", 6}, {"atimo-5x5", 4}, {"xima-5x5", 3}} {
		g := gameCalled(t, test.name)
		for depth := 1; depth <= test.depth; depth++ {
			figures := &tally{}
			a := &app{progress: figures}
			var nodes uint64
			for _, line := range a.divide(t.Context(), g, g.New(), depth) {
				nodes += line.Nodes
			}
			if want := g.PerftByMoves(g.New(), depth); nodes != want {
				t.Errorf("%s at depth %d: %d, want %d", test.name, depth, nodes, want)
			}
			if depth > 1 && figures.count != figures.total {
				t.Errorf("%s at depth %d: progress ends at %d of %d", test.name, depth, figures.count, figures.total)
			}
		}
	}
}

// TestPerftStopsSoon cancels a count that would take days.
func TestPerftStopsSoon(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	begin := time.Now()
	a := &app{progress: progress.Silent}
	g := gameCalled(t, "atimo-9x9")
	if lines := a.divide(ctx, g, g.New(), 20); len(lines) != 1 {
		t.Errorf("%d actions were counted", len(lines))
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("it took %v to stop", took)
	}
}

func gameCalled(t *testing.T, name string) *game.Game {
	t.Helper()
	g, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
