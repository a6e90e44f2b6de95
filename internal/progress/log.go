package progress

import (
	"context"
	"log/slog"
)

// Log is a Reporter that writes log lines.
type Log struct{ log *slog.Logger }

// NewLog returns a Reporter that writes lines of level Info.
func NewLog(log *slog.Logger) *Log { return &Log{log} }

// Start begins a task.
func (l *Log) Start(label string, total int64, unit string, options ...Option) Task {
	t := newTask(label, total, unit)
	shown := false
	t.end = func() {
		if shown {
			line(l.log, label+": end", t.summary())
		}
	}
	t.watch(options, report, func() {
		message := label + ": progress"
		if !shown {
			message, shown = label+": start", true
		}
		line(l.log, message, t.figures())
	})
	return t
}

func line(log *slog.Logger, message string, attrs []slog.Attr) {
	log.LogAttrs(context.Background(), slog.LevelInfo, message, attrs...)
}
