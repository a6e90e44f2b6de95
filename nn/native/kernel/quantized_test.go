package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// quantizedProblem is a quantized convolution of one position with random numbers, and what it must give.
type quantizedProblem struct {
	shape
	steps       []uint8
	weights     []int8
	scale, bias []float32
	values      []float32 // what results are added to
	perUnit     float32
	sums        []int32
}

func newQuantizedProblem(s shape, rng *rand.Rand) *quantizedProblem {
	s.rows = 1
	cells := s.height * s.width
	p := &quantizedProblem{
		shape: s, steps: make([]uint8, cells*s.in), weights: make([]int8, s.size*s.size*s.in*s.out),
		scale: make([]float32, s.out), bias: make([]float32, s.out), values: make([]float32, cells*s.out),
		perUnit: 20 + 100*rng.Float32(), sums: make([]int32, cells*s.out),
	}
	for i := range p.steps {
		if rng.IntN(2) == 0 {
			p.steps[i] = uint8(rng.IntN(mostSteps + 1))
		}
	}
	for i := range p.weights {
		p.weights[i] = int8(rng.IntN(255) - 127)
	}
	if rng.IntN(4) == 0 { // what overflows if anything does
		for i := range p.steps {
			p.steps[i] = mostSteps
		}
		for i := range p.weights {
			p.weights[i] = []int8{127, -127}[i%s.out%2]
		}
	}
	for o := range s.out {
		p.scale[o] = (0.5 + rng.Float32()) / float32(127*127*s.in)
		p.bias[o] = rng.Float32() - 0.5
	}
	for i := range p.values {
		p.values[i] = rng.Float32()
	}
	s.eachTap(func(x, w, z int) { p.sums[z] += int32(p.steps[x]) * int32(p.weights[w]) })
	return p
}

// want computes the results and their numbers of steps.
func (p *quantizedProblem) want(add bool) (values []float32, inSteps []uint8) {
	for i, sum := range p.sums {
		v := float32(float32(sum)*p.scale[i%p.out]) + p.bias[i%p.out]
		if add {
			v += p.values[i]
		}
		values = append(values, max(v, 0))
		inSteps = append(inSteps, steps(max(v, 0), p.perUnit))
	}
	return values, inSteps
}

// check computes everything with the implementation in use: in all ways to write results, and each to the last bit.
func (p *quantizedProblem) check(t testing.TB, at placement) {
	t.Helper()
	x := NewQuantized(p.height, p.width, p.in)
	memory := guarded(t, at, make([]float32, len(x.steps)/4))
	x.steps = unsafe.Slice((*uint8)(unsafe.Pointer(&memory[0])), len(x.steps))
	for i, s := range p.steps {
		x.steps[i/p.in*x.stride+i%p.in] = s
	}
	f := NewQuantizedFilter(p.width, p.size, p.in, p.out)
	f.Pack(p.weights, guarded(t, at, slices.Clone(p.scale)))
	bias := guarded(t, at, slices.Clone(p.bias))
	for _, add := range []bool{false, true} {
		values, inSteps := p.want(add)
		for _, both := range []bool{false, true} {
			to := QuantizedOutput{Values: poisoned(t, at, len(p.values)), Add: add, PerUnit: p.perUnit}
			if add {
				to.Values = guarded(t, at, slices.Clone(p.values))
			}
			if both {
				to.Steps = p.poisonedSteps()
			}
			f.Apply(to, x, bias)
			if !slices.Equal(to.Values, values) {
				t.Fatalf("%+v, add %v, steps %v: values differ", p.shape, add, both)
			}
			if both {
				p.checkSteps(t, to.Steps, inSteps)
			}
		}
	}
	_, inSteps := p.want(false)
	to := QuantizedOutput{Steps: p.poisonedSteps(), PerUnit: p.perUnit}
	f.Apply(to, x, bias)
	p.checkSteps(t, to.Steps, inSteps)
}

// poisonedSteps is room for the results, full of what must not be left, and with memory behind it that must.
func (p *quantizedProblem) poisonedSteps() *Quantized {
	q := NewQuantized(p.height, p.width, p.out)
	memory := make([]uint8, len(q.steps)+64)
	for i := range memory {
		memory[i] = 0xa5
	}
	for cell := range p.height * p.width { // beyond the channels there are zeros, always
		clear(memory[cell*q.stride+p.out : (cell+1)*q.stride])
	}
	q.steps = memory[:len(q.steps)]
	return q
}

func (p *quantizedProblem) checkSteps(t testing.TB, q *Quantized, want []uint8) {
	t.Helper()
	for cell := range p.height * p.width {
		got := q.steps[cell*q.stride:][:q.stride]
		if !slices.Equal(got[:p.out], want[cell*p.out:][:p.out]) {
			t.Fatalf("%+v, cell %d: steps are %v, want %v", p.shape, cell, got[:p.out], want[cell*p.out:][:p.out])
		}
		for _, s := range got[p.out:] {
			if s != 0 {
				t.Fatalf("%+v, cell %d: there is something beyond the channels: %v", p.shape, cell, got)
			}
		}
	}
	for _, s := range q.steps[len(q.steps):cap(q.steps)][:32] {
		if s != 0xa5 {
			t.Fatalf("%+v: the memory behind the results was written", p.shape)
		}
	}
}

func TestQuantizedConvolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, s := range append(slices.Clone(shapes), everyBoard(rng)...) {
		t.Run(fmt.Sprintf("%+v", s), func(t *testing.T) {
			p := newQuantizedProblem(s, rng)
			for _, name := range Names() {
				use(t, name)
				for at := range unaligned + 1 {
					p.check(t, at)
				}
			}
		})
	}
}

func FuzzQuantizedConvolution(f *testing.F) {
	for _, s := range shapes {
		f.Add(uint8(s.height), uint8(s.width), s.size == 3, uint8(s.in), uint8(s.out), uint64(1))
	}
	f.Fuzz(func(t *testing.T, height, width uint8, window bool, in, out uint8, seed uint64) {
		s := shape{1, 1 + int(height%15), 1 + int(width%16), 1, 1 + int(in%50), 1 + int(out%50)}
		if window {
			s.size = 3
		}
		p := newQuantizedProblem(s, rand.New(rand.NewPCG(seed, 2)))
		for _, name := range Names() {
			use(t, name)
			p.check(t, placement(seed%3))
		}
	})
}

func TestQuantizedFill(t *testing.T) {
	eachImplementation(t, func(t *testing.T) {
		for _, s := range shapes {
			rng := rand.New(rand.NewPCG(8, 8))
			src := make([]float32, s.height*s.width*s.in)
			for i := range src {
				src[i] = 3 * rng.Float32()
			}
			src[0] = 1e30
			p := &quantizedProblem{shape: shape{1, s.height, s.width, 1, s.in, s.in}}
			for _, perUnit := range []float32{10, 50.3, 127} {
				var want []uint8
				for _, x := range src {
					want = append(want, steps(x, perUnit))
				}
				q := p.poisonedSteps()
				q.Fill(src, perUnit)
				p.checkSteps(t, q, want)
			}
		}
	})
	for x, want := range map[float32]uint8{0: 0, 0.4: 0, 0.5: 0, 0.6: 1, 1.5: 2, 2.5: 2, 126.6: 127, 127: 127, 1000: 127} {
		if got := steps(x, 1); got != want {
			t.Errorf("%v is %d steps, want %d", x, got, want)
		}
	}
}

func TestPeak(t *testing.T) {
	eachImplementation(t, func(t *testing.T) {
		if a, b := Peak(), PeakQuantized(); !(a > 1e6 && b > 1e6) {
			t.Errorf("the peaks took %v and %v operations", a, b)
		}
	})
}
