package uai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"
)

// Bounds of what an engine may say.
const (
	longestAnswer = 1 << 16 // bytes of a line that are looked at
	mostAnswers   = 1 << 26 // bytes between a question and its answer
)

// How long an engine that is told to go may take before it is ended.
const quitTime = 500 * time.Millisecond

// process is an engine that runs. It belongs to one goroutine; two others read what it says.
type process struct {
	cmd     *exec.Cmd
	stdin   *os.File
	stdout  *os.File
	stderr  *os.File
	answers chan string   // the lines that may be answers; closed when the output ends
	heard   atomic.Int64  // bytes that the engine has said
	words   *tail         // of standard error
	leaving chan struct{} // closed when nobody listens any more
	ended   chan struct{} // closed when the process has been reaped
	status  string        // how it ended; written before ended is closed
}

// Command says how to start an engine.
type Command struct {
	// Args are the program and its arguments.
	Args []string
	// Dir is where it runs; empty: here.
	Dir string
	// Env are variables, NAME=VALUE, beside ours.
	Env []string
}

// String returns the command in one line.
func (c Command) String() string { return strings.Join(c.Args, " ") }

// start starts an engine.
func start(c Command) (*process, error) {
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	ownGroup(cmd)
	p := &process{cmd: cmd, answers: make(chan string, 16), leaving: make(chan struct{}), ended: make(chan struct{})}
	theirs, err := p.connect()
	if err == nil {
		err = cmd.Start()
	}
	for _, f := range theirs {
		_ = f.Close() // the child has its own
	}
	if err != nil {
		p.closeFiles()
		return nil, fmt.Errorf("start: %w", err)
	}
	p.words = follow(p.stderr)
	go p.listen()
	go p.reap()
	return p, nil
}

// connect makes the pipes, and returns the engine's ends of them.
func (p *process) connect() (theirs []*os.File, err error) {
	stdin, ours, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stdin, p.stdin = stdin, ours
	theirs = append(theirs, stdin)
	stdout, err := p.output(&p.stdout)
	if err != nil {
		return theirs, err
	}
	p.cmd.Stdout = stdout
	theirs = append(theirs, stdout)
	stderr, err := p.output(&p.stderr)
	if err != nil {
		return theirs, err
	}
	p.cmd.Stderr = stderr
	return append(theirs, stderr), nil
}

// output makes a pipe from the engine to us.
func (p *process) output(ours **os.File) (theirs *os.File, err error) {
	*ours, theirs, err = os.Pipe()
	return theirs, err
}

func (p *process) closeFiles() {
	for _, f := range []*os.File{p.stdin, p.stdout, p.stderr} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// listen hands on what may be an answer, and drops the rest.
func (p *process) listen() {
	defer close(p.answers)
	lines := newLineReader(p.stdout, longestAnswer)
	lines.heard = &p.heard
	for {
		line, _, err := lines.next()
		if err != nil {
			return
		}
		if !mayAnswer(line) {
			continue
		}
		select {
		case p.answers <- line:
		case <-p.leaving:
			return
		}
	}
}

// mayAnswer tells whether somebody waits for such a line.
func mayAnswer(line string) bool {
	switch firstWord(line) {
	case "bestmove", "readyok", "uaiok", "ugiok", "option":
		return true
	}
	return false
}

// firstWord returns the first word of a line, in small letters.
func firstWord(line string) string {
	line = strings.TrimSpace(line)
	if end := strings.IndexAny(line, " \t"); end >= 0 {
		line = line[:end]
	}
	return strings.ToLower(line)
}

// reap waits for the end of the process, and ends what it has left behind.
func (p *process) reap() {
	err := p.cmd.Wait()
	p.status = "exit status 0"
	if err != nil {
		p.status = err.Error()
	}
	killGroup(p.cmd.Process.Pid)
	close(p.ended)
}

// errGone is that an engine has closed its output.
var errGone = errors.New("gone")

// send writes a line to the engine. It gives up at the deadline: an engine that does not read fills the pipe.
func (p *process) send(line string, deadline time.Time) error {
	if err := p.stdin.SetWriteDeadline(deadline); err != nil && !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	_, err := io.WriteString(p.stdin, line+"\n")
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errors.New("does not read its input")
	}
	if err != nil {
		return errGone
	}
	return nil
}

// await returns the next answer that begins with one of some words. It gives up at the deadline with errLate, when the context
// ends, when the output does, and when the engine says too much else.
func (p *process) await(ctx context.Context, deadline time.Time, words ...string) (string, error) {
	most := p.heard.Load() + mostAnswers
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	look := time.NewTicker(lookInterval)
	defer look.Stop()
	for {
		select {
		case line, more := <-p.answers:
			if !more {
				return "", errGone
			}
			for _, word := range words {
				if firstWord(line) == word {
					return line, nil
				}
			}
		case <-look.C:
			if p.heard.Load() > most {
				return "", fmt.Errorf("said more than %d MiB without an answer", mostAnswers>>20)
			}
		case <-timer.C:
			return "", errLate
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// errLate is that an answer did not come in time.
var errLate = errors.New("late")

// lookInterval is how often it is looked how much an engine has said.
const lookInterval = 100 * time.Millisecond

// close ends the engine, politely at first if it is to be, and returns when it has been reaped and nobody reads from it any more.
func (p *process) close(politely bool) {
	if politely {
		_ = p.send("quit", time.Now().Add(quitTime)) // it may be gone
	}
	_ = p.stdin.Close()
	if politely {
		p.waitEnded(quitTime)
	}
	if !p.waitEnded(0) {
		killGroup(p.cmd.Process.Pid) // a process that has been reaped has left its number to others
		<-p.ended
	}
	close(p.leaving)
	p.waitWords(quitTime)
	p.closeFiles()
	for range p.answers { // until listen has returned
	}
	<-p.words.done
}

func (p *process) waitEnded(atMost time.Duration) bool { return closedWithin(p.ended, atMost) }

// waitWords waits for the end of what the engine says on standard error, which an heir of its may keep open.
func (p *process) waitWords(atMost time.Duration) { closedWithin(p.words.done, atMost) }

// closedWithin waits for a channel to be closed. One that is closed already is so within no time.
func closedWithin(c <-chan struct{}, atMost time.Duration) bool {
	select {
	case <-c:
		return true
	default:
	}
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-c:
		return true
	case <-timer.C:
		return false
	}
}

// obituary says how an engine ended that has closed its output, and ends it if it has not.
func (p *process) obituary() string {
	if !p.waitEnded(quitTime) {
		return "closed its output"
	}
	return "ended with " + p.status
}
