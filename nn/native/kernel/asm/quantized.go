package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What a call of a quantized convolution can ask for beside flagAdd and the flags of the tile and the window. Package kernel has
// the same constants.
const (
	flagFloat     = flagRectify // write the results
	flagQuantized = 32          // write the results in steps
)

// most is the largest number of steps of a quantized activation: with more bits, the sum of two products with weights would not
// fit the 16 bits that AVX2 has for it.
const most = 127

// convolveQuantized writes the kernel for a size of tiles whose inputs are bytes: four inputs of a cell pass by at a time.
func convolveQuantized(v vector, height, width int) {
	t := &tile{vector: v, height: height, width: width, multiply: v.multiplyQuantized}
	name := fmt.Sprintf("%sConvolveQuantized%dx%d", v, height, width)
	build.TEXT(name, attr.NOSPLIT, "func(x *uint8, weights *int8, dst *float32, steps *uint8, scale, bias *float32, "+
		"in, out, stride, lanes, flags int, perUnit float32)")
	build.Doc(fmt.Sprintf("%s is a quantized convolution for %d rows of a board that is %d wide; see quantizedTile.", name, height, width))
	build.Pragma("noescape")

	for y := range t.height {
		t.sums = append(t.sums, nil)
		for range t.width {
			sum := t.values()
			for _, r := range sum {
				t.zero(r)
			}
			t.sums[y] = append(t.sums[y], sum)
		}
	}
	t.beginInputs()
	t.ifFlag(flagPoint, func() { t.column(0, t.height, 1) }, func() { t.window() })
	t.finishQuantized()
	build.VZEROUPPER()
	build.RET()
}

// multiplyQuantized adds, in every lane, the products of four weights and the four inputs at m to sum.
func (v vector) multiplyQuantized(sum, weights values, spare reg.VecVirtual, m operand.Mem) {
	build.VPBROADCASTD(m, spare)
	if v.masks {
		for i := range sum {
			dotBytes(weights[i], spare, sum[i])
		}
		return
	}
	for i := range sum {
		product := spare // the last one may overwrite the inputs
		if i < len(sum)-1 {
			product = v.register()
		}
		build.VPMADDUBSW(weights[i], spare, product)
		build.VPMADDWD(v.ones(), product, product)
		build.VPADDD(product, sum[i], sum[i])
	}
}

// dotBytes adds, in every lane, the products of four signed bytes of weights and four unsigned ones of inputs to sum: VPDPBUSD,
// which avo does not know.
func dotBytes(weights, inputs, sum reg.VecVirtual) {
	build.Instruction(&ir.Instruction{
		Opcode: "VPDPBUSD", Operands: []operand.Op{weights, inputs, sum},
		Inputs: []operand.Op{weights, inputs, sum}, Outputs: []operand.Op{sum},
		ISA: []string{"AVX512VNNI"},
	})
}

// finishQuantized turns the sums into results and writes them. It computes as plain Go does, a multiplication and an addition at a
// time, so that all instruction sets round alike.
func (t *tile) finishQuantized() {
	mask := t.firstLanes(load("lanes"))
	spare := t.values()
	t.eachSum(func(sum reg.VecVirtual, _ int) { build.VCVTDQ2PS(sum, sum) })
	mask.load(operand.Mem{Base: load("scale")}, spare...)
	t.eachSum(func(sum reg.VecVirtual, i int) { build.VMULPS(spare[i], sum, sum) })
	mask.load(operand.Mem{Base: load("bias")}, spare...)
	t.eachSum(func(sum reg.VecVirtual, i int) { build.VADDPS(spare[i], sum, sum) })
	t.ifFlag(flagAdd, func() {
		t.eachCell("dst", "out", 2, func(sum values, m operand.Mem) { mask.add(m, sum, spare[0]) })
	}, nil)
	t.zero(spare[0])
	t.eachSum(func(sum reg.VecVirtual, _ int) { build.VMAXPS(sum, spare[0], sum) }) // in this order NaN stays NaN
	t.ifFlag(flagFloat, func() {
		t.eachCell("dst", "out", 2, func(sum values, m operand.Mem) { mask.store(m, sum...) })
	}, nil)
	t.ifFlag(flagQuantized, func() {
		t.toSteps(spare[0])
		t.eachCell("steps", "stride", 0, func(sum values, m operand.Mem) {
			for i, r := range sum {
				t.storeBytes(r, spare[0], m.Offset(i*t.single().lanes))
			}
		})
	}, nil)
}

// toSteps turns the sums into numbers of steps, as integers. spare may be overwritten.
func (t *tile) toSteps(spare reg.VecVirtual) {
	perUnit, err := build.Param("perUnit").Resolve()
	if err != nil {
		panic(err)
	}
	build.VBROADCASTSS(perUnit.Addr, spare)
	t.eachSum(func(sum reg.VecVirtual, _ int) { build.VMULPS(spare, sum, sum) })
	build.VBROADCASTSS(constant(t.name+"MostSteps", math.Float32bits(most), 1), spare)
	t.eachSum(func(sum reg.VecVirtual, _ int) {
		build.VMINPS(spare, sum, sum)
		build.VCVTPS2DQ(sum, sum)
	})
}

// storeBytes writes the lanes of a register, integers of at most a byte, as bytes. The register and spare may be overwritten.
func (v vector) storeBytes(r, spare reg.VecVirtual, m operand.Mem) {
	if v.masks {
		build.VPMOVDB(r, m)
		return
	}
	low, high := r.AsX(), spare.AsX()
	build.VEXTRACTI128(operand.U8(1), r, high)
	build.VPACKUSDW(high, low, low)
	build.VPACKUSWB(low, low, low)
	build.VMOVQ(low, m)
}

// quantize writes the kernel that turns values into numbers of steps. Their number is a multiple of the vector's lanes.
func quantize(v vector) {
	name := v.name + "Quantize"
	build.TEXT(name, attr.NOSPLIT, "func(dst *uint8, src *float32, vectors int, perUnit float32)")
	build.Doc(name + " turns whole vectors of values that are not negative into numbers of steps; see Quantized.Fill.")
	build.Pragma("noescape")

	dst, src, count := load("dst"), load("src"), load("vectors")
	t := &tile{vector: v, sums: [][]values{{v.values()}}}
	r, spare := t.sums[0][0][0], v.register()
	build.Label("vector")
	build.VMOVUPS(operand.Mem{Base: src}, r)
	t.toSteps(spare)
	v.storeBytes(r, spare, operand.Mem{Base: dst})
	build.ADDQ(operand.U8(v.bytes()), src)
	build.ADDQ(operand.U8(v.lanes), dst)
	build.DECQ(count)
	build.JNZ(operand.LabelRef("vector"))
	build.VZEROUPPER()
	build.RET()
}

// ones is a vector of 16-bit ones.
func (v vector) ones() operand.Mem { return constant(v.name+"Ones", 0x00010001, v.single().lanes) }

// constants are those in memory that have been written.
var constants = map[string]operand.Mem{}

// constant is where a 32-bit pattern lies in memory, a number of times.
func constant(name string, bits uint32, times int) operand.Mem {
	if m, ok := constants[name]; ok {
		return m
	}
	m := build.GLOBL(name, 8|16) // RODATA, NOPTR
	for i := range times {
		build.DATA(4*i, operand.U32(bits))
	}
	constants[name] = m
	return m
}
