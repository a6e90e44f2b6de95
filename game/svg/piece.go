package svg

import (
	"fmt"
	"strconv"
	"strings"

	"gipfel/game"
)

// look is how a seat's pieces look.
type look struct {
	fill, letter string
	outline      outline
	// sink is how far below the middle of the shape its letter looks right, and font the size of the letter.
	sink, font float64
}

// outline draws a shape as large as a circle of a radius looks.
type outline func(x, y, radius float64) string

// looks are those of the seats in order, apart in lightness too; nobody's pieces have the last.
var looks = [game.MaxPlayers + 1]look{
	{"#c2410c", "#ffffff", circle, 0, 15},
	{"#0b4f8a", "#ffffff", square, 0, 15},
	{"#f4c430", ink, diamond, 0, 15},
	{"#e6a3cb", ink, triangle, 4.5, 13},
	{"#8a8a8a", "#ffffff", circle, 0, 15},
}

func lookOf(seat game.Player) look {
	if seat < 0 || seat >= game.MaxPlayers {
		return looks[game.MaxPlayers]
	}
	return looks[seat]
}

func circle(x, y, r float64) string {
	return fmt.Sprintf("M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0Z",
		num(x-r), num(y), num(r), num(r), num(2*r), num(r), num(r), num(-2*r))
}

func square(x, y, r float64) string {
	r *= 0.9
	return polygon(x-r, y-r, x+r, y-r, x+r, y+r, x-r, y+r)
}

func diamond(x, y, r float64) string {
	r *= 1.2
	return polygon(x, y-r, x+r, y, x, y+r, x-r, y)
}

func triangle(x, y, r float64) string {
	r *= 1.2
	return polygon(x, y-1.05*r, x+1.05*r, y+0.75*r, x-1.05*r, y+0.75*r)
}

// pieces draws what stands on a cell.
func (p *picture) pieces(c int) {
	column := p.Cells[c].Pieces
	if len(column) == 0 {
		return
	}
	x, y := p.corner(c)
	p.open("<g>")
	p.element("title", p.Name(c)+": "+kinds(column))
	if top := column[len(column)-1]; len(column) == 1 {
		p.piece(top, x+cellSize/2, y+cellSize/2, 1)
	} else {
		p.piece(top, x+17, y+28, 0.72)
		p.text(x+8, y+8, 10, "middle", strconv.Itoa(len(column)), ` font-weight="bold"`)
		p.chips(column, x, y)
	}
	p.close("g")
}

// kinds says what stands in a column, from the bottom up.
func kinds(column []game.DiagramPiece) string {
	var parts []string
	for _, piece := range column {
		parts = append(parts, piece.Kind+" "+piece.Letter)
	}
	text := strings.Join(parts, ", ")
	if len(column) > 1 {
		text += " (from the bottom up)"
	}
	return text
}

// piece draws a piece around a point. Chiefs are larger and have a ring.
func (p *picture) piece(piece game.DiagramPiece, x, y, scale float64) {
	l := lookOf(piece.Seat)
	radius := 14 * scale
	if piece.Chief {
		radius = 18 * scale
	}
	p.path(l.outline(x, y, radius), `fill="%s" stroke="%s" stroke-width="1.5" stroke-linejoin="round"`, l.fill, ink)
	if piece.Chief {
		p.path(l.outline(x, y, radius-3.5*scale), `fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round"`, l.letter, num(1.8*scale))
	}
	p.text(x, y+l.sink*scale, l.font*scale, "middle", piece.Letter, ` font-weight="bold" fill="%s"`, l.letter)
}

// labelledChips is the largest number of chips in a column that leaves room for their letters.
const labelledChips = 5

// chips draws all pieces of a column as a pile at the right edge of its cell.
func (p *picture) chips(column []game.DiagramPiece, x, y float64) {
	const width, edge = 11., 4.5
	height := min(9, (cellSize-2*edge)/float64(len(column)))
	for i, piece := range column {
		l := lookOf(piece.Seat)
		left, top := x+cellSize-edge-width, y+cellSize-edge-height*float64(i+1)
		p.rect(left, top, width, height, `fill="%s" stroke="%s" stroke-width="0.75"`, l.fill, ink)
		if len(column) <= labelledChips {
			p.text(left+width/2, top+height/2, 8, "middle", piece.Letter, ` font-weight="bold" fill="%s"`, l.letter)
		}
	}
}
