package mcts

import (
	"runtime"
	"testing"
	"time"
)

// TestRelay hands a number back and forth, with all sorts of patience: at once, with pauses long enough for either side to
// fall asleep, and with other goroutines that take the processor away at any moment.
func TestRelay(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	for range 2 * runtime.GOMAXPROCS(0) {
		go func() {
			for {
				select {
				case <-stop:
					return
				default:
					runtime.Gosched()
				}
			}
		}()
	}
	for _, patience := range []int{0, 1, 2, 5, 20, 2000} {
		there, back := newRelay(), newRelay()
		there.patience, back.patience = patience, patience
		number := 0
		const rounds = 3000
		pause := func(i int) {
			if i%1000 == 0 {
				time.Sleep(3 * time.Millisecond)
			}
		}
		go func() {
			for i := uint32(1); i <= rounds; i++ {
				there.await(i)
				number++
				pause(int(i) + 500)
				back.signal()
			}
		}()
		for i := uint32(1); i <= rounds; i++ {
			pause(int(i))
			there.signal()
			back.await(i)
			if number != int(i) {
				t.Fatalf("patience %d: after %d rounds the number is %d", patience, i, number)
			}
		}
	}
}
