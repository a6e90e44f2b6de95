package alphabeta

import (
	"math/bits"
	"unsafe"

	"gipfel/game"
)

// bound says what an entry's value is: the value itself, or a bound of it.
type bound uint8

const (
	exact bound = 1 + iota
	atLeast
	atMost
)

// entry is a position that has been searched, in 16 bytes without pointers:
//
//	0..3    high half of the position's key; the low bits are the slot
//	4..7    the key of its clocks and past, folded
//	8..9    the move to begin with
//	10..11  the value, of the side to move
//	12..13  the search it belongs to
//	14      the depth
//	15      the bound
type entry struct {
	position uint32
	past     uint32
	move     game.Action
	value    int16
	search   uint16
	depth    uint8
	bound    bound
}

const entrySize = int(unsafe.Sizeof(entry{}))

// table is a transposition table of a fixed size. A position has two slots: one keeps what was searched deepest, the other
// what was searched last.
type table struct {
	entries []entry
	mask    uint64
	search  uint16 // the present one
}

// newTable returns a table of the largest power of two of entries that takes no more than so many bytes, or nil for fewer
// than two entries.
func newTable(bytes int) *table {
	if bytes < 2*entrySize {
		return nil
	}
	size := 1 << (bits.Len(uint(bytes/entrySize)) - 1)
	return &table{entries: make([]entry, size), mask: uint64(size - 1)}
}

// begin forgets everything, without touching the entries but once in 65535 searches.
func (t *table) begin() {
	t.search++
	if t.search == 0 {
		clear(t.entries)
		t.search = 1
	}
}

// slots returns the two slots of a position.
func (t *table) slots(position uint64) (deep, recent *entry) {
	i := position & t.mask &^ 1
	pair := t.entries[i : i+2]
	return &pair[0], &pair[1]
}

// find returns the entry of a position, whatever its past, or nil. Of two it prefers the one whose past and depth agree.
func (t *table) find(position, past uint64, depth int) *entry {
	deep, recent := t.slots(position)
	key := uint32(position >> 32)
	mine := func(e *entry) bool { return e.search == t.search && e.position == key }
	if mine(deep) && (deep.agrees(past, depth) || !mine(recent)) {
		return deep
	}
	if mine(recent) {
		return recent
	}
	return nil
}

// agrees reports whether the entry's value is that of a position with such clocks and past, searched to such a depth.
func (e *entry) agrees(past uint64, depth int) bool {
	return e.past == fold(past) && int(e.depth) == depth
}

// store remembers a position.
func (t *table) store(position, past uint64, depth, value int, b bound, move game.Action) {
	deep, recent := t.slots(position)
	slot := recent
	if deep.search != t.search || depth >= int(deep.depth) {
		slot = deep
	}
	*slot = entry{uint32(position >> 32), fold(past), move, int16(value), t.search, uint8(depth), b}
}

func fold(key uint64) uint32 { return uint32(key) ^ uint32(key>>32) }
