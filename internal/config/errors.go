package config

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Error is one thing that is wrong with a configuration.
type Error struct {
	// Path is the full path of the key, "search.simulations", or empty if the whole file is meant.
	Path string
	// Problem says what is wrong and what would be right.
	Problem string

	name   string
	origin origin
}

// Position returns the line and column, counted from 1, in the file. ok is false if the problem is not in the file.
func (e *Error) Position() (line, column int, ok bool) {
	return e.origin.line, e.origin.column, e.origin.from == fromFile
}

// Error returns "run.yaml:3:5: search.simulations: ..." or "--set search.simulations=0: ...".
func (e *Error) Error() string {
	var b strings.Builder
	switch {
	case e.origin.from == fromSet:
		fmt.Fprintf(&b, "--set %s: ", excerpt(e.origin.text))
	case e.name != "":
		b.WriteString(e.name)
		if e.origin.from == fromFile && e.origin.line > 0 {
			fmt.Fprintf(&b, ":%d", e.origin.line)
			if e.origin.column > 0 {
				fmt.Fprintf(&b, ":%d", e.origin.column)
			}
		}
		b.WriteString(": ")
	}
	// The flag's own text already names the key.
	if e.Path != "" && !(e.origin.from == fromSet && strings.HasPrefix(e.origin.text, e.Path+"=")) {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.Problem)
	return b.String()
}

// source is where a value comes from, in the order in which problems are reported.
type source int

const (
	fromFile source = iota
	fromSet
	fromDefault
)

// origin is the place that set a value.
type origin struct {
	from         source
	line, column int    // of a file; counted from 1, 0 if unknown
	index        int    // of a flag
	text         string // of a flag
}

func (o origin) compare(p origin) int {
	return cmp.Or(cmp.Compare(o.from, p.from), cmp.Compare(o.line, p.line), cmp.Compare(o.column, p.column),
		cmp.Compare(o.index, p.index))
}

// excerpt shortens a text, and quotes it if it would look odd or empty otherwise.
func excerpt(text string) string {
	cut := shorten(text)
	if quoted := strconv.Quote(cut); cut == "" || quoted != `"`+cut+`"` {
		return quoted
	}
	return cut
}

// shorten cuts what is long, so that garbage does not flood the terminal.
func shorten(text string) string {
	const most = 60
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}
