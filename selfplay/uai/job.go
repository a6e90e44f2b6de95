package uai

import (
	"context"
	"errors"
	"time"
)

// job is work that goes on in a goroutine of its own while commands are read. It writes nothing: it hands lines over.
type job struct {
	says   chan string // closed when the work has ended
	last   string      // what is left to be said then; empty: nothing
	cancel context.CancelFunc
	quiet  bool          // nobody waits for its end, and any command may end it
	hit    chan struct{} // closed by ponderhit; nil if that has no meaning, or no more
}

// begin starts a job. What it returns is said when it has ended: whoever hears it may go on with the next command.
func (c *conversation) begin(work func(ctx context.Context, say func(line string)) (last string)) *job {
	ctx, cancel := context.WithCancel(c.ctx)
	j := &job{says: make(chan string), cancel: cancel}
	go func() {
		defer close(j.says)
		j.last = work(ctx, func(line string) { j.says <- line })
	}()
	c.job = j
	return j
}

// hear writes what the job says, and notes its end.
func (c *conversation) hear(line string, more bool) {
	if more {
		c.say("%s", line)
		return
	}
	last := c.job.last
	c.job.cancel()
	c.job = nil
	if last != "" {
		c.say("%s", last)
	}
}

// endJob ends the job, if there is one, and waits for its last words.
func (c *conversation) endJob() {
	if c.job == nil {
		return
	}
	c.job.cancel()
	for line := range c.job.says {
		c.hear(line, true)
	}
	c.hear("", false)
}

func (c *conversation) stop(order) error {
	c.endJob() // to stop what has ended already is no mistake
	return nil
}

// ponderHit says that the move came for which we have pondered: from now on the time is ours.
func (c *conversation) ponderHit(order) error {
	if c.job == nil || c.job.hit == nil {
		return errors.New("ponderhit: there is no go ponder under way")
	}
	close(c.job.hit)
	c.job.hit = nil
	return nil
}

// search answers "go".
func (c *conversation) search(o order) error {
	terms, err := parseGo(o.words)
	if err != nil {
		return err
	}
	if len(terms.ignored) > 0 {
		c.say("info string ignored: %s", printable(joinWords(terms.ignored), longestError))
	}
	if err := c.open(); err != nil {
		return err
	}
	if c.board.state.ToMove() < 0 {
		c.say("info string error go: %s", c.board.nothingToDo())
		c.say("bestmove %s", DialectOf(c.board.game).noMove())
		return nil
	}
	t := &thinking{board: c.board, settings: c.settings, terms: terms, began: o.at}
	if !terms.ponder {
		c.begin(t.answer)
		return nil
	}
	hit := make(chan struct{})
	t.hit = hit
	c.begin(t.answer).hit = hit
	return nil
}

// ponder thinks about the position until the next command, for the tree's sake, and answers nothing.
func (c *conversation) ponder(order) error {
	if err := c.open(); err != nil {
		return err
	}
	if c.board.state.ToMove() < 0 {
		return errors.New("ponder: " + c.board.nothingToDo())
	}
	t := &thinking{board: c.board, settings: c.settings, terms: goCommand{infinite: true}, began: time.Now()}
	c.begin(t.wander).quiet = true
	return nil
}
