package selfplay

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/internal/progress"
	"gipfel/nn"
	"gipfel/selfplay/ledger"
)

// finishedRun makes a run of one iteration, whose candidate is promoted, and closes it.
func finishedRun(t *testing.T) (dir string, c Config) {
	t.Helper()
	c = smallConfig()
	c.Iterations = 1
	c.Gate.Score, c.Gate.Confidence = 0, 0.5 // hard to fail
	dir = t.TempDir()
	r, err := tryOpen(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Loop(context.Background()), r.Close()); err != nil {
		t.Fatal(err)
	}
	return dir, c
}

// reopen opens a run, which may fail, closes it, and returns what was logged.
func reopen(t *testing.T, dir string, c Config, do func(*Run) error) (log string, err error) {
	t.Helper()
	var lines bytes.Buffer
	r, err := Open(context.Background(), dir, c, Options{
		Log: slog.New(slog.NewTextHandler(&lines, nil)), Progress: progress.Silent,
		Model: func(w *nn.Weights) (nn.Model, error) { return hashModel{w.Spec}, nil },
	})
	if err != nil {
		return lines.String(), err
	}
	if do != nil {
		err = do(r)
	}
	if closing := r.Close(); closing != nil {
		t.Fatal(closing)
	}
	return lines.String(), err
}

// files returns the names of the files of a run that must not be lost.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, sub := range runFolders {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, filepath.Join(sub, e.Name()))
		}
	}
	return names
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func mustWrite(t *testing.T, path, data string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// However the champion's copy came to be wrong, it is right once the run has been opened, and the log says so.
func TestChampionIsRepaired(t *testing.T) {
	dir, c := finishedRun(t)
	path := filepath.Join(dir, ChampionFile)
	want := mustRead(t, filepath.Join(dir, checkpointPath(1, "weights")))
	if mustRead(t, path) != want {
		t.Fatal("the copy of a finished run is not its champion")
	}
	for name, spoil := range map[string]func(){
		"removed": func() {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		},
		"stale":   func() { mustWrite(t, path, mustRead(t, filepath.Join(dir, checkpointPath(0, "weights")))) },
		"damaged": func() { mustWrite(t, path, want[:len(want)/2]) },
	} {
		spoil()
		log, err := reopen(t, dir, c, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if mustRead(t, path) != want {
			t.Errorf("%s: not repaired", name)
		}
		if !strings.Contains(log, "made again") || !strings.Contains(log, "champion=1") {
			t.Errorf("%s: the log does not say so: %q", name, log)
		}
	}
	if log, err := reopen(t, dir, c, nil); err != nil || log != "" {
		t.Errorf("a copy that is right: error %v, log %q", err, log)
	}
}

// A checkpoint is trusted only if it is the file that the ledger lists.
func TestCheckpointThatTheLedgerDoesNotList(t *testing.T) {
	dir, c := finishedRun(t)
	checkpoint := filepath.Join(dir, checkpointPath(1, "weights"))
	mustWrite(t, checkpoint, mustRead(t, filepath.Join(dir, checkpointPath(0, "weights"))))
	_, err := reopen(t, dir, c, func(r *Run) error {
		_, err := r.Evaluate(context.Background())
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "put the file back from "+filepath.Join(dir, ChampionFile)+", which is a whole copy of it") {
		t.Errorf("error is %v, want one that points to the copy", err)
	}
	if err := os.Remove(filepath.Join(dir, ChampionFile)); err != nil {
		t.Fatal(err)
	}
	_, err = reopen(t, dir, c, nil)
	if err == nil || !strings.Contains(err.Error(), "put the file back from a copy of the run") || !strings.Contains(err.Error(), checkpoint) {
		t.Errorf("error is %v, want one that asks for a copy", err)
	}
	if _, err := os.Stat(filepath.Join(dir, ChampionFile)); err == nil {
		t.Error("a wrong net was made the champion's copy")
	}
}

// Without its ledger a run would be swept away.
func TestLostLedgerIsRefused(t *testing.T) {
	dir, c := finishedRun(t)
	path := filepath.Join(dir, ledger.FileName)
	before := files(t, dir)
	spoil := map[string]func() error{
		"removed": func() error { return os.Remove(path) },
		"empty":   func() error { return os.WriteFile(path, nil, 0o666) },
	}
	for _, name := range []string{"removed", "empty"} {
		if err := spoil[name](); err != nil {
			t.Fatal(err)
		}
		_, err := reopen(t, dir, c, nil)
		for _, want := range []string{"4 in " + filepath.Join(dir, "shards"), "put it back from a copy, or choose another directory", path} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error is %v, want one with %q", name, err, want)
			}
		}
		if after := files(t, dir); strings.Join(after, " ") != strings.Join(before, " ") {
			t.Errorf("%s: the files were %v, now they are %v", name, before, after)
		}
	}
}

func TestDamagedLedgerComesWithAdvice(t *testing.T) {
	dir, c := finishedRun(t)
	path := filepath.Join(dir, ledger.FileName)
	data := []byte(mustRead(t, path))
	for i := 4096; i < len(data); i++ {
		data[i] = 0xff
	}
	mustWrite(t, path, string(data))
	before := files(t, dir)
	if _, err := reopen(t, dir, c, nil); err == nil || !strings.Contains(err.Error(), "the file is damaged: put it back from a copy, or rescue") {
		t.Errorf("error is %v, want advice", err)
	}
	if after := files(t, dir); strings.Join(after, " ") != strings.Join(before, " ") {
		t.Errorf("the files were %v, now they are %v", before, after)
	}
}

func TestStoredConfig(t *testing.T) {
	dir, _ := finishedRun(t)
	ctx := context.Background()
	_, from, err := StoredConfig(ctx, dir)
	if err != nil || from != filepath.Join(dir, ConfigFile) {
		t.Errorf("read from %s, error %v", from, err)
	}
	if err := os.Remove(filepath.Join(dir, ConfigFile)); err != nil {
		t.Fatal(err)
	}
	text, from, err := StoredConfig(ctx, dir)
	if err != nil || from != filepath.Join(dir, ledger.FileName) || !strings.Contains(string(text), "\niterations: 1\n") {
		t.Errorf("read from %s, error %v:\n%s", from, err, text)
	}
	if err := os.Remove(filepath.Join(dir, ledger.FileName)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := StoredConfig(ctx, dir); err == nil || errors.Is(err, ErrNoRun) {
		t.Errorf("without a ledger the error is %v, want one about the files that are left", err)
	}
	if _, _, err := StoredConfig(ctx, filepath.Join(dir, "nowhere")); !errors.Is(err, ErrNoRun) {
		t.Errorf("where nothing is the error is %v", err)
	}
}

// Training goes on from the weights if its state is lost, with a warning; a damaged one is refused, with advice.
func TestLostTrainingState(t *testing.T) {
	dir, c := finishedRun(t)
	c.Iterations = 2
	state := filepath.Join(dir, checkpointPath(1, "state"))
	mustWrite(t, state, "rubbish")
	loop := func(r *Run) error { return r.Loop(context.Background()) }
	if _, err := reopen(t, dir, c, loop); err == nil || !strings.Contains(err.Error(), "or remove it: training then goes on from the weights of iteration 1") {
		t.Errorf("with a damaged state the error is %v", err)
	}
	if err := os.Remove(state); err != nil {
		t.Fatal(err)
	}
	log, err := reopen(t, dir, c, loop)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log, "level=WARN") || !strings.Contains(log, "training state is missing") {
		t.Errorf("no warning in the log:\n%s", log)
	}
	old, err := nn.Load(filepath.Join(dir, checkpointPath(1, "weights")))
	if err != nil {
		t.Fatal(err)
	}
	trained, err := nn.Load(filepath.Join(dir, checkpointPath(2, "weights")))
	if err != nil {
		t.Fatal(err)
	}
	if trained.Step <= old.Step {
		t.Errorf("%d steps are behind the weights, and %d were behind those before", trained.Step, old.Step)
	}
	// It went on from the old weights: a few steps do not lead far away.
	a, b := old.AppendValues(nil), trained.AppendValues(nil)
	apart, size := 0.0, 0.0
	for i := range a {
		apart += float64((a[i] - b[i]) * (a[i] - b[i]))
		size += float64(a[i] * a[i])
	}
	if apart == 0 || apart > size/10 {
		t.Errorf("the squared distance between the nets is %g, their squared size %g", apart, size)
	}
}

func TestDamagedShardComesWithAdvice(t *testing.T) {
	dir, c := finishedRun(t)
	path := filepath.Join(dir, shardPath(0))
	mustWrite(t, path, mustRead(t, path)[:100])
	c.Iterations = 2
	c.Replay.Base = 1_000_000 // all games are needed
	_, err := reopen(t, dir, c, func(r *Run) error { return r.Loop(context.Background()) })
	if err == nil || !strings.Contains(err.Error(), "put the file back from a copy of the run ('gipfel shard verify "+path) {
		t.Errorf("error is %v, want advice", err)
	}
}

func TestFewerIterationsThanThereAre(t *testing.T) {
	dir, c := finishedRun(t)
	c.Iterations = 2
	loop := func(r *Run) error { return r.Loop(context.Background()) }
	if _, err := reopen(t, dir, c, loop); err != nil {
		t.Fatal(err)
	}
	c.Iterations = 1
	log, err := reopen(t, dir, c, loop)
	if err != nil || !strings.Contains(log, "iterations=2 to_have=1") {
		t.Errorf("error %v, log %q, want one that says that there are two iterations", err, log)
	}
}

// The steps say what has come of them.
func TestStepResults(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	ctx := context.Background()
	played, err := r.Advance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if played.Iteration != 1 || played.Step != StepSelfPlay || played.SelfPlay == nil || played.SelfPlay.Games != 10 || played.SelfPlay.Samples < 10 {
		t.Errorf("self-play: %+v", played)
	}
	trained, err := r.Advance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if g := trained.Training; trained.Iteration != 1 || g == nil || g.Steps < 1 || g.NewSamples != played.SelfPlay.Samples || g.PolicyLoss <= 0 || g.OutcomeLoss <= 0 {
		t.Errorf("training: %+v", trained)
	}
	gated, err := r.Advance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	champion, err := r.ledger.Champion(ctx)
	if err != nil {
		t.Fatal(err)
	}
	g := gated.Gate
	if gated.Iteration != 1 || g == nil || g.Champion != 0 || g.Record.Games == 0 || g.Promoted != (champion.Iteration == 1) || g.Verdict == "" || g.Score.High <= g.Score.Low {
		t.Errorf("gate: %+v", gated)
	}
}

// Ctrl-C in self-play says what is kept and what is played again.
func TestInterruptedSelfPlaySaysWhatIsKept(t *testing.T) {
	c := smallConfig()
	c.Lanes, c.SelfPlay.GamesInFlight = 1, 1
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	games := 0
	log, err := reopen(t, t.TempDir(), c, func(r *Run) error {
		r.progress = counting{func() {
			if games++; games == 5 { // one shard of three games, and two more games
				cancel()
			}
		}}
		return r.Loop(ctx)
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if want := "kept=3 of=10 finished_but_played_again=2"; !strings.Contains(log, want) {
		t.Errorf("the log does not say %q: %s", want, log)
	}
}

// counting is a reporter whose tasks call a function for each unit.
type counting struct{ unit func() }

func (c counting) Start(string, int64, string, ...progress.Option) progress.Task { return c }
func (c counting) Add(int64)                                                     { c.unit() }
func (c counting) Note(string)                                                   {}
func (c counting) Done()                                                         {}
