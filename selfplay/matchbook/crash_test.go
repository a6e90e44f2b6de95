package matchbook

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"gipfel/game/ataxx"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

// crashDir is the variable that makes the test binary a process to be killed: it plays the match of that directory.
const crashDir = "GIPFEL_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		if err := playIn(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const crashPairs = 1000

// playIn plays a match of two thousand games in a directory, or what is left of it.
func playIn(dir string) error {
	ctx := context.Background()
	l, err := ledger.Open(ctx, dir)
	if err != nil {
		return err
	}
	g := ataxx.Size4
	m := Match{Kind: ledger.KindMatch, Settings: arena.Settings{Pairs: crashPairs, Seed: 5, OpeningMax: 4, Lanes: 2, Slots: 8}}
	_, err = Play(ctx, l, g, m, random(g), greedy(g))
	return errors.Join(err, l.Close())
}

// A match that is killed again and again must end as one that is not: no game lost, none twice, all the same. The moments of the
// kills are random, and are not seeded, so that every test tries others. How long the match takes depends on what else the machine
// does; should it end before it has been killed five times, the next one has less time between kills.
func TestKilledMatchEqualsUninterrupted(t *testing.T) {
	whole := t.TempDir()
	began := time.Now()
	if out, err := crashing(whole).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	patience := time.Since(began) / 4
	want := gamesIn(t, whole)
	if len(want) != 2*crashPairs {
		t.Fatalf("%d games without an interruption, want %d", len(want), 2*crashPairs)
	}
	for range 8 {
		killed := t.TempDir()
		kills, partial := killUntilFinished(t, killed, patience)
		if d := diff(gamesIn(t, killed), want); d != "" {
			t.Fatalf("after %d kills: %.2000s", kills, d)
		}
		if kills >= 5 && partial >= 2 {
			return
		}
		patience /= 2
	}
	t.Error("no match was killed five times, with games played at two of them at least")
}

// killUntilFinished starts a match again and again, gives it some random time each, about the given one at most, and kills it;
// after twelve kills it is left alone. It returns the number of kills, and how many of them found a different number of games.
func killUntilFinished(t *testing.T, dir string, patience time.Duration) (kills, partial int) {
	t.Helper()
	games := 0
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
			return kills, partial
		case <-time.After(wait):
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := <-finished; err == nil {
				continue // it ended just before
			}
			kills++
			if n := len(gamesIn(t, dir)); n < games {
				t.Fatalf("after %d kills there are %d games; there were %d", kills, n, games)
			} else if n > games {
				games = n
				partial++
			}
		}
	}
	t.Fatal("the match does not end")
	return kills, partial
}

func crashing(dir string) *exec.Cmd {
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), crashDir+"="+dir)
	return c
}

// gamesIn returns all games that are in the ledger of a directory, of whatever match; none if there is not even a ledger.
func gamesIn(t *testing.T, dir string) (games []arena.GameResult) {
	t.Helper()
	ctx := t.Context()
	l, err := ledger.Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}()
	matches, err := l.Matches(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i := range matches {
		some, err := Games(ctx, l, ataxx.Size4, &matches[i])
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, some...)
	}
	return games
}
