package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// stubborn is a program that is interrupted as gipfel is, but does not care.
func stubborn() {
	ctx, _ := interruptible(os.Stderr)
	fmt.Println("working")
	<-ctx.Done()
	fmt.Println("cancelled")
	select {}
}

// background is a program of TestMain that is running.
type background struct {
	*exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr strings.Builder
}

func start(t *testing.T, name string, args ...string) *background {
	t.Helper()
	b := &background{Cmd: exec.CommandContext(t.Context(), name, args...)}
	b.Stderr = &b.stderr
	var err error
	if b.stdin, err = b.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := b.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	b.stdout = bufio.NewReader(stdout)
	if err := b.Start(); err != nil {
		t.Fatal(err)
	}
	return b
}

// until reads standard output up to a text.
func (b *background) until(t *testing.T, text string) {
	t.Helper()
	var read strings.Builder
	for !strings.HasSuffix(read.String(), text) {
		c, err := b.stdout.ReadByte()
		if err != nil {
			t.Fatalf("waiting for %q after %q: %v", text, read.String(), err)
		}
		read.WriteByte(c)
	}
}

func (b *background) interrupt(t *testing.T) {
	t.Helper()
	if err := b.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
}

// ends waits for the end of the program.
func (b *background) ends(t *testing.T, code int, message string) {
	t.Helper()
	if _, err := io.Copy(io.Discard, b.stdout); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := b.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := b.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d, want %d", got, code)
	}
	if !strings.Contains(b.stderr.String(), message) {
		t.Errorf("the messages do not say %q:\n%s", message, b.stderr.String())
	}
}

// TestInterruptTwice: the second Ctrl-C ends a program that does not react to the first.
func TestInterruptTwice(t *testing.T) {
	b := start(t, "stubborn")
	b.until(t, "working\n")
	b.interrupt(t)
	b.until(t, "cancelled\n")
	b.interrupt(t)
	b.ends(t, exitAborted, "press Ctrl-C again to abort at once\ngipfel: aborted\n")
}

// TestInterruptPlay: Ctrl-C ends a game although nobody presses Enter.
func TestInterruptPlay(t *testing.T) {
	b := start(t, "gipfel", "play", "random", "--game", "ataxx-4x4")
	b.until(t, "x to move: ")
	b.interrupt(t)
	b.ends(t, exitFailure, "gipfel: interrupted\n")
}
