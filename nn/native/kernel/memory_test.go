package kernel

import (
	"math"
	"slices"
	"testing"
)

// guardBytes is how much memory around a guarded slice is watched.
const guardBytes = 4096

// placement says where in its memory a guarded slice lies.
type placement int

const (
	atEnd     placement = iota // what lies behind it must not be touched
	atStart                    // what lies before it must not be touched
	unaligned                  // neither is aligned
)

// guarded returns a copy of values in memory of its own. When the test ends, it must be that nothing was written around it; where
// the operating system can help, even reading beyond its end or start stops the test.
func guarded(t testing.TB, at placement, values []float32) []float32 {
	t.Helper()
	n := len(values)
	memory := guardedMemory(t, n+guardBytes/4)
	var first int
	switch at {
	case atEnd:
		first = len(memory) - n
	case unaligned:
		first = 1
	}
	for i := range memory {
		memory[i] = math.Float32frombits(0x7fa5a500 + uint32(i%64)) // not a number, so whoever uses it shows
	}
	before := slices.Clone(memory)
	copy(memory[first:], values)
	t.Cleanup(func() {
		for i, v := range memory {
			if (i < first || i >= first+n) && math.Float32bits(v) != math.Float32bits(before[i]) {
				t.Errorf("value %d of %d was overwritten", i-first, n)
				return
			}
		}
	})
	return memory[first : first+n : first+n]
}

// poisoned returns guarded memory for n results, in which nothing is a number.
func poisoned(t testing.TB, at placement, n int) []float32 {
	t.Helper()
	values := make([]float32, n)
	for i := range values {
		values[i] = float32(math.NaN())
	}
	return guarded(t, at, values)
}
