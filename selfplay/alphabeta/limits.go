package alphabeta

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// MaxDepth is the largest depth in plies.
const MaxDepth = 100

// Limits bound a search. At least one of them is set; the first that is reached ends it. Depth and Nodes give the same
// answer on every machine.
type Limits struct {
	// Depth is the number of plies, 1 to MaxDepth; 0 for no limit.
	Depth int
	// Nodes is the number of positions that are reached by a move or a roll; 0 for no limit.
	Nodes int
	// Time is how long it may take; 0 for no limit.
	Time time.Duration
}

// Validate says which limit is wrong and what would be right.
func (l Limits) Validate() error {
	switch {
	case l.Depth < 0 || l.Depth > MaxDepth:
		return fmt.Errorf("a depth of %d: want 1 to %d, or 0 for no limit", l.Depth, MaxDepth)
	case l.Nodes < 0 || l.Time < 0:
		return errors.New("a negative limit: want 0 for none, or more")
	case l == Limits{}:
		return errors.New("no limit: want a depth, nodes or a time")
	}
	return nil
}

// lookEvery is the number of nodes, a power of two, after which the clock and the context are looked at.
const lookEvery = 1024

// budget counts what a search uses up.
type budget struct {
	ctx      context.Context // of one call of Run
	deadline time.Time       // zero: none
	nodes    int
	most     int // nodes; 0: no limit
	stopped  bool
}

func newBudget(ctx context.Context, limits Limits) budget {
	b := budget{ctx: ctx, most: limits.Nodes}
	if limits.Time > 0 {
		b.deadline = time.Now().Add(limits.Time)
	}
	return b
}

// spend takes one node. It reports false if there is none left.
func (b *budget) spend() bool {
	if b.stopped || b.most > 0 && b.nodes >= b.most {
		b.stopped = true
		return false
	}
	b.nodes++
	if b.nodes%lookEvery == 0 {
		b.stopped = b.ctx.Err() != nil || !b.deadline.IsZero() && time.Now().After(b.deadline)
	}
	return !b.stopped
}
