package atimo

import (
	"fmt"
	"strconv"
	"strings"

	"gipfel/game"
)

// A position is one line of four fields, with one space between them:
//
//	5/5/1A3/5/3B1 a 2,2 0
//
// The rows from the top, separated by '/', with numbers for runs of vacant cells, and for each seat a letter for its Core
// and its Masses (A a, B b, C c, D d); the seat to move; the Masses in reserve of each seat; the moves since the Cores. A
// seat without a Core on the board has it in reserve. There is exactly one way to write a position.
//
// The counter is a clock: apart from its range it is not compared with the rest, so that a study may set any seat to move
// after any number of moves. Only where the first round decides who moves is the seat checked.

// FormatState implements game.Notation.
func (n notation) FormatState(from game.State) string {
	s := from.(*state)
	var b strings.Builder
	for y := n.size - 1; y >= 0; y-- {
		run := 0
		for x := range n.size {
			p := s.at[y*row+x]
			if p == vacant {
				run++
				continue
			}
			if run > 0 {
				b.WriteString(strconv.Itoa(run))
				run = 0
			}
			b.WriteByte(p.letter())
		}
		if run > 0 {
			b.WriteString(strconv.Itoa(run))
		}
		if y > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c ", seatLetter(s.mover))
	for seat := range n.players {
		if seat > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(s.reserve[seat])))
	}
	fmt.Fprintf(&b, " %d", s.moves)
	return b.String()
}

// ParseState implements game.Notation. A position whose mover has no legal action is a finished game.
func (n notation) ParseState(text string) (game.State, error) {
	r := positionReader{state: newState(n.variant), text: text}
	if err := r.read(); err != nil {
		return nil, err
	}
	s := r.state
	s.hash = zobrist(s)
	s.remember(true)
	if !s.hasAction() {
		s.end = noAction
	}
	return s, nil
}

// positionReader fills an empty state from a text.
type positionReader struct {
	*state
	text string
}

// wrong returns the error about a field.
func (r *positionReader) wrong(field, format string, args ...any) error {
	return &game.PositionError{Text: r.text, Field: field, Problem: fmt.Sprintf(format, args...)}
}

func (r *positionReader) read() error {
	fields := strings.Split(r.text, " ")
	if len(fields) != 4 {
		return r.wrong("fields", "there are %d, want 4 with one space between them: rows, seat to move, reserves, moves",
			len(fields))
	}
	for i, read := range []func(string) error{r.readBoard, r.readMover, r.readReserves, r.readMoves} {
		if err := read(fields[i]); err != nil {
			return err
		}
	}
	if err := r.checkFirstRound(); err != nil {
		return err
	}
	return r.checkCollapse()
}

func (r *positionReader) readBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != r.size {
		return r.wrong("board", "there are %d rows separated by '/', want %d", len(rows), r.size)
	}
	for i, row := range rows {
		y := r.size - 1 - i
		if problem := r.readRow(y, row); problem != "" {
			return r.wrong(fmt.Sprintf("row %d", y+1), "%s", problem)
		}
	}
	return nil
}

// readRow sets the pieces of a row and returns the problem with it, if any.
func (r *positionReader) readRow(y int, text string) (problem string) {
	x := 0
	for i := range len(text) {
		letter := text[i]
		if letter >= '1' && letter <= '9' {
			if i > 0 && text[i-1] >= '1' && text[i-1] <= '9' {
				return "two numbers stand side by side; write their sum"
			}
			x += int(letter - '0')
			continue
		}
		p, ok := r.pieceOf(letter)
		switch {
		case !ok:
			last := piece(r.players-1) << 1
			return fmt.Sprintf("%q is no piece; Cores are A to %c, Masses a to %c, numbers 1 to %d are vacant cells",
				text[i:i+1], (last | core).letter(), (last | mass).letter(), r.size)
		case x >= r.size:
			return fmt.Sprintf("it has more than %d cells", r.size)
		case p.kind() == core && !r.seats[p.seat()].and(r.cores).empty():
			return fmt.Sprintf("a second Core of seat %c; each seat has one", seatLetter(p.seat()))
		}
		r.put(p, uint8(y*row+x))
		x++
	}
	if x != r.size {
		return fmt.Sprintf("it has %d cells, want %d", x, r.size)
	}
	return ""
}

// pieceOf is the inverse of piece.letter.
func (r *positionReader) pieceOf(letter byte) (piece, bool) {
	for p := range piece(2 * r.players) {
		if p.letter() == letter {
			return p, true
		}
	}
	return 0, false
}

func (r *positionReader) readMover(text string) error {
	if len(text) != 1 || text[0] < 'a' || text[0] >= 'a'+byte(r.players) {
		return r.wrong("seat to move", "%q is no seat; want a to %c", text, seatLetter(uint8(r.players-1)))
	}
	r.mover = text[0] - 'a'
	return nil
}

func (r *positionReader) readReserves(text string) error {
	numbers := strings.Split(text, ",")
	if len(numbers) != r.players {
		return r.wrong("reserves", "there are %d numbers separated by ',', want %d, one a seat", len(numbers), r.players)
	}
	for seat, number := range numbers {
		placed := r.seats[seat].without(r.cores).count()
		reserve, ok := readNumber(number)
		switch {
		case !ok:
			return r.wrong("reserves", "%q is no number of Masses", number)
		case placed > r.masses:
			return r.wrong("reserves", "seat %c has %d Masses on the board alone, but owns %d", seatLetter(uint8(seat)), placed,
				r.masses)
		case placed+reserve != r.masses:
			return r.wrong("reserves", "seat %c has %d Masses on the board and %d in reserve, want %d together",
				seatLetter(uint8(seat)), placed, reserve, r.masses)
		}
		r.reserve[seat] = uint8(reserve)
	}
	return nil
}

func (r *positionReader) readMoves(text string) error {
	moves, ok := readNumber(text)
	if !ok || moves >= maxMoves {
		return r.wrong("moves", "%q is no number from 0 to %d; the game ends with move %d", text, maxMoves-1, maxMoves)
	}
	r.moves = uint8(moves)
	return nil
}

// readNumber reads a number of up to three digits in its only spelling.
func readNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= 999 && strconv.Itoa(n) == text
}

// checkFirstRound counts the Cores and rejects what the order of the first round does not allow.
func (r *positionReader) checkFirstRound() error {
	placed := r.cores.count()
	for seat := range placed {
		if r.seats[seat].and(r.cores).empty() {
			return r.wrong("board", "a later seat's Core is on it without that of seat %c, which is placed earlier",
				seatLetter(uint8(seat)))
		}
	}
	r.coresPlaced = uint8(placed)
	toMove := uint8(placed % r.players)
	switch {
	case placed < r.players && r.occupied != r.cores:
		return r.wrong("board", "there are Masses on it without the Core of seat %c; the Cores are placed first",
			seatLetter(toMove))
	case placed < r.players && r.moves != 0:
		return r.wrong("moves", "%d have been played without the Core of seat %c; the Cores are placed first", r.moves,
			seatLetter(toMove))
	case r.mover != toMove && placed < r.players:
		return r.wrong("seat to move", "it is seat %c's turn to place its Core, not seat %c's", seatLetter(toMove),
			seatLetter(r.mover))
	case r.mover != toMove && r.moves == 0:
		return r.wrong("seat to move", "seat %c moves first after the Cores, not seat %c", seatLetter(toMove),
			seatLetter(r.mover))
	}
	return nil
}

func (r *positionReader) checkCollapse() error {
	between := r.collapsed()
	if between.empty() {
		return nil
	}
	return r.wrong("board", "it has collapsed: the Mass on %s is between two Cores, so that the game is over",
		cellName(between.first()))
}
