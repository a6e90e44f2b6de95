package svg

import (
	"fmt"
	"strings"
)

// floorColours are those of the floors from the lowest up; higher ones look like the last.
var floorColours = []string{"#f5eedd", "#e6d7b3", "#d3bd8a", "#bd9f61"}

const (
	gridColour, cliffColour = "#b3a78c", "#6b5a35"
	gapColour, gapLine      = "#4a4844", "#8d8981"
	markFill, markEdge      = "#ffe36e", "#111111"
)

// board draws the cells, then the lines between them, then what stands on them.
func (p *picture) board() {
	for c := range p.Cells {
		p.ground(c)
	}
	p.grid()
	p.cliffs()
	for c := range p.Cells {
		p.markEdge(c)
	}
	for c := range p.Cells {
		p.pieces(c)
	}
	p.labels()
}

// ground draws a cell as if it were vacant.
func (p *picture) ground(c int) {
	x, y := p.corner(c)
	cell := p.Cells[c]
	colour := floorColours[min(cell.Floor, len(floorColours)-1)]
	switch {
	case cell.Gap:
		colour = gapColour
	case p.marked(c):
		colour = markFill
	}
	p.rect(x, y, cellSize, cellSize, `fill="%s"`, colour)
	const inset = 12.
	switch {
	case cell.Gap:
		p.path(line(x+inset, y+inset, x+cellSize-inset, y+cellSize-inset)+line(x+inset, y+cellSize-inset, x+cellSize-inset, y+inset),
			`stroke="%s" stroke-width="3" stroke-linecap="round"`, gapLine)
	case p.floors > 0 && cell.Floor == p.floors:
		p.path(polygon(x+cellSize/2, y+inset, x+cellSize-inset, y+cellSize-inset-2, x+inset, y+cellSize-inset-2),
			`fill="none" stroke="%s" stroke-width="2" stroke-linejoin="round"`, cliffColour)
	}
}

// grid draws the lines between cells and around the board.
func (p *picture) grid() {
	right, bottom := p.left+cellSize*float64(len(p.Columns)), p.boardBottom()
	var data strings.Builder
	for i := 1; i < len(p.Columns); i++ {
		x := p.left + cellSize*float64(i)
		data.WriteString(line(x, marginTop, x, bottom))
	}
	for i := 1; i < len(p.Rows); i++ {
		y := marginTop + cellSize*float64(i)
		data.WriteString(line(p.left, y, right, y))
	}
	p.path(data.String(), `stroke="%s" stroke-width="1"`, gridColour)
	p.rect(p.left, marginTop, right-p.left, bottom-marginTop, `fill="none" stroke="%s" stroke-width="2"`, ink)
}

// cliffs draws a heavy line wherever the ground changes its height.
func (p *picture) cliffs() {
	columns := len(p.Columns)
	var data strings.Builder
	for c, cell := range p.Cells {
		x, y := p.corner(c)
		if (c+1)%columns != 0 && p.Cells[c+1].Floor != cell.Floor {
			data.WriteString(line(x+cellSize, y, x+cellSize, y+cellSize))
		}
		if c+columns < len(p.Cells) && p.Cells[c+columns].Floor != cell.Floor {
			data.WriteString(line(x, y, x+cellSize, y))
		}
	}
	if data.Len() > 0 {
		p.path(data.String(), `stroke="%s" stroke-width="2.5" stroke-linecap="square"`, cliffColour)
	}
}

// markEdge frames a marked cell.
func (p *picture) markEdge(c int) {
	if p.marked(c) {
		x, y := p.corner(c)
		p.rect(x+2, y+2, cellSize-4, cellSize-4, `fill="none" stroke="%s" stroke-width="2" stroke-dasharray="6 4"`, markEdge)
	}
}

// labels writes the names of the columns below the board and those of the rows to its left.
func (p *picture) labels() {
	const size = 14.
	p.open(`<g fill="%s">`, faintInk)
	for i, name := range p.Columns {
		p.text(p.left+cellSize*(float64(i)+0.5), p.boardBottom()+labelHeight/2+1, size, "middle", name, "")
	}
	for i, name := range p.Rows {
		p.text(p.left-marginLeft/2, p.boardBottom()-cellSize*(float64(i)+0.5), size, "middle", name, "")
	}
	p.close("g")
}

// line returns the path of a line.
func line(x1, y1, x2, y2 float64) string {
	return fmt.Sprintf("M%s %sL%s %s", num(x1), num(y1), num(x2), num(y2))
}

// polygon returns the path of a polygon from the coordinates of its corners.
func polygon(xy ...float64) string {
	var data strings.Builder
	for i := 0; i+1 < len(xy); i += 2 {
		data.WriteString("ML"[min(i, 1):min(i, 1)+1] + num(xy[i]) + " " + num(xy[i+1]))
	}
	return data.String() + "Z"
}
