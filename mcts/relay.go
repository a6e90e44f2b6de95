package mcts

import (
	"runtime"
	"sync/atomic"
)

// relay tells one goroutine how often another has signalled. Waking a goroutine that sleeps costs tens of microseconds, as much
// as an evaluation by a small net; so whoever waits looks again and again for a while before it goes to sleep.
type relay struct {
	count  atomic.Uint32
	asleep atomic.Bool
	wake   chan struct{}
}

// patience is how often a waiting goroutine looks, giving way to others each time, before it sleeps: some hundred microseconds.
const patience = 2000

func newRelay() *relay { return &relay{wake: make(chan struct{}, 1)} }

// signal adds one to the count, and wakes who waits for it.
func (r *relay) signal() {
	r.count.Add(1)
	if r.asleep.CompareAndSwap(true, false) {
		r.wake <- struct{}{}
	}
}

// await returns once there have been n signals.
func (r *relay) await(n uint32) {
	for range patience {
		if r.count.Load() == n {
			return
		}
		runtime.Gosched()
	}
	r.asleep.Store(true)
	// A signal may have come in between. If it has not seen the mark, nobody will send; if it has, somebody does.
	if r.count.Load() == n && r.asleep.CompareAndSwap(true, false) {
		return
	}
	<-r.wake
}
