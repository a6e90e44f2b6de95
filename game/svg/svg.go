// Package svg draws positions as pictures: standalone SVG files that need no style sheet, script or font of their own.
//
// Whose piece is whose shows three times: by colour, by shape and by the letter that the position string has for it, so that
// pictures can be told apart in grey and by the colour-blind. A picture brings its own light background and can be put on
// pages of any colour. Columns of several pieces show the topmost as any other, its cell the number of pieces in the
// corner, and beside it all of them, from the bottom up.
//
//	+--------------+
//	|3        +--+ |
//	|   ___   |B | |
//	|  /   \  +--+ |
//	| |  B  | |b | |
//	|  \___/  +--+ |
//	|         |a | |
//	|         +--+ |
//	+--------------+
//
// The same diagram gives the same bytes on every machine. Lengths are in user units, which viewers take for pixels.
//
// svg.go has the picture as a whole, board.go the cells, piece.go pieces and columns, legend.go what stands below the board,
// and canvas.go how elements are written.
package svg

import (
	"fmt"
	"slices"
	"strings"

	"gipfel/game"
)

// Options are what may be added to a position.
type Options struct {
	// Title says in a few words what the picture shows, for readers who cannot see it and as a tooltip.
	Title string
	// Marks are cells to highlight: those that the last move changed, say. Numbers that are no cells are ignored.
	Marks []int
}

const (
	cellSize = 48.
	// Around the board: room for the rows' names to its left and the columns' names below it.
	marginLeft, marginRight, marginTop, labelHeight = 34., 14., 14., 24.

	fontFamily = "'DejaVu Sans', Verdana, Arial, sans-serif"

	paper, paperEdge, ink, faintInk = "#fffdf8", "#d9cfb9", "#22201c", "#5f594e"
)

// picture is what the parts of the drawing share.
type picture struct {
	canvas
	game.Diagram
	width, height float64
	// left is where the board begins; its top is at marginTop.
	left  float64
	marks []int
	// floors is the number of the highest floor.
	floors int
}

// Draw returns a position as an SVG file.
func Draw(d game.Diagram, o Options) []byte {
	p := newPicture(d, o)
	p.open(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img">`,
		num(p.width), num(p.height), num(p.width), num(p.height))
	p.element("title", o.Title)
	p.element("desc", describe(d))
	p.rect(0.5, 0.5, p.width-1, p.height-1, `rx="8" fill="%s" stroke="%s"`, paper, paperEdge)
	p.open(`<g font-family="%s" fill="%s">`, fontFamily, ink)
	p.board()
	p.legend()
	p.close("g")
	p.close("svg")
	return p.Bytes()
}

func newPicture(d game.Diagram, o Options) *picture {
	p := &picture{Diagram: d, marks: o.Marks}
	for _, cell := range d.Cells {
		p.floors = max(p.floors, cell.Floor)
	}
	board := cellSize * float64(len(d.Columns))
	p.width = max(marginLeft+board+marginRight, p.legendWidth())
	p.left = marginLeft + (p.width-marginLeft-board-marginRight)/2
	p.height = p.boardBottom() + labelHeight + p.legendHeight()
	return p
}

// corner returns the top left corner of a cell.
func (p *picture) corner(cell int) (x, y float64) {
	columns := len(p.Columns)
	x = p.left + cellSize*float64(cell%columns)
	y = p.boardBottom() - cellSize*float64(cell/columns+1)
	return x, y
}

func (p *picture) boardBottom() float64 { return marginTop + cellSize*float64(len(p.Rows)) }

func (p *picture) marked(cell int) bool { return slices.Contains(p.marks, cell) }

// describe says in words what the picture shows.
func describe(d game.Diagram) string {
	pieces, gaps := []string{}, []string{}
	for c, cell := range d.Cells {
		switch {
		case cell.Gap:
			gaps = append(gaps, d.Name(c))
		case len(cell.Pieces) > 0:
			pieces = append(pieces, d.Name(c)+" "+letters(cell.Pieces))
		}
	}
	text := "An empty board."
	if len(pieces) > 0 {
		text = "Pieces: " + strings.Join(pieces, ", ") + "."
	}
	if len(gaps) > 0 {
		text += " Gaps: " + strings.Join(gaps, ", ") + "."
	}
	for _, seat := range d.Seats {
		text += fmt.Sprintf(" %s: %s.", seat.Name, seat.Text)
	}
	return text + " " + strings.Join(d.Status, "; ") + "."
}

// letters returns the letters of a column from the bottom up.
func letters(pieces []game.DiagramPiece) string {
	var b strings.Builder
	for _, piece := range pieces {
		b.WriteString(piece.Letter)
	}
	return b.String()
}
