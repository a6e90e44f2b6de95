package native_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/nn/native/kernel"
)

// BenchmarkPredict counts the operations that a dense implementation would do with a border of zeros (nn.Spec.FLOPs).
func BenchmarkPredict(b *testing.B) {
	for _, s := range []nn.Spec{
		{Width: 5, Height: 5, InputPlanes: 12, PolicyPlanes: 2, Channels: 24, Blocks: 2},
		{Width: 7, Height: 7, InputPlanes: 12, PolicyPlanes: 17, ExtraActions: 1, Channels: 32, Blocks: 3},
		{Width: 7, Height: 7, InputPlanes: 12, PolicyPlanes: 17, ExtraActions: 1, Channels: 64, Blocks: 6},
		{Width: 9, Height: 9, InputPlanes: 20, PolicyPlanes: 6, Channels: 64, Blocks: 6},
		{Width: 13, Height: 13, InputPlanes: 12, PolicyPlanes: 17, ExtraActions: 1, Channels: 64, Blocks: 6},
	} {
		s.Game, s.Players, s.PoolEvery = "benchmark", 2, 2
		s.PolicyChannels, s.ValueChannels, s.ValueHidden = s.Channels, 16, 32
		for _, n := range []int{1, 64} {
			for _, name := range kernel.Names() {
				for _, precision := range []string{"fp32", "int8"} {
					b.Run(fmt.Sprintf("%dx%d-%dch-%db/batch%d/%s/%s", s.Width, s.Height, s.Channels, s.Blocks, n, precision, name),
						func(b *testing.B) {
							use(b, name)
							benchmarkPredict(b, s, n, precision)
						})
				}
			}
		}
	}
}

func benchmarkPredict(b *testing.B, s nn.Spec, n int, precision string) {
	w, err := nn.Init(s, 1)
	if err != nil {
		b.Fatal(err)
	}
	in := binaryInputs(s, n, rand.New(rand.NewPCG(1, 2)))
	e, err := native.New(w)
	if precision == "int8" {
		var q *nn.Quantized
		if q, err = native.Quantize(b.Context(), w, in); err == nil {
			e, err = native.NewQuantized(q)
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	out := nn.NewOutputs(s, n)
	for b.Loop() {
		if err := e.Predict(n, in, out); err != nil {
			b.Fatal(err)
		}
	}
	rows := float64(n*b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rows, "positions/s")
	b.ReportMetric(rows*s.FLOPs()/1e9, "GFLOP/s")
}
