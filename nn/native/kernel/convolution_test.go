package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// shape is a convolution of a batch.
type shape struct{ rows, height, width, size, in, out int }

// shapes are those that matter, with everything around the kernels' 8 and 16 lanes.
var shapes = []shape{
	{1, 1, 1, 1, 1, 1}, {3, 1, 1, 1, 48, 17}, {2, 5, 5, 3, 24, 24}, {3, 7, 7, 3, 3, 32}, {2, 9, 9, 3, 10, 9},
	{2, 3, 4, 3, 5, 7}, {1, 1, 6, 3, 4, 8}, {2, 5, 5, 1, 16, 3}, {1, 2, 2, 3, 2, 16}, {1, 1, 1, 3, 2, 3}, {1, 6, 1, 3, 3, 5},
	{1, 4, 4, 3, 12, 40}, {1, 7, 7, 1, 64, 17}, {1, 13, 13, 3, 5, 31}, {1, 3, 15, 3, 9, 25}, {1, 2, 14, 1, 4, 12},
}

// everyBoard lists shapes for all boards up to one more than the widest that the assembly knows, or with -short for some.
func everyBoard(rng *rand.Rand) (list []shape) {
	step := 1
	if testing.Short() {
		step = 4
	}
	for width := 1; width <= maxWidth+1; width++ {
		for height := 1; height <= 14; height += step {
			list = append(list, shape{1 + rng.IntN(3), height, width, 3 - 2*rng.IntN(2), 1 + rng.IntN(20), 1 + rng.IntN(40)})
		}
	}
	return list
}

// sparseNormal returns values of which half are zero.
func sparseNormal(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		if rng.IntN(2) == 0 {
			x[i] = float32(rng.NormFloat64())
		}
	}
	return x
}

// eachTap calls f for every product of a convolution with the indices of input, weight and output.
func (s shape) eachTap(f func(x, w, z int)) {
	border := s.size / 2
	for row := range s.rows {
		for y := range s.height {
			for xx := range s.width {
				for ky := range s.size {
					for kx := range s.size {
						sy, sx := y+ky-border, xx+kx-border
						if sy < 0 || sy >= s.height || sx < 0 || sx >= s.width {
							continue
						}
						for i := range s.in {
							for o := range s.out {
								f(((row*s.height+sy)*s.width+sx)*s.in+i,
									((ky*s.size+kx)*s.in+i)*s.out+o,
									((row*s.height+y)*s.width+xx)*s.out+o)
							}
						}
					}
				}
			}
		}
	}
}

func compare(t testing.TB, what string, got []float32, want []float64) {
	t.Helper()
	for i, v := range want {
		if d := math.Abs(float64(got[i]) - v); !(d <= 2e-5*max(1, math.Abs(v))) {
			t.Fatalf("%s %d: got %v, want %v", what, i, got[i], v)
		}
	}
}

// problem is a convolution with random values, all in guarded memory, and what it and its gradients must be.
type problem struct {
	shape
	at             placement
	x, w, dz, bias []float32
	z, dx, dw      []float64
}

func newProblem(t testing.TB, s shape, at placement, rng *rand.Rand) *problem {
	t.Helper()
	random := func(n int) []float32 { return guarded(t, at, sparseNormal(rng, n)) }
	cells := s.height * s.width
	p := &problem{
		shape: s, at: at,
		x: random(s.rows * cells * s.in), w: random(s.size * s.size * s.in * s.out),
		dz: random(s.rows * cells * s.out), bias: random(s.out),
	}
	p.z, p.dx, p.dw = make([]float64, len(p.dz)), make([]float64, len(p.x)), make([]float64, len(p.w))
	for i := range p.z {
		p.z[i] = float64(p.bias[i%s.out])
	}
	s.eachTap(func(xi, wi, zi int) {
		p.z[zi] += float64(p.x[xi]) * float64(p.w[wi])
		p.dx[xi] += float64(p.dz[zi]) * float64(p.w[wi])
		p.dw[wi] += float64(p.dz[zi]) * float64(p.x[xi])
	})
	return p
}

// check computes everything with the implementation in use.
func (p *problem) check(t testing.TB) {
	t.Helper()
	s := p.shape
	compare(t, "output", p.applied(t, p.bias, 0), p.z)
	rectified := slices.Clone(p.z)
	for i := range rectified {
		rectified[i] = max(rectified[i], 0)
	}
	compare(t, "rectified output", p.applied(t, p.bias, Rectify), rectified)

	back := shape{s.rows, s.height, s.width, s.size, s.out, s.in}
	f := NewFilter(s.size, s.out, s.in)
	f.PackTransposed(p.w)
	dx := poisoned(t, p.at, len(p.x))
	back.filter(dx, f, p.dz, nil, 0)
	compare(t, "input gradient", dx, p.dx)

	g := NewWeightGradient(s.rows, s.height, s.width, s.size, s.in, s.out)
	dw := poisoned(t, p.at, len(p.w))
	for range 2 { // the second time with used scratch memory
		g.Compute(dw, p.x, p.dz)
		compare(t, "weight gradient", dw, p.dw)
	}
}

func (p *problem) applied(t testing.TB, bias []float32, mode Mode) []float32 {
	t.Helper()
	f := NewFilter(p.size, p.in, p.out)
	f.Pack(p.w, 1)
	out := poisoned(t, p.at, len(p.dz))
	p.filter(out, f, p.x, bias, mode)
	return out
}

// filter applies a filter to all positions.
func (s shape) filter(dst []float32, f *Filter, x, bias []float32, mode Mode) {
	cells := s.height * s.width
	list := NewSparse(s.height, s.width, s.in)
	for row := range s.rows {
		list.Fill(x[row*cells*s.in:])
		f.Apply(dst[row*cells*s.out:], list, bias, mode)
	}
}

func TestConvolutionAndGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range append(slices.Clone(shapes), everyBoard(rng)...) {
		t.Run(fmt.Sprintf("%+v", s), func(t *testing.T) {
			for at := range unaligned + 1 {
				p := newProblem(t, s, at, rng)
				for _, name := range Names() {
					t.Run(name, func(t *testing.T) {
						use(t, name)
						p.check(t)
					})
				}
			}
		})
	}
}

func FuzzConvolutionAndGradients(f *testing.F) {
	for _, s := range shapes {
		f.Add(uint8(s.rows), uint8(s.height), uint8(s.width), s.size == 3, uint8(s.in), uint8(s.out), uint64(1))
	}
	f.Fuzz(func(t *testing.T, rows, height, width uint8, window bool, in, out uint8, seed uint64) {
		s := shape{1 + int(rows%4), 1 + int(height%15), 1 + int(width%16), 1, 1 + int(in%50), 1 + int(out%50)}
		if window {
			s.size = 3
		}
		p := newProblem(t, s, placement(seed%3), rand.New(rand.NewPCG(seed, 1)))
		for _, name := range Names() {
			use(t, name)
			p.check(t)
		}
	})
}

func TestApplyAdds(t *testing.T) {
	for _, s := range []shape{{1, 3, 3, 3, 4, 5}, {1, 5, 5, 3, 24, 24}, {1, 7, 7, 1, 9, 33}, {1, 2, 15, 3, 3, 11}} {
		eachImplementation(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(2, 2))
			p := newProblem(t, s, atEnd, rng)
			dst := guarded(t, atEnd, sparseNormal(rng, len(p.dz)))
			want := make([]float64, len(dst))
			for i, v := range p.applied(t, nil, 0) {
				want[i] = max(0, float64(dst[i])+2*float64(v))
			}
			f := NewFilter(s.size, s.in, s.out)
			f.Pack(p.w, 2)
			s.filter(dst, f, p.x, nil, Add|Rectify)
			compare(t, "sum", dst, want)
		})
	}
}

// The same numbers must give the same bytes wherever they lie in memory and whatever is around them.
func TestResultsDoNotDependOnMemory(t *testing.T) {
	eachImplementation(t, func(t *testing.T) {
		for _, s := range shapes {
			var first [][]float32
			for at := range unaligned + 1 {
				rng := rand.New(rand.NewPCG(4, 4)) // the same each time
				p := newProblem(t, s, at, rng)
				dw := poisoned(t, at, len(p.w))
				NewWeightGradient(s.rows, s.height, s.width, s.size, s.in, s.out).Compute(dw, p.x, p.dz)
				got := [][]float32{p.applied(t, p.bias, Rectify), dw}
				if first == nil {
					first = got
				} else if !slices.Equal(got[0], first[0]) || !slices.Equal(got[1], first[1]) {
					t.Fatalf("%+v: the results depend on where the numbers lie", s)
				}
			}
		}
	})
}

func TestNothingInfiniteIsDropped(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	minusZero := float32(math.Copysign(0, -1))
	for v, want := range map[float32]int{0: 0, minusZero: 0, 1: 1, -1: 1, math.SmallestNonzeroFloat32: 1, inf: 1, -inf: 1} {
		if got := nonZero(v); got != want {
			t.Errorf("nonZero(%v) = %d, want %d", v, got, want)
		}
	}
	if nonZero(nan) != 1 {
		t.Error("nonZero(NaN) = 0, want 1")
	}
	eachImplementation(t, func(t *testing.T) {
		for _, out := range []int{1, 8, 16, 25} {
			p := newProblem(t, shape{1, 1, 1, 1, 1, out}, atEnd, rand.New(rand.NewPCG(1, 1)))
			p.x[0] = nan
			for i := range p.w {
				p.w[i] = 1
			}
			for i, v := range p.applied(t, nil, Rectify) {
				if v == v {
					t.Errorf("rectified NaN %d of %d is %v", i, out, v)
				}
			}
		}
	})
}

// A filter keeps a stranger's channels from being read as its own.
func TestApplyWantsItsChannels(t *testing.T) {
	eachImplementation(t, func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("a filter of 3 channels took 4")
			}
		}()
		list := NewSparse(1, 1, 4)
		list.Fill(make([]float32, 4))
		NewFilter(1, 3, 2).Apply(make([]float32, 2), list, nil, 0)
	})
}
