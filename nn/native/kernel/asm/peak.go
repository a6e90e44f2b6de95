package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// peakSums is the number of sums in the loops of peak: enough that no addition waits for the one before, on any processor.
const peakSums = 12

// peak writes a loop of nothing but products that are added to a few sums: the most that a kernel can
// reach. It computes with zeros.
func peak(v vector, name string, multiply func(v vector, sum, x, spare reg.VecVirtual)) {
	name = v.name + name
	build.TEXT(name, attr.NOSPLIT, "func(loops int)")
	build.Doc(name + " makes a number of rounds of a product for each sum; see Peak.")
	build.Pragma("noescape")

	count, x, spare := load("loops"), v.register(), v.register()
	v.zero(x)
	v.zero(spare)
	sums := make([]reg.VecVirtual, peakSums)
	for i := range sums {
		sums[i] = v.register()
		v.zero(sums[i])
	}
	build.Label("round")
	for _, sum := range sums {
		multiply(v, sum, x, spare)
	}
	build.DECQ(count)
	build.JNZ(operand.LabelRef("round"))
	build.VZEROUPPER()
	build.RET()
}

// multiplyRegisters adds a product of registers to sum.
func (s *set) multiplyRegisters(_ vector, sum, x, _ reg.VecVirtual) { build.VFMADD231PS(x, x, sum) }

// multiplyQuantizedRegisters adds four products of bytes in registers to sum.
func (s *set) multiplyQuantizedRegisters(v vector, sum, x, spare reg.VecVirtual) {
	if v.masks {
		dotBytes(x, x, sum)
		return
	}
	build.VPMADDUBSW(x, x, spare)
	build.VPMADDWD(v.ones(), spare, spare)
	build.VPADDD(spare, sum, sum)
}
