package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"gipfel/nn/onnx"
)

func newExport(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "export",
		Short:   "Write nets in formats of other programs",
		Long:    `Write nets in formats of other programs: a browser, Python, another engine.`,
		Example: `  gipfel export onnx --model runs/atimo-5x5-demo --out atimo-5x5-onnx`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return &usageError{errors.New("a subcommand is needed: onnx")}
		},
	}
	c.AddCommand(newExportONNX(a))
	return c
}

// maxExportPositions is the most positions of an export. They are kept in memory.
const maxExportPositions = 20_000

// exportOptions are the flags of gipfel export onnx.
type exportOptions struct {
	model, out       string
	positions, check int
	seed             uint64
}

func newExportONNX(a *app) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "onnx --model NET --out FOLDER",
		Short: "Write a net as an ONNX file, with all that a front-end needs to know",
		Long: `Write a net as an ONNX file, with all that a front-end needs to know, into a folder that is new or empty:

  model.onnx    the net
  README.md     how to use it: what goes in, what comes out, an example
  card.json     the same for programs, with checksums
  example.json  a few positions with inputs and outputs, for a front-end to test itself with
  check.bin     with --check-positions: as many positions with inputs and outputs; check.json says how to read it

The file is read again and compared with the net that plays, on positions of random games in batches of 1, 2, 17 and 64. If
they differ, nothing is left in the folder.`,
		Example: `  gipfel export onnx --model runs/atimo-5x5-demo --out atimo-5x5-onnx
  gipfel export onnx --model champion.weights --out export --positions 1000 --seed 7 --json
  gipfel export onnx --model champion.weights --out export --check-positions 1000`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := cmp.Or(
				checkRange("positions", o.positions, onnx.MinPositions, maxExportPositions),
				checkRange("check-positions", o.check, 0, maxExportPositions),
			); err != nil {
				return err
			}
			r, err := a.exportONNX(c.Context(), o)
			if err != nil {
				return err
			}
			return a.printExport(r)
		},
	}
	f := c.Flags()
	f.StringVar(&o.model, "model", "", "the net: a weights `file`, or a run directory for its champion")
	f.StringVarP(&o.out, "out", "o", "", "write into this `folder`, which must be new or empty")
	f.IntVar(&o.positions, "positions", 128, "positions on which the file is compared with the net")
	f.IntVar(&o.check, "check-positions", 0, "positions to write into check.bin")
	f.Uint64Var(&o.seed, "seed", 1, "of the games that the positions come from")
	must(c.MarkFlagRequired("model"))
	must(c.MarkFlagRequired("out"))
	return c
}
