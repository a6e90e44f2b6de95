package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// cells addresses cells of a row that lie a number of bytes apart, which is known only at run time.
type cells struct {
	multiples map[int]reg.GPVirtual // of the distance, the odd ones
}

// newCells returns the addresses of up to n cells.
func newCells(distance reg.GPVirtual, n int) cells {
	c := cells{map[int]reg.GPVirtual{1: distance}}
	for k := 3; k < n; k += 2 {
		r := build.GP64()
		build.LEAQ(operand.Mem{Base: c.multiples[k-2], Index: distance, Scale: 2}, r)
		c.multiples[k] = r
	}
	return c
}

// at is the address of cell k of the row at base.
func (c cells) at(base reg.GPVirtual, k int) operand.Mem {
	if k == 0 {
		return operand.Mem{Base: base}
	}
	scale := uint8(1)
	for k%2 == 0 {
		k, scale = k/2, scale*2
	}
	return operand.Mem{Base: base, Index: c.multiples[k], Scale: scale}
}
