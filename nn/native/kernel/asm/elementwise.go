package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// elementwise writes a kernel that computes n values of dst, each from those of the same index in other arrays: combine is given
// the values of the arrays in the order of their names, and changes the first ones to the result. extra are parameters beside
// the arrays.
func elementwise(v vector, name, doc, arrays, extra string, n int, prepare func(), combine func(x []reg.VecVirtual)) {
	name = v.name + name
	build.TEXT(name, attr.NOSPLIT, fmt.Sprintf("func(dst, %s *float32, n int%s)", arrays, extra))
	build.Doc(fmt.Sprintf("%s %s", name, doc))
	build.Pragma("noescape")

	if prepare != nil {
		prepare()
	}
	dst, count := load("dst"), load("n")
	sources := make([]reg.GPVirtual, n)
	for i := range sources {
		sources[i] = load(arrays[3*i : 3*i+1])
	}
	full, left, end := "vector", "left", "end"
	build.Label(full)
	build.CMPQ(count, operand.U8(v.lanes))
	build.JL(operand.LabelRef(left))
	x := make([]reg.VecVirtual, n)
	for i := range x {
		x[i] = v.register()
		build.VMOVUPS(operand.Mem{Base: sources[i]}, x[i])
		build.ADDQ(operand.U8(v.bytes()), sources[i])
	}
	combine(x)
	build.VMOVUPS(x[0], operand.Mem{Base: dst})
	build.ADDQ(operand.U8(v.bytes()), dst)
	build.SUBQ(operand.U8(v.lanes), count)
	build.JMP(operand.LabelRef(full))

	build.Label(left)
	build.TESTQ(count, count)
	build.JZ(operand.LabelRef(end))
	mask := v.firstLanes(count)
	for i := range x {
		x[i] = v.register()
		mask.load(operand.Mem{Base: sources[i]}, x[i])
	}
	combine(x)
	mask.store(operand.Mem{Base: dst}, x[0])
	build.Label(end)
	build.VZEROUPPER()
	build.RET()
}

// elementwiseKernels writes the kernels that work value by value.
func elementwiseKernels(v vector) {
	var zero, factor reg.VecVirtual
	loadZero := func() { zero = v.register(); v.zero(zero) }
	loadFactor := func() {
		factor = v.register()
		scalar := build.Load(build.Param("factor"), build.XMM()).(reg.VecVirtual)
		build.VBROADCASTSS(scalar, factor)
	}
	elementwise(v, "Mask", "is Mask.", "y, x", "", 2, loadZero, func(x []reg.VecVirtual) { v.keepWhereNotZero(x, zero) })
	elementwise(v, "Scale", "is Scale.", "x", ", factor float32", 1, loadFactor, func(x []reg.VecVirtual) {
		build.VMULPS(factor, x[0], x[0])
	})
	elementwise(v, "Residual", "is Residual.", "x, y", ", factor float32", 2, func() { loadZero(); loadFactor() },
		func(x []reg.VecVirtual) {
			build.VFMADD231PS(factor, x[1], x[0])
			build.VMAXPS(x[0], zero, x[0]) // in this order NaN stays NaN
		})
}

// keepWhereNotZero sets x[0] to x[1] where it is not zero; it stays zero elsewhere.
func (v vector) keepWhereNotZero(x []reg.VecVirtual, zero reg.VecVirtual) {
	const notEqual = operand.U8(4) // or not a number
	if v.masks {
		k := build.K()
		build.VCMPPS(notEqual, zero, x[0], k)
		build.VMOVUPS_Z(x[1], k, x[0])
		return
	}
	build.VCMPPS(notEqual, zero, x[0], x[0])
	build.VANDPS(x[1], x[0], x[0])
}
