package atimo

import "math/bits"

// All boards lie in the lower left corner of one frame of 9×9 cells, so that one set of tables and constant distances
// serves every size, and a board of up to 7×7 cells fits into one word. Inside this package a cell is numbered within the
// frame: 9*y + x. Policies and encodings number the cells of the board alone; variant.cellAt and variant.number translate.
const (
	row       = 9
	frameSize = row * row
)

// cells is a set of cells: bit c%64 of word c/64 is set when cell c belongs to it. It is a struct rather than an array
// because the compiler keeps structs in registers.
type cells struct{ low, high uint64 }

// cell returns the set of one cell. A Go shift by 64 or more, which a count below 0 turns into here, gives 0.
func cell(c uint8) cells { return cells{1 << c, 1 << (c - 64)} }

// before returns the set of the cells 0..c-1.
func before(c uint8) cells { return cells{1<<c - 1, 1<<(max(c, 64)-64) - 1} }

func (a cells) and(b cells) cells     { return cells{a.low & b.low, a.high & b.high} }
func (a cells) without(b cells) cells { return cells{a.low &^ b.low, a.high &^ b.high} }
func (a cells) or(b cells) cells      { return cells{a.low | b.low, a.high | b.high} }
func (a cells) xor(b cells) cells     { return cells{a.low ^ b.low, a.high ^ b.high} }
func (a cells) empty() bool           { return a.low|a.high == 0 }
func (a cells) count() int            { return bits.OnesCount64(a.low) + bits.OnesCount64(a.high) }

// up moves every cell n numbers up, 0 < n < 64; down moves it down. Cells that leave the two words are lost.
func (a cells) up(n uint) cells   { return cells{a.low << n, a.high<<n | a.low>>(64-n)} }
func (a cells) down(n uint) cells { return cells{a.low>>n | a.high<<(64-n), a.high >> n} }

// from returns the 64 cells from c < 128 on: bit i is cell c+i.
func (a cells) from(c uint8) uint64 {
	if c < 64 {
		return a.low>>(c&63) | a.high<<1<<(^c&63)
	}
	return a.high >> (c & 63)
}

// until returns the 64 cells below c ≤ 128: bit 63-i is cell c-1-i, cells below 0 being absent. A c that has fallen below 0,
// to 192 or more, has no cells below it either.
func (a cells) until(c uint8) uint64 {
	if c <= 64 {
		return a.low << (64 - c)
	}
	return a.high<<(128-c) | a.low>>(c-64)
}

// first returns the smallest cell of a set that is not empty.
func (a cells) first() uint8 {
	if a.low != 0 {
		return uint8(bits.TrailingZeros64(a.low))
	}
	return uint8(64 + bits.TrailingZeros64(a.high))
}

// rest returns a set that is not empty without its first cell.
func (a cells) rest() cells {
	if a.low != 0 {
		return cells{a.low & (a.low - 1), a.high}
	}
	return cells{0, a.high & (a.high - 1)}
}
