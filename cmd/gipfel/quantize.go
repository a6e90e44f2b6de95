package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/selfplay"
	"gipfel/selfplay/arena"
)

// maxFitting is the most positions that numbers are fitted to. They are kept in memory; that many are far more than are of use.
const maxFitting = 20_000

// quantizeOptions are the flags of gipfel quantize.
type quantizeOptions struct {
	out                string
	shards             []string
	positions, judging int
	games, simulations int
	seed               uint64
}

func newQuantize(a *app) *cobra.Command {
	var o quantizeOptions
	c := &cobra.Command{
		Use:   "quantize MODEL --out FILE",
		Short: "Make a net that computes in whole numbers, several times as fast",
		Long: `Make a net whose convolutions compute with whole numbers of 8 bits, which takes a processor a fraction of the time, and say how
much it differs from the net that it was made from. MODEL is a weights file, or a run directory for its champion. The new file can
be used wherever a net plays; it cannot be trained.

The positions that the numbers are fitted to are drawn from games of self-play, those of the run unless --shards names others. The
two nets are then compared on positions of other games, in speed, and in a match with equal numbers of simulations.`,
		Example: `  gipfel quantize runs/ataxx --out ataxx.int8
  gipfel quantize champion.weights --shards runs/ataxx/shards --out champion.int8 --games 1000 --simulations 100`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := errors.Join(
				checkRange("positions", o.positions, 1, maxFitting), checkRange("judging", o.judging, 1, 10_000_000),
				checkRange("games", o.games, 0, 10_000_000), checkRange("simulations", o.simulations, 1, 1_000_000),
			); err != nil {
				return err
			}
			r, err := a.quantize(c.Context(), args[0], o)
			if r == nil {
				return err
			}
			return errors.Join(err, a.printQuantized(r))
		},
	}
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "", "the `file` to write")
	f.StringSliceVar(&o.shards, "shards", nil, "the games to draw positions from: shards, or `folders` of them (default: those of the run)")
	f.IntVar(&o.positions, "positions", 1024, "positions that the numbers are fitted to")
	f.IntVar(&o.judging, "judging", 5000, "positions that the nets are compared on")
	f.IntVarP(&o.games, "games", "n", 200, "games that the nets play against each other, rounded up to whole pairs; 0 = none")
	f.IntVarP(&o.simulations, "simulations", "s", 64, "simulations a move in these games")
	f.Uint64Var(&o.seed, "seed", 1, "everything random follows from it")
	must(c.MarkFlagRequired("out"))
	return c
}

// quantized is the result of gipfel quantize.
type quantized struct {
	Model     string             `json:"model"`
	Out       string             `json:"out"`
	Game      string             `json:"game"`
	Bytes     int64              `json:"bytes"`
	FullBytes int64              `json:"full_bytes"` // of the file that it was made from
	Positions int                `json:"positions"`  // that the numbers were fitted to
	Agreement selfplay.Agreement `json:"agreement"`
	Speed     speedup            `json:"speed"`
	Match     *arena.Result      `json:"match,omitempty"`
}

// quantize does what the command is for. A result comes with an error where only the match has failed.
func (a *app) quantize(ctx context.Context, model string, o quantizeOptions) (*quantized, error) {
	player, err := parsePlayer(model, o.simulations)
	if err != nil {
		return nil, err
	}
	if player.weights() == nil || len(player.options) > 0 {
		return nil, &usageError{fmt.Errorf("%s: want a weights file or a run directory, without options", model)}
	}
	g, err := gameOf("", player)
	if err != nil {
		return nil, err
	}
	if err := checkQuantizedOut(o.out); err != nil {
		return nil, err
	}
	shards := o.shards
	if len(shards) == 0 {
		if stat, err := os.Stat(model); err != nil || !stat.IsDir() {
			return nil, &usageError{errors.New("--shards is needed, since a weights file does not say with which games to fit the numbers")}
		}
		shards = []string{filepath.Join(model, "shards")}
	}
	if shards, err = shardFiles(shards); err != nil {
		return nil, err
	}
	fitting, judging, err := selfplay.ReadPositions(ctx, g, shards, o.seed)
	if err != nil {
		return nil, err
	}
	inputs, err := fitting.Inputs(ctx, o.positions)
	if err != nil {
		return nil, err
	}
	q, err := native.Quantize(ctx, player.weights(), inputs)
	if err != nil {
		return nil, err
	}
	if err := q.Save(o.out); err != nil {
		return nil, err
	}
	r := &quantized{Model: player.path, Out: o.out, Game: g.Name, Positions: o.positions}
	for path, size := range map[string]*int64{player.path: &r.FullBytes, o.out: &r.Bytes} {
		stat, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		*size = stat.Size()
	}
	if err := r.compare(ctx, player.weights(), q, judging, o.judging); err != nil {
		return nil, err
	}
	return r, a.playQuantized(ctx, g, r, player.weights(), q, o)
}

// checkQuantizedOut refuses a file that a quantized net would destroy, since it is none.
func checkQuantizedOut(path string) error {
	if path == "" {
		return &usageError{errors.New("--out: want the name of a file")}
	}
	stat, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("--out: %w", err)
	case !stat.Mode().IsRegular():
		return &usageError{fmt.Errorf("--out %s: it is there, and is no file that could be replaced", path)}
	}
	is, err := nn.IsQuantizedFile(path)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if !is {
		return &usageError{fmt.Errorf("--out %s: it is there, and is no quantized net; it would be lost", path)}
	}
	return nil
}

// compare compares the nets on so many positions.
func (r *quantized) compare(ctx context.Context, w *nn.Weights, q *nn.Quantized, judging *selfplay.Positions, positions int) error {
	full, err := native.New(w)
	if err != nil {
		return err
	}
	small, err := native.NewQuantized(q)
	if err != nil {
		return err
	}
	all := selfplay.NewAgreements(full, small)
	var some []float32 // the last positions
	if err := judging.Each(ctx, positions, func(b *nn.Batch) error {
		some = append(some[:0], b.Inputs...)
		return all.Add(b)
	}); err != nil {
		return err
	}
	r.Agreement = all.Agreement()
	r.Speed, err = compareSpeed(ctx, small, full, some)
	return err
}

// playQuantized lets the two nets play each other.
func (a *app) playQuantized(ctx context.Context, g *game.Game, r *quantized, w *nn.Weights, q *nn.Quantized, o quantizeOptions) error {
	if o.games == 0 {
		return nil
	}
	settings := selfplay.MatchSettings(g, o.simulations, true, 0)
	var err error
	r.Match, err = a.match(ctx, g, arena.Settings{
		Pairs: arena.PairsFor(g, o.games), Seed: o.seed, OpeningMax: quantizeOpening,
		Lanes: runtime.GOMAXPROCS(0), Slots: 32,
	},
		arena.Net(g, "int8", func() (nn.Model, error) { return native.NewQuantized(q) }, settings),
		arena.Net(g, "fp32", func() (nn.Model, error) { return native.New(w) }, settings))
	return err
}

// quantizeOpening is the most random moves that a pair of games between the nets begins with: enough that few games are repeated.
const quantizeOpening = 6

// printQuantized writes the result.
func (a *app) printQuantized(r *quantized) error {
	if a.json {
		if r.Match != nil {
			r.Match.Games, r.Match.Uncounted = nil, nil
		}
		return a.writeJSON(r)
	}
	var b strings.Builder
	g := r.Agreement
	fmt.Fprintf(&b, "Made from %s, with the numbers fitted to %d positions; on %d positions of other games:\n", r.Model, r.Positions, g.Positions)
	fmt.Fprintf(&b, "  same best move  %s of the positions, by the policies alone (95%% interval)\n", g.SameMove.Percent())
	fmt.Fprintf(&b, "  value error     %.4f on average, %.3f at most; values go from -1 to 1\n", g.ValueError, g.LargestValueError)
	fmt.Fprintf(&b, "  divergence      %.2g nats between the policies, on average\n", g.Divergence)
	s := r.Speed
	fmt.Fprintf(&b, "  speed           %.0f positions/s, before %.0f: %.2f times as fast (%.2f–%.2f), one thread, kernels %s\n",
		s.First, s.Second, s.Ratio, s.RatioLow, s.RatioTop, s.Kernels)
	fmt.Fprintf(&b, "  file            %d bytes, before %d\n", r.Bytes, r.FullBytes)
	if r.Match != nil {
		fmt.Fprintf(&b, "\n%s", r.Match.Summary())
	}
	fmt.Fprintf(&b, "Quantized net: in %s\n", r.Out)
	printf(a.stdout, "%s", b.String())
	return nil
}
