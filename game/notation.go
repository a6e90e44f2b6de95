package game

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Notation reads and writes the moves and positions of one variant. Reading never panics, whatever the text.
type Notation interface {
	// FormatAction writes an action of a position; at chance nodes, an outcome.
	FormatAction(s State, a Action) string

	// ParseAction reads a move that is legal in s. The error is a *MoveError.
	ParseAction(s State, text string) (Action, error)

	// FormatState writes a position on one line. The history that a repetition rule needs is not part of it.
	FormatState(s State) string

	// ParseState reads what FormatState wrote. The error is a *PositionError.
	ParseState(text string) (State, error)

	// Board draws a position for a terminal, several lines each ending in a newline.
	Board(s State) string
}

// MoveError says why a text is not a legal move.
type MoveError struct {
	Text string
	// Problem says what is wrong with it: "f9 is not on the board".
	Problem string
	// Near lists a few legal moves that resemble it.
	Near []string
}

func (e *MoveError) Error() string {
	msg := fmt.Sprintf("move %q: %s", e.Text, e.Problem)
	if len(e.Near) > 0 {
		msg += "; legal moves near it: " + strings.Join(e.Near, ", ")
	}
	return msg
}

// NewMoveError returns a MoveError with the legal moves of s that are nearest to the text.
func NewMoveError(n Notation, s State, text, problem string) *MoveError {
	const most, longest = 6, 64
	type candidate struct {
		text     string
		distance int
	}
	var all []candidate
	for _, a := range s.AppendActions(nil) {
		legal := n.FormatAction(s, a)
		distance := len(legal)
		if len(text) <= longest {
			distance = levenshtein.ComputeDistance(legal, text)
		}
		all = append(all, candidate{legal, distance})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return a.distance - b.distance })
	e := &MoveError{Text: text, Problem: problem}
	for _, c := range all[:min(most, len(all))] {
		e.Near = append(e.Near, c.text)
	}
	return e
}

// PositionError says which part of a position string is wrong, and why.
type PositionError struct {
	Text string
	// Field is the part: "row 3", "side to move".
	Field string
	// Problem says what is wrong with it and what would be right.
	Problem string
}

func (e *PositionError) Error() string {
	return fmt.Sprintf("position %q: %s: %s", e.Text, e.Field, e.Problem)
}

// FormatMoves writes the legal actions of a position, in their order.
func FormatMoves(n Notation, s State) []string {
	var words []string
	for _, a := range s.AppendActions(nil) {
		words = append(words, n.FormatAction(s, a))
	}
	return words
}

// FormatLine writes actions, of which each is legal after those before it, and plays them on s: what Replay reads.
func FormatLine(n Notation, s State, actions []Action) []string {
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = n.FormatAction(s, a)
		s.Apply(a)
	}
	return words
}

// Replay plays moves, in the game's notation, from a position. The error names the ply (counted from 1) of the first move
// that cannot be played; s then holds the position before it.
func Replay(n Notation, s State, moves []string) error {
	for i, text := range moves {
		if s.ToMove() == Terminal {
			return fmt.Errorf("ply %d: move %q: the game is over (%s)", i+1, text, s.Ending().Reason)
		}
		a, err := n.ParseAction(s, text)
		if err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		s.Apply(a)
	}
	return nil
}
