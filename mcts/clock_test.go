package mcts

import (
	"testing"
	"time"
)

func TestClockBudget(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	for _, c := range []struct {
		clock Clock
		want  time.Duration
	}{
		{Clock{Remaining: 50*s + lag}, 2 * s},
		{Clock{Remaining: 50*s + lag, Increment: s}, 2800 * ms},
		{Clock{Remaining: 50*s + lag, Moves: 10}, 5 * s},
		{Clock{Remaining: 5*s + lag, Moves: 1}, 5 * s},
		{Clock{Remaining: 5*s + lag, Moves: 1, Increment: s}, 5 * s},
		{Clock{Remaining: 2*s + lag, Increment: 10 * s}, 800 * ms}, // no more than is there
		{Clock{Remaining: 5 * ms}, ms},
		{Clock{Remaining: -s, Increment: s}, ms},
	} {
		if got := c.clock.Budget(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.clock, got, c.want)
		}
	}
}

// TestClockLasts plays on a clock: it never runs out, and most of it is used.
func TestClockLasts(t *testing.T) {
	for _, increment := range []time.Duration{0, 100 * time.Millisecond, time.Second} {
		c := Clock{Remaining: time.Minute, Increment: increment}
		for move := range 120 {
			c.Remaining -= c.Budget() + 2*time.Millisecond // a little is lost on the way
			if c.Remaining < 0 {
				t.Fatalf("increment %v: the clock ran out at move %d", increment, move)
			}
			c.Remaining += increment
		}
		if c.Remaining > 30*time.Second {
			t.Errorf("increment %v: %v are left after 120 moves", increment, c.Remaining)
		}
	}
}
