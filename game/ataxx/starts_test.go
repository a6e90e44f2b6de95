package ataxx

import "testing"

// TestStartsWithGaps counts the first plies of those starts whose counts are published, and asks of all that they are
// positions, as they are written, in which both sides fare alike.
func TestStartsWithGaps(t *testing.T) {
	published := map[string]uint64{"square": 86_528, "quincunx": 83_104, "diamond": 133_264}
	for _, start := range Standard.Starts {
		s, err := Standard.ParsePosition(start.Name)
		if err != nil {
			t.Errorf("%s: %v", start.Name, err)
			continue
		}
		if got := Standard.Notation.FormatState(s); got != start.Position {
			t.Errorf("%s is written %q, and listed as %q", start.Name, got, start.Position)
		}
		if want, ok := published[start.Name]; ok && Standard.Perft(s, 4) != want {
			t.Errorf("%s: perft of depth 4 is %d, want %d", start.Name, Standard.Perft(s, 4), want)
		}
		delete(published, start.Name)
		x, o := s.(*State), *s.(*State)
		o.mover = 1
		if x.CountActions() != o.CountActions() {
			t.Errorf("%s: x has %d moves, and o would have %d", start.Name, x.CountActions(), o.CountActions())
		}
	}
	for name := range published {
		t.Errorf("there is no start %q", name)
	}
}
