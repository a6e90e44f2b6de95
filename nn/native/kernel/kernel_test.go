package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// shape is a convolution of a batch.
type shape struct{ rows, height, width, size, in, out int }

var shapes = []shape{
	{1, 1, 1, 1, 1, 1}, {3, 1, 1, 1, 48, 17}, {2, 5, 5, 3, 24, 24}, {3, 7, 7, 3, 3, 32}, {2, 9, 9, 3, 10, 9},
	{2, 3, 4, 3, 5, 7}, {1, 1, 6, 3, 4, 8}, {2, 5, 5, 1, 16, 3}, {1, 2, 2, 3, 2, 16},
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

func compare(t *testing.T, what string, got []float32, want []float64) {
	t.Helper()
	for i, v := range want {
		if d := math.Abs(float64(got[i]) - v); !(d <= 2e-5*max(1, math.Abs(v))) {
			t.Fatalf("%s %d: got %v, want %v", what, i, got[i], v)
		}
	}
}

func TestConvolutionAndGradients(t *testing.T) {
	for _, s := range shapes {
		t.Run(fmt.Sprintf("%+v", s), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, uint64(s.in)))
			cells := s.height * s.width
			x := sparseNormal(rng, s.rows*cells*s.in)
			w := sparseNormal(rng, s.size*s.size*s.in*s.out)
			dz := sparseNormal(rng, s.rows*cells*s.out)
			bias := sparseNormal(rng, s.out)

			z, dx, dw := make([]float64, len(dz)), make([]float64, len(x)), make([]float64, len(w))
			for i := range z {
				z[i] = float64(bias[i%s.out])
			}
			s.eachTap(func(xi, wi, zi int) {
				z[zi] += float64(x[xi]) * float64(w[wi])
				dx[xi] += float64(dz[zi]) * float64(w[wi])
				dw[wi] += float64(dz[zi]) * float64(x[xi])
			})

			compare(t, "output", applied(s, x, w, bias, 0), z)
			for i := range z {
				z[i] = max(z[i], 0)
			}
			compare(t, "rectified output", applied(s, x, w, bias, Rectify), z)

			back := shape{s.rows, s.height, s.width, s.size, s.out, s.in}
			f := NewFilter(s.size, s.out, s.in)
			f.PackTransposed(w)
			compare(t, "input gradient", back.filtered(f, dz, nil, 0), dx)

			g := NewWeightGradient(s.rows, s.height, s.width, s.size, s.in, s.out)
			got := make([]float32, len(w))
			for range 2 { // the second time with used scratch memory
				g.Compute(got, x, dz)
				compare(t, "weight gradient", got, dw)
			}
		})
	}
}

func applied(s shape, x, w, bias []float32, mode Mode) []float32 {
	f := NewFilter(s.size, s.in, s.out)
	f.Pack(w, 1)
	return s.filtered(f, x, bias, mode)
}

// filtered applies a filter to all positions.
func (s shape) filtered(f *Filter, x, bias []float32, mode Mode) []float32 {
	cells := s.height * s.width
	list := NewSparse(s.height, s.width, s.in)
	out := make([]float32, s.rows*cells*s.out)
	for row := range s.rows {
		list.Fill(x[row*cells*s.in:])
		f.Apply(out[row*cells*s.out:], list, bias, mode)
	}
	return out
}

func TestApplyAdds(t *testing.T) {
	s := shape{1, 3, 3, 3, 4, 5}
	rng := rand.New(rand.NewPCG(2, 2))
	x, w := sparseNormal(rng, 9*s.in), sparseNormal(rng, 9*s.in*s.out)
	f := NewFilter(3, s.in, s.out)
	f.Pack(w, 2)
	list := NewSparse(3, 3, s.in)
	list.Fill(x)
	dst := sparseNormal(rng, 9*s.out)
	want := make([]float64, len(dst))
	for i, v := range applied(s, x, w, nil, 0) {
		want[i] = max(0, float64(dst[i])+2*float64(v))
	}
	f.Apply(dst, list, nil, Add|Rectify)
	compare(t, "sum", dst, want)
}

func TestNothingInfiniteIsDropped(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for v, want := range map[float32]int{0: 0, float32(math.Copysign(0, -1)): 0, 1: 1, -1: 1, math.SmallestNonzeroFloat32: 1, inf: 1, -inf: 1} {
		if got := nonZero(v); got != want {
			t.Errorf("nonZero(%v) = %d, want %d", v, got, want)
		}
	}
	if nonZero(nan) != 1 {
		t.Error("nonZero(NaN) = 0, want 1")
	}
	if got := applied(shape{1, 1, 1, 1, 1, 1}, []float32{nan}, []float32{1}, nil, Rectify); got[0] == got[0] {
		t.Errorf("a rectified NaN is %v", got[0])
	}
}

func TestPool(t *testing.T) {
	x := []float32{1, -5, 3, -2, 3, -2} // three cells, two channels
	got, at := make([]float32, 4), make([]int32, 2)
	Pool(got, at, x, 2)
	compare(t, "pooled", got, []float64{7. / 3, -3, 3, -2})
	if at[0] != 1 || at[1] != 1 {
		t.Errorf("the maxima are at %v, want [1 1]", at)
	}
	dx := make([]float32, len(x))
	PoolGradient(dx, at, []float32{3, 6, 10, 20}, 2)
	compare(t, "gradient", dx, []float64{1, 2, 11, 22, 1, 2})
}

func TestMask(t *testing.T) {
	got := make([]float32, 4)
	Mask(got, []float32{0, 2, 0, 1}, []float32{1, 2, float32(math.NaN()), -3})
	compare(t, "masked", got, []float64{0, 2, 0, -3})
}

// BenchmarkConvolution measures the operations that a dense implementation would do, for half and for no zeros.
func BenchmarkConvolution(b *testing.B) {
	for _, size := range [][2]int{{5, 24}, {7, 32}, {9, 64}} {
		for _, zeros := range []int{0, 2} {
			side, channels := size[0], size[1]
			rng := rand.New(rand.NewPCG(3, 3))
			x := make([]float32, side*side*channels)
			for i := range x {
				if zeros == 0 || rng.IntN(zeros) == 0 {
					x[i] = rng.Float32()
				}
			}
			w := sparseNormal(rng, 9*channels*channels)
			f := NewFilter(3, channels, channels)
			f.Pack(w, 1)
			list, dst := NewSparse(side, side, channels), make([]float32, len(x))
			g := NewWeightGradient(1, side, side, 3, channels, channels)
			density := map[int]string{0: "dense", 2: "half"}[zeros]
			flops := 2 * 9 * float64(len(x)*channels)
			measure := func(name string, f func()) {
				b.Run(fmt.Sprintf("%s/%dx%d-%dch-%s", name, side, side, channels, density), func(b *testing.B) {
					for b.Loop() {
						f()
					}
					b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				})
			}
			measure("forward", func() { list.Fill(x); f.Apply(dst, list, nil, Rectify) })
			measure("weights", func() { g.Compute(w, x, x) })
		}
	}
}
