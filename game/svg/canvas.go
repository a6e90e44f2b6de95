package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// canvas writes elements, one a line. Only text comes from outside, and it is escaped; all else is this package's own.
type canvas struct {
	bytes.Buffer
	depth int
}

// line writes a line, indented.
func (c *canvas) line(format string, args ...any) {
	c.WriteString(strings.Repeat("  ", c.depth))
	_, _ = fmt.Fprintf(c, format, args...) // a buffer takes everything
	c.WriteByte('\n')
}

// open writes a start tag; close writes the end tag.
func (c *canvas) open(tag string, args ...any) {
	c.line(tag, args...)
	c.depth++
}

func (c *canvas) close(name string) {
	c.depth--
	c.line("</%s>", name)
}

// element writes an element that holds text, or nothing if there is none.
func (c *canvas) element(name, text string) {
	if text != "" {
		c.line("<%s>%s</%s>", name, escape(text), name)
	}
}

// text writes text from a point on, or around it with the anchor "middle".
func (c *canvas) text(x, y, size float64, anchor, text, attributes string, args ...any) {
	// A capital letter is about 0.72 of the font's size high, and a line is placed by its baseline.
	c.line(`<text x="%s" y="%s" font-size="%s" text-anchor="%s"%s>%s</text>`, num(x), num(y+0.36*size), num(size), anchor,
		fmt.Sprintf(attributes, args...), escape(text))
}

func (c *canvas) rect(x, y, width, height float64, attributes string, args ...any) {
	c.line(`<rect x="%s" y="%s" width="%s" height="%s" %s/>`, num(x), num(y), num(width), num(height), fmt.Sprintf(attributes, args...))
}

func (c *canvas) path(data, attributes string, args ...any) {
	c.line(`<path d="%s" %s/>`, data, fmt.Sprintf(attributes, args...))
}

// escape makes text fit for XML; what no XML file may hold is replaced.
func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}

// num writes a length with at most two decimals.
func num(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }
