package arena

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gipfel/game"
)

// Opening is how the games of a pair begin: some actions, played from a position.
type Opening struct {
	// Start is a position as the game's notation writes it; empty for the ordinary start.
	Start string
	// Actions are played from there, chance outcomes included.
	Actions []game.Action
}

// ReadOpenings reads openings, one a line: moves in the game's notation; or a position string, or the name of one of the game's
// starts; or such a position, the word "moves", and moves from there. Empty lines and what follows a "#" at the beginning of a line
// or after a space are comments. Each opening must lead to a position in which a seat is to move. name is that of the file, for
// errors, which name the line.
func ReadOpenings(r io.Reader, name string, g *game.Game) ([]Opening, error) {
	var list []Opening
	lines := bufio.NewScanner(r)
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimSpace(withoutComment(lines.Text()))
		if text == "" {
			continue
		}
		o, err := readOpening(g, text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		list = append(list, o)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: a line of more than %d bytes", name, number+1, bufio.MaxScanTokenSize)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(list) == 0:
		return nil, fmt.Errorf("%s: there is no opening in it: want one a line, a position or moves", name)
	}
	return list, nil
}

func withoutComment(line string) string {
	if strings.HasPrefix(line, "#") {
		return ""
	}
	if i := strings.IndexAny(line, "#"); i > 0 && (line[i-1] == ' ' || line[i-1] == '\t') {
		return line[:i]
	}
	return line
}

// readOpening reads one line.
func readOpening(g *game.Game, text string) (Opening, error) {
	var o Opening
	s := g.New()
	position, moves := "", text
	if before, after, ok := cutWord(text, "moves"); ok {
		position, moves = before, after
	} else if p, err := g.ParsePosition(text); err == nil {
		position, moves, s = text, "", p
	} else if strings.Contains(text, "/") && !readable(g, strings.Fields(text)[0]) {
		return o, err // it is meant to be a position
	}
	if position != "" {
		var err error
		if s, err = g.ParsePosition(position); err != nil {
			return o, err
		}
		o.Start = g.Notation.FormatState(s)
	}
	for i, word := range strings.Fields(moves) {
		if s.ToMove() == game.Terminal {
			return o, fmt.Errorf("ply %d: move %q: the game is over (%s)", i+1, word, s.Ending().Reason)
		}
		a, err := g.Notation.ParseAction(s, word)
		if err != nil {
			return o, fmt.Errorf("ply %d: %w", i+1, err)
		}
		o.Actions = append(o.Actions, a)
		s.Apply(a)
	}
	return o, playable(s)
}

// readable tells whether a text is a move at the start.
func readable(g *game.Game, text string) bool {
	_, err := g.Notation.ParseAction(g.New(), text)
	return err == nil
}

// cutWord cuts a text around a word of it.
func cutWord(text, word string) (before, after string, ok bool) {
	words := strings.Fields(text)
	i := slices.Index(words, word)
	if i < 0 {
		return "", "", false
	}
	return strings.Join(words[:i], " "), strings.Join(words[i+1:], " "), true
}

// playable returns an error unless a game can begin in a position.
func playable(s game.State) error {
	switch s.ToMove() {
	case game.Terminal:
		return fmt.Errorf("it leads to the end of the game (%s): want a position in which a seat is to move", s.Ending().Reason)
	case game.Chance:
		return errors.New("it leads to a position in which chance is to move: want one in which a seat is")
	}
	return nil
}

// givenOpenings returns the openings of all pairs where they were given.
func givenOpenings(g *game.Game, given []Opening, pairs int) ([]opening, error) {
	seen := make(map[string]bool, len(given))
	list := make([]opening, pairs)
	for pair := range list {
		o := &given[pair%len(given)]
		found := opening{start: o.Start, actions: o.Actions}
		r := GameResult{Start: o.Start}
		s, err := r.Begin(g)
		if err != nil {
			return nil, fmt.Errorf("arena: opening %d: %w", pair%len(given)+1, err)
		}
		if o.Start != "" {
			found.state = g.New()
			found.state.CopyFrom(s)
		}
		for i, a := range o.Actions {
			if _, ok := slices.BinarySearch(s.AppendActions(nil), a); !ok {
				return nil, fmt.Errorf("arena: opening %d: action %d of %d is %d, which is not legal there", pair%len(given)+1, i+1, len(o.Actions), a)
			}
			s.Apply(a)
		}
		if err := playable(s); err != nil {
			return nil, fmt.Errorf("arena: opening %d: %w", pair%len(given)+1, err)
		}
		position := g.Notation.FormatState(s)
		found.repeated = seen[position]
		seen[position] = true
		list[pair] = found
	}
	return list, nil
}
