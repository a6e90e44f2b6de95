// Command gipfel trains, measures and plays agents for the board games Ataxx, Atimo and XIMA.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"gipfel/internal/progress"
)

// Exit codes, which scripts may rely on.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitAborted = 130 // a second Ctrl-C: aborted at once
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the program without the process around it.
func run(args []string, stdin io.Reader, stdout io.Writer, stderr *os.File) int {
	ctx, stop := interruptible(stderr)
	defer stop()
	results := &output{w: stdout}
	a := &app{stdin: stdin, stdout: results, stderr: stderr}
	root := newRoot(a)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var usage *usageError
	switch {
	case err == nil && results.err == nil:
		return exitOK
	case err == nil:
		printf(stderr, "gipfel: write the results: %v\n", results.err)
	case !a.started || errors.As(err, &usage):
		printf(stderr, "gipfel: %v\nTry '%s %s--help'.\n", err, programName(), a.helpPath(root, args))
		return exitUsage
	default:
		printf(stderr, "gipfel: %s\n", interruption(err))
	}
	return exitFailure
}

// interruptible returns a context that the first Ctrl-C cancels, so that work ends cleanly; the second ends the process.
// What has been committed is safe in either case.
func interruptible(stderr *os.File) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		printf(stderr, "%sgipfel: stopping; press Ctrl-C again to abort at once\n", progress.ClearLine(stderr))
		cancel()
		if _, ok := <-signals; ok {
			printf(stderr, "%sgipfel: aborted\n", progress.ClearLine(stderr))
			os.Exit(exitAborted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// usageError is a mistake in how the program was called.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }
