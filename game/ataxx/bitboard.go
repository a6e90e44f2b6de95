package ataxx

import "math/bits"

// bitboard is a set of cells: bit y*8+x is the cell in column x from the left and row y from the bottom. Boards smaller
// than 8×8 leave the higher columns and rows unused.
type bitboard = uint64

// square is the index of a cell's bit. (A cell's number in policies and encodings is y*Size+x instead.)
type square = uint8

const row = 8 // the distance from a square to the one above it

// Columns that a shift to the right or to the left carries around the edge of the word.
const (
	columnA  bitboard = 0x0101010101010101
	columnsB          = columnA | columnA<<1
	columnH           = columnA << 7
	columnsG          = columnH | columnH>>1
)

// sideways returns the set shifted by one and by two columns to the right and to the left.
func sideways(b bitboard) (right, left, right2, left2 bitboard) {
	return b << 1 &^ columnA, b >> 1 &^ columnH, b << 2 &^ columnsB, b >> 2 &^ columnsG
}

// spread1 returns the cells at king distance 0 or 1 from a set.
func spread1(b bitboard) bitboard {
	b |= b<<1&^columnA | b>>1&^columnH
	return b | b<<row | b>>row
}

// spread2 returns the cells at king distance 0 to 2 from a set.
func spread2(b bitboard) bitboard {
	right, left, right2, left2 := sideways(b)
	b |= right | left | right2 | left2
	return b | b<<row | b>>row | b<<(2*row) | b>>(2*row)
}

// near holds the eight cells around each square and ring the sixteen around those, both less what is beyond 8×8.
var near, ring = func() (near, ring [64]bitboard) {
	for s := range near {
		b := bitboard(1) << s
		near[s] = spread1(b) &^ b
		ring[s] = spread2(b) &^ spread1(b)
	}
	return near, ring
}()

// count returns the number of cells in a set.
func count(b bitboard) int { return bits.OnesCount64(b) }

// first returns the lowest square of a set that is not empty.
func first(b bitboard) square { return square(bits.TrailingZeros64(b)) }
