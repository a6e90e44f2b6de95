package uai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gipfel/game"
	"gipfel/mcts"
)

// Server describes an engine that speaks the protocol.
type Server struct {
	// Name and Author are told to whoever asks.
	Name, Author string
	// Games are the names that the option Game takes.
	Games []string
	// Setup is how the options stand at the beginning. The game may be left empty if the model says which it is.
	Setup Setup
	// Open returns the game of a setup and a new searcher for it. It is called when the first position is needed, and after
	// changes of the setup.
	Open func(Setup) (*game.Game, *mcts.Searcher, error)
}

// longestInput is the longest line of input that is understood: a game of ten thousand moves.
const longestInput = 1 << 17

// longestError bounds what is said about a line that is wrong.
const longestError = 400

// Serve speaks the protocol until quit, the end of the input or the context's, which alone is an error beside those of reading and
// writing. Searches end then, and are answered for. After the context's end a goroutine waits for the input's.
func Serve(ctx context.Context, in io.Reader, out io.Writer, s Server) error {
	c := &conversation{
		ctx: ctx, server: &s, out: out,
		settings: settings{
			Setup: s.Setup, hash: defaultHash, multiPV: defaultMultiPV, overhead: millis(defaultOverhead),
		},
	}
	done := make(chan struct{})
	defer close(done)
	lines := listen(in, done)
	for !c.over && c.err == nil {
		var said <-chan string
		if c.job != nil {
			said = c.job.says
		}
		select {
		case <-ctx.Done():
			c.endJob()
			return ctx.Err()
		case text, more := <-said:
			c.hear(text, more)
		case line := <-lines:
			c.obey(line)
		}
	}
	c.endJob()
	return c.err
}

// input is a line, or the end.
type input struct {
	text    string
	tooLong bool
	at      time.Time
	err     error
}

// listen reads lines until the input ends or one says quit, so that nobody is left waiting for input that will not come.
func listen(in io.Reader, done <-chan struct{}) <-chan input {
	lines := make(chan input)
	go func() {
		r := newLineReader(in, longestInput)
		for {
			text, tooLong, err := r.next()
			line := input{text, tooLong, time.Now(), err}
			select {
			case lines <- line:
			case <-done:
				return
			}
			if words := strings.Fields(text); err != nil || !tooLong && len(words) > 0 && words[0] == "quit" {
				return
			}
		}
	}()
	return lines
}

// conversation is the state of the server. It belongs to the goroutine that called Serve.
type conversation struct {
	ctx      context.Context // that of the one call which it lives for
	server   *Server
	out      io.Writer
	err      error // of writing, or of reading
	over     bool
	settings settings
	board    *board // nil until one is needed
	opened   Setup  // that of the board
	job      *job   // under way, or nil
}

// say writes a line.
func (c *conversation) say(format string, args ...any) {
	if c.err == nil {
		if _, err := fmt.Fprintf(c.out, format+"\n", args...); err != nil {
			c.err = fmt.Errorf("uai: write: %w", err)
		}
	}
}

// complain says what is wrong with a command.
func (c *conversation) complain(err error) {
	c.say("info string error %s", printable(err.Error(), longestError))
}

// obey does what a line says.
func (c *conversation) obey(line input) {
	switch {
	case line.err != nil:
		c.over = true
		if !errors.Is(line.err, io.EOF) {
			c.err = fmt.Errorf("uai: read: %w", line.err)
		}
		return
	case line.tooLong:
		c.complain(fmt.Errorf("a line of more than %d bytes is not understood", longestInput))
		return
	}
	words := strings.Fields(line.text)
	if len(words) == 0 {
		return
	}
	do, known := commands[words[0]]
	if !known {
		c.complain(fmt.Errorf("unknown command %q", printable(words[0], 40)))
		return
	}
	if c.job != nil && !do.anytime {
		if !c.job.quiet {
			c.complain(fmt.Errorf("%s: there is a search under way; send stop first", words[0]))
			return
		}
		c.endJob()
	}
	rest := strings.TrimSpace(strings.TrimSpace(line.text)[len(words[0]):])
	if err := do.run(c, order{words[1:], rest, line.at}); err != nil {
		c.complain(err)
	}
}

// order is what stands behind a command's name.
type order struct {
	words []string
	text  string
	at    time.Time // when it came
}

// command is something that can be asked for.
type command struct {
	anytime bool // also while a search is under way
	run     func(c *conversation, o order) error
}

// commands are those that the server knows, by name.
var commands = map[string]command{
	"uai":        {true, func(c *conversation, _ order) error { c.introduce(UAI); return nil }},
	"ugi":        {true, func(c *conversation, _ order) error { c.introduce(UGI); return nil }},
	"isready":    {true, (*conversation).getReady},
	"stop":       {true, (*conversation).stop},
	"ponderhit":  {true, (*conversation).ponderHit},
	"quit":       {true, func(c *conversation, _ order) error { c.over = true; return nil }},
	"debug":      {true, func(*conversation, order) error { return nil }},
	"uainewgame": {false, (*conversation).startGame},
	"uginewgame": {false, (*conversation).startGame},
	"setoption":  {false, (*conversation).setOption},
	"position":   {false, (*conversation).setPosition},
	"moves":      {false, (*conversation).playMoves},
	"go":         {false, (*conversation).search},
	"ponder":     {false, (*conversation).ponder},
	"perft":      {false, (*conversation).perft},
	"query":      {false, (*conversation).query},
	"d":          {false, (*conversation).draw},
}

// introduce says who we are and what can be set.
func (c *conversation) introduce(d Dialect) {
	c.say("id name %s", c.server.Name)
	c.say("id author %s", c.server.Author)
	for _, o := range options {
		c.say("option name %s type %s", o.names[0], o.declare(c.server, c.settings))
	}
	c.say("%s", d.ready())
}

// getReady loads what is needed, unless a search shows that it is there.
func (c *conversation) getReady(order) error {
	var err error
	if c.job == nil {
		err = c.open()
	}
	if err != nil {
		c.complain(err)
	}
	c.say("readyok")
	return nil
}

// open makes sure that there is a board, of today's setup. It keeps the position if the game is the same.
func (c *conversation) open() error {
	if c.board != nil && c.opened == c.settings.Setup {
		return nil
	}
	g, searcher, err := c.server.Open(c.settings.Setup)
	if err != nil {
		return err
	}
	old := c.board
	c.settings.Game = g.Name
	c.board, c.opened = newBoard(g, searcher), c.settings.Setup
	if old != nil && old.game == g {
		c.board.takeOver(old)
	}
	return nil
}

func (c *conversation) startGame(order) error {
	if err := c.open(); err != nil {
		return err
	}
	c.board.reset()
	return nil
}

// setOption changes an option. What follows from it is done when a board is needed next: a game and a net for it are set one after
// the other, and need not fit in between.
func (c *conversation) setOption(o order) error {
	name, value, err := parseSetOption(o.text)
	if err != nil {
		return err
	}
	changed, err := setOption(c.settings, name, value)
	if err != nil {
		return err
	}
	c.settings = changed
	return nil
}

func (c *conversation) setPosition(o order) error {
	p, err := parsePosition(o.words)
	if err != nil {
		return err
	}
	if err := c.open(); err != nil {
		return err
	}
	return c.board.set(p)
}

// playMoves goes on from the position.
func (c *conversation) playMoves(o order) error {
	if err := c.open(); err != nil {
		return err
	}
	return c.board.play(o.words)
}

// draw shows the position.
func (c *conversation) draw(order) error {
	if err := c.open(); err != nil {
		return err
	}
	g, s := c.board.game, c.board.state
	c.say("%sfen %s", g.Notation.Board(s), g.Notation.FormatState(s))
	return nil
}

// query answers the questions that match runners for UGI ask.
func (c *conversation) query(o order) error {
	if err := c.open(); err != nil {
		return err
	}
	switch strings.Join(o.words, " ") {
	case "p1turn":
		c.say("response %t", c.board.state.ToMove() == 0)
	case "gameover":
		c.say("response %t", c.board.state.ToMove() == game.Terminal)
	case "result":
		c.say("response %s", c.board.result())
	default:
		return errors.New("query: want p1turn, gameover or result")
	}
	return nil
}
