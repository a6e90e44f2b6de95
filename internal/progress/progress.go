// Package progress reports long work in one way, wherever the output goes.
//
//	task := reporter.Start("self-play", games, "games")
//	defer task.Done()
//	for ... {
//		task.Add(1)
//	}
//
// On a terminal a task is a bar with the rate and the time left; anywhere else it is a log line when it starts, one about
// every 15 seconds and one when it ends. Either is shown once the work has lasted two seconds, so that what is quick says
// nothing; work that is known to be long is started with [Long] and shows at once. When a task that was shown ends, the
// bar gives way to a log line with the total, the time and the rate.
//
// Everything goes to the file or logger that the reporter was made with, which is standard error in the program: standard
// output belongs to results. A [Terminal]'s Handler makes log lines and the bar share one screen.
//
// A task's methods may be called by several goroutines. Add is one atomic addition, cheap enough for a hot path. Time is
// taken from package time, so tests run in a bubble of testing/synctest.
package progress

import (
	"log/slog"
	"os"
	"time"

	"golang.org/x/term"
)

const (
	// patience is how long a task stays unseen.
	patience = 2 * time.Second
	// redraw is the time between two pictures of a bar.
	redraw = 200 * time.Millisecond
	// report is the time between two log lines of a task.
	report = 15 * time.Second
)

// Unknown is the total of work whose size nobody knows.
const Unknown = -1

// A Reporter shows tasks.
type Reporter interface {
	// Start begins a task of total units, or Unknown of them. The label says what is done ("self-play"); the unit, a plural,
	// is what is counted ("games"). Tasks usually follow one another; of several at once a terminal shows the last.
	Start(label string, total int64, unit string, options ...Option) Task
}

// A Task is work in progress.
type Task interface {
	// Add counts n more units as done.
	Add(n int64)
	// Note sets a short remark that is shown after the figures, such as "loss 1.23".
	Note(text string)
	// Done ends the task, whether or not all of it was done. It must be called, and may be called twice.
	Done()
}

// An Option changes how a task is shown.
type Option func(*settings)

type settings struct{ long bool }

// Long says that the work is known to be long: it is shown at once.
func Long(s *settings) { s.long = true }

// Silent is a Reporter that shows nothing.
var Silent Reporter = silent{}

type silent struct{}

func (silent) Start(string, int64, string, ...Option) Task { return silent{} }
func (silent) Add(int64)                                   {}
func (silent) Note(string)                                 {}
func (silent) Done()                                       {}

// Open returns the logger and the reporter for a file, standard error as a rule: bars on a terminal, log lines anywhere
// else. Log lines below the level are dropped; above level Info there is no progress either.
func Open(f *os.File, level slog.Level) (*slog.Logger, Reporter) {
	options := &slog.HandlerOptions{Level: level}
	if !canDraw(f) {
		log := slog.New(slog.NewTextHandler(f, options))
		return log, NewLog(log)
	}
	options.ReplaceAttr = forPeople
	t := NewTerminal(f, slog.NewTextHandler(f, options), func() int { return columns(f) })
	if level > slog.LevelInfo {
		return slog.New(t.Handler()), Silent
	}
	return slog.New(t.Handler()), t
}

// canDraw tells whether a file is a terminal that can clear a line.
func canDraw(f *os.File) bool { return term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" }

// ClearLine is what to write to a file before a message that cannot go through the logger, such as a signal handler's: on
// a terminal it clears the bar that may stand in the line, which is drawn again below. Anywhere else it is nothing.
func ClearLine(f *os.File) string {
	if !canDraw(f) {
		return ""
	}
	return "\r\x1b[2K"
}

func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return 80
	}
	return width
}

// forPeople leaves out of a log line what somebody who is watching knows: the date, and that it is of the usual level.
func forPeople(groups []string, a slog.Attr) slog.Attr {
	if len(groups) > 0 {
		return a
	}
	switch {
	case a.Key == slog.TimeKey && a.Value.Kind() == slog.KindTime:
		return slog.String(slog.TimeKey, a.Value.Time().Format(time.TimeOnly))
	case a.Key == slog.LevelKey && a.Value.Any() == slog.LevelInfo:
		return slog.Attr{}
	}
	return a
}
