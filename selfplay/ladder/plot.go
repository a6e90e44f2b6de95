package ladder

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"gipfel/selfplay/rating"
)

// Measures of the picture, in user units, which viewers take for pixels.
//
//	+--------------------------------------------------------------+
//	| ataxx: 4 players, 600 games in 6 matches                     |
//	| 1 alphabeta |            |      |---o---| | +310  +280 to +340 |
//	| 2 greedy    |      |--o--|              | +120  ...            |
//	| 3 random    |  o                        | 0     anchor         |
//	|             0        100       200      300   Elo, intervals |
//	+--------------------------------------------------------------+
const (
	plotMargin             = 18.
	plotLine               = 24. // height of a row
	plotWidth              = 380.
	plotFigures            = 200. // room for the figures to the right
	plotGap                = 12.
	plotFont, plotFontHead = 13., 15.
	// glyph is how wide a character is at most on average, in sizes of the font: 0.6 is that of DejaVu Sans.
	glyph = 0.62
	// longest is the longest name that is written out.
	longest = 44

	plotPaper, plotEdge, plotInk, plotFaint, plotGrid, plotMark = "#fffdf8", "#d9cfb9", "#22201c", "#5f594e", "#ebe4d3", "#1f5f99"
	plotFamily                                                  = "'DejaVu Sans', Verdana, Arial, sans-serif"
)

// plot is a picture in the making. y is how far down it has come.
type plot struct {
	bytes.Buffer
	left  float64 // where the axis begins
	width float64
	y     float64
}

// WriteSVG draws all ladders, one below the other, as a standalone picture: a dot for each rating and a bar for its interval.
func WriteSVG(w io.Writer, ladders []*Ladder) error {
	p := &plot{y: plotMargin}
	names := 0.
	for _, l := range ladders {
		for i := range l.Entries {
			names = max(names, textWidth(fmt.Sprintf("%d  %s", len(l.Entries), shorten(l.Entries[i].Name)), plotFont))
		}
	}
	p.left = plotMargin + names + plotGap
	p.width = p.left + plotWidth + plotGap + plotFigures + plotMargin
	for _, l := range ladders {
		p.width = max(p.width, 2*plotMargin+textWidth(l.heading(), plotFontHead))
	}
	for _, l := range ladders {
		p.ladder(l)
	}
	if len(ladders) == 0 {
		p.text(plotMargin, p.y+plotLine/2, plotFont, "start", plotInk, "no matches")
		p.y += plotLine
	}
	height := p.y + plotMargin - plotLine/2
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" font-family="%s" role="img">`+"\n",
		number(p.width), number(height), plotFamily)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(plotTitle(ladders)))
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%s" height="%s" rx="6" fill="%s" stroke="%s"/>`+"\n",
		number(p.width-1), number(height-1), plotPaper, plotEdge)
	b.Write(p.Bytes())
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// plotTitle says in words what the picture shows.
func plotTitle(ladders []*Ladder) string {
	parts := make([]string, len(ladders))
	for i, l := range ladders {
		parts[i] = l.Game
	}
	return "Ratings of " + strings.Join(parts, ", ")
}

// ladder draws one ladder.
func (p *plot) ladder(l *Ladder) {
	p.text(plotMargin, p.y+plotLine/2, plotFontHead, "start", plotInk, l.heading())
	p.y += plotLine * 1.25
	l.groups(func(group int, entries []rating.Entry) {
		if group > 0 {
			p.text(plotMargin, p.y+plotLine/2, plotFont, "start", plotFaint, "players who have not met those above")
			p.y += plotLine
		}
		p.group(l, entries)
	})
	p.y += plotLine / 2
}

// group draws players with their common axis.
func (p *plot) group(l *Ladder, entries []rating.Entry) {
	a := newAxis(entries)
	bottom := p.y + plotLine*float64(len(entries))
	for _, tick := range a.ticks() {
		x := p.left + plotWidth*a.place(tick)
		p.line(x, p.y, x, bottom, plotGrid, 1)
		p.text(x, bottom+plotLine/2, plotFont-2, "middle", plotFaint, elo(tick))
	}
	for i := range entries {
		e := &entries[i]
		y := p.y + plotLine/2
		line := l.line(i+1, e)
		p.text(plotMargin, y, plotFont, "start", plotInk, line[0]+"  "+shorten(e.Name))
		low, high := p.left+plotWidth*a.place(e.Low), p.left+plotWidth*a.place(e.High)
		if high > low {
			p.line(low, y, high, y, plotMark, 2)
			p.line(low, y-4, low, y+4, plotMark, 2)
			p.line(high, y-4, high, y+4, plotMark, 2)
		}
		p.add(`<circle cx="%s" cy="%s" r="4.5" fill="%s"><title>%s</title></circle>`+"\n",
			number(p.left+plotWidth*a.place(e.Elo)), number(y), plotMark,
			escape(fmt.Sprintf("%s: %s (%s), %s games, score %s", e.Name, line[2], line[3], line[4], line[5])))
		figures := p.left + plotWidth + plotGap
		p.text(figures+52, y, plotFont, "end", plotInk, line[2])
		p.text(figures+64, y, plotFont-1, "start", plotFaint, line[3])
		p.y += plotLine
	}
	p.text(p.left+plotWidth+plotGap+16, bottom+plotLine/2, plotFont-2, "start", plotFaint, fmt.Sprintf("Elo, intervals of %g%%", 100*l.Confidence))
	p.y = bottom + plotLine*1.25
}

// axis maps ratings to places from 0 to 1.
type axis struct{ low, high, step float64 }

// newAxis returns one with room for all intervals.
func newAxis(entries []rating.Entry) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1)}
	for i := range entries {
		a.low, a.high = min(a.low, entries[i].Low, entries[i].Elo), max(a.high, entries[i].High, entries[i].Elo)
	}
	span := max(a.high-a.low, 20)
	a.low, a.high = a.low-0.04*span, a.high+0.04*span
	a.step = niceStep((a.high - a.low) / 7)
	return a
}

// niceStep returns the smallest of 1, 2, 5, 10, … that is not less than x.
func niceStep(x float64) float64 {
	for power := 1.; ; power *= 10 {
		for _, digit := range []float64{1, 2, 5} {
			if digit*power >= x {
				return digit * power
			}
		}
	}
}

func (a axis) place(rating float64) float64 { return (rating - a.low) / (a.high - a.low) }

func (a axis) ticks() (ticks []float64) {
	for tick := math.Ceil(a.low/a.step) * a.step; tick <= a.high; tick += a.step {
		ticks = append(ticks, tick)
	}
	return ticks
}

// add writes an element.
func (p *plot) add(format string, args ...any) {
	_, _ = fmt.Fprintf(p, format, args...) // a buffer takes everything
}

// text writes text from a point on, or around or before it, as the anchor says.
func (p *plot) text(x, y, size float64, anchor, colour, text string) {
	// A capital letter is about 0.72 of the font's size high, and a line is placed by its baseline.
	p.add(`<text x="%s" y="%s" font-size="%s" text-anchor="%s" fill="%s">%s</text>`+"\n",
		number(x), number(y+0.36*size), number(size), anchor, colour, escape(text))
}

func (p *plot) line(x1, y1, x2, y2 float64, colour string, width float64) {
	p.add(`<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="%s"/>`+"\n",
		number(x1), number(y1), number(x2), number(y2), colour, number(width))
}

// textWidth returns how wide a text is about.
func textWidth(text string, size float64) float64 {
	return glyph * size * float64(utf8.RuneCountInString(text))
}

// shorten leaves the middle of a long name out: paths differ at their ends.
func shorten(name string) string {
	runes := []rune(name)
	if len(runes) <= longest {
		return name
	}
	return string(runes[:longest/3]) + "…" + string(runes[len(runes)-(longest-longest/3-1):])
}

// number writes a length with at most two decimals.
func number(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}

// escape makes text fit for XML; what no XML file may hold is replaced.
func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}
