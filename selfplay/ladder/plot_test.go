package ladder

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"gipfel/selfplay/rating"
)

// box is where a text stands, as wide as it can be at most.
type box struct {
	text                     string
	left, right, top, bottom float64
}

func (b box) overlaps(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

// readSVG checks that a picture is well-formed, and returns its size and its texts.
func readSVG(t *testing.T, picture []byte) (width, height float64, texts []box) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(picture))
	number := func(e xml.StartElement, name string) float64 {
		for _, a := range e.Attr {
			if a.Name.Local == name {
				x, err := strconv.ParseFloat(a.Value, 64)
				if err != nil {
					t.Fatal(err)
				}
				return x
			}
		}
		t.Fatalf("<%s> has no %s", e.Name.Local, name)
		return 0
	}
	var open *box
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return width, height, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "svg":
				width, height = number(e, "width"), number(e, "height")
			case "text":
				size, x, y := number(e, "font-size"), number(e, "x"), number(e, "y")
				open = &box{left: x, right: x, top: y - 0.75*size, bottom: y + 0.25*size}
				for _, a := range e.Attr {
					if a.Name.Local == "text-anchor" {
						open.text = a.Value + " " + fmt.Sprint(size)
					}
				}
			}
		case xml.CharData:
			if open == nil {
				continue
			}
			var anchor string
			var size float64
			if _, err := fmt.Sscan(open.text, &anchor, &size); err != nil {
				t.Fatal(err)
			}
			long := 0.62 * size * float64(utf8.RuneCount(e))
			switch anchor {
			case "middle":
				open.left, open.right = open.left-long/2, open.right+long/2
			case "end":
				open.left -= long
			default:
				open.right += long
			}
			open.text = string(e)
			texts, open = append(texts, *open), nil
		}
	}
}

// long returns a ladder with names and figures as long as they come.
func long() *Ladder {
	l := &Ladder{Game: "xima-scienluck", Ladder: &rating.Ladder{Confidence: 0.95, Games: 123_456_789, Matches: 12_345}}
	for group := range 2 {
		for i := range 12 {
			e := rating.Entry{Name: fmt.Sprintf("%s/<&>-%d-%d", strings.Repeat("runs/very-long-", 9), group, i), Group: group, Elo: 1234 - 200*float64(i), Games: 1_000_000}
			e.Low, e.High = e.Elo-1000, e.Elo+1000
			l.Entries = append(l.Entries, e)
		}
		l.Anchors = append(l.Anchors, l.Entries[len(l.Entries)-1].Name)
	}
	return l
}

// TestTextsDoNotOverlap, and none leaves the picture.
func TestTextsDoNotOverlap(t *testing.T) {
	for name, ladders := range map[string][]*Ladder{
		"kept":    mustMake(t, Options{}, kept(t, "2"), kept(t, "1")),
		"long":    {long(), long()},
		"nothing": nil,
	} {
		var b bytes.Buffer
		if err := WriteSVG(&b, ladders); err != nil {
			t.Fatal(err)
		}
		width, height, texts := readSVG(t, b.Bytes())
		if len(texts) == 0 {
			t.Errorf("%s: there is no text", name)
		}
		for i, one := range texts {
			if one.left < 0 || one.right > width || one.top < 0 || one.bottom > height {
				t.Errorf("%s: %q is at %v, the picture is %g by %g", name, one.text, one, width, height)
			}
			for _, other := range texts[:i] {
				if one.overlaps(other) {
					t.Errorf("%s: %q overlaps %q", name, one.text, other.text)
				}
			}
		}
	}
}

func TestAxis(t *testing.T) {
	a := newAxis([]rating.Entry{{Elo: 0}, {Elo: 310, Low: 250, High: 370}})
	var ticks []string
	for _, tick := range a.ticks() {
		ticks = append(ticks, elo(tick))
	}
	if strings.Join(ticks, " ") != "0 +100 +200 +300" || a.step != 100 {
		t.Errorf("ticks are %s, %g apart", ticks, a.step)
	}
	if a.place(a.low) != 0 || a.place(a.high) != 1 || a.place(0) <= 0 || a.place(370) >= 1 {
		t.Errorf("the axis is %+v", a)
	}
	one := newAxis([]rating.Entry{{Elo: 0}})
	if one.place(0) <= 0 || one.place(0) >= 1 {
		t.Errorf("a single player is at %g", one.place(0))
	}
}
