package kernel

import (
	"fmt"
	"math"
	"slices"
)

// mostSteps is the largest number of steps of an activation, 7 bits: AVX2 adds products of two activations and two weights in 16
// bits.
const mostSteps = 127

// Quantized holds the activations of one position, none of them negative, as numbers of equal steps from 0 to 127. It is owned by
// one goroutine.
type Quantized struct {
	height, width, channels int
	// stride is the number of bytes of a cell: the channels, rounded up to what a vector writes. What is beyond them is zero.
	stride int
	steps  []uint8 // cells×stride

	// In plain Go: the same as numbers, and their list, made by Apply, and its sums.
	floats, sums []float32
	list         *Sparse
}

// NewQuantized returns room for the activations of a board.
func NewQuantized(height, width, channels int) *Quantized {
	const padding = 8 // lanes of the shortest vectors
	q := &Quantized{height: height, width: width, channels: channels, stride: (channels + padding - 1) / padding * padding}
	q.steps = make([]uint8, height*width*q.stride)
	if quantizedVectors(width) == nil {
		q.floats = make([]float32, height*width*channels)
		q.list = NewSparse(height, width, channels)
	}
	return q
}

// Fill sets the activations to the values of src, cells×channels, none of which may be negative: they are rounded to the nearest
// number of steps, of which there are perUnit in 1. More than 127 steps become 127.
func (q *Quantized) Fill(src []float32, perUnit float32) {
	src = src[:q.height*q.width*q.channels]
	v, done := current().quantized, 0
	if v != nil && q.stride == q.channels {
		lanes := v.convolutions[0].lanes()
		if vectors := len(src) / lanes; vectors > 0 {
			v.quantize(&q.steps[0], &src[0], vectors, perUnit)
			done = vectors * lanes
		}
	}
	for cell := done / q.channels; cell < q.height*q.width; cell++ {
		for c, x := range src[cell*q.channels : (cell+1)*q.channels] {
			q.steps[cell*q.stride+c] = steps(x, perUnit)
		}
	}
}

// quantizedVectors returns the assembly for boards of a width, or nil.
func quantizedVectors(width int) *vectors {
	if width > maxWidth {
		return nil
	}
	return current().quantized
}

// steps returns the number of steps in x.
func steps(x, perUnit float32) uint8 {
	return uint8(math.RoundToEven(float64(min(x*perUnit, mostSteps))))
}

// QuantizedFilter is the packed weight of a convolution of quantized activations with a square window of size 1 or 3 and zeros off
// the board. It may be shared by goroutines as long as none packs it.
//
// Its sums are exact: all implementations give the same results to the last bit, as long as no sum reaches 2²⁴, which takes more
// than a thousand products of the largest numbers; beyond, plain Go may round.
type QuantizedFilter struct {
	size, in, out int
	scale         []float32

	plain  *Filter                // in plain Go
	vector *quantizedVectorFilter // in assembly
}

// NewQuantizedFilter returns a filter for boards of a width that is all zero.
func NewQuantizedFilter(width, size, in, out int) *QuantizedFilter {
	if size != 1 && size != 3 {
		panic(fmt.Sprintf("kernel: window of size %d, want 1 or 3", size))
	}
	f := &QuantizedFilter{size: size, in: in, out: out, scale: make([]float32, out)}
	if v := quantizedVectors(width); v != nil {
		f.vector = newQuantizedVectorFilter(v, size, in, out)
	} else {
		f.plain = NewFilter(size, in, out)
	}
	return f
}

// Pack sets the filter to weights (ky, kx, in, out). scale has, for each output channel, what a product of a step of input and
// a weight of 1 is worth.
func (f *QuantizedFilter) Pack(weights []int8, scale []float32) {
	copy(f.scale, scale[:f.out])
	if f.vector != nil {
		f.vector.pack(weights)
		return
	}
	floats := make([]float32, len(weights))
	for i, w := range weights {
		floats[i] = float32(w)
	}
	f.plain.Pack(floats, 1)
}

// QuantizedOutput says where QuantizedFilter.Apply writes. Only one of the two is needed.
type QuantizedOutput struct {
	// Values, cells×out, receives the results as numbers. With Add it holds what they are added to.
	Values []float32
	Add    bool
	// Steps, unless nil, receives the results as numbers of steps, of which there are PerUnit in 1.
	Steps   *Quantized
	PerUnit float32
}

// Apply convolves a position: the results are max(0, scale·(x∗f) + bias), or max(0, Values + scale·(x∗f) + bias).
func (f *QuantizedFilter) Apply(to QuantizedOutput, x *Quantized, bias []float32) {
	if x.channels != f.in {
		panic(fmt.Sprintf("kernel: %d channels for a quantized filter of %d", x.channels, f.in))
	}
	if to.Steps != nil && (to.Steps.channels != f.out || to.Steps.height != x.height || to.Steps.width != x.width) {
		panic(fmt.Sprintf("kernel: room for %d×%d×%d quantized results, want %d×%d×%d",
			to.Steps.height, to.Steps.width, to.Steps.channels, x.height, x.width, f.out))
	}
	if to.Values != nil {
		to.Values = to.Values[:x.height*x.width*f.out]
	}
	if bias = bias[:f.out]; f.vector != nil {
		f.vector.apply(to, x, f.scale, bias)
		return
	}
	f.applyPlain(to, x, bias)
}

// applyPlain is Apply in plain Go: whole numbers convolved as floating-point numbers, which is exact.
func (f *QuantizedFilter) applyPlain(to QuantizedOutput, x *Quantized, bias []float32) {
	for cell := range x.height * x.width {
		for c, s := range x.steps[cell*x.stride:][:x.channels] {
			x.floats[cell*x.channels+c] = float32(s)
		}
	}
	x.list.Fill(x.floats)
	x.sums = slices.Grow(x.sums[:0], x.height*x.width*f.out)[:x.height*x.width*f.out]
	f.plain.Apply(x.sums, x.list, nil, 0)
	for i, sum := range x.sums {
		c := i % f.out
		v := float32(sum*f.scale[c]) + bias[c] // rounded twice, as in assembly
		if to.Add {
			v += to.Values[i]
		}
		v = max(v, 0) // NaN stays NaN
		if to.Values != nil {
			to.Values[i] = v
		}
		if to.Steps != nil {
			to.Steps.steps[i/f.out*to.Steps.stride+c] = steps(v, to.PerUnit)
		}
	}
}
