package truth

import (
	"context"
	"errors"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Settings say how the work is done. Of all they hold, only the seed changes what comes out.
type Settings struct {
	// Seed is what the random numbers of players follow from.
	Seed uint64
	// Lanes are goroutines that work at the same time; 0 stands for 1.
	Lanes int
	// Begin, unless nil, is told of each stage of the work with its number of positions, and returns what is called as positions
	// are done, from several goroutines at once. A stage begins when the one before is over.
	Begin func(stage string, positions int) (done func(n int))
}

// together is how many positions are worked on at once in a lane: those whose evaluations form a batch.
const together = 64

// worker does the work of a lane: on the positions with the indices from up to, but not including, to, at most together.
type worker struct {
	do    func(ctx context.Context, from, to int) error
	close func() error // nil: nothing to close
}

// share has workers do a stage of n positions, one worker a lane.
func (s Settings) share(ctx context.Context, stage string, n int, open func() (worker, error)) error {
	done := func(int) {}
	if s.Begin != nil {
		done = s.Begin(stage, n)
	}
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(max(1, s.Lanes), (n+together-1)/together) {
		group.Go(func() (err error) {
			w, err := open()
			if err != nil {
				return err
			}
			if w.close != nil {
				defer func() { err = errors.Join(err, w.close()) }()
			}
			for {
				from := int(next.Add(together)) - together
				if from >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				to := min(n, from+together)
				if err := w.do(ctx, from, to); err != nil {
					return err
				}
				done(to - from)
			}
		})
	}
	return group.Wait()
}
