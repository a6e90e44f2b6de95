package selfplay

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"gipfel/internal/progress"
	"gipfel/selfplay/ledger"
)

// crashDir is the variable that makes the test binary a process to be killed: it works on the run in that directory.
const crashDir = "GIPFEL_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		os.Exit(loopIn(dir))
	}
	os.Exit(m.Run())
}

// loopIn works on the run in a directory until it is finished, with real nets.
func loopIn(dir string) int {
	ctx := context.Background()
	r, err := Open(ctx, dir, crashConfig(), Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: progress.Silent})
	if err == nil {
		err = r.Loop(ctx)
	}
	if err == nil {
		_, err = r.Evaluate(ctx)
	}
	if err == nil {
		err = r.Close()
	}
	if err != nil {
		_, _ = os.Stderr.WriteString(err.Error() + "\n")
		return 1
	}
	return 0
}

func crashConfig() Config {
	c := smallConfig()
	c.SelfPlay.Games, c.SelfPlay.ShardGames = 24, 4
	c.SelfPlay.DecisiveMoves, c.Gate.DecisiveMoves = false, false // short games
	c.Train.Reuse = 1
	return c
}

// A run that is killed again and again must end as one that is not: the same games in the same shards, the same weights,
// nothing twice. The moments of the kills are random, and are not seeded, so that every test tries others. How long the run
// takes depends on what else the machine does; should it end before it has been killed twice, another one has less time.
func TestKilledRunEqualsUninterrupted(t *testing.T) {
	whole := t.TempDir()
	began := time.Now()
	if out, err := crashing(whole).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	patience := time.Since(began) / 4
	for range 8 {
		killed := t.TempDir()
		kills := killUntilFinished(t, killed, patience)
		compareRuns(t, whole, killed)
		if kills >= 2 || t.Failed() {
			return
		}
		patience /= 2
	}
	t.Error("no run was killed twice")
}

// killUntilFinished starts a run again and again, gives it some random time each, about the given one at most, and kills it;
// after twelve kills it is left alone. It returns the number of kills.
func killUntilFinished(t *testing.T, dir string, patience time.Duration) (kills int) {
	t.Helper()
	for range 200 {
		c := crashing(dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		finished := make(chan error, 1)
		go func() { finished <- c.Wait() }()
		wait := patience/3 + time.Duration(rand.Int64N(int64(patience)))
		if kills >= 12 {
			wait = time.Minute
		}
		select {
		case err := <-finished:
			if err != nil {
				t.Fatalf("after %d kills: %v", kills, err)
			}
			return kills
		case <-time.After(wait):
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := <-finished; err == nil {
				continue // it ended just before
			}
			kills++
		}
	}
	t.Fatal("the run does not end")
	return kills
}

func crashing(dir string) *exec.Cmd {
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), crashDir+"="+dir)
	return c
}

// compareRuns compares all that two runs have left behind and that does not tell the time.
func compareRuns(t *testing.T, a, b string) {
	t.Helper()
	for _, sub := range []string{"shards", "checkpoints"} {
		entries, err := os.ReadDir(filepath.Join(a, sub))
		if err != nil {
			t.Fatal(err)
		}
		others, err := os.ReadDir(filepath.Join(b, sub))
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != len(others) {
			t.Errorf("%s: %d files and %d", sub, len(entries), len(others))
		}
		for _, e := range entries {
			x, err := os.ReadFile(filepath.Join(a, sub, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			y, err := os.ReadFile(filepath.Join(b, sub, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			if string(x) != string(y) {
				t.Errorf("%s/%s differs", sub, e.Name())
			}
		}
	}
	if mustRead(t, filepath.Join(a, ChampionFile)) != mustRead(t, filepath.Join(b, ChampionFile)) {
		t.Errorf("%s differs", ChampionFile)
	}
	x, y := contents(t, a), contents(t, b)
	if x.games != y.games || x.samples != y.samples || x.champion != y.champion {
		t.Errorf("the ledgers count %+v and %+v", x, y)
	}
	if len(x.matches) != len(y.matches) {
		t.Fatalf("%d matches and %d", len(x.matches), len(y.matches))
	}
	for i := range x.matches {
		if x.matches[i] != y.matches[i] {
			t.Errorf("match %d: %+v and %+v", i, x.matches[i], y.matches[i])
		}
	}
}

type ledgerContents struct {
	games, samples, champion int
	matches                  []ledger.Match
}

func contents(t *testing.T, dir string) (c ledgerContents) {
	t.Helper()
	ctx := context.Background()
	l, err := ledger.View(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}()
	shards, err := l.Shards(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shards {
		c.games += s.Games
		c.samples += s.Samples
	}
	champion, err := l.Champion(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c.champion = champion.Iteration
	if c.matches, err = l.Matches(ctx); err != nil {
		t.Fatal(err)
	}
	for i := range c.matches {
		c.matches[i].Started, c.matches[i].Finished = time.Time{}, time.Time{}
	}
	return c
}
