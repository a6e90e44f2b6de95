package alphabeta

import "testing"

func TestTableSize(t *testing.T) {
	if entrySize != 16 {
		t.Errorf("an entry takes %d bytes, want 16", entrySize)
	}
	for bytes, want := range map[int]int{0: 0, 31: 0, 32: 2, 100: 4, 1 << 20: 1 << 16} {
		got := 0
		if table := newTable(bytes); table != nil {
			got = len(table.entries)
		}
		if got != want {
			t.Errorf("%d bytes hold %d entries, want %d", bytes, got, want)
		}
	}
}

func TestTableRemembersTheDeepestAndTheLatest(t *testing.T) {
	table := newTable(32) // one pair
	table.begin()
	position := func(i uint64) uint64 { return i << 32 }
	table.store(position(1), 7, 5, 100, exact, 3)
	table.store(position(2), 0, 2, -200, atMost, 4)
	table.store(position(3), 0, 1, 300, atLeast, 5)
	if e := table.find(position(1), 7, 5); e == nil || e.value != 100 || e.move != 3 || !e.agrees(7, 5) {
		t.Errorf("the deepest entry is %+v", e)
	}
	if e := table.find(position(3), 0, 1); e == nil || e.value != 300 || e.bound != atLeast {
		t.Errorf("the latest entry is %+v", e)
	}
	if e := table.find(position(2), 0, 2); e != nil {
		t.Errorf("a pair remembers a third position: %+v", e)
	}
	if e := table.find(position(1), 8, 5); e == nil || e.agrees(8, 5) || e.agrees(7, 4) {
		t.Errorf("%+v answers for another past, or another depth", e)
	}
	table.store(position(4), 0, 6, 400, exact, 6)
	if e := table.find(position(1), 7, 5); e != nil {
		t.Errorf("a deeper position did not replace %+v", e)
	}
	table.begin()
	if e := table.find(position(4), 0, 6); e != nil {
		t.Errorf("another search sees %+v", e)
	}
	for range 1 << 16 { // around the counter
		table.begin()
	}
	if e := table.find(position(4), 0, 6); e != nil || table.search == 0 {
		t.Errorf("after as many searches as can be counted, one sees %+v", e)
	}
}

func TestDecides(t *testing.T) {
	for _, c := range []struct {
		b           bound
		value       int16
		alpha, beta int
		want        bool
	}{
		{exact, 5, 10, 20, true}, {exact, 15, 10, 20, true},
		{atLeast, 20, 10, 20, true}, {atLeast, 19, 10, 20, false},
		{atMost, 10, 10, 20, true}, {atMost, 11, 10, 20, false},
	} {
		e := entry{value: c.value, bound: c.b}
		if got := e.decides(c.alpha, c.beta); got != c.want {
			t.Errorf("bound %d of %d decides %d to %d: %v", c.b, c.value, c.alpha, c.beta, got)
		}
	}
}
