package atimo

import (
	"fmt"
	"strings"

	"gipfel/game"
)

// notation implements game.Notation: "Cd4" places a Core, "Me5" a Mass, "d4d5" moves from d4 to d5. Positions are in
// position.go.
type notation struct{ *variant }

// FormatAction implements game.Notation.
func (n notation) FormatAction(s game.State, a game.Action) string {
	number, plane := a/policyPlanes, a%policyPlanes
	if int(number) >= n.area {
		panic(fmt.Sprintf("atimo: action %d is beyond the policy", a))
	}
	c := n.cellAt[number]
	switch {
	case plane != planePlace:
		bit := destination[plane]
		to := c + bit - windowBase
		if stencils[mass][c]>>bit&1 == 0 || n.board.and(cell(to)).empty() {
			panic(fmt.Sprintf("atimo: action %d leads off the board", a))
		}
		return cellName(c) + cellName(to)
	case s.(*state).firstRound():
		return "C" + cellName(c)
	}
	return "M" + cellName(c)
}

// ParseAction implements game.Notation.
func (n notation) ParseAction(from game.State, text string) (game.Action, error) {
	s := from.(*state)
	a, problem := n.readMove(s, text)
	if problem != "" {
		return game.NoAction, game.NewMoveError(n, s, text, problem)
	}
	return a, nil
}

// readMove returns the action that a text means, or the problem with it.
func (n notation) readMove(s *state, text string) (a game.Action, problem string) {
	if s.end != running {
		return 0, fmt.Sprintf("the game is over (%s)", s.end)
	}
	switch {
	case len(text) == 3 && (text[0] == 'C' || text[0] == 'M'):
		return n.readPlacement(s, text[0], text[1:])
	case len(text) == 4:
		return n.readStep(s, text[:2], text[2:])
	}
	return 0, `a move is written as "Cb2" (place the Core), "Mb2" (place a Mass) or "b2b3" (from, to)`
}

func (n notation) readPlacement(s *state, kind byte, on string) (a game.Action, problem string) {
	c, problem := n.readCell(on)
	switch {
	case problem != "":
		return 0, problem
	case kind == 'C' && !s.firstRound():
		return 0, "the Core is on the board already"
	case kind == 'M' && s.firstRound():
		return 0, "the first round places the Core"
	case kind == 'M' && s.reserve[s.mover] == 0:
		return 0, "no Mass is left in reserve"
	case s.at[c] != vacant:
		return 0, on + " is occupied"
	}
	return s.actionsOf[c] + planePlace, ""
}

func (n notation) readStep(s *state, start, end string) (a game.Action, problem string) {
	from, problem := n.readCell(start)
	if problem != "" {
		return 0, problem
	}
	to, problem := n.readCell(end)
	if problem != "" {
		return 0, problem
	}
	p := s.at[from]
	switch {
	case s.firstRound():
		return 0, "the first round places the Core"
	case p == vacant:
		return 0, start + " is vacant"
	case p.seat() != s.mover:
		return 0, fmt.Sprintf("the piece on %s is seat %c's, and it is seat %c's turn", start, seatLetter(p.seat()), seatLetter(s.mover))
	case p.kind() == mass && s.reserve[s.mover] > 0:
		return 0, "Masses may not move while one is in reserve"
	case s.at[to] != vacant:
		return 0, end + " is occupied"
	}
	for plane := planeSteps; plane < policyPlanes; plane++ {
		if bit := destination[plane]; from+bit-windowBase == to && s.destinations(from)>>bit&1 != 0 {
			return s.actionsOf[from] + game.Action(plane), ""
		}
	}
	if p.kind() == core {
		return 0, "a Core moves one cell up, down, left or right"
	}
	return 0, "a Mass moves one cell in any direction, or two cells up, down, left or right"
}

// cellName returns the column letter and the row number of a cell.
func cellName(c uint8) string { return string([]byte{'a' + c%row, '1' + c/row}) }

// readCell reads a cell of the board from two bytes.
func (n notation) readCell(text string) (c uint8, problem string) {
	x, y := int(text[0])-'a', int(text[1])-'1'
	if x < 0 || x >= n.size || y < 0 || y >= n.size {
		return 0, fmt.Sprintf("%q is not on the board, whose cells are a1 to %s", text, cellName(n.cellAt[n.area-1]))
	}
	return uint8(y*row + x), ""
}

func seatLetter(seat uint8) byte { return 'a' + seat }

// letter returns the letter of a piece in positions: A is seat a's Core, a one of its Masses.
func (p piece) letter() byte {
	if p.kind() == core {
		return 'A' + p.seat()
	}
	return 'a' + p.seat()
}

// Board implements game.Notation: a row a line, columns below, then what a look at the cells does not tell.
func (n notation) Board(from game.State) string {
	s := from.(*state)
	var b strings.Builder
	for y := n.size - 1; y >= 0; y-- {
		fmt.Fprintf(&b, "%d ", y+1)
		for x := range n.size {
			b.WriteByte(' ')
			if p := s.at[y*row+x]; p != vacant {
				b.WriteByte(p.letter())
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("  ")
	for x := range n.size {
		fmt.Fprintf(&b, " %c", 'a'+x)
	}
	b.WriteString("\nreserve:")
	for seat := range n.players {
		fmt.Fprintf(&b, "  %c %s", seatLetter(uint8(seat)), s.reserveText(seat))
	}
	fmt.Fprintf(&b, "\nmove %d of %d", s.moves, maxMoves)
	if s.seen > 0 {
		b.WriteString(", position seen before")
	}
	switch s.end {
	case running:
		fmt.Fprintf(&b, ", seat %c to move\n", seatLetter(s.mover))
	case collapse:
		fmt.Fprintf(&b, ", seat %c won by collapse\n", seatLetter(s.winner))
	default:
		fmt.Fprintf(&b, ", drawn: %s\n", s.end)
	}
	return b.String()
}

// reserveText writes a seat's reserve with the letters of its pieces, "-" if it is empty.
func (s *state) reserveText(seat int) string {
	text := strings.Repeat(string(rune('a'+seat)), int(s.reserve[seat]))
	if seat >= int(s.coresPlaced) {
		text = string(rune('A'+seat)) + text
	}
	if text == "" {
		return "-"
	}
	return text
}
