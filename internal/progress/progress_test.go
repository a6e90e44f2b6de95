package progress

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		reporter := NewLog(slog.New(bare(s)))
		task := reporter.Start("self-play", 1000, "games")
		time.Sleep(1900 * time.Millisecond)
		expect(t, s, "")
		task.Add(20)
		time.Sleep(time.Second)
		want := "msg=\"self-play: start\" games=20 of=1000 rate=10/s left=1m38s\n"
		expect(t, s, want)
		task.Add(130)
		task.Note("depth 3")
		time.Sleep(15 * time.Second)
		want += "msg=\"self-play: progress\" games=150 of=1000 rate=8.77/s left=1m37s note=\"depth 3\"\n"
		expect(t, s, want)
		task.Add(850)
		time.Sleep(100 * time.Millisecond)
		task.Done()
		want += "msg=\"self-play: end\" games=1000 of=1000 elapsed=18s rate=55.6/s note=\"depth 3\"\n"
		expect(t, s, want)
	})
}

func TestLogOfQuickWorkSaysNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		task := NewLog(slog.New(bare(s))).Start("load", 3, "files")
		time.Sleep(time.Second)
		task.Done()
		task.Done()
		expect(t, s, "")
	})
}

func TestLogOfLongWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		task := NewLog(slog.New(bare(s))).Start("search", Unknown, "visits", Long)
		task.Add(3)
		time.Sleep(10 * time.Second)
		task.Done()
		expect(t, s, "msg=\"search: start\" visits=0\nmsg=\"search: end\" visits=3 elapsed=10s rate=18/min\n")
	})
}

func TestSilent(t *testing.T) {
	task := Silent.Start("work", 3, "units", Long)
	task.Add(3)
	task.Note("x")
	task.Done()
	task.Done()
	if task != (silent{}) {
		t.Error("a silent task is more than nothing")
	}
}

func TestAddIsCheap(t *testing.T) {
	task := NewLog(slog.New(slog.DiscardHandler)).Start("work", Unknown, "units")
	defer task.Done()
	if n := testing.AllocsPerRun(1000, func() { task.Add(1) }); n != 0 {
		t.Errorf("Add allocates %v times", n)
	}
}

func TestAddFromManyGoroutines(t *testing.T) {
	s := &screen{}
	task := NewLog(slog.New(bare(s))).Start("work", 4000, "units", Long)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				task.Add(1)
			}
		})
	}
	all.Wait()
	task.Done()
	if !strings.Contains(s.text(), "units=4000 of=4000") {
		t.Errorf("got %q", s.text())
	}
}

func TestMeter(t *testing.T) {
	start := time.Unix(0, 0)
	m := newMeter(start)
	if m.recent() != 0 {
		t.Error("a rate before the first sample")
	}
	m.sample(start, 5) // no time has passed
	if m.recent() != 0 {
		t.Errorf("rate %v from no time", m.recent())
	}
	for i := range 100 {
		m.sample(start.Add(time.Duration(i+1)*time.Second), int64(10*(i+1)))
		if r := m.recent(); r < 9.999 || r > 10.001 {
			t.Fatalf("rate %v of steady work, want 10", r)
		}
	}
	m.sample(start.Add(300*time.Second), 1000+20*200)
	if r := m.recent(); r < 19.9 || r > 20 {
		t.Errorf("rate %v long after a change to 20", r)
	}
}

func TestFormats(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 5: "5", 8.254: "8.25", 12.34: "12.3", 99.96: "100", 942.4: "942", 999.6: "1.00k", 1000: "1k", 11_534_000: "11.5M",
		141_865_520: "142M", 1e18: "1E",
	} {
		if got := formatCount(x); got != want {
			t.Errorf("formatCount(%v) = %s, want %s", x, got, want)
		}
	}
	for rate, want := range map[float64]string{8.25: "8.25/s", 1: "1/s", 0.5: "30/min", 0.001: "3.60/h"} {
		if got := formatRate(rate); got != want {
			t.Errorf("formatRate(%v) = %s, want %s", rate, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "0.0s", 420 * time.Millisecond: "0.4s", 42 * time.Second: "42s", 185 * time.Second: "3m05s",
		2*time.Hour + 10*time.Minute: "2h10m", 102 * time.Hour: "4d06h", 59*time.Second + 900*time.Millisecond: "1m00s",
		time.Hour - time.Millisecond: "1h00m",
	} {
		if got := formatDuration(d); got != want {
			t.Errorf("formatDuration(%v) = %s, want %s", d, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 99_999: "99999", 141_865_520: "142M"} {
		if got := formatExact(n); got != want {
			t.Errorf("formatExact(%d) = %s, want %s", n, got, want)
		}
	}
	if got := timeLeft(1<<62, 1e-9); got != 1<<63-1 {
		t.Errorf("an endless time is %v", got)
	}
}
