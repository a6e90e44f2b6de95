package atimo

import (
	"slices"
	"testing"

	"gipfel/game"
)

func TestDiagram(t *testing.T) {
	d := Four.Diagram(mustParse(t, Four, "9/9/1A5c1/9/3C5/9/9/7D1/1B7 d 3,3,2,3 2"))
	want := map[string]game.DiagramPiece{
		"b7": {Seat: 0, Kind: "Core", Letter: "A", Chief: true},
		"b1": {Seat: 1, Kind: "Core", Letter: "B", Chief: true},
		"d5": {Seat: 2, Kind: "Core", Letter: "C", Chief: true},
		"h2": {Seat: 3, Kind: "Core", Letter: "D", Chief: true},
		"h7": {Seat: 2, Kind: "Mass", Letter: "c"},
	}
	for c, cell := range d.Cells {
		w, occupied := want[d.Name(c)]
		switch {
		case cell.Gap || cell.Floor != 0:
			t.Errorf("%s is %+v on a flat board without gaps", d.Name(c), cell)
		case !occupied && len(cell.Pieces) > 0:
			t.Errorf("%s is %+v, want vacant", d.Name(c), cell)
		case occupied && !slices.Equal(cell.Pieces, []game.DiagramPiece{w}):
			t.Errorf("%s is %+v, want %+v", d.Name(c), cell, w)
		}
	}
}

func TestDiagramTexts(t *testing.T) {
	for _, c := range []struct {
		position, moves string
		seats           []string
		status          []string
	}{
		{"5/5/5/5/5 a 2,2 0", "", []string{"the Core and 2 Masses in reserve", "the Core and 2 Masses in reserve"}, []string{"a to place the Core"}},
		{"5/5/1A3/5/3B1 a 2,2 0", "Ma1", []string{"1 Mass in reserve", "2 Masses in reserve"}, []string{"b to move", "1 of 150 moves played"}},
		{"b4/1B3/4A/3a1/3ba a 0,0 12", "d2d3 d2d1", []string{"nothing in reserve", "nothing in reserve"},
			[]string{"a to move", "14 of 150 moves played", "the position occurred before"}},
		{"5/5/1A1B1/5/5 a 2,2 0", "Mc3", []string{"1 Mass in reserve", "2 Masses in reserve"}, []string{"a has won: collapse", "1 of 150 moves played"}},
		{"b4/1B3/4A/3a1/3ba a 0,0 149", "e3e4", []string{"nothing in reserve", "nothing in reserve"},
			[]string{"drawn: 150 moves without a collapse", "150 of 150 moves played"}},
	} {
		s := play(t, Small, c.position, c.moves)
		d := Small.Diagram(s)
		for i, seat := range d.Seats {
			if seat.Text != c.seats[i] {
				t.Errorf("%q %s: seat %s has %q, want %q", c.position, c.moves, seat.Name, seat.Text, c.seats[i])
			}
		}
		if !slices.Equal(d.Status, c.status) {
			t.Errorf("%q %s: status is %q, want %q", c.position, c.moves, d.Status, c.status)
		}
	}
}
