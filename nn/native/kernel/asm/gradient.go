package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gradientInputs lists the numbers of input channels for which there are kernels, in ascending order.
func (v vector) gradientInputs() []int {
	most := v.sums / v.registers
	list := []int{1, 2, 4}
	for _, n := range []int{most - most%2, 8, 12, 16, 24} {
		if n <= most {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// gradient writes the kernel for the gradient of a convolution's weights at one cell of the window, from a number of input
// channels to a vector of output channels.
func gradient(v vector, inputs int) {
	name := fmt.Sprintf("%sGradient%d", v, inputs)
	build.TEXT(name, attr.NOSPLIT, "func(x, dz, dw *float32, in, out, lanes, width, height, positions, gap, turn int)")
	build.Doc(fmt.Sprintf("%s is the gradient of the weights of %d input channels; see vectorGradient.", name, inputs))
	build.Pragma("noescape")

	mask := v.firstLanes(load("lanes"))
	sums := make([]values, inputs)
	for i := range sums {
		sums[i] = v.values()
		for _, r := range sums[i] {
			v.zero(r)
		}
	}
	x, dz := load("x"), load("dz")
	in, out := load("in"), load("out")
	build.SHLQ(operand.U8(2), in)
	build.SHLQ(operand.U8(2), out)
	times := func(cells string, each reg.GPVirtual) reg.GPVirtual {
		r := load(cells)
		build.IMULQ(each, r)
		return r
	}
	xGap, dzGap := times("gap", in), times("gap", out)
	xTurn, dzTurn := times("turn", in), times("turn", out)
	positions, rows, columns := load("positions"), build.GP64(), build.GP64()

	build.Label("position")
	build.Load(build.Param("height"), rows)
	build.Label("row")
	build.Load(build.Param("width"), columns)
	build.Label("cell")
	outputs, spare := v.values(), v.register()
	mask.load(operand.Mem{Base: dz}, outputs...)
	for i, sum := range sums {
		v.multiply(sum, outputs, spare, operand.Mem{Base: x, Disp: 4 * i})
	}
	build.ADDQ(in, x)
	build.ADDQ(out, dz)
	build.DECQ(columns)
	build.JNZ(operand.LabelRef("cell"))
	build.ADDQ(xGap, x)
	build.ADDQ(dzGap, dz)
	build.DECQ(rows)
	build.JNZ(operand.LabelRef("row"))
	build.ADDQ(xTurn, x)
	build.ADDQ(dzTurn, dz)
	build.DECQ(positions)
	build.JNZ(operand.LabelRef("position"))

	dw := load("dw")
	for _, sum := range sums {
		mask.store(operand.Mem{Base: dw}, sum...)
		build.ADDQ(out, dw)
	}
	build.VZEROUPPER()
	build.RET()
}
