package main

import (
	"errors"

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
