package solve

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gipfel/game"
)

// Case is a line of a text with known values of positions of [Game]:
//
//	POSITION ; VALUE ; MOVES
//
// The value is "W 3" (a win in three plies), "L 2" or "D -", for the player to move. The moves are all that keep it as a win or
// a draw, fast or slow, separated by spaces; "*" stands there for a loss, which all moves keep. Empty lines and those that begin
// with # are skipped.
type Case struct {
	// Line is the number of the line, from 1.
	Line int
	// Position is the position string, and State what it says.
	Position string
	State    game.State
	// Answer is the rest of the line, with the moves in the order of their actions.
	Answer string
}

// ReadCases reads a whole text. The error names the line.
func ReadCases(r io.Reader) (cases []Case, err error) {
	lines := bufio.NewScanner(r)
	n := 0
	for lines.Scan() {
		n++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		c, err := readCase(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		c.Line = n
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return cases, nil
}

// readCase reads a line.
func readCase(text string) (c Case, err error) {
	fields := strings.Split(text+" ", " ; ") // the list of moves may be empty
	if n := len(fields); n != 3 {
		noun := "fields"
		if n == 1 {
			noun = "field"
		}
		return c, fmt.Errorf(`it has %d %s separated by " ; ", want 3: the position, its value, the moves that keep it`, n, noun)
	}
	c.Position = fields[0]
	if c.State, err = solved.Notation.ParseState(c.Position); err != nil {
		return c, err
	}
	if c.State.ToMove() == game.Terminal {
		return c, fmt.Errorf("position %q: %w", c.Position, errOver)
	}
	v, err := parseValue(fields[1])
	if err != nil {
		return c, err
	}
	var moves []game.Action
	list := strings.TrimSpace(fields[2])
	words := strings.Fields(list)
	switch star := slices.Equal(words, []string{"*"}); {
	case star != (v.Outcome == Loss):
		return c, fmt.Errorf(`the moves are %q; want "*" for a loss and only there`, list)
	case star:
		words = nil
	}
	for _, word := range words {
		a, err := solved.Notation.ParseAction(c.State, word)
		if err != nil {
			return c, err
		}
		moves = append(moves, a)
	}
	slices.Sort(moves)
	if repeated := len(moves) - len(slices.Compact(slices.Clone(moves))); repeated > 0 {
		return c, fmt.Errorf("the moves are %q, with repeats", list)
	}
	c.Answer = answer(c.State, v, moves)
	return c, nil
}

// parseValue reads what Value.String has written.
func parseValue(text string) (Value, error) {
	outcome, plies, _ := strings.Cut(text, " ")
	v := Value{}
	switch outcome {
	case "W":
		v.Outcome = Win
	case "L":
		v.Outcome = Loss
	}
	if v.Outcome != Draw {
		v.Plies, _ = strconv.Atoi(plies)
	}
	odd := v.Plies%2 != 0
	if v.String() != text || v.Plies < 0 || v.Plies > maxPlies || v.Outcome != Draw && odd != (v.Outcome == Win) {
		return v, fmt.Errorf(`the value is %q; want "D -", "W" and an odd number of plies, or "L" and an even number`, text)
	}
	return v, nil
}

// answer writes what a line says of a position.
func answer(s game.State, v Value, keeping []game.Action) string {
	words := make([]string, len(keeping))
	for i, a := range keeping {
		words[i] = solved.Notation.FormatAction(s, a)
	}
	if v.Outcome == Loss {
		words = []string{"*"}
	}
	return fmt.Sprintf("%v ; %s", v, strings.Join(words, " "))
}

// Answer returns what a text with known values should say of a position of [Game]; see [Case].
func (d *DB) Answer(s game.State) (string, error) {
	v, err := d.Value(s)
	if err != nil {
		return "", err
	}
	moves, err := d.Moves(s)
	if err != nil {
		return "", err
	}
	var keeping []game.Action
	for _, m := range moves {
		if m.Value.Outcome == v.Outcome {
			keeping = append(keeping, m.Action)
		}
	}
	return answer(s, v, keeping), nil
}
