package main

import (
	"fmt"
	"io"
)

// output is where results go. It remembers the first error, which run reports at the end, so that what prints need not look
// and still no result is lost unseen: a full disk makes the command fail.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// printf prints to an output, or to something that ends in one. The output keeps the error; about one of standard error
// nobody could be told.
func printf(w io.Writer, format string, args ...any) {
	_, _ = fmt.Fprintf(w, format, args...)
}
