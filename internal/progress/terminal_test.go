package progress

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/slogtest"
	"testing/synctest"
	"time"
)

// bare writes log lines without their time.
func bare(w io.Writer) slog.Handler {
	return slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey) {
			return slog.Attr{}
		}
		return a
	}})
}

func newTestTerminal(columns int) (*Terminal, *screen) {
	s := &screen{}
	return NewTerminal(s, bare(s), func() int { return columns }), s
}

func expect(t *testing.T, s *screen, want string) {
	t.Helper()
	synctest.Wait()
	if got := s.text(); got != want {
		t.Errorf("the screen shows\n%s\nwant\n%s", got, want)
	}
}

func TestBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, s := newTestTerminal(100)
		task := terminal.Start("self-play", 400, "games")
		// Never at the very moment at which the bar is drawn: what comes first would be anybody's guess.
		time.Sleep(50 * time.Millisecond)
		for range 19 {
			task.Add(10)
			time.Sleep(100 * time.Millisecond)
		}
		task.Add(10)
		expect(t, s, "") // patience
		time.Sleep(1050 * time.Millisecond)
		expect(t, s, "  50% [=========>          ]  self-play: 200/400 games, 65.0/s, 3.1s left")

		task.Note("loss 1.25")
		time.Sleep(200 * time.Millisecond)
		slog.New(terminal.Handler()).Info("shard written", "games", 64)
		expect(t, s, "msg=\"shard written\" games=64\n"+
			"  50% [=========>          ]  self-play: 200/400 games, 60.6/s, 3.3s left, loss 1.25")

		task.Add(200) // all, but not done
		time.Sleep(300 * time.Millisecond)
		expect(t, s, "msg=\"shard written\" games=64\n"+
			"  99% [==================> ]  self-play: 400/400 games, 120/s, loss 1.25")
		task.Done()
		task.Done()
		expect(t, s, "msg=\"shard written\" games=64\n"+
			"msg=\"self-play: end\" games=400 of=400 elapsed=3.5s rate=114/s note=\"loss 1.25\"\n")
	})
}

func TestBarOfQuickWorkIsNeverSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, s := newTestTerminal(100)
		task := terminal.Start("load", 10, "files")
		task.Add(10)
		time.Sleep(1900 * time.Millisecond)
		task.Done()
		expect(t, s, "")
	})
}

func TestBarOfLongWorkIsSeenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, s := newTestTerminal(100)
		task := terminal.Start("match", 10, "games", Long)
		expect(t, s, "   0% [                    ]  match: 0/10 games")
		task.Done()
		expect(t, s, "msg=\"match: end\" games=0 of=10 elapsed=0.0s\n")
	})
}

func TestWheelOfUnknownTotal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, s := newTestTerminal(100)
		task := terminal.Start("search", Unknown, "visits", Long)
		expect(t, s, "|  search: 0 visits, 0.0s")
		task.Add(123456)
		time.Sleep(time.Second)
		expect(t, s, `/  search: 123k visits, 121k/s, 1.0s`)
		task.Done()
		expect(t, s, "msg=\"search: end\" visits=123456 elapsed=1.0s rate=123k/s\n")
	})
}

func TestBarFitsANarrowTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for columns, want := range map[int]string{
			100: "  25% [====>               ]  iteration 3: self-play: 100/400 games, 98.0/s, 3.1s left",
			80:  "  25% [=>        ]  iteration 3: self-play: 100/400 games, 98.0/s, 3.1s left",
			70:  "  25% [=>        ]  self-play: 100/400 games, 98.0/s, 3.1s left",
			60:  "  25% [=>        ]  100/400 games, 98.0/s, 3.1s left",
			40:  "  25% [>   ]  100/400 games, 3.1s left",
			30:  "  25% [>   ]  3.1s left",
			20:  "  25% [>   ]  3.1s",
		} {
			terminal, s := newTestTerminal(columns)
			task := terminal.Start("iteration 3: self-play", 400, "games", Long)
			task.Add(100)
			task.Note("a remark that is much too long to fit\non any line of this terminal")
			time.Sleep(time.Second + 50*time.Millisecond)
			synctest.Wait()
			if got := s.text(); got != want {
				t.Errorf("%d columns: %q, want %q", columns, got, want)
			}
			if s.widest >= columns {
				t.Errorf("a line of %d on a terminal of %d columns", s.widest, columns)
			}
			task.Done()
		}
	})
}

// pictures is a terminal that keeps what is written to it, picture by picture.
type pictures struct {
	mu  sync.Mutex
	all []string
}

func (p *pictures) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, string(data))
	return len(data), nil
}

// A step is drawn once, from the first with its text.
func TestEveryPictureIsDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pictures{}
		terminal := NewTerminal(p, bare(p), func() int { return 100 })
		task := terminal.Start("self-play", 10, "games", Long)
		for range 5 {
			task.Add(2)
			time.Sleep(time.Second)
		}
		synctest.Wait()
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.all) < 5 {
			t.Errorf("%d pictures in five seconds", len(p.all))
		}
		for i, picture := range p.all {
			if bars, texts := strings.Count(picture, "["), strings.Count(picture, "self-play: "); bars != 1+strings.Count(picture, "\x1b[") || texts != 1 {
				t.Errorf("picture %d has %d bars and %d texts, want one of each: %q", i, bars, texts, picture)
			}
		}
		p.mu.Unlock()
		task.Done()
		p.mu.Lock()
	})
}

func TestTasksAfterAndInsideOneAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, s := newTestTerminal(100)
		outer := terminal.Start("run", 2, "iterations", Long)
		inner := terminal.Start("train", 10, "steps", Long)
		inner.Add(5)
		time.Sleep(time.Second)
		expect(t, s, "  50% [=========>          ]  train: 5/10 steps, 4.90/s, 1.0s left")
		inner.Done()
		expect(t, s, "msg=\"train: end\" steps=5 of=10 elapsed=1.0s rate=5/s\n"+
			"   0% [                    ]  run: 0/2 iterations")
		outer.Done()
		next := terminal.Start("gate", 2, "games", Long)
		expect(t, s, "msg=\"train: end\" steps=5 of=10 elapsed=1.0s rate=5/s\n"+
			"msg=\"run: end\" iterations=0 of=2 elapsed=1.0s\n"+
			"   0% [                    ]  gate: 0/2 games")
		next.Done()
	})
}

func TestBarAndLogFromManyGoroutines(t *testing.T) {
	terminal, s := newTestTerminal(100)
	log := slog.New(terminal.Handler())
	task := terminal.Start("count", 8000, "units", Long)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 1000 {
				task.Add(1)
				if i%100 == 0 {
					log.Info("line", "goroutine", g)
					task.Note("note")
				}
			}
		})
	}
	all.Wait()
	task.Done()
	lines := strings.Split(strings.TrimSpace(s.text()), "\n")
	if len(lines) != 81 {
		t.Errorf("%d lines, want 80 and the end", len(lines))
	}
	for _, line := range lines[:len(lines)-1] {
		if !strings.HasPrefix(line, "msg=line goroutine=") || len(line) != len("msg=line goroutine=0") {
			t.Errorf("garbled line %q", line)
		}
	}
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, `msg="count: end" units=8000 of=8000`) {
		t.Errorf("last line %q", last)
	}
}

func TestHandlerIsASlogHandler(t *testing.T) {
	var out bytes.Buffer
	terminal := NewTerminal(io.Discard, slog.NewJSONHandler(&out, nil), func() int { return 80 })
	slogtest.Run(t, func(*testing.T) slog.Handler {
		out.Reset()
		return terminal.Handler()
	}, func(t *testing.T) map[string]any {
		var m map[string]any
		if err := json.Unmarshal(out.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		return m
	})
}

func TestOpenOnAFile(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // what was written is read below
	log, reporter := Open(f, slog.LevelInfo)
	log.Debug("too fine")
	if got := ClearLine(f); got != "" {
		t.Errorf("ClearLine of a file is %q", got)
	}
	log.Warn("watch out")
	task := reporter.Start("match", 4, "games", Long)
	task.Add(4)
	task.Done()
	quiet, reporter := Open(f, slog.LevelWarn)
	quiet.Info("not this")
	reporter.Start("match", 4, "games", Long).Done()

	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, want := range []string{
		` level=WARN msg="watch out"`, ` level=INFO msg="match: start" games=0 of=4`, ` level=INFO msg="match: end" games=4 of=4`,
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], "time=") || !strings.Contains(lines[i], want) {
			t.Fatalf("line %d of %q, want %q", i, lines, want)
		}
	}
	if len(lines) != 3 {
		t.Errorf("too many lines: %q", lines)
	}
}

func TestForPeople(t *testing.T) {
	var out strings.Builder
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: forPeople}))
	log.Info("usual", "level", "deep")
	log.Error("unusual")
	lines := strings.Split(out.String(), "\n")
	if want := "time=00:00:00 msg=usual level=deep"; len(lines[0]) != len(want) || lines[0][13:] != want[13:] {
		t.Errorf("got %q, want %q", lines[0], want)
	}
	if !strings.HasSuffix(lines[1], " level=ERROR msg=unusual") {
		t.Errorf("got %q", lines[1])
	}
}
