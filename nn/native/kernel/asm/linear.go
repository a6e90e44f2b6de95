package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// ways is how many sums a linear layer has for each output: with a single one, every addition would wait for the one before.
const ways = 4

// linear is point for a tile of one cell.
func (t *tile) linear() {
	sums := []values{t.sums[0][0]}
	for len(sums) < ways {
		sum := t.values()
		for _, r := range sum {
			t.zero(r)
		}
		sums = append(sums, sum)
	}
	x, spare := t.x[0], t.register()
	build.Load(build.Param("in"), t.count)
	build.Label("inputs")
	build.CMPQ(t.count, operand.U8(ways))
	build.JL(operand.LabelRef("left"))
	for n, sum := range sums {
		t.multiply(sum, t.loadWeights(n), spare, operand.Mem{Base: x, Disp: 4 * n})
	}
	build.ADDQ(operand.U8(4*ways), x)
	build.ADDQ(operand.U32(ways*t.single().bytes()), t.weights)
	build.SUBQ(operand.U8(ways), t.count)
	build.JMP(operand.LabelRef("inputs"))

	build.Label("input")
	t.multiply(sums[0], t.loadWeights(0), spare, operand.Mem{Base: x})
	build.ADDQ(operand.U8(4), x)
	build.ADDQ(operand.U8(t.single().bytes()), t.weights)
	build.DECQ(t.count)
	build.Label("left")
	build.TESTQ(t.count, t.count)
	build.JNZ(operand.LabelRef("input"))
	for i := range t.registers {
		build.VADDPS(sums[1][i], sums[0][i], sums[0][i])
		build.VADDPS(sums[3][i], sums[2][i], sums[2][i])
		build.VADDPS(sums[2][i], sums[0][i], sums[0][i])
	}
}
