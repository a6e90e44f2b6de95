package ataxx

import (
	"fmt"
	"slices"
	"strings"

	"gipfel/game"
)

// notation is the one of the Universal Ataxx Interface (UAI): a clone is the cell where it lands ("g2"), a jump its origin
// and its landing cell ("g1f3"), the pass "0000". Read are also clones in full ("b2b3") and the other names of the pass in
// use. For positions see FormatState.
type notation struct{ *variant }

const pass = "0000"

var passWords = []string{pass, "pass", "none", "null"}

// name returns a square as the column's letter and the row's number.
func name(s square) string { return string([]byte{'a' + s%row, '1' + s/row}) }

func (n notation) FormatAction(_ game.State, a game.Action) string {
	if a == n.pass {
		return pass
	}
	step := &n.steps[a]
	if step.jump == 0 {
		return name(step.to)
	}
	return name(first(step.sources)) + name(step.to)
}

func (n notation) ParseAction(state game.State, text string) (game.Action, error) {
	s := state.(*State)
	a, problem := s.read(text)
	if problem != "" {
		return game.NoAction, game.NewMoveError(n, s, text, problem)
	}
	return a, nil
}

// read returns the legal action that a text means, or what is wrong with the text.
func (s *State) read(text string) (a game.Action, problem string) {
	if s.end != ongoing {
		return 0, fmt.Sprintf("the game is over (%s)", s.Ending().Reason)
	}
	mustPass := spread2(s.own())&s.vacant == 0
	if slices.Contains(passWords, text) {
		if !mustPass {
			return 0, "only a side without a move may pass"
		}
		return s.variant.pass, ""
	}
	if len(text) != 2 && len(text) != 4 {
		return 0, "a move is the cell of a clone (g2), the two cells of a jump (g1f3) or the pass (0000)"
	}
	to, problem := s.variant.readSquare(text[len(text)-2:])
	if problem != "" {
		return 0, problem
	}
	from := to
	if len(text) == 4 {
		if from, problem = s.variant.readSquare(text[:2]); problem != "" {
			return 0, problem
		}
		if s.own()>>from&1 == 0 {
			return 0, fmt.Sprintf("there is no own stone on %s, but %s", name(from), s.occupant(from))
		}
	}
	switch {
	case mustPass:
		return 0, "there is no move: the side has to pass (0000)"
	case s.vacant>>to&1 == 0:
		return 0, fmt.Sprintf("%s is not vacant: there is %s", name(to), s.occupant(to))
	case ring[to]>>from&1 != 0:
		return s.variant.actions[to] + jumpPlane[(from-to)&63], ""
	case from != to && near[to]>>from&1 == 0:
		return 0, fmt.Sprintf("%s is more than two cells from %s", name(to), name(from))
	case near[to]&s.own() == 0:
		return 0, fmt.Sprintf("there is no own stone beside %s to clone", name(to))
	}
	return s.variant.actions[to], ""
}

// readSquare reads a cell of the board, from two bytes.
func (v *variant) readSquare(text string) (at square, problem string) {
	x, y := int(text[0])-'a', int(text[1])-'1'
	if !v.onBoard(x, y) {
		return 0, fmt.Sprintf("%q is not a cell: columns are a to %c, rows 1 to %d", text, 'a'+v.Size-1, v.Size)
	}
	return square(y*row + x), ""
}

// occupant says what is on a cell.
func (s *State) occupant(at square) string {
	switch s.letter(at) {
	case 'x':
		return "a stone of x"
	case 'o':
		return "a stone of o"
	case '-':
		return "a gap"
	}
	return "nothing"
}

// letter returns what the position string and the drawing show on a cell: x, o, - for a gap and . for a vacant one.
func (s *State) letter(at square) byte {
	switch {
	case s.stones[0]>>at&1 != 0:
		return 'x'
	case s.stones[1]>>at&1 != 0:
		return 'o'
	case s.vacant>>at&1 != 0:
		return '.'
	}
	return '-'
}

// Board draws the position with the numbers of the rows and the letters of the columns.
func (n notation) Board(state game.State) string {
	s := state.(*State)
	var out strings.Builder
	for y := n.Size - 1; y >= 0; y-- {
		fmt.Fprintf(&out, "%d ", y+1)
		for x := range n.Size {
			out.WriteByte(' ')
			out.WriteByte(s.letter(square(y*row + x)))
		}
		out.WriteByte('\n')
	}
	out.WriteString("  ")
	for x := range n.Size {
		fmt.Fprintf(&out, " %c", 'a'+x)
	}
	fmt.Fprintf(&out, "\nx %d, o %d, ", s.Stones(0), s.Stones(1))
	if s.end != ongoing {
		fmt.Fprintf(&out, "over: %s\n", s.Ending().Reason)
	} else {
		fmt.Fprintf(&out, "%c to move, %d plies since the last clone\n", "xo"[s.mover&1], s.quiet)
	}
	return out.String()
}
