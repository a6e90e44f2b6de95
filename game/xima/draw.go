package xima

import (
	"fmt"
	"strings"

	"gipfel/game"
)

// floorMarks show the vacant cells of each floor. The last floor of a board is always the summit.
const floorMarks = ".:+"

const summitMark = '^'

// Board implements game.Notation. A cell shows its topmost block, and how many blocks it has if there are several; such
// columns are listed in full below the board.
func (n notation) Board(gs game.State) string {
	s := n.v.state(gs)
	var b strings.Builder
	var letters strings.Builder
	for x := range n.v.size {
		fmt.Fprintf(&letters, " %c ", 'A'+x)
	}
	files := strings.TrimRight("   "+letters.String(), " ")
	fmt.Fprintln(&b, files)
	for y := n.v.size - 1; y >= 0; y-- {
		fmt.Fprintf(&b, "%2d ", y+1)
		for x := range n.v.size {
			b.WriteString(s.drawCell(y*n.v.size + x))
		}
		fmt.Fprintf(&b, " %d\n", y+1)
	}
	fmt.Fprintln(&b, files)
	s.drawColumns(&b)
	for seat := range game.Player(n.v.players) {
		fmt.Fprintf(&b, "%c: %s\n", 'a'+rune(seat), s.describeHand(seat))
	}
	fmt.Fprintf(&b, "%s; %d of %d plies, %d of %d turns without progress\n",
		s.describeTurn(), s.plies, maxPlies, s.quiet, s.quietLimit())
	return b.String()
}

func (s *state) drawCell(c int) string {
	column := s.column(c)
	switch {
	case len(column) > 9:
		return fmt.Sprintf("%c%d", column[len(column)-1], len(column))
	case len(column) > 1:
		return fmt.Sprintf(" %c%d", column[len(column)-1], len(column))
	case len(column) == 1:
		return " " + column + " "
	case c == s.v.summit:
		return fmt.Sprintf(" %c ", summitMark)
	}
	return fmt.Sprintf(" %c ", floorMarks[s.v.floor[c]])
}

// drawColumns lists the columns of several blocks from the bottom up.
func (s *state) drawColumns(b *strings.Builder) {
	var columns []string
	for c := range s.v.area {
		if s.level(c) > 1 {
			columns = append(columns, s.v.cellName(c)+" "+s.column(c))
		}
	}
	if len(columns) > 0 {
		fmt.Fprintf(b, "columns from the bottom up: %s\n", strings.Join(columns, ", "))
	}
}

func (s *state) describeHand(seat game.Player) string {
	if s.out[seat] {
		return "out"
	}
	special := [...]string{onBoard: "special on the board", inHand: "special in hand", captured: "special captured"}
	return fmt.Sprintf("%d normal in hand, %s", s.normals[seat], special[s.special[seat]])
}

func (s *state) describeTurn() string {
	seat := 'a' + rune(s.turn)
	switch {
	case s.phase == over && s.winner == game.Terminal:
		return s.reason
	case s.phase == over:
		return fmt.Sprintf("%c has won: %s", seat, s.reason)
	case s.phase == rolling:
		return fmt.Sprintf("%c rolls", seat)
	case s.phase == choosingSecond:
		return fmt.Sprintf("%c may move another block by %d", seat, s.low)
	case s.high != 0:
		return fmt.Sprintf("%c to move with %d and %d", seat, s.low, s.high)
	case s.low != 0:
		return fmt.Sprintf("%c to move by %d", seat, s.low)
	}
	return fmt.Sprintf("%c to move", seat)
}
