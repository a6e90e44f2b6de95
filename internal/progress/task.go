package progress

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// task is what the tasks of all reporters have in common. A goroutine, the watcher, shows it from time to time and ends
// with it.
type task struct {
	label, unit string
	total       int64 // or Unknown
	count       atomic.Int64
	note        atomic.Pointer[string]
	meter       meter // the watcher's until it has ended

	stop    chan struct{}
	watcher sync.WaitGroup
	once    sync.Once
	end     func() // called once, when the watcher has ended
}

func newTask(label string, total int64, unit string) *task {
	if total < 0 {
		total = Unknown
	}
	return &task{label: label, unit: unit, total: total, meter: newMeter(time.Now()), stop: make(chan struct{})}
}

func (t *task) Add(n int64)      { t.count.Add(n) }
func (t *task) Note(text string) { t.note.Store(&text) }

func (t *task) Done() {
	t.once.Do(func() {
		close(t.stop)
		t.watcher.Wait()
		t.end()
	})
}

// watch starts the watcher. It calls show at once if the work is long, else when patience is over, and then at intervals.
func (t *task) watch(options []Option, every time.Duration, show func()) {
	var s settings
	for _, o := range options {
		o(&s)
	}
	if s.long {
		show()
	}
	t.watcher.Go(func() {
		if !s.long {
			if !t.wait(time.After(patience)) {
				return
			}
			show()
		}
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for t.wait(ticker.C) {
			show()
		}
	})
}

// wait tells whether the time has come before the task's end.
func (t *task) wait(time <-chan time.Time) bool {
	select {
	case <-t.stop:
		return false
	case <-time:
		return true
	}
}

func (t *task) remark() string {
	if note := t.note.Load(); note != nil {
		return *note
	}
	return ""
}

// figures returns what the log lines during the work say.
func (t *task) figures() []slog.Attr {
	count := t.count.Load()
	t.meter.sample(time.Now(), count)
	attrs := t.counted(count)
	if rate := t.meter.recent(); rate > 0 {
		attrs = append(attrs, slog.String("rate", formatRate(rate)))
		if t.total > count {
			attrs = append(attrs, slog.String("left", formatDuration(timeLeft(t.total-count, rate))))
		}
	}
	return t.noted(attrs)
}

// summary returns what the log line after the work says.
func (t *task) summary() []slog.Attr {
	count, elapsed := t.count.Load(), time.Since(t.meter.start)
	attrs := append(t.counted(count), slog.String("elapsed", formatDuration(elapsed)))
	if count > 0 && elapsed > 0 {
		attrs = append(attrs, slog.String("rate", formatRate(float64(count)/elapsed.Seconds())))
	}
	return t.noted(attrs)
}

func (t *task) counted(count int64) []slog.Attr {
	attrs := []slog.Attr{slog.Int64(t.unit, count)}
	if t.total != Unknown {
		attrs = append(attrs, slog.Int64("of", t.total))
	}
	return attrs
}

func (t *task) noted(attrs []slog.Attr) []slog.Attr {
	if note := t.remark(); note != "" {
		attrs = append(attrs, slog.String("note", note))
	}
	return attrs
}
