package uai

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gipfel/game"
)

// goCommand is what the words behind "go" say.
type goCommand struct {
	infinite, ponder bool
	moveTime         time.Duration // 0: not said
	timed            bool          // moveTime was said
	nodes, depth     int           // 0: not said
	clocks           [game.MaxPlayers]seatClock
	movesToGo        int
	ignored          []string // words that mean nothing to us
}

// seatClock is what one seat has left.
type seatClock struct {
	said                 bool
	remaining, increment time.Duration
}

// The largest numbers that are taken: a day in milliseconds, and simulations.
const (
	maxMillis = 24 * 60 * 60 * 1000
	maxNodes  = 1_000_000_000
	maxDepth  = 10_000
)

// parseGo reads the words behind "go". The error names the word that is wrong; a word that is unknown is none.
func parseGo(words []string) (goCommand, error) {
	var c goCommand
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "infinite":
			c.infinite = true
			continue
		case "ponder":
			c.ponder = true
			continue
		}
		set := c.setter(word)
		if set == nil {
			c.ignored = append(c.ignored, word)
			continue
		}
		if len(words) == 0 {
			return c, fmt.Errorf("go: %s needs a number", word)
		}
		n, err := readNumber(words[0])
		if err != nil {
			return c, fmt.Errorf("go: %s: %w", word, err)
		}
		if err := set(n); err != nil {
			return c, fmt.Errorf("go: %s: %w", word, err)
		}
		words = words[1:]
	}
	return c, nil
}

// setter returns what takes the number behind a word, or nil. Clocks are named by seat: b for the first and w for the second, as
// in chess, or p1, p2, p3 and p4.
func (c *goCommand) setter(word string) func(n int) error {
	switch word {
	case "movetime":
		return func(n int) error { c.timed, c.moveTime = true, millis(n); return nil }
	case "nodes":
		return func(n int) error { return setWithin(&c.nodes, n, maxNodes) }
	case "depth":
		return func(n int) error { return setWithin(&c.depth, n, maxDepth) }
	case "movestogo":
		return func(n int) error { c.movesToGo = max(0, n); return nil }
	}
	for _, kind := range []string{"time", "inc"} {
		seat := slices.Index([]string{"b", "w"}, strings.TrimSuffix(word, kind))
		if seat < 0 {
			seat = slices.Index([]string{"p1", "p2", "p3", "p4"}, strings.TrimSuffix(word, kind))
		}
		if seat < 0 || !strings.HasSuffix(word, kind) {
			continue
		}
		clock := &c.clocks[seat]
		if kind == "inc" {
			return func(n int) error { clock.increment = max(0, millis(n)); return nil }
		}
		return func(n int) error { clock.said, clock.remaining = true, millis(n); return nil }
	}
	return nil
}

// setWithin sets a number that must be in 1 to most.
func setWithin(dst *int, n, most int) error {
	if n < 1 {
		return fmt.Errorf("%d: want 1 to %d", n, most)
	}
	*dst = min(n, most)
	return nil
}

// millis returns n milliseconds, at most a day. Clocks that have run out are sent as negative numbers.
func millis(n int) time.Duration {
	return time.Duration(max(-maxMillis, min(n, maxMillis))) * time.Millisecond
}

// readNumber reads a whole number, or a decimal one, of which it drops the fraction: some runners send "100.0".
func readNumber(text string) (int, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || strings.Trim(fraction, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return n, nil
}

// positionCommand is what the words behind "position" say.
type positionCommand struct {
	fen   string // empty: the start
	moves []string
}

// parsePosition reads the words behind "position".
func parsePosition(words []string) (positionCommand, error) {
	var c positionCommand
	if len(words) == 0 {
		return c, errors.New("position: want startpos or fen, then perhaps moves")
	}
	kind := words[0]
	before, rest := words[1:], []string(nil)
	if i := slices.Index(before, "moves"); i >= 0 {
		before, rest = before[:i], before[i+1:]
	}
	c.moves = rest
	switch {
	case kind == "startpos" && len(before) == 0:
	case kind == "startpos":
		return c, fmt.Errorf("position: %q behind startpos: want moves", before[0])
	case kind != "fen":
		return c, fmt.Errorf("position: %q: want startpos or fen", kind)
	case len(before) == 0:
		return c, errors.New("position: fen without a position")
	default:
		c.fen = strings.Join(before, " ")
	}
	return c, nil
}

// parseSetOption reads what is behind "setoption": "name X value Y". Both may have spaces, and the value may be missing.
func parseSetOption(text string) (name, value string, err error) {
	before, value, _ := strings.Cut(" "+text+" ", " value ")
	words := strings.Fields(before)
	if len(words) < 2 || words[0] != "name" {
		return "", "", errors.New("setoption: want name NAME value VALUE")
	}
	return strings.Join(words[1:], " "), strings.TrimSpace(value), nil
}
