package mcts

import (
	"testing"
	"time"
)

// TestRelay hands a number back and forth, at once and with pauses long enough for either side to fall asleep.
func TestRelay(t *testing.T) {
	there, back := newRelay(), newRelay()
	number := 0
	const rounds = 3000
	pause := func(i int) {
		if i%500 == 0 {
			time.Sleep(3 * time.Millisecond)
		}
	}
	go func() {
		for i := uint32(1); i <= rounds; i++ {
			there.await(i)
			number++
			pause(int(i) + 250)
			back.signal()
		}
	}()
	for i := uint32(1); i <= rounds; i++ {
		pause(int(i))
		there.signal()
		back.await(i)
		if number != int(i) {
			t.Fatalf("after %d rounds the number is %d", i, number)
		}
	}
}
