package matchbook

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/gametest"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

// waiting is a player that waits in its fifth game, the first of the third pair, until it is told to go on.
type waiting struct {
	arena.Agent
	goOn  <-chan struct{}
	games int
}

func (w *waiting) Start(slot int, s game.State, rng *rand.Rand) {
	w.games++
	w.Agent.Start(slot, s, rng)
}

func (w *waiting) Choose(ctx context.Context, slots []int, states []game.State, out []game.Action) error {
	if w.games >= 5 {
		<-w.goOn
	}
	return w.Agent.Choose(ctx, slots, states, out)
}

// TestPairsDoNotWaitForLaterOnes: what is finished is written soon, even if nothing else is finished for a long time.
func TestPairsDoNotWaitForLaterOnes(t *testing.T) {
	g, l := gametest.Tiny, newLedger(t)
	goOn := make(chan struct{})
	p := random(g)
	fast := p.New
	p.New = func(slots int) (arena.Agent, error) {
		agent, err := fast(slots)
		return &waiting{Agent: agent, goOn: goOn}, err
	}
	m := asked(3)
	m.Settings.Lanes, m.Settings.Slots = 1, 1
	ended := make(chan error, 1)
	go func() {
		_, err := Play(t.Context(), l, g, m, p, greedy(g))
		ended <- err
	}()
	const longest = 20 * time.Second
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		matches, err := l.Matches(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(matches) == 1 && matches[0].Played() == 4 {
			break
		}
		if time.Since(began) > longest {
			t.Fatalf("two pairs are finished, and not written: %+v", matches)
		}
	}
	close(goOn)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

// TestWriterTellsOfFailures, also of those that happen while nobody is writing.
func TestWriterTellsOfFailures(t *testing.T) {
	g, l := gametest.Tiny, newLedger(t)
	games := mustPlay(t, l, g, asked(2), random(g), greedy(g)).Games
	w := &writer{ctx: t.Context(), game: g, ledger: l, match: 99}
	if err := w.add(games[:2]); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("at once: %v", err)
	}
	w = &writer{ctx: t.Context(), game: g, ledger: l, match: 99, written: time.Now()}
	if err := w.add(games[:2]); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * patience)
	if err := w.add(games[2:]); err == nil {
		t.Error("a write that failed in the meantime is not told")
	}
	if err := w.close(); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("in the end: %v", err)
	}
}
