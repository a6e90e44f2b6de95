package game

import "testing"

func TestDirection(t *testing.T) {
	for want, d := range map[string][2]int{"": {0, 0}, "2 left": {-2, 0}, "1 up": {0, 1}, "1 right, 3 down": {1, -3}, "12 left, 2 up": {-12, 2}} {
		if got := Direction(d[0], d[1]); got != want {
			t.Errorf("Direction(%d, %d) = %q, want %q", d[0], d[1], got, want)
		}
	}
}
