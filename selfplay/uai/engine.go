package uai

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gipfel/game"
)

// engine is a process that has said that it speaks the protocol. Its errors are phrases that go on from the command: "did not
// answer isready within 10s". After one it is of no more use.
type engine struct {
	*process
	settings *Settings
	game     *game.Game
}

// launch starts an engine and shakes hands with it.
func launch(ctx context.Context, g *game.Game, s *Settings) (*engine, error) {
	p, err := start(s.Command)
	if err != nil {
		return nil, err
	}
	e := &engine{p, s, g}
	if err := e.greet(ctx); err != nil {
		err = e.explain(err)
		e.close(false)
		return nil, err
	}
	return e, nil
}

// greet shakes hands and sets the options.
func (e *engine) greet(ctx context.Context) error {
	d := e.settings.dialect(e.game)
	deadline := time.Now().Add(e.settings.Start)
	if err := e.send(d.hello(), deadline); err != nil {
		return err
	}
	var first []Option
	for {
		line, err := e.await(ctx, deadline, UAI.ready(), UGI.ready(), "option")
		if err != nil {
			return e.unanswered(err, d.hello(), d.ready())
		}
		if firstWord(line) != "option" {
			break
		}
		if name, ok := variantOption(line, e.game.Name); ok {
			first = []Option{{name, e.game.Name}}
		}
	}
	for _, o := range append(first, e.settings.Options...) {
		if err := e.send("setoption name "+o.Name+" value "+o.Value, deadline); err != nil {
			return err
		}
	}
	return e.sync(ctx)
}

// variantOption returns the name of the option that a line describes, if it is one for the variant and knows ours by our name.
func variantOption(line, variant string) (name string, ok bool) {
	words := strings.Fields(line)
	kind := slices.Index(words, "type")
	if kind != 3 || !slices.ContainsFunc(options[0].names, func(n string) bool { return strings.EqualFold(n, words[2]) }) {
		return "", false
	}
	for i, word := range words[kind:] {
		if i > 0 && word == variant && words[kind+i-1] == "var" {
			return words[2], true
		}
	}
	return "", false
}

// ask sends a line and waits for the answer to it.
func (e *engine) ask(ctx context.Context, deadline time.Time, line, answer string) error {
	if err := e.send(line, deadline); err != nil {
		return err
	}
	_, err := e.await(ctx, deadline, answer)
	return e.unanswered(err, line, answer)
}

// unanswered says what was not answered, if that is the error.
func (e *engine) unanswered(err error, line, answer string) error {
	if errors.Is(err, errLate) {
		return fmt.Errorf("did not answer %s with %s within %v", line, answer, e.settings.Start)
	}
	return err
}

// sync waits until the engine has done all that it was told before. Answers to earlier questions are dropped.
func (e *engine) sync(ctx context.Context) error {
	return e.ask(ctx, time.Now().Add(e.settings.Start), "isready", "readyok")
}

// newGame tells the engine that another game begins.
func (e *engine) newGame(ctx context.Context) error {
	if err := e.send(e.settings.dialect(e.game).newGame(), time.Now().Add(e.settings.Start)); err != nil {
		return err
	}
	return e.sync(ctx)
}

// think has the engine choose a move in a position, which is s, and says how long it took.
func (e *engine) think(ctx context.Context, position string, s game.State, left time.Duration) (game.Action, time.Duration, error) {
	if err := e.send("position "+position, time.Now().Add(e.settings.Start)); err != nil {
		return game.NoAction, 0, err
	}
	if err := e.sync(ctx); err != nil {
		return game.NoAction, 0, err
	}
	began := time.Now()
	allowed := e.settings.allowed(left)
	if err := e.send("go "+e.settings.terms(e.game, left), began.Add(allowed)); err != nil {
		return game.NoAction, 0, err
	}
	line, err := e.await(ctx, began.Add(allowed), "bestmove")
	took := time.Since(began)
	if errors.Is(err, errLate) {
		return game.NoAction, took, e.settings.overtime(left)
	}
	if err != nil {
		return game.NoAction, took, err
	}
	a, err := readAnswer(e.game, s, line)
	return a, took, err
}

// readAnswer reads the move of a line that begins with bestmove.
func readAnswer(g *game.Game, s game.State, line string) (game.Action, error) {
	words := strings.Fields(line)
	if len(words) < 2 {
		return game.NoAction, errors.New("answered bestmove without a move")
	}
	a, err := readMove(g, s, words[1])
	if err != nil {
		return game.NoAction, fmt.Errorf("answered no legal move: %s", printable(err.Error(), longestError))
	}
	return a, nil
}

// explain adds to an error what is known of the engine's end, and what it said last.
func (e *engine) explain(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	text := err.Error()
	if errors.Is(err, errGone) {
		text = e.obituary()
		e.waitWords(quitTime)
	}
	if last := e.words.text(); last != "" {
		text += "; standard error: " + last
	}
	return errors.New(text)
}

// allowed is the time after which a move is late.
func (s *Settings) allowed(left time.Duration) time.Duration {
	switch {
	case s.MoveTime > 0:
		return s.MoveTime + s.Margin
	case s.GameTime > 0:
		return left + s.Margin
	}
	return s.Timeout
}

// overtime is the error of a move that is late.
func (s *Settings) overtime(left time.Duration) error {
	switch {
	case s.MoveTime > 0:
		return fmt.Errorf("took longer than its movetime of %v and the margin of %v", s.MoveTime, s.Margin)
	case s.GameTime > 0:
		return fmt.Errorf("took longer than the %v that its clock had left and the margin of %v", left.Round(time.Millisecond), s.Margin)
	}
	return fmt.Errorf("did not answer go within %v", s.Timeout)
}

// terms writes what is behind "go". A player knows its own clock only; those of the others are said to be equal.
func (s *Settings) terms(g *game.Game, left time.Duration) string {
	switch {
	case s.MoveTime > 0:
		return "movetime " + inMillis(s.MoveTime)
	case s.Nodes > 0:
		return "nodes " + strconv.Itoa(s.Nodes)
	case s.Depth > 0:
		return "depth " + strconv.Itoa(s.Depth)
	}
	var words []string
	for _, kind := range []struct {
		word string
		time time.Duration
	}{{"time", left}, {"inc", s.Increment}} {
		for seat := range g.Players {
			words = append(words, clockOf(s.dialect(g), seat)+kind.word, inMillis(kind.time))
		}
	}
	return joinWords(words)
}

// clockOf is what the word for a seat's clock begins with.
func clockOf(d Dialect, seat int) string {
	if d == UAI {
		return [...]string{"b", "w", "p3", "p4"}[seat]
	}
	return "p" + strconv.Itoa(seat+1)
}

func inMillis(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
