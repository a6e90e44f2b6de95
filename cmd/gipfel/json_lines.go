package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// createLines creates a file for lines of JSON, or empties one that has some. It refuses a file that holds something else, which
// a slip in a command line would destroy. What is no regular file, such as a pipe, is opened for writing alone: who could read
// from it, too, would never learn that no reader is left.
func createLines(path string) (*os.File, error) {
	stat, err := os.Stat(path)
	if err == nil && stat.Mode().IsRegular() && stat.Size() > 0 {
		err = checkLines(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

// checkLines says whether a file begins as lines of JSON do.
func checkLines(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	var first [1]byte
	if _, err := io.ReadFull(f, first[:]); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if first[0] != '{' {
		return fmt.Errorf("%s exists and holds no lines of JSON; it would be lost", path)
	}
	return nil
}
