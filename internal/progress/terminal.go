package progress

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"sync"

	"github.com/schollz/progressbar/v3"
)

// Terminal is a Reporter that draws bars on the last line of a terminal.
type Terminal struct {
	w       io.Writer
	columns func() int
	inner   slog.Handler

	mu      sync.Mutex
	shown   []*drawn     // tasks with a bar, the one on the screen last
	pending bytes.Buffer // what the bar wants to write; flushed in one go, so that a picture is never half drawn
}

// drawn is a task with its bar. Terminal.mu guards it.
type drawn struct {
	*task
	bar   *progressbar.ProgressBar
	shown picture // behind the bar
}

// fullBar is the bar's own total. It is never reached: 100% is when Done is called.
const fullBar = 1000

// NewTerminal returns a Reporter for a terminal of so many columns. The handler is where log lines go, those at the end of
// tasks included; it must write to the same terminal. Log through Handler, or the bar will garble the lines.
func NewTerminal(w io.Writer, handler slog.Handler, columns func() int) *Terminal {
	return &Terminal{w: w, inner: handler, columns: columns}
}

// Start begins a task.
func (t *Terminal) Start(label string, total int64, unit string, options ...Option) Task {
	d := &drawn{task: newTask(label, total, unit)}
	d.end = func() {
		if t.remove(d) {
			line(slog.New(t.Handler()), label+": end", d.summary())
		}
	}
	d.watch(options, redraw, func() { t.draw(d) })
	return d
}

// draw brings a task's picture up to date.
func (t *Terminal) draw(d *drawn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d.bar == nil {
		d.bar = t.newBar(d.total)
		t.shown = append(t.shown, d)
	}
	d.shown = d.measure()
	if d != t.top() {
		return
	}
	if d.total > 0 {
		share := float64(d.count.Load()) / float64(d.total)
		progressbar.OptionSetWidth(barWidth(t.columns()))(d.bar) // before the bar works out how much of it is full
		_ = d.bar.Set64(min(int64(share*fullBar), fullBar-1))
		t.pending.Reset() // a picture with the text of last time, or with none; redraw draws the right one
	}
	t.redraw()
	t.flush()
}

// remove takes a task's bar off the screen, and tells whether it had one.
func (t *Terminal) remove(d *drawn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d.bar == nil {
		return false
	}
	t.clear()
	t.shown = slices.DeleteFunc(t.shown, func(other *drawn) bool { return other == d })
	t.redraw()
	t.flush()
	return true
}

func (t *Terminal) top() *drawn {
	if len(t.shown) == 0 {
		return nil
	}
	return t.shown[len(t.shown)-1]
}

// clear blanks the line of the bar, if there is one.
func (t *Terminal) clear() {
	if d := t.top(); d != nil {
		_ = d.bar.Clear()
	}
}

// redraw draws the bar, if there is one, as it was.
func (t *Terminal) redraw() {
	if d := t.top(); d != nil {
		columns := t.columns()
		d.bar.Describe(d.shown.fit(room(columns, d.total > 0)))
	}
}

func (t *Terminal) flush() {
	if t.pending.Len() == 0 {
		return
	}
	_, _ = t.w.Write(t.pending.Bytes()) // a terminal that is gone is no reason to stop the work
	t.pending.Reset()
}

func (t *Terminal) newBar(total int64) *progressbar.ProgressBar {
	size := int64(fullBar)
	if total <= 0 {
		size = -1 // a wheel that turns
	}
	return progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(&t.pending),
		progressbar.OptionSetWidth(barWidth(t.columns())),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "=", SaucerHead: ">", SaucerPadding: " ", BarStart: "[", BarEnd: "]"}),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSpinnerCustom([]string{"|", "/", "-", `\`}),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own: it would write between our lines
		progressbar.OptionUseANSICodes(true),
	)
}

// Handler returns the handler to log through: it takes the bar away before a line is written and draws it again below.
func (t *Terminal) Handler() slog.Handler { return screenHandler{t, t.inner} }

type screenHandler struct {
	t *Terminal
	slog.Handler
}

func (h screenHandler) Handle(ctx context.Context, r slog.Record) error {
	h.t.mu.Lock()
	defer h.t.mu.Unlock()
	h.t.clear()
	h.t.flush()
	err := h.Handler.Handle(ctx, r)
	h.t.redraw()
	h.t.flush()
	return err
}

func (h screenHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return screenHandler{h.t, h.Handler.WithAttrs(attrs)}
}

func (h screenHandler) WithGroup(name string) slog.Handler {
	return screenHandler{h.t, h.Handler.WithGroup(name)}
}
