package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

func newBench(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine is",
		Long: `Measure how fast this machine is. What is measured is repeated, and the median is reported with the smallest and the largest value,
since a machine is seldom at rest.`,
		Example: `  gipfel bench search --game ataxx --simulations 800
  gipfel bench predict --board 7 --channels 64 --blocks 6
  gipfel bench train --board 7 --channels 64 --blocks 6 --threads 2`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return &usageError{errors.New("a subcommand is needed: search, predict or train")}
		},
	}
	c.AddCommand(newBenchSearch(a), newBenchPredict(a), newBenchTrain(a))
	return c
}

// median returns the middle of some values, or the mean of the middle two.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// thousands writes a large number with a comma before every third digit: "1,234,567".
func thousands(x float64) string {
	text := fmt.Sprintf("%.0f", x)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
