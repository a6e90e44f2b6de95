package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"gipfel/internal/progress"
	"gipfel/nn/native/kernel"
)

// measureNet repeats measurements of a number of threads that take a step again and again, and of the peak of the machine. A step
// computes a batch.
func (a *app) measureNet(ctx context.Context, o *netBenchOptions, r *netBench, threads int, step func(thread int) error) error {
	task := a.progress.Start("measurement", int64(o.repeat), "repetitions", progress.Long)
	defer task.Done()
	for i := range o.repeat {
		work, peak, err := o.measureOnce(ctx, threads, step)
		if err != nil {
			return fmt.Errorf("after %d of %d repetitions: %w", i, o.repeat, err)
		}
		r.Runs, r.Peaks = append(r.Runs, work.perSecond()), append(r.Peaks, peak.perSecond()/1e9)
		task.Add(1)
	}
	r.Minimum, r.Maximum = slices.Min(r.Runs), slices.Max(r.Runs)
	r.GFLOPS, r.Peak = median(r.Runs)*r.Operations/1e9, median(r.Peaks)
	r.PercentOfPeak = 100 * r.GFLOPS / r.Peak
	return nil
}

// A repetition has parts of so long, or of a step if that is longer. After each the peak is measured for a share of its time.
const (
	benchPart = 250 * time.Millisecond
	peakShare = 0.1
)

// measureOnce measures one repetition: positions, and floating-point operations at the peak.
func (o *netBenchOptions) measureOnce(ctx context.Context, threads int, step func(thread int) error) (work, peak pace, err error) {
	operations := kernel.Peak
	if o.precision == precisionBytes {
		operations = kernel.PeakQuantized
	}
	for work.seconds < float64(o.seconds) {
		w, err := sideBySide(ctx, threads, benchPart, func(thread int) (float64, error) { return float64(o.batch), step(thread) })
		if err != nil {
			return work, peak, err
		}
		share := time.Duration(peakShare * w.seconds * float64(time.Second))
		p, err := sideBySide(ctx, o.threads, share, func(int) (float64, error) { return operations(), nil })
		if err != nil {
			return work, peak, err
		}
		work, peak = work.plus(w), peak.plus(p)
	}
	return work, peak, nil
}

// pace is how much was done in how long.
type pace struct{ amount, seconds float64 }

func (p pace) perSecond() float64 { return p.amount / p.seconds }

func (p pace) plus(q pace) pace { return pace{p.amount + q.amount, p.seconds + q.seconds} }

// sideBySide repeats a step in each of some threads until it has taken so long, and returns the pace of all of them together. A
// step returns how much it has done.
func sideBySide(
	ctx context.Context, threads int, atLeast time.Duration, step func(thread int) (amount float64, err error),
) (all pace, err error) {
	paces := make([]pace, threads)
	group, ctx := errgroup.WithContext(ctx)
	for thread := range paces {
		group.Go(func() error {
			p := &paces[thread]
			for start := time.Now(); p.seconds < atLeast.Seconds(); p.seconds = time.Since(start).Seconds() {
				if err := ctx.Err(); err != nil {
					return err
				}
				amount, err := step(thread)
				if err != nil {
					return err
				}
				p.amount += amount
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return pace{}, err
	}
	// Threads end at different times, each with its step: their speeds are added, not what they have done.
	var speed float64
	for _, p := range paces {
		speed += p.perSecond()
		all.seconds += p.seconds / float64(threads)
	}
	all.amount = speed * all.seconds
	return all, nil
}
