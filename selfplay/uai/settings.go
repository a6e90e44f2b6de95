package uai

import (
	"errors"
	"fmt"
	"time"

	"gipfel/game"
)

// Settings says how an engine in another process plays.
type Settings struct {
	Command Command
	// Dialect is how it is spoken to; empty: as its game is.
	Dialect Dialect
	// Options are set once, in this order.
	Options []Option

	// One of these bounds each move: the time for it; the nodes; the depth; or the time for all moves of a game, to which
	// each adds Increment.
	MoveTime            time.Duration
	Nodes, Depth        int
	GameTime, Increment time.Duration

	// Margin is how much later than the clock says an answer may come, for the way between the processes.
	Margin time.Duration
	// Timeout is the time for a move that no clock bounds, and Start that for starting and for getting ready.
	Timeout, Start time.Duration
	// FreshFEN sends the position itself before each move, in place of the game's beginning and its moves. The engine then knows
	// nothing of what the position string leaves out, such as repetitions.
	FreshFEN bool
}

// Option is one that an engine has.
type Option struct{ Name, Value string }

// DefaultSettings are those of a command about which nothing else was said.
func DefaultSettings() Settings {
	return Settings{Margin: 100 * time.Millisecond, Timeout: time.Minute, Start: 10 * time.Second}
}

// defaultMoveTime bounds moves if nothing was said.
const defaultMoveTime = 100 * time.Millisecond

// Validate says which setting is wrong and what would be right.
func (s *Settings) Validate() error {
	bounds := 0
	for _, given := range []bool{s.MoveTime > 0, s.Nodes > 0, s.Depth > 0, s.GameTime > 0} {
		if given {
			bounds++
		}
	}
	switch {
	case len(s.Command.Args) == 0:
		return errors.New("no command")
	case s.MoveTime < 0 || s.Nodes < 0 || s.Depth < 0 || s.GameTime < 0 || s.Increment < 0 || s.Margin < 0:
		return errors.New("a negative limit: want 0 for none, or more")
	case bounds != 1:
		return fmt.Errorf("%d limits for a move: want one of movetime, nodes, depth and time", bounds)
	case s.Increment > 0 && s.GameTime == 0:
		return errors.New("an increment without a time for the game")
	case s.Timeout <= 0 || s.Start <= 0:
		return errors.New("no time for answers: want a timeout and a start above 0")
	case s.Dialect != "" && s.Dialect != UAI && s.Dialect != UGI:
		return fmt.Errorf("protocol %q: want uai or ugi", s.Dialect)
	}
	return nil
}

func (s *Settings) dialect(g *game.Game) Dialect {
	if s.Dialect != "" {
		return s.Dialect
	}
	return DialectOf(g)
}
