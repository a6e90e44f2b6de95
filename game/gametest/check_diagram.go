package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"gipfel/game"
)

func checkDiagram(s *suite) error {
	if s.g.Diagram == nil {
		return errors.New("no Diagram")
	}
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.sampled(r) {
			if err := s.at(r, i, st, s.diagramIsSound(st)); err != nil {
				return err
			}
		}
	}
	return nil
}

// diagramIsSound compares the diagram of a position with the position string, whose first field must be the rows from the
// top, separated by slashes, as [boardOf] reads them.
func (s *suite) diagramIsSound(st game.State) error {
	before := s.look(st)
	d := s.g.Diagram(st)
	if !reflect.DeepEqual(d, s.g.Diagram(st)) {
		return errors.New("two diagrams of one position differ")
	}
	if err := before.differs(s.look(st)); err != nil {
		return fmt.Errorf("drawing changes the position: %w", err)
	}
	if d.ToMove != st.ToMove() {
		return fmt.Errorf("seat %d is to move, in the diagram %d", st.ToMove(), d.ToMove)
	}
	if err := s.labelsAreSound(d); err != nil {
		return err
	}
	rows, _, _ := strings.Cut(before.position, " ")
	board := boardOf(rows)
	if len(d.Cells) != len(board) {
		return fmt.Errorf("%d cells in the diagram, %d in the position", len(d.Cells), len(board))
	}
	for c, cell := range d.Cells {
		if err := s.cellIsSound(cell, board[c]); err != nil {
			return fmt.Errorf("cell %s: %w", d.Name(c), err)
		}
	}
	return nil
}

func (s *suite) labelsAreSound(d game.Diagram) error {
	switch {
	case len(d.Columns) != s.g.Width || len(d.Rows) != s.g.Height:
		return fmt.Errorf("%d columns and %d rows of %d×%d", len(d.Columns), len(d.Rows), s.g.Width, s.g.Height)
	case !uniqueAndFilled(d.Columns) || !uniqueAndFilled(d.Rows):
		return fmt.Errorf("names of columns %q and rows %q are empty or repeated", d.Columns, d.Rows)
	case len(d.Seats) != s.g.Players:
		return fmt.Errorf("%d seats of %d", len(d.Seats), s.g.Players)
	case len(d.Status) == 0:
		return errors.New("no status")
	}
	for i, seat := range d.Seats {
		if seat.Name != s.g.SeatNames[i] || seat.Text == "" {
			return fmt.Errorf("seat %d is %q with the text %q, want the name %q and some text", i, seat.Name, seat.Text, s.g.SeatNames[i])
		}
	}
	for _, line := range d.Status {
		if line == "" || strings.ContainsAny(line, "\r\n") {
			return fmt.Errorf("status %q is not one line", line)
		}
	}
	return nil
}

// cellIsSound compares a cell of a diagram with the letters that the position string has for it.
func (s *suite) cellIsSound(cell game.DiagramCell, letters string) error {
	shown := ""
	if cell.Gap {
		shown = "-"
	}
	for _, p := range cell.Pieces {
		if p.Kind == "" || p.Seat != game.Nobody && (p.Seat < 0 || int(p.Seat) >= s.g.Players) {
			return fmt.Errorf("a piece of kind %q and seat %d", p.Kind, p.Seat)
		}
		shown += p.Letter
	}
	if shown != letters {
		return fmt.Errorf("%q in the diagram, %q in the position", shown, letters)
	}
	return nil
}

// boardOf reads the rows of a position string: it returns the letters on each cell. Numbers and dots are vacant cells,
// parentheses hold what stands on one cell.
func boardOf(rows string) []string {
	var board []string
	for row := range strings.SplitSeq(rows, "/") {
		board = append(rowOf(row), board...)
	}
	return board
}

func rowOf(row string) (cells []string) {
	for row != "" {
		rest := strings.TrimLeft(row, "0123456789")
		if n, err := strconv.Atoi(row[:len(row)-len(rest)]); err == nil {
			cells = append(cells, make([]string, n)...)
			row = rest
			continue
		}
		letters := row[:1]
		row = row[1:]
		switch letters {
		case ".":
			letters = ""
		case "(":
			letters, row, _ = strings.Cut(row, ")")
		}
		cells = append(cells, letters)
	}
	return cells
}
