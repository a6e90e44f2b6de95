package game

import (
	"slices"
	"strconv"
)

// Diagram says what a position looks like, for whoever draws it: the board, cell by cell, and in words what the board does
// not show. It shares no memory with the position.
type Diagram struct {
	// Columns and Rows are the names of the columns from the left and of the rows from the bottom, as in the notation.
	Columns, Rows []string
	// Cells are the cells in the order of their numbers: len(Columns)*len(Rows) of them.
	Cells []DiagramCell
	// Seats says of each absolute seat what it owns besides the pieces on the board.
	Seats []DiagramSeat
	// Status says in a few short lines whose turn it is and what counters show, or how the game has ended.
	Status []string
	// ToMove is the seat to move, Chance or Terminal.
	ToMove Player
}

// DiagramCell is a cell of a Diagram.
type DiagramCell struct {
	// Gap is set where nothing can ever stand.
	Gap bool
	// Floor is how high the ground is, 0 for the lowest; games on flat boards have no other.
	Floor int
	// Pieces are what stands on the cell, from the bottom up.
	Pieces []DiagramPiece
}

// DiagramPiece is one piece of a Diagram.
type DiagramPiece struct {
	// Seat is the owner, or Nobody.
	Seat Player
	// Kind is what the game calls the piece: "stone", "Core".
	Kind string
	// Letter is the piece in position strings.
	Letter string
	// Chief is set for the pieces on which the end of the game turns, where not all do. They are drawn with emphasis.
	Chief bool
}

// Nobody is the owner of pieces that belong to no seat.
const Nobody Player = -3

// DiagramSeat is what a Diagram says of a seat.
type DiagramSeat struct {
	// Name is the seat's name in the notation.
	Name string
	// Text is short: "2 Masses in reserve".
	Text string
}

// NewDiagram returns an empty board with columns named by letters from the given one on, rows numbered from 1, and the names of
// the seats filled in.
func NewDiagram(width, height int, firstColumn rune, seats ...string) Diagram {
	d := Diagram{Cells: make([]DiagramCell, width*height), ToMove: Terminal}
	for x := range width {
		d.Columns = append(d.Columns, string(firstColumn+rune(x)))
	}
	for y := range height {
		d.Rows = append(d.Rows, strconv.Itoa(y+1))
	}
	for _, name := range seats {
		d.Seats = append(d.Seats, DiagramSeat{Name: name})
	}
	return d
}

// Name returns the name of a cell: that of its column, then that of its row.
func (d *Diagram) Name(cell int) string {
	return d.Columns[cell%len(d.Columns)] + d.Rows[cell/len(d.Columns)]
}

// Changed returns the cells, in ascending order, on which different pieces stand than in an earlier position of the game.
func (d *Diagram) Changed(earlier Diagram) []int {
	var cells []int
	for c, cell := range d.Cells {
		if !slices.Equal(cell.Pieces, earlier.Cells[c].Pieces) {
			cells = append(cells, c)
		}
	}
	return cells
}
