package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maxWidth is the width of the widest board, in cells, that has kernels.
const maxWidth = 13

// set is an instruction set.
type set struct {
	name    string
	vectors []vector
	// sums is how many vectors of sums a kernel can hold in registers beside what it needs for the next product.
	sums int
	// masks: instructions take a mask and a value that is broadcast from memory.
	masks bool
	pair  *vector // nil: no use
}

// vector is a number of float32 lanes, in one or in two registers.
type vector struct {
	*set
	lanes, registers int
}

// values is a vector in registers.
type values []reg.VecVirtual

var (
	avx512 = &set{name: "avx512", sums: 28, masks: true}
	avx2   = &set{name: "avx2", sums: 14}
)

func init() {
	avx512.vectors = []vector{{avx512, 16, 1}, {avx512, 8, 1}}
	avx2.vectors = []vector{{avx2, 8, 1}}
	// Without masks a broadcast is an instruction of its own, which two vectors can share.
	avx2.pair = &vector{avx2, 16, 2}
}

// heights lists the tiles for a width, in ascending order: one row, the smallest height that covers a square board in the least
// number of steps, and what the last step needs.
func (s *set) heights(width int) []int {
	most := min(s.sums/width, width)
	height := (width + steps(width, most) - 1) / steps(width, most)
	list := []int{1, width % height, height}
	slices.Sort(list)
	list = slices.Compact(list)
	return list[slices.Index(list, 1):]
}

// steps is the number of tiles of a height that cover a number of rows.
func steps(rows, height int) int { return (rows + height - 1) / height }

func (v vector) String() string { return fmt.Sprintf("%sx%d", v.name, v.lanes) }

// bytes is the size of a vector.
func (v vector) bytes() int { return 4 * v.lanes }

// single is the vector that fits one register.
func (v vector) single() vector { return vector{v.set, v.lanes / v.registers, 1} }

// register returns a new register.
func (v vector) register() reg.VecVirtual {
	switch v.lanes / v.registers {
	case 16:
		return build.ZMM()
	case 8:
		return build.YMM()
	default:
		return build.XMM()
	}
}

// values returns new registers for a vector.
func (v vector) values() values {
	x := make(values, v.registers)
	for i := range x {
		x[i] = v.register()
	}
	return x
}

// part is the memory of the i-th register of a vector at m.
func (v vector) part(m operand.Mem, i int) operand.Mem { return m.Offset(i * v.bytes() / v.registers) }

// zero sets a register to zeros.
func (v vector) zero(r reg.VecVirtual) {
	if v.masks {
		build.VPXORD(r, r, r)
	} else {
		build.VXORPS(r, r, r)
	}
}

// multiply adds the product of x and the value at m to sum. spare may be overwritten.
func (v vector) multiply(sum, x values, spare reg.VecVirtual, m operand.Mem) {
	if v.masks {
		for i := range sum {
			build.VFMADD231PS_BCST(m, x[i], sum[i])
		}
		return
	}
	build.VBROADCASTSS(m, spare)
	for i := range sum {
		build.VFMADD231PS(spare, x[i], sum[i])
	}
}

// mask selects a vector's first lanes: all of its first register if it has two, and of the last one those that the mask says.
type mask struct {
	v vector
	k reg.OpmaskVirtual // if v.masks
	m reg.VecVirtual    // else
}

// firstLanes returns the mask of the first n lanes, which it changes.
func (v vector) firstLanes(n reg.GPVirtual) mask {
	m := mask{v: v}
	single := v.single()
	if v.registers > 1 {
		build.SUBQ(operand.U8((v.registers-1)*single.lanes), n)
	}
	if v.masks {
		bits := build.GP32()
		build.MOVL(operand.U32(0xffff), bits)
		build.BZHIL(n.As32(), bits, bits)
		m.k = build.K()
		build.KMOVW(bits, m.k)
		return m
	}
	// A window that slides over as many ones as zeros.
	at, start := build.GP64(), build.GP64()
	build.LEAQ(v.window(), at)
	build.MOVQ(operand.U32(single.lanes), start)
	build.SUBQ(n, start)
	m.m = v.register()
	build.VMOVUPS(operand.Mem{Base: at, Index: start, Scale: 4}, m.m)
	return m
}

// last reports whether a vector's i-th register is the one that the mask is for.
func (m mask) last(i int) bool { return i == m.v.registers-1 }

// load reads the selected lanes; the others become zero.
func (m mask) load(from operand.Mem, to ...reg.VecVirtual) {
	for i, r := range to {
		part := m.v.part(from, i)
		switch {
		case !m.last(i):
			build.VMOVUPS(part, r)
		case m.v.masks:
			build.VMOVUPS_Z(part, m.k, r)
		default:
			build.VMASKMOVPS(part, m.m, r)
		}
	}
}

// add adds the selected lanes in memory to sum. spare may be overwritten.
func (m mask) add(from operand.Mem, sum values, spare reg.VecVirtual) {
	for i, r := range sum {
		part := m.v.part(from, i)
		switch {
		case !m.last(i):
			build.VADDPS(part, r, r)
		case m.v.masks:
			build.VADDPS(part, r, m.k, r)
		default:
			build.VMASKMOVPS(part, m.m, spare)
			build.VADDPS(spare, r, r)
		}
	}
}

// store writes the selected lanes.
func (m mask) store(to operand.Mem, from ...reg.VecVirtual) {
	for i, r := range from {
		part := m.v.part(to, i)
		switch {
		case !m.last(i):
			build.VMOVUPS(r, part)
		case m.v.masks:
			build.VMOVUPS(r, m.k, part)
		default:
			build.VMASKMOVPS(r, m.m, part)
		}
	}
}

// windows is where an instruction set's masks are kept.
var windows = map[*set]operand.Mem{}

// window is where the ones begin that firstLanes slides over.
func (v vector) window() operand.Mem {
	if m, ok := windows[v.set]; ok {
		return m
	}
	m := build.GLOBL(v.name+"Lanes", 8|16) // RODATA, NOPTR
	lanes := v.single().lanes
	for i := range 2 * lanes {
		value := ^uint32(0)
		if i >= lanes {
			value = 0
		}
		build.DATA(4*i, operand.U32(value))
	}
	windows[v.set] = m
	return m
}
