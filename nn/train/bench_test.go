package train_test

import (
	"fmt"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/train"
)

func BenchmarkStep(b *testing.B) {
	for _, s := range []nn.Spec{
		{Width: 5, Height: 5, InputPlanes: 12, PolicyPlanes: 2, Channels: 24, Blocks: 2},
		{Width: 7, Height: 7, InputPlanes: 12, PolicyPlanes: 17, ExtraActions: 1, Channels: 32, Blocks: 3},
		{Width: 7, Height: 7, InputPlanes: 12, PolicyPlanes: 17, ExtraActions: 1, Channels: 64, Blocks: 6},
	} {
		s.Game, s.Players, s.PoolEvery = "benchmark", 2, 2
		s.PolicyChannels, s.ValueChannels, s.ValueHidden = s.Channels, 16, 32
		for _, threads := range []int{1, 2} {
			for _, size := range []int{128, 256} {
				name := fmt.Sprintf("%dx%d-%dch-%db/batch%d/threads%d", s.Width, s.Height, s.Channels, s.Blocks, size, threads)
				b.Run(name, func(b *testing.B) { benchmarkStep(b, s, size, threads) })
				s.Heads = reference.AllHeads
				b.Run(name+"-heads", func(b *testing.B) { benchmarkStep(b, s, size, threads) })
				s.Heads = nn.Heads{}
			}
		}
	}
}

func benchmarkStep(b *testing.B, s nn.Spec, size, threads int) {
	w, err := nn.Init(s, 1)
	if err != nil {
		b.Fatal(err)
	}
	cfg := train.DefaultConfig()
	cfg.Batch, cfg.Threads = size, threads
	t, err := train.New(w, cfg)
	if err != nil {
		b.Fatal(err)
	}
	batch := reference.RandomBatch(s, size, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := t.Step(batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size*b.N)/b.Elapsed().Seconds(), "samples/s")
}
