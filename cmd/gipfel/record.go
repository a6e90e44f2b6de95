package main

import (
	"bufio"
	"cmp"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"gipfel/selfplay/evaluator"
)

// recording is a file that gets what a net was asked and what it answered.
type recording struct {
	path         string // empty: nothing is recorded
	first, every int
	inputs       bool

	file   *os.File
	buffer *bufio.Writer
	sink   evaluator.Sink
}

func recordFlags(c *cobra.Command, r *recording) {
	f := c.Flags()
	f.StringVar(&r.path, "record", "", "write what the net says of each position to this `file`, a line of JSON each")
	f.IntVar(&r.first, "record-first", 1000, "the most lines to record; each takes some ten bytes an action of the game")
	f.IntVar(&r.every, "record-every", 1, "record one of so many positions")
	f.BoolVar(&r.inputs, "record-inputs", false, "record the net's input, too")
}

// check says which of the flags is wrong.
func (r *recording) check() error {
	return cmp.Or(checkRange("record-first", r.first, 1, 1_000_000_000), checkRange("record-every", r.every, 1, 1_000_000_000))
}

// open creates the file.
func (r *recording) open() (err error) {
	if r.path == "" {
		return nil
	}
	if r.file, err = os.Create(r.path); err != nil {
		return err
	}
	r.buffer = bufio.NewWriter(r.file)
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

// close completes the file.
func (r *recording) close() error {
	if r.file == nil {
		return nil
	}
	return errors.Join(r.buffer.Flush(), r.file.Close())
}
