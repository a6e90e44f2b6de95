package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What a call of a convolution kernel can ask for. Package kernel has the same constants.
const (
	flagAdd     = 1 << iota // add to what dst holds
	flagRectify             // replace negative results by zero
	flagTop                 // the tile's first row is the board's
	flagBottom              // the tile's last row is the board's
	flagPoint               // the window has one cell, not 3×3
)

// tile is a convolution kernel under construction: it computes a vector of output channels for whole rows of a board.
type tile struct {
	vector
	height, width int

	sums [][]values // of each cell

	// The input's cells. For each row of the tile, the pointer runs over the window's cells one after the other: a window's
	// inputs are contiguous, and all that changes at the end of a row of the window is that the rest of the board's row is
	// skipped.
	x     []reg.GPVirtual
	cells cells
	row   reg.GPVirtual // bytes of a row
	turn  reg.GPVirtual // bytes from the end of a row of the window to the next

	weights reg.GPVirtual
	second  reg.GPVirtual // bytes from the weights of a pair's first vector to those of its second
	count   reg.GPVirtual
	labels  int

	// multiply adds the products of weights and the input at m, four bytes of a cell, to a sum. spare may be overwritten.
	multiply func(sum, weights values, spare reg.VecVirtual, m operand.Mem)
}

// convolve writes the kernel for a size of tiles.
func convolve(v vector, height, width int) {
	t := &tile{vector: v, height: height, width: width, multiply: v.multiply}
	build.TEXT(fmt.Sprintf("%sConvolve%dx%d", v, height, width), attr.NOSPLIT,
		"func(x, weights, dst, bias *float32, in, out, lanes, flags int)")
	build.Doc(fmt.Sprintf("%sConvolve%dx%d is a convolution for %d rows of a board that is %d wide; see vectorTile.",
		v, height, width, height, width))
	build.Pragma("noescape")

	t.begin()
	t.beginInputs()
	t.ifFlag(flagPoint, func() { t.point() }, func() { t.window() })
	t.finish()
	build.VZEROUPPER()
	build.RET()
}

func load(name string) reg.GPVirtual {
	return build.Load(build.Param(name), build.GP64()).(reg.GPVirtual)
}

func (t *tile) label(what string) string {
	t.labels++
	return fmt.Sprintf("%s%d", what, t.labels)
}

// ifFlag does one thing if a flag is set, and another if it is not.
func (t *tile) ifFlag(flag int, then, otherwise func()) {
	flags := load("flags")
	build.TESTQ(operand.U32(flag), flags)
	no, end := t.label("no"), t.label("end")
	build.JZ(operand.LabelRef(no))
	if then != nil {
		then()
	}
	if otherwise != nil {
		build.JMP(operand.LabelRef(end))
	}
	build.Label(no)
	if otherwise != nil {
		otherwise()
		build.Label(end)
	}
}

// begin sets the sums to the bias.
func (t *tile) begin() {
	mask := t.firstLanes(load("lanes"))
	first := t.values()
	mask.load(operand.Mem{Base: load("bias")}, first...)
	for y := range t.height {
		t.sums = append(t.sums, nil)
		for x := range t.width {
			sum := first
			if x+y > 0 {
				sum = t.values()
				for i := range sum {
					build.VMOVAPS(first[i], sum[i])
				}
			}
			t.sums[y] = append(t.sums[y], sum)
		}
	}
}

// beginInputs loads where inputs and weights are. A cell's inputs are in times four bytes, and so are a lane's weights.
func (t *tile) beginInputs() {
	t.weights = load("weights")
	if t.registers > 1 {
		t.second = load("in")
		build.SHLQ(operand.U8(5), t.second) // a vector for each input
		t.ifFlag(flagPoint, nil, func() { build.IMUL3Q(operand.U32(9), t.second, t.second) })
	}
	t.x = []reg.GPVirtual{load("x")}
	cell := load("in")
	build.SHLQ(operand.U8(2), cell)
	t.cells = newCells(cell, max(t.width, 4))
	t.row = build.GP64()
	build.IMUL3Q(operand.U32(t.width), cell, t.row)
	for y := 1; y < t.height; y++ {
		next := build.GP64()
		build.LEAQ(operand.Mem{Base: t.x[y-1], Index: t.row, Scale: 1}, next)
		t.x = append(t.x, next)
	}
	t.count = build.GP64()
}

// point adds the products of a window of one cell.
func (t *tile) point() {
	if t.height*t.width == 1 {
		t.linear()
	} else {
		t.column(0, t.height, 1)
	}
}

// window adds the products of a window of 3×3 cells.
func (t *tile) window() {
	// To the first cell of the window around the first cell of each row.
	for _, x := range t.x {
		build.SUBQ(t.row, x)
		build.SUBQ(t.cells.multiples[1], x)
	}
	t.turn = build.GP64()
	build.MOVQ(t.row, t.turn)
	build.SUBQ(t.cells.multiples[3], t.turn)

	t.ifFlag(flagTop, func() { t.windowRow(1, t.height) }, func() { t.windowRow(0, t.height) })
	t.windowRow(0, t.height)
	t.ifFlag(flagBottom, func() { t.windowRow(0, t.height-1) }, func() { t.windowRow(0, t.height) })
}

// windowRow adds the products of the cells of a row of the window for the rows [from, to) of the tile, and moves on to the next.
func (t *tile) windowRow(from, to int) {
	if from == to {
		t.skipWeights(3)
	} else {
		for kx := range 3 {
			t.column(from, to, kx)
		}
	}
	for y, x := range t.x {
		if y >= from && y < to {
			build.ADDQ(t.turn, x)
		} else {
			build.ADDQ(t.row, x)
		}
	}
}

// column adds the products of one cell of the window for the rows [from, to) of the tile, as far as it is on the board, and
// moves on to the next.
func (t *tile) column(from, to, kx int) {
	left, right := max(1-kx, 0), min(t.width+1-kx, t.width)
	if left >= right {
		t.skipWeights(1)
		for _, x := range t.x[from:to] {
			build.ADDQ(t.cells.multiples[1], x)
		}
		return
	}
	loop := t.label("channel")
	build.Load(build.Param("in"), t.count)
	build.Label(loop)
	weights, spare := t.loadWeights(0), t.register()
	for y := from; y < to; y++ {
		for x := left; x < right; x++ {
			t.multiply(t.sums[y][x], weights, spare, t.cells.at(t.x[y], x))
		}
	}
	for _, x := range t.x[from:to] {
		build.ADDQ(operand.U8(4), x)
	}
	build.ADDQ(operand.U8(t.single().bytes()), t.weights)
	build.DECQ(t.count)
	build.JNZ(operand.LabelRef(loop))
}

// loadWeights loads the weights of the n-th of the next inputs.
func (t *tile) loadWeights(n int) values {
	weights := t.values()
	at := operand.Mem{Base: t.weights, Disp: n * t.single().bytes()}
	build.VMOVUPS(at, weights[0])
	if t.registers > 1 {
		build.VMOVUPS(at.Idx(t.second, 1), weights[1])
	}
	return weights
}

// skipWeights leaves out a number of cells of the window.
func (t *tile) skipWeights(n int) {
	build.Load(build.Param("in"), t.count)
	build.IMUL3Q(operand.U32(n*t.single().bytes()), t.count, t.count)
	build.ADDQ(t.count, t.weights)
}

// finish writes the results.
func (t *tile) finish() {
	mask := t.firstLanes(load("lanes"))
	spare := t.register()
	t.ifFlag(flagAdd, func() {
		t.eachCell("dst", "out", 2, func(sum values, m operand.Mem) { mask.add(m, sum, spare) })
	}, nil)
	t.ifFlag(flagRectify, func() {
		t.zero(spare)
		t.eachSum(func(sum reg.VecVirtual, _ int) { build.VMAXPS(sum, spare, sum) }) // in this order NaN stays NaN
	}, nil)
	t.eachCell("dst", "out", 2, func(sum values, m operand.Mem) { mask.store(m, sum...) })
}

// eachSum does something with every register of the sums, given its place in its vector.
func (t *tile) eachSum(f func(sum reg.VecVirtual, i int)) {
	for _, row := range t.sums {
		for _, sum := range row {
			for i, r := range sum {
				f(r, i)
			}
		}
	}
}

// eachCell does something with every cell's sum and its place in the array of a name, whose cells are as far apart as another
// parameter says, in elements of a size of 2 to a power.
func (t *tile) eachCell(array, distance string, power uint8, f func(sum values, m operand.Mem)) {
	cell := load(distance)
	build.SHLQ(operand.U8(power), cell)
	cells := newCells(cell, t.width)
	row, at := build.GP64(), load(array)
	build.IMUL3Q(operand.U32(t.width), cell, row)
	for y, sums := range t.sums {
		if y > 0 {
			build.ADDQ(row, at)
		}
		for x, sum := range sums {
			f(sum, cells.at(at, x))
		}
	}
}
