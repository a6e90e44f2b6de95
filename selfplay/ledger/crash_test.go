package ledger

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// childVariable makes the test binary another program: with "write DIR" it works on the ledger of DIR until it is killed,
// with "lock DIR" it holds the lock of DIR until its standard input ends.
const childVariable = "GIPFEL_LEDGER_TEST_CHILD"

func TestMain(m *testing.M) {
	job, dir, _ := strings.Cut(os.Getenv(childVariable), " ")
	var err error
	switch job {
	case "":
		os.Exit(m.Run())
	case "write":
		err = writeUntilKilled(dir)
	case "lock":
		err = holdLock(dir)
	default:
		err = fmt.Errorf("unknown job %q", job)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// startChild runs a job and returns the lines it prints.
func startChild(t *testing.T, job, dir string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	program, err := os.Executable()
	must(t, err)
	child := exec.Command(program)
	child.Env = append(os.Environ(), childVariable+"="+job+" "+dir)
	child.Stderr = os.Stderr
	in, err := child.StdinPipe() // open until the test ends
	must(t, err)
	t.Cleanup(func() { _ = in.Close() }) // closed already if the child has been waited for
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	return child, bufio.NewScanner(out)
}

const pairsOfIteration = 3

// writeUntilKilled does what a run does, iteration after iteration, and prints what has been committed.
func writeUntilKilled(dir string) error {
	ctx := context.Background()
	l, err := Open(ctx, dir)
	if err != nil {
		return err
	}
	n, err := l.LastIteration(ctx)
	switch {
	case errors.Is(err, ErrNotFound):
		first := testModel(0, Champion)
		if err := l.AddTraining(ctx, first, nil); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	for n++; ; n++ {
		if err := l.AddShard(ctx, testShard(n, uint64(n)*10)); err != nil {
			return err
		}
		fmt.Println("shard", n)
		var metrics []Metric
		for step := range 5 {
			metrics = append(metrics, Metric{n, int64(step), "loss", 1})
		}
		m := testModel(n, Candidate)
		m.Parent = nil
		if err := l.AddTraining(ctx, m, metrics); err != nil {
			return err
		}
		fmt.Println("model", n)
		id, err := l.StartMatch(ctx, Match{Kind: KindGate, Iteration: n, A: "a", B: "b"})
		if err != nil {
			return err
		}
		for pair := range pairsOfIteration {
			games := []MatchGame{{Match: id, Pair: pair, Result: Win}, {Match: id, Pair: pair, Game: 1, Result: Loss}}
			if err := l.AddMatchGames(ctx, games); err != nil {
				return err
			}
			fmt.Println("pair", n, pair)
		}
		if err := l.FinishGate(ctx, id, "promoted", true); err != nil {
			return err
		}
		fmt.Println("promoted", n)
	}
}

// A process is killed in the middle of its work, again and again. Everything that it reported as committed is there, once,
// and nothing is there by half.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	reported := make(map[string]int)
	for round := range 8 {
		child, lines := startChild(t, "write", dir)
		for range 20 + 13*round { // so that it dies at different places
			if !lines.Scan() {
				t.Fatalf("round %d: the child ended by itself: %v", round, child.Wait())
			}
			reported[lines.Text()]++
		}
		must(t, child.Process.Kill())
		for lines.Scan() { // committed before it died
			reported[lines.Text()]++
		}
		if err := child.Wait(); err == nil || child.ProcessState.Exited() {
			t.Fatalf("round %d: the child was not killed: %v", round, err)
		}
		compare(t, dir, reported)
	}
}

// compare checks the ledger against what was reported. It may hold more: what was committed and not yet reported.
func compare(t *testing.T, dir string, reported map[string]int) {
	t.Helper()
	ctx := t.Context()
	l, err := Open(ctx, dir)
	must(t, err)
	defer func() { must(t, l.Close()) }()
	var verdict string
	if err := l.db.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity check: %s, %v", verdict, err)
	}

	found := make(map[string]int)
	shards, err := l.Shards(ctx)
	must(t, err)
	for _, s := range shards {
		found[fmt.Sprintln("shard", s.Iteration)]++
	}
	models, err := l.Models(ctx)
	must(t, err)
	champions := 0
	for _, m := range models {
		switch m.Status {
		case Champion:
			champions++
			found[fmt.Sprintln("promoted", m.Iteration)]++
		case Retired:
			found[fmt.Sprintln("promoted", m.Iteration)]++
		}
		found[fmt.Sprintln("model", m.Iteration)]++
		metrics, err := l.MetricsOf(ctx, m.Iteration)
		must(t, err)
		if m.Iteration > 0 && len(metrics) != 5 {
			t.Errorf("model %d has %d metrics, want 5", m.Iteration, len(metrics))
		}
	}
	if champions != 1 {
		t.Errorf("%d champions, want 1", champions)
	}
	matches, err := l.Matches(ctx)
	must(t, err)
	for _, m := range matches {
		if m.Wins != m.Losses {
			t.Errorf("match %d holds %d games of one kind and %d of the other: half a pair", m.ID, m.Wins, m.Losses)
		}
		for pair := range m.Wins {
			found[fmt.Sprintln("pair", m.Iteration, pair)]++
		}
		model, err := l.Model(ctx, m.Iteration)
		must(t, err)
		if finished, promoted := !m.Finished.IsZero(), model.Status != Candidate; finished != promoted {
			t.Errorf("gate of iteration %d: finished is %t, but the model is a %s", m.Iteration, finished, model.Status)
		}
	}
	for line, n := range reported {
		if n != 1 || found[line+"\n"] != 1 {
			t.Errorf("%q was reported %d times and is there %d times", line, n, found[line+"\n"])
		}
	}
	for line, n := range found {
		if n != 1 {
			t.Errorf("%q is there %d times", line, n)
		}
	}
}

func holdLock(dir string) error {
	lock, err := Lock(dir)
	if err != nil {
		return err
	}
	fmt.Println("locked")
	bufio.NewScanner(os.Stdin).Scan()
	return lock.Unlock()
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	lock, err := Lock(dir)
	must(t, err)
	_, err = Lock(dir) // also within one process
	var locked *LockedError
	if !errors.As(err, &locked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d on ", os.Getpid())) {
		t.Errorf("second lock: %v", err)
	}
	must(t, lock.Unlock())
	lock, err = Lock(dir)
	must(t, err)
	must(t, lock.Unlock())
}

// The lock of another process holds until that dies, and its error says who it is.
func TestLockOfAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	child, lines := startChild(t, "lock", dir)
	if !lines.Scan() {
		t.Fatalf("the child did not lock: %v", child.Wait())
	}
	_, err := Lock(dir)
	var locked *LockedError
	if !errors.As(err, &locked) {
		t.Fatalf("the lock of another process: error is %v", err)
	}
	if want := fmt.Sprintf("process %d on ", child.Process.Pid); !strings.HasPrefix(locked.Holder, want) || !strings.Contains(locked.Holder, " since 2") {
		t.Errorf("holder is %q, want %q and a time", locked.Holder, want)
	}
	must(t, child.Process.Kill())
	if err := child.Wait(); err == nil {
		t.Error("the child was not killed")
	}
	lock, err := Lock(dir)
	must(t, err)
	must(t, lock.Unlock())
}

func TestLockWithoutWords(t *testing.T) {
	dir := t.TempDir()
	lock, err := Lock(dir)
	must(t, err)
	defer func() { must(t, lock.Unlock()) }()
	for _, text := range []string{"", strings.Repeat("x", 5000)} {
		must(t, os.WriteFile(filepath.Join(dir, LockName), []byte(text), 0o666))
		if _, err := Lock(dir); err == nil || !strings.Contains(err.Error(), "in use by another process;") {
			t.Errorf("error is %v", err)
		}
	}
}

func TestLockWithoutDirectory(t *testing.T) {
	if _, err := Lock(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
}
