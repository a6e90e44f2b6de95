package uai

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/mcts"
)

// habitVariable makes the test binary an engine with a habit, in place of the tests.
const habitVariable = "GIPFEL_TEST_ENGINE"

func TestMain(m *testing.M) {
	if habit := os.Getenv(habitVariable); habit != "" {
		os.Exit(misbehave(habit))
	}
	os.Exit(m.Run())
}

// patience is how long the tests wait for what must happen.
const patience = 30 * time.Second

// testServer returns a server whose nets know nothing: uniform, uniform-last, which prefers a position's last legal move, and
// uniform-broken, which fails. pace is how long an evaluation takes.
func testServer(name string, pace time.Duration) Server {
	return Server{
		Name: "Test", Author: "nobody", Games: catalog.Names(),
		Setup: Setup{Game: name, Model: "uniform", Threads: 1},
		Open: func(s Setup) (*game.Game, *mcts.Searcher, error) {
			g, err := catalog.ByName(s.Game)
			if err != nil {
				return nil, nil, err
			}
			if !strings.HasPrefix(s.Model, "uniform") {
				return nil, nil, fmt.Errorf("no net %q", s.Model)
			}
			predictors := make([]mcts.Predictor, s.Threads)
			for i := range predictors {
				predictors[i] = func(n int, _, logits, outcome []float32) error {
					time.Sleep(time.Duration(n) * pace)
					for i := range logits {
						logits[i] = 0
						if s.Model == "uniform-last" {
							logits[i] = float32(i % g.Actions())
						}
					}
					for i := range outcome {
						outcome[i] = 1 / float32(g.Outcomes())
					}
					if s.Model == "uniform-broken" {
						return fmt.Errorf("the net is\nbroken")
					}
					return nil
				}
			}
			return g, mcts.NewSearcher(g, mcts.PlayConfig(), s.Threads, nil, predictors...), nil
		},
	}
}

// talk is a conversation with a server.
type talk struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string
	done  chan error
	heard []string // since the last command
}

// startTalk begins one. It ends with the test, and must then leave no goroutine behind.
func startTalk(t *testing.T, s Server) *talk {
	t.Helper()
	noLeaks(t)
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	k := &talk{t: t, in: toServer, lines: make(chan string, 1000), done: make(chan error, 1)}
	go func() {
		err := Serve(t.Context(), in, out, s)
		_ = out.Close()
		k.done <- err
	}()
	go func() {
		defer close(k.lines)
		for scan := bufio.NewScanner(fromServer); scan.Scan(); {
			k.lines <- scan.Text()
		}
	}()
	t.Cleanup(func() {
		_ = toServer.Close()
		for range k.lines { // until the server has gone
		}
	})
	return k
}

// send writes lines to the server.
func (k *talk) send(lines ...string) {
	k.t.Helper()
	k.heard = nil
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatalf("%q: %v", line, err)
		}
	}
}

// expect waits for a line that begins in a way, and returns it.
func (k *talk) expect(prefix string) string {
	k.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case line, more := <-k.lines:
			if !more {
				k.t.Fatalf("the server has gone without a line that begins with %q; it said %q", prefix, k.heard)
			}
			k.heard = append(k.heard, line)
			if strings.HasPrefix(line, prefix) {
				return line
			}
		case <-deadline:
			k.t.Fatalf("no line begins with %q after %v; there are %q", prefix, patience, k.heard)
		}
	}
}

// ask sends a line and waits for an answer.
func (k *talk) ask(line, prefix string) string {
	k.t.Helper()
	k.send(line)
	return k.expect(prefix)
}

// ended waits for the server to return.
func (k *talk) ended() error {
	k.t.Helper()
	select {
	case err := <-k.done:
		return err
	case <-time.After(patience):
		k.t.Fatal("the server does not end")
		return nil
	}
}

// noLeaks fails the test if there are more goroutines at its end than now.
func noLeaks(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				stacks := make([]byte, 1<<16)
				t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
			}
		}
	})
}

// mustGame returns a game by its name.
func mustGame(t testing.TB, name string) *game.Game {
	t.Helper()
	g, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
