package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gipfel/nn"
	"gipfel/nn/native"
)

// speedup compares the speeds of two nets in positions a second, one thread, one position at a time.
type speedup struct {
	Kernels  string  `json:"kernels"`
	First    float64 `json:"first_positions_per_second"`
	Second   float64 `json:"second_positions_per_second"`
	Ratio    float64 `json:"ratio"`
	RatioLow float64 `json:"ratio_low"` // the smallest of the repetitions
	RatioTop float64 `json:"ratio_high"`
}

// How the speeds are compared: in turn, so that whatever else the machine does slows both down.
const (
	speedRounds = 9
	speedTime   = 50 * time.Millisecond // of each net in each round
)

// compareSpeed measures how fast two nets evaluate encoded positions.
func compareSpeed(ctx context.Context, first, second nn.Model, inputs []float32) (speedup, error) {
	var speeds [2][]float64
	var ratios []float64
	for range speedRounds {
		if err := ctx.Err(); err != nil {
			return speedup{}, fmt.Errorf("measure the speed: %w", err)
		}
		for i, m := range []nn.Model{first, second} {
			speed, err := positionsPerSecond(m, inputs)
			if err != nil {
				return speedup{}, err
			}
			speeds[i] = append(speeds[i], speed)
		}
		ratios = append(ratios, speeds[0][len(ratios)]/speeds[1][len(ratios)])
	}
	return speedup{
		Kernels: native.Kernels(), First: median(speeds[0]), Second: median(speeds[1]),
		Ratio: median(ratios), RatioLow: slices.Min(ratios), RatioTop: slices.Max(ratios),
	}, nil
}

func positionsPerSecond(m nn.Model, inputs []float32) (float64, error) {
	s := m.Spec()
	size := s.InputSize()
	rows := len(inputs) / size
	out, n := nn.NewOutputs(s, 1), 0
	for began := time.Now(); ; n++ {
		if passed := time.Since(began); passed >= speedTime {
			return float64(n) / passed.Seconds(), nil
		}
		row := n % rows
		if err := m.Predict(1, inputs[row*size:(row+1)*size], out); err != nil {
			return 0, err
		}
	}
}
