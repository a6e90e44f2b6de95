package svg

import (
	"fmt"
	"unicode/utf8"

	"gipfel/game"
)

const (
	legendFont, legendLine = 14., 22.
	// legendLeft is where the legend begins, legendText where its text does: to the right of the seats' shapes.
	legendLeft, legendText = 34., 70.
	legendBottom           = 12.
	// wideLetter is the width of an average letter, in font sizes, in a wide font.
	wideLetter = 0.64
)

// legendLines are the lines below those of the seats.
func (p *picture) legendLines() []string {
	lines := append([]string(nil), p.Status...)
	for c, cell := range p.Cells {
		if len(cell.Pieces) > labelledChips {
			lines = append(lines, fmt.Sprintf("%s from the bottom up: %s", p.Name(c), letters(cell.Pieces)))
		}
	}
	return lines
}

// legendWidth estimates the width that the legend needs.
func (p *picture) legendWidth() float64 {
	longest := 0
	for _, seat := range p.Seats {
		longest = max(longest, utf8.RuneCountInString(seatLine(seat)))
	}
	for _, line := range p.legendLines() {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	return legendText + wideLetter*legendFont*float64(longest) + marginRight
}

func (p *picture) legendHeight() float64 {
	return legendLine*float64(len(p.Seats)+len(p.legendLines())) + legendBottom
}

func seatLine(seat game.DiagramSeat) string { return seat.Name + ": " + seat.Text }

// legend says below the board what the seats have, whose turn it is and what the status says. An arrow points at the seat to
// move.
func (p *picture) legend() {
	y := p.boardBottom() + labelHeight + legendLine/2
	for i, seat := range p.Seats {
		l := lookOf(game.Player(i))
		if p.ToMove == game.Player(i) {
			p.path(polygon(legendLeft-14, y-6, legendLeft-3, y, legendLeft-14, y+6), `fill="%s"`, ink)
		}
		p.path(l.outline(legendLeft+14, y, 7), `fill="%s" stroke="%s" stroke-width="1.25" stroke-linejoin="round"`, l.fill, ink)
		p.text(legendText, y, legendFont, "start", seatLine(seat), "")
		y += legendLine
	}
	for i, line := range p.legendLines() {
		weight := ""
		if i == 0 {
			weight = ` font-weight="bold"`
		}
		p.text(legendText, y, legendFont, "start", line, "%s", weight)
		y += legendLine
	}
}
