package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gipfel/internal/durable"
)

// outputFile is a file that a command writes beside its result, because a flag says so.
type outputFile struct {
	flag  string // such as "svg"
	path  string // empty: nothing is written; "-": to standard output
	write func(io.Writer) error
}

// checkOutputs refuses what would mix two things on standard output.
func (a *app) checkOutputs(files ...outputFile) error {
	toStdout := ""
	for _, f := range files {
		switch {
		case f.path != "-":
		case a.json:
			return &usageError{fmt.Errorf("--%s -: standard output is for JSON with --json; want the name of a file", f.flag)}
		case toStdout != "":
			return &usageError{errors.New("--" + toStdout + " and --" + f.flag + " cannot both go to standard output")}
		default:
			toStdout = f.flag
		}
	}
	return nil
}

// writeOutputs writes the files. It reports whether one of them went to standard output, in place of the result.
func (a *app) writeOutputs(files ...outputFile) (toStdout bool, err error) {
	for _, f := range files {
		switch f.path {
		case "":
		case "-":
			toStdout = true
			if err := f.write(a.stdout); err != nil {
				return toStdout, err
			}
		default:
			var b bytes.Buffer
			if err := f.write(&b); err != nil {
				return toStdout, err
			}
			if err := durable.WriteFile(f.path, b.Bytes()); err != nil {
				return toStdout, err
			}
		}
	}
	return toStdout, nil
}
