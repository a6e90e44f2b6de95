package uai

import (
	"io"
	"strings"
	"sync"
)

// How much of what an engine writes to standard error is kept.
const (
	tailLines = 3
	tailWidth = 200
)

// tail keeps the last lines of a stream.
type tail struct {
	mu    sync.Mutex
	lines []string
	done  chan struct{} // closed when the stream has ended
}

// follow keeps the last lines of r until it ends.
func follow(r io.Reader) *tail {
	t := &tail{done: make(chan struct{})}
	go func() {
		defer close(t.done)
		lines := newLineReader(r, tailWidth)
		for {
			line, _, err := lines.next()
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line != "" {
				t.add(printable(line, tailWidth))
			}
		}
	}()
	return t
}

func (t *tail) add(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, line)
	if len(t.lines) > tailLines {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
}

// text returns the lines, as one.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, " | ")
}
