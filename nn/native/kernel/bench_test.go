package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkConvolution measures the operations that a dense implementation would do with a border of zeros, for half and for no
// zeros.
func BenchmarkConvolution(b *testing.B) {
	for _, size := range [][2]int{{5, 24}, {7, 32}, {7, 64}, {9, 64}} {
		for _, density := range []string{"dense", "half"} {
			for _, name := range Names() {
				side, channels := size[0], size[1]
				b.Run(fmt.Sprintf("%dx%d-%dch-%s/%s", side, side, channels, density, name), func(b *testing.B) {
					use(b, name)
					benchmarkConvolution(b, side, channels, density == "half")
				})
			}
		}
	}
}

func benchmarkConvolution(b *testing.B, side, channels int, zeros bool) {
	const rows = 16
	rng := rand.New(rand.NewPCG(3, 3))
	x := make([]float32, rows*side*side*channels)
	for i := range x {
		if !zeros || rng.IntN(2) == 0 {
			x[i] = rng.Float32()
		}
	}
	w, dst := sparseNormal(rng, 9*channels*channels), make([]float32, len(x))
	f := NewFilter(3, channels, channels)
	f.Pack(w, 1)
	g := NewWeightGradient(rows, side, side, 3, channels, channels)
	s := shape{rows, side, side, 3, channels, channels}
	flops := 2 * 9 * float64(len(x)*channels)
	measure := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
	measure("forward", func() { s.filter(dst, f, x, nil, Rectify) })
	measure("weights", func() { g.Compute(w, x, x) })
}

// BenchmarkQuantizedConvolution counts operations as BenchmarkConvolution does.
func BenchmarkQuantizedConvolution(b *testing.B) {
	for _, size := range [][2]int{{5, 24}, {7, 32}, {7, 64}, {9, 64}, {13, 64}} {
		for _, name := range Names() {
			b.Run(fmt.Sprintf("%dx%d-%dch/%s", size[0], size[0], size[1], name), func(b *testing.B) {
				use(b, name)
				rng := rand.New(rand.NewPCG(3, 3))
				p := newQuantizedProblem(shape{1, size[0], size[0], 3, size[1], size[1]}, rng)
				x, to := NewQuantized(p.height, p.width, p.in), NewQuantized(p.height, p.width, p.out)
				copy(x.steps, p.steps)
				f := NewQuantizedFilter(p.width, 3, p.in, p.out)
				f.Pack(p.weights, p.scale)
				for b.Loop() {
					f.Apply(QuantizedOutput{Steps: to, PerUnit: 30}, x, p.bias)
				}
				operations := 2 * 9 * float64(len(p.sums)*p.in)
				b.ReportMetric(operations*float64(b.N)/b.Elapsed().Seconds()/1e9, "GOP/s")
			})
		}
	}
}

func BenchmarkPeak(b *testing.B) {
	for _, name := range Names() {
		for kind, f := range map[string]func() float64{"float": Peak, "quantized": PeakQuantized} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				use(b, name)
				var operations float64
				for b.Loop() {
					operations += f()
				}
				b.ReportMetric(operations/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
