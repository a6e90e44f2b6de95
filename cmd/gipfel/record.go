package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"gipfel/selfplay/evaluator"
)

// recording is a file that gets what a net was asked and what it answered.
type recording struct {
	path         string // empty: nothing is recorded
	first, every int
	inputs       bool

	file   io.Closer // nil: nothing to close
	buffer *bufio.Writer
	sink   evaluator.Sink
}

func recordFlags(c *cobra.Command, r *recording) {
	f := c.Flags()
	f.StringVar(&r.path, "record", "", "write what the net says of each position to this `file`, a line of JSON each; - is standard output")
	f.IntVar(&r.first, "record-first", 1000, "the most lines to record; each takes some ten bytes an action of the game")
	f.IntVar(&r.every, "record-every", 1, "record one of so many positions")
	f.BoolVar(&r.inputs, "record-inputs", false, "record the net's input, too")
}

// check says which of the flags is wrong.
func (r *recording) check(a *app, c *cobra.Command) error {
	if r.path == "" {
		for _, flag := range []string{"record-first", "record-every", "record-inputs"} {
			if c.Flags().Changed(flag) {
				return &usageError{fmt.Errorf("--%s is for recording; name a file with --record", flag)}
			}
		}
	}
	if a.json && r.path != "" && a.isStdout(r.path) {
		return &usageError{fmt.Errorf("--record %s: standard output gets the result as JSON; name another file", r.path)}
	}
	return cmp.Or(checkRange("record-first", r.first, 1, 1_000_000_000), checkRange("record-every", r.every, 1, 1_000_000_000))
}

// isStdout says whether a file is the one that results go to.
func (a *app) isStdout(path string) bool {
	if path == "-" {
		return true
	}
	results, ok := a.stdout.(*output)
	if !ok {
		return false
	}
	file, ok := results.w.(*os.File)
	if !ok {
		return false
	}
	of, err := file.Stat()
	if err != nil {
		return false
	}
	stat, err := os.Stat(path)
	return err == nil && os.SameFile(of, stat)
}

// open creates the file.
func (r *recording) open(a *app) error {
	if r.path == "" {
		return nil
	}
	w := a.stdout
	if !a.isStdout(r.path) {
		file, err := createLines(r.path)
		if err != nil {
			return err
		}
		w, r.file = file, file
	}
	r.buffer = bufio.NewWriter(w)
	r.sink = evaluator.Every(r.every, evaluator.First(r.first, evaluator.JSONLines(r.buffer, r.inputs)))
	return nil
}

// taker returns what the models record into, or nil if nothing is recorded. It may be used once the recording is open.
func (r *recording) taker() evaluator.Sink {
	if r.path == "" {
		return nil
	}
	return func(e evaluator.Evaluation) error { return r.sink(e) }
}

// close completes the file. It adds what goes wrong to an error that there is, unless that says it already.
func (r *recording) close(err error) error {
	if r.buffer == nil {
		return err
	}
	if flush := r.buffer.Flush(); flush != nil && !errors.Is(err, flush) { // the buffer returns its first error again and again
		err = errors.Join(err, flush)
	}
	if r.file != nil {
		err = errors.Join(err, r.file.Close())
	}
	return err
}
