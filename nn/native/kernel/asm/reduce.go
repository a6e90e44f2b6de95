package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sumRows writes the kernel for the sum of the rows of a matrix in a vector of columns.
func sumRows(v vector) {
	name := v.String() + "SumRows"
	build.TEXT(name, attr.NOSPLIT, "func(dst, src *float32, columns, rows, lanes int)")
	build.Doc(name + " sums the rows of a matrix in the first lanes of a vector of columns; see SumRows.")
	build.Pragma("noescape")

	mask := v.firstLanes(load("lanes"))
	src, rows, row := load("src"), load("rows"), load("columns")
	build.SHLQ(operand.U8(2), row)
	at := newCells(row, 4)
	group := build.GP64()
	build.MOVQ(row, group)
	build.SHLQ(operand.U8(2), group)

	// Every fourth row has a sum of its own, so that an addition does not wait for the one before.
	sums := make([]reg.VecVirtual, 4)
	for i := range sums {
		sums[i] = v.register()
		v.zero(sums[i])
	}
	spare := v.register()
	build.Label("four")
	build.CMPQ(rows, operand.U8(4))
	build.JL(operand.LabelRef("rest"))
	for i, sum := range sums {
		mask.load(at.at(src, i), spare)
		build.VADDPS(spare, sum, sum)
	}
	build.ADDQ(group, src)
	build.SUBQ(operand.U8(4), rows)
	build.JMP(operand.LabelRef("four"))
	build.Label("rest")
	build.TESTQ(rows, rows)
	build.JZ(operand.LabelRef("end"))
	mask.load(operand.Mem{Base: src}, spare)
	build.VADDPS(spare, sums[0], sums[0])
	build.ADDQ(row, src)
	build.DECQ(rows)
	build.JMP(operand.LabelRef("rest"))
	build.Label("end")
	build.VADDPS(sums[1], sums[0], sums[0])
	build.VADDPS(sums[3], sums[2], sums[2])
	build.VADDPS(sums[2], sums[0], sums[0])
	mask.store(operand.Mem{Base: load("dst")}, sums[0])
	build.VZEROUPPER()
	build.RET()
}

// pool writes the kernel for the mean, the maximum and its place in a vector of columns.
func pool(v vector) {
	name := v.String() + "Pool"
	build.TEXT(name, attr.NOSPLIT, "func(mean, most *float32, at *int32, src *float32, channels, cells, lanes int, scale float32)")
	build.Doc(name + " pools the first lanes of a vector of channels; see Pool. If at is nil, it is not written.")
	build.Pragma("noescape")

	mask := v.firstLanes(load("lanes"))
	src, cells, row := load("src"), load("cells"), load("channels")
	build.SHLQ(operand.U8(2), row)
	sum, most, place, cell, one, x := v.register(), v.register(), v.register(), v.register(), v.register(), v.register()
	mask.load(operand.Mem{Base: src}, sum)
	build.VMOVAPS(sum, most)
	v.zero(place)
	v.zero(cell)
	v.broadcastInt(1, one)
	build.JMP(operand.LabelRef("next"))
	build.Label("cell")
	mask.load(operand.Mem{Base: src}, x)
	build.VPADDD(one, cell, cell)
	build.VADDPS(x, sum, sum)
	v.setWhereGreater(place, cell, x, most)
	build.VMAXPS(most, x, most) // in this order most stays what it is if x is not a number
	build.Label("next")
	build.ADDQ(row, src)
	build.DECQ(cells)
	build.JNZ(operand.LabelRef("cell"))

	scale := build.Load(build.Param("scale"), build.XMM()).(reg.VecVirtual)
	build.VBROADCASTSS(scale, x)
	build.VMULPS(x, sum, sum)
	mask.store(operand.Mem{Base: load("mean")}, sum)
	mask.store(operand.Mem{Base: load("most")}, most)
	at := load("at")
	build.TESTQ(at, at)
	build.JZ(operand.LabelRef("end"))
	mask.store(operand.Mem{Base: at}, place)
	build.Label("end")
	build.VZEROUPPER()
	build.RET()
}

// broadcastInt sets all lanes to a number.
func (v vector) broadcastInt(n int, to reg.VecVirtual) {
	r, x := build.GP32(), build.XMM()
	build.MOVL(operand.U32(n), r)
	build.VMOVD(r, x)
	build.VPBROADCASTD(x, to)
}

// setWhereGreater sets to to from where x is greater than y.
func (v vector) setWhereGreater(to, from, x, y reg.VecVirtual) {
	const greater = operand.U8(30)
	if v.masks {
		k := build.K()
		build.VCMPPS(greater, y, x, k)
		build.VMOVDQA32(from, k, to)
		return
	}
	where := v.register()
	build.VCMPPS(greater, y, x, where)
	build.VBLENDVPS(where, from, to, to)
}

// inner writes the kernel for the inner product, whose sum is in float64.
func inner(v vector) {
	name := v.name + "Inner"
	build.TEXT(name, attr.NOSPLIT, "func(x, y *float32, n int) float64")
	build.Doc(name + " is Inner.")
	build.Pragma("noescape")

	x, y, count := load("x"), load("y"), load("n")
	half := vector{v.set, v.lanes / 2, 1}
	sums := []reg.VecVirtual{v.register(), v.register()}
	for _, sum := range sums {
		v.zero(sum)
	}
	add := func(product, sum reg.VecVirtual) {
		wide := v.register()
		build.VCVTPS2PD(product, wide)
		build.VADDPD(wide, sum, sum)
	}
	build.Label("vector")
	build.CMPQ(count, operand.U8(v.lanes))
	build.JL(operand.LabelRef("left"))
	for i, sum := range sums {
		product := half.register()
		build.VMOVUPS(operand.Mem{Base: x, Disp: i * half.bytes()}, product)
		build.VMULPS(operand.Mem{Base: y, Disp: i * half.bytes()}, product, product)
		add(product, sum)
	}
	build.ADDQ(operand.U8(v.bytes()), x)
	build.ADDQ(operand.U8(v.bytes()), y)
	build.SUBQ(operand.U8(v.lanes), count)
	build.JMP(operand.LabelRef("vector"))
	build.Label("left")
	build.VADDPD(sums[1], sums[0], sums[0])
	v.add64(sums[0])

	// The products that are left, one by one.
	build.Label("one")
	build.TESTQ(count, count)
	build.JZ(operand.LabelRef("end"))
	product := build.XMM()
	build.VMOVSS(operand.Mem{Base: x}, product)
	build.VMULSS(operand.Mem{Base: y}, product, product)
	build.VCVTSS2SD(product, product, product)
	build.VADDSD(product, sums[0].AsX(), sums[0].AsX())
	build.ADDQ(operand.U8(4), x)
	build.ADDQ(operand.U8(4), y)
	build.DECQ(count)
	build.JMP(operand.LabelRef("one"))
	build.Label("end")
	build.Store(sums[0].AsX(), build.ReturnIndex(0))
	build.VZEROUPPER()
	build.RET()
}

// add64 adds the float64 lanes of a register into its first.
func (v vector) add64(sum reg.VecVirtual) {
	if v.lanes == 16 {
		upper := build.YMM()
		build.VEXTRACTF64X4(operand.U8(1), sum, upper)
		build.VADDPD(upper, sum.AsY(), sum.AsY())
	}
	upper := build.XMM()
	build.VEXTRACTF128(operand.U8(1), sum.AsY(), upper)
	build.VADDPD(upper, sum.AsX(), sum.AsX())
	build.VPERMILPD(operand.U8(1), sum.AsX(), upper)
	build.VADDSD(upper, sum.AsX(), sum.AsX())
}
