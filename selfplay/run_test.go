package selfplay

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gipfel/internal/progress"
	"gipfel/nn"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/shard"
)

// smallConfig is a run that takes a second or so.
func smallConfig() Config {
	c := DefaultConfig()
	c.Game = "atimo-5x5"
	c.Seed = 7
	c.Iterations = 2
	c.Lanes = 2
	c.Net = NetConfig{Channels: 8, Blocks: 1, PoolEvery: 1, PolicyChannels: 8, ValueChannels: 8, ValueHidden: 8}
	c.SelfPlay.Games, c.SelfPlay.GamesInFlight, c.SelfPlay.ShardGames = 10, 4, 3
	c.SelfPlay.Simulations, c.SelfPlay.FastSimulations = 16, 6
	c.SelfPlay.SurpriseWeight = 0.5 // weights that are no whole numbers
	c.Replay.Base = 100             // a window that has to drop games
	c.Train.Batch, c.Train.Reuse, c.Train.MinimumSamples = 16, 0.5, 1
	c.Gate.Games, c.Gate.MinimumGames, c.Gate.Simulations = 4, 2, 4
	c.Evaluation.Games, c.Evaluation.Simulations = 4, 4
	return c
}

func open(t *testing.T, dir string, c Config) *Run {
	t.Helper()
	r, err := tryOpen(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func tryOpen(dir string, c Config) (*Run, error) {
	return Open(context.Background(), dir, c, Options{
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: progress.Silent,
		Model: func(w *nn.Weights) (nn.Model, error) { return hashModel{w.Spec}, nil },
	})
}

// shardBytes returns the content of every shard of a run, by name.
func shardBytes(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(filepath.Join(dir, "shards"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, "shards", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

// The games must follow from the seed alone: not from how they are spread over lanes or how many are in flight.
func TestShardsDoNotDependOnLanes(t *testing.T) {
	gumbel := func(c *Config) {
		c.Search.Algorithm, c.Search.GumbelMoves, c.SelfPlay.SurpriseWeight = algorithmGumbel, 8, 0.5
	}
	forced := func(c *Config) { c.Search.ForcedPlayouts, c.Search.NoiseShape, c.SelfPlay.SurpriseWeight = 2, 0.5, 0.5 }
	for _, kind := range []struct {
		name, game string
		change     func(*Config)
	}{
		{"two seats", "atimo-5x5", func(*Config) {}},
		{"four seats", "atimo-9x9-4p", func(*Config) {}},
		{"another game", "ataxx", func(*Config) {}},
		{"gumbel", "atimo-5x5", gumbel},
		{"forced playouts", "ataxx-4x4", forced},
	} {
		t.Run(kind.name, func(t *testing.T) {
			var want map[string]string
			for _, with := range []struct{ lanes, inFlight int }{{1, 1}, {1, 4}, {2, 3}, {3, 16}} {
				c := smallConfig()
				c.Game, c.Lanes, c.SelfPlay.GamesInFlight = kind.game, with.lanes, with.inFlight
				kind.change(&c)
				dir := t.TempDir()
				r := open(t, dir, c)
				if err := r.selfPlay(context.Background(), 1); err != nil {
					t.Fatal(err)
				}
				got := shardBytes(t, dir)
				if len(got) != 4 {
					t.Fatalf("%d shards, want 4: ten games of three a shard", len(got))
				}
				if want == nil {
					want = got
				}
				for file := range want {
					if got[file] != want[file] {
						t.Errorf("%d lanes with %d games each: %s differs from the one of a single game at a time",
							with.lanes, with.inFlight, file)
					}
				}
			}
		})
	}
}

func TestGamesDifferAndReplay(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir, smallConfig())
	if err := r.selfPlay(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	seen := map[string]uint64{}
	number := uint64(0)
	for _, first := range []uint64{0, 3, 6, 9} {
		header, records, err := shard.ReadAll(filepath.Join(dir, shardPath(first)))
		if err != nil {
			t.Fatal(err)
		}
		if header.Seed != 7 || header.Game != "atimo-5x5" {
			t.Errorf("header %+v", header)
		}
		for _, record := range records {
			if record.Number != number {
				t.Errorf("game %d stands where %d belongs", record.Number, number)
			}
			number++
			if err := record.Check(r.game); err != nil {
				t.Error(err)
			}
			var moves strings.Builder
			full := 0
			for _, p := range record.Plies {
				moves.WriteString(" ")
				moves.WriteRune(rune(p.Action))
				if p.Full {
					full++
				}
			}
			if other, twice := seen[moves.String()]; twice {
				t.Errorf("games %d and %d are the same", other, record.Number)
			}
			seen[moves.String()] = record.Number
		}
	}
	if number != 10 {
		t.Errorf("%d games, want 10", number)
	}
}

// Stopping at any point and going on must give what an uninterrupted run gives.
func TestInterruptedRunEqualsUninterrupted(t *testing.T) {
	c := smallConfig()
	whole := t.TempDir()
	r := open(t, whole, c)
	if err := r.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	pieces := t.TempDir()
	for attempt := 1; ; attempt++ {
		r, err := tryOpen(pieces, c)
		if err != nil {
			t.Fatal(err)
		}
		// Cancelled after ever more evaluations, so that the run stops everywhere.
		ctx, cancel := context.WithCancel(context.Background())
		r.model = func(w *nn.Weights) (nn.Model, error) {
			return &cancellingModel{hashModel{w.Spec}, 40 * attempt, cancel}, nil
		}
		err = r.Loop(ctx)
		cancel()
		if closing := r.Close(); closing != nil {
			t.Fatal(closing)
		}
		if err == nil {
			if attempt < 4 {
				t.Errorf("the run was interrupted only %d times", attempt-1)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(shardBytes(t, whole), shardBytes(t, pieces)); diff != "" {
		t.Error("the shards differ")
	}
	for iteration := range c.Iterations + 1 {
		a, err := os.ReadFile(filepath.Join(whole, checkpointPath(iteration, "weights")))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(pieces, checkpointPath(iteration, "weights")))
		if err != nil {
			t.Fatal(err)
		}
		if string(a) != string(b) {
			t.Errorf("the weights of iteration %d differ", iteration)
		}
	}
}

type cancellingModel struct {
	hashModel
	left   int
	cancel func()
}

func (m *cancellingModel) Predict(n int, in []float32, out nn.Outputs) error {
	if m.left--; m.left <= 0 {
		m.cancel()
	}
	return m.hashModel.Predict(n, in, out)
}

func TestRunDirectoryOfAnotherRun(t *testing.T) {
	dir := t.TempDir()
	r, err := tryOpen(dir, smallConfig())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		change func(*Config)
		want   []string
	}{
		{func(c *Config) { c.Game = "ataxx" }, []string{`game is "atimo-5x5", not "ataxx"`, "run.yaml"}},
		{func(c *Config) { c.Seed = 8 }, []string{`seed is "7", not "8"`}},
		{func(c *Config) { c.Net.Channels = 16 }, []string{"net is", "channels 8", "channels 16"}},
		{func(c *Config) { c.SelfPlay.Games = 11 }, []string{`games of an iteration is "10", not "11"`}},
	} {
		c := smallConfig()
		test.change(&c)
		_, err := tryOpen(dir, c)
		if err == nil {
			t.Errorf("opened, want an error with %q", test.want)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %q lacks %q", err, want)
			}
		}
	}
	c := smallConfig()
	c.Iterations, c.Lanes, c.Gate.Games = 9, 1, 8 // what may change
	open(t, dir, c)
}

func TestTwoProcessesOnOneRun(t *testing.T) {
	dir := t.TempDir()
	open(t, dir, smallConfig())
	if _, err := tryOpen(dir, smallConfig()); err == nil || !strings.Contains(err.Error(), "in use by process") {
		t.Errorf("second opening: %v, want an error that names the process which holds the run", err)
	}
}

// A shard that was written but not committed is what a crash between the two leaves behind.
func TestStrayShardIsPlayedAgain(t *testing.T) {
	dir := t.TempDir()
	r, err := tryOpen(dir, smallConfig())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	stray := filepath.Join(dir, shardPath(0))
	if err := os.WriteFile(stray, []byte("half a shard"), 0o666); err != nil {
		t.Fatal(err)
	}
	r = open(t, dir, smallConfig())
	if err := r.selfPlay(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := shard.ReadAll(stray); err != nil {
		t.Error(err)
	}
}

func TestMissingShardIsReported(t *testing.T) {
	dir := t.TempDir()
	r, err := tryOpen(dir, smallConfig())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.selfPlay(context.Background(), 1), r.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, shardPath(3))); err != nil {
		t.Fatal(err)
	}
	if _, err := tryOpen(dir, smallConfig()); err == nil || !strings.Contains(err.Error(), "games 3 to 5") {
		t.Errorf("opened with a shard missing: %v, want an error that names its games", err)
	}
}

func TestGateDecidesWhoPlays(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	ctx := context.Background()
	if err := r.Loop(ctx); err != nil {
		t.Fatal(err)
	}
	models, err := r.ledger.Models(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(models) != 3 {
		t.Fatalf("%d models, want the untrained one and two candidates", len(models))
	}
	champions := 0
	for _, m := range models {
		switch m.Status {
		case ledger.Champion:
			champions++
		case ledger.Candidate:
			t.Errorf("iteration %d is still a candidate after the run", m.Iteration)
		}
	}
	if champions != 1 {
		t.Errorf("%d champions, want 1", champions)
	}
}

// An evaluation that has been played is not played, nor entered in the ledger, a second time.
func TestEvaluationIsPlayedOnce(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	ctx := context.Background()
	first, err := r.Evaluate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r.model = func(w *nn.Weights) (nn.Model, error) { return nil, errors.New("a game is played again") }
	again, err := r.Evaluate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	matches, err := r.ledger.Matches(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// The third opponent is the untrained net, which is the champion itself as yet.
	if len(matches) != len(first.Evaluations) || len(matches) != 2 {
		t.Errorf("%d matches in the ledger for %d evaluations, want 2", len(matches), len(first.Evaluations))
	}
	for i := range first.Evaluations {
		if a, b := first.Evaluations[i].Record, again.Evaluations[i].Record; a != b {
			t.Errorf("evaluation %d: %+v, then %+v", i, a, b)
		}
	}
}

// A run that goes on with other kernels says so.
func TestOtherKernelsAreReported(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir, smallConfig())
	if err := r.ledger.SetFacts(t.Context(), []ledger.Fact{{Key: kernelsFact, Value: "abacus"}}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	again, err := Open(t.Context(), dir, smallConfig(), Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Progress: progress.Silent})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "had=abacus") {
		t.Errorf("the log says nothing of other kernels:\n%s", log.String())
	}
}
