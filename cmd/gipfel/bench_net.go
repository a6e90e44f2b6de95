package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gipfel/internal/version"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/selfplay"
)

// netBenchHelp says what the benchmarks of nets have in common.
const netBenchHelp = `The net is an untrained one for --game, on a board of --board cells a side, or that of --model. What a net has learned
changes its speed with the kernels in plain Go alone, which leave out what is zero.

Operations are those of a dense implementation that leaves out the cells off the board, a multiplication and its addition
counted as two. The peak is what this machine can do at most, with the same kernels and as many threads: products and sums in
registers, without any memory. It is measured in between for a tenth of the time, so that whatever else runs here slows down both.`

// netBenchOptions are the flags of the benchmarks of nets.
type netBenchOptions struct {
	game, model             string
	board, channels, blocks int
	batch, threads          int
	precision               string
	repeat, seconds         int
	seed                    uint64
}

// benchGameName is the game whose nets are measured by default.
const benchGameName = "ataxx"

func netBenchFlags(c *cobra.Command, o *netBenchOptions, batch int) {
	gameFlag(c, &o.game, "the game whose planes and actions the net has (default: "+benchGameName+")")
	f := c.Flags()
	f.StringVar(&o.model, "model", "", "measure the net of this weights `file`, or of this run directory's champion")
	f.IntVar(&o.board, "board", 0, "side of the board in cells, 4 to 13; 0 = that of the game")
	f.IntVar(&o.channels, "channels", 64, "width of the residual tower")
	f.IntVar(&o.blocks, "blocks", 6, "residual blocks, two convolutions each")
	f.IntVarP(&o.batch, "batch", "b", batch, "positions computed at once")
	f.IntVarP(&o.threads, "threads", "t", 1, "threads; 0 = one a processor")
	f.StringVar(&o.precision, "precision", precisionFloat, precisionFloat+", or "+precisionBytes+" for quantized nets")
	f.IntVar(&o.repeat, "repeat", 5, "how often to measure")
	f.IntVar(&o.seconds, "seconds", 1, "seconds that each measurement takes")
	f.Uint64Var(&o.seed, "seed", 1, "of the untrained net and of the positions, which are random")
	for _, flag := range []string{"game", "board", "channels", "blocks"} {
		c.MarkFlagsMutuallyExclusive("model", flag)
	}
}

// check says which of the options is wrong, and fills in those that were left open.
func (o *netBenchOptions) check() error {
	if o.board != 0 {
		if err := checkRange("board", o.board, 4, 13); err != nil {
			return err
		}
	}
	if err := cmp.Or(
		checkRange("channels", o.channels, 1, 1024), checkRange("blocks", o.blocks, 1, 100),
		checkRange("batch", o.batch, 1, 65536), checkRange("threads", o.threads, 0, 1024),
		checkRange("repeat", o.repeat, 1, 1000), checkRange("seconds", o.seconds, 1, 3600),
	); err != nil {
		return err
	}
	if o.precision != precisionFloat && o.precision != precisionBytes {
		return &usageError{fmt.Errorf("--precision %q: want %s or %s", o.precision, precisionFloat, precisionBytes)}
	}
	if o.threads == 0 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	return nil
}

// weights returns the net to measure.
func (o *netBenchOptions) weights() (*nn.Weights, error) {
	if o.model != "" {
		player, err := parsePlayer(o.model, 1)
		if err != nil {
			return nil, err
		}
		if player.weights() == nil || len(player.options) > 0 {
			return nil, &usageError{fmt.Errorf("--model %s: want a weights file or a run directory", o.model)}
		}
		o.model = player.path
		return player.weights(), nil
	}
	g, err := gameNamed(cmp.Or(o.game, benchGameName))
	if err != nil {
		return nil, err
	}
	cfg := selfplay.DefaultConfig()
	cfg.Net.Channels, cfg.Net.Blocks = o.channels, o.blocks
	s := cfg.Spec(g)
	if o.board > 0 {
		s.Width, s.Height = o.board, o.board
	}
	if err := s.Validate(); err != nil {
		return nil, &usageError{err}
	}
	return nn.Init(s, o.seed)
}

// netBench is how fast a net is computed or trained. The names in JSON are relied on by scripts.
type netBench struct {
	Game           string `json:"game"`
	Model          string `json:"model"` // the file, or "untrained"
	Width          int    `json:"width"`
	Height         int    `json:"height"`
	InputPlanes    int    `json:"input_planes"`
	PolicyPlanes   int    `json:"policy_planes"`
	Channels       int    `json:"channels"`
	Blocks         int    `json:"blocks"`
	PoolEvery      int    `json:"pool_every"`
	PolicyChannels int    `json:"policy_channels"`
	ValueChannels  int    `json:"value_channels"`
	ValueHidden    int    `json:"value_hidden"`
	Parameters     int    `json:"parameters"`
	Batch          int    `json:"batch"`
	Threads        int    `json:"threads"`
	Precision      string `json:"precision"`
	Seconds        int    `json:"seconds"` // of each repetition
	Seed           uint64 `json:"seed"`

	// Runs are the positions a second of the repetitions, Minimum and Maximum the smallest and the largest of them.
	Runs    []float64 `json:"runs"`
	Minimum float64   `json:"minimum"`
	Maximum float64   `json:"maximum"`
	// Operations is the number of floating-point operations for a position, and GFLOPS how many billions of them a second
	// took, in the median of the repetitions.
	Operations float64 `json:"flops_per_position"`
	GFLOPS     float64 `json:"gflops"`
	// Peaks are the GFLOP/s that the machine reached at most, measured in between, and Peak is their median.
	Peaks         []float64 `json:"peak_runs"`
	Peak          float64   `json:"peak_gflops"`
	PercentOfPeak float64   `json:"percent_of_peak"`

	Machine string `json:"machine"`
	Kernels string `json:"kernels"`
	Build   string `json:"build"`
}

// newNetBench describes what is measured. The operations are those for a position.
func newNetBench(o *netBenchOptions, s nn.Spec, operations float64) netBench {
	return netBench{
		Game: s.Game, Model: cmp.Or(o.model, "untrained"), Width: s.Width, Height: s.Height,
		InputPlanes: s.InputPlanes, PolicyPlanes: s.PolicyPlanes, Channels: s.Channels, Blocks: s.Blocks, PoolEvery: s.PoolEvery,
		PolicyChannels: s.PolicyChannels, ValueChannels: s.ValueChannels, ValueHidden: s.ValueHidden, Parameters: s.Parameters(),
		Batch: o.batch, Threads: o.threads, Precision: o.precision, Seconds: o.seconds, Seed: o.seed,
		Operations: operations, Machine: version.Machine(), Kernels: native.Kernels(), Build: version.String(),
	}
}

// printNetBench writes the table. unit is what is counted, such as position; more are further lines.
func (a *app) printNetBench(r *netBench, title, unit string, more ...string) error {
	printf(a.stdout, "%s: %s, board of %d×%d, %s, %s, %s parameters; net: %s\n", title, r.Game, r.Width, r.Height,
		count(r.Channels, "channel", "channels"), count(r.Blocks, "block", "blocks"), thousands(float64(r.Parameters)), r.Model)
	printf(a.stdout, "batch: %d, threads: %d, %s, %s of %s\n\n", r.Batch, r.Threads, r.Precision,
		count(len(r.Runs), "repetition", "repetitions"), count(r.Seconds, "second", "seconds"))
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	printf(w, "\tmedian\tsmallest\tlargest\t\n")
	printf(w, "%ss a second\t%s\t%s\t%s\t\n", unit, thousands(median(r.Runs)), thousands(r.Minimum), thousands(r.Maximum))
	billions := r.Operations / 1e9
	printf(w, "GFLOP/s\t%.1f\t%.1f\t%.1f\t\n", r.GFLOPS, r.Minimum*billions, r.Maximum*billions)
	printf(w, "peak of the machine, GFLOP/s\t%.1f\t%.1f\t%.1f\t\n", r.Peak, slices.Min(r.Peaks), slices.Max(r.Peaks))
	printf(w, "percent of the peak\t%.1f\t\t\t\n", r.PercentOfPeak)
	if err := w.Flush(); err != nil {
		return err
	}
	printf(a.stdout, "\n%.2f million operations a %s\n", r.Operations/1e6, unit)
	if r.Kernels == "go" {
		more = append(more, "these kernels leave out what is zero, so that more operations are counted than are done")
	}
	for _, line := range more {
		printf(a.stdout, "%s\n", line)
	}
	printf(a.stdout, "machine: %s; kernels: %s; build: %s\n", r.Machine, r.Kernels, r.Build)
	return nil
}
