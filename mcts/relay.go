package mcts

import (
	"runtime"
	"sync/atomic"
)

// relay tells one goroutine how often another has signalled. Waking a goroutine that sleeps costs tens of microseconds, as much
// as an evaluation by a small net; so whoever waits looks again and again for a while before it goes to sleep.
type relay struct {
	count    atomic.Uint32
	asleep   atomic.Bool
	wake     chan struct{}
	patience int
}

// patience is how often a waiting goroutine looks, giving way to others each time, before it sleeps: some hundred microseconds.
const patience = 2000

func newRelay() *relay { return &relay{wake: make(chan struct{}, 1), patience: patience} }

// signal adds one to the count, and wakes who waits for it.
func (r *relay) signal() {
	r.count.Add(1)
	if r.asleep.CompareAndSwap(true, false) {
		r.wake <- struct{}{}
	}
}

// await returns once there have been n signals.
func (r *relay) await(n uint32) {
	for range r.patience {
		if r.count.Load() == n {
			return
		}
		runtime.Gosched()
	}
	// Being woken is no proof: an earlier signal may have been counted long before its sender looked whether anybody sleeps.
	for r.count.Load() != n {
		r.asleep.Store(true)
		// A signal may have come in between. If its sender has not seen the mark, nobody will wake us; if he has, he does.
		if r.count.Load() == n && r.asleep.CompareAndSwap(true, false) {
			return
		}
		<-r.wake
	}
}
