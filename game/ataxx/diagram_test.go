package ataxx

import (
	"slices"
	"testing"

	"gipfel/game"
)

// drawn returns the diagram of a position of a variant.
func drawn(t *testing.T, g *game.Game, position string) game.Diagram {
	t.Helper()
	s, err := g.Notation.ParseState(position)
	if err != nil {
		t.Fatal(err)
	}
	return g.Diagram(s)
}

func TestDiagram(t *testing.T) {
	d := drawn(t, Size4, "xo2/--2/4/2-o o 3 9")
	x, o := game.DiagramPiece{Seat: 0, Kind: "stone", Letter: "x"}, game.DiagramPiece{Seat: 1, Kind: "stone", Letter: "o"}
	want := map[string]game.DiagramCell{
		"a4": {Pieces: []game.DiagramPiece{x}}, "b4": {Pieces: []game.DiagramPiece{o}}, "d1": {Pieces: []game.DiagramPiece{o}},
		"a3": {Gap: true}, "b3": {Gap: true}, "c1": {Gap: true},
	}
	for c, cell := range d.Cells {
		w := want[d.Name(c)]
		if cell.Gap != w.Gap || cell.Floor != 0 || !slices.Equal(cell.Pieces, w.Pieces) {
			t.Errorf("%s is %+v, want %+v", d.Name(c), cell, w)
		}
	}
	seats := []game.DiagramSeat{{Name: "x", Text: "1 on the board"}, {Name: "o", Text: "2 on the board"}}
	if !slices.Equal(d.Seats, seats) {
		t.Errorf("seats are %v, want %v", d.Seats, seats)
	}
}

func TestDiagramStatus(t *testing.T) {
	endless := mustNew(Rules{Size: 4})
	for _, c := range []struct {
		g        *game.Game
		position string
		want     []string
	}{
		{Size4, "xo2/4/4/4 o 3 9", []string{"o to move", "3 of 100 plies without a clone"}},
		{Size4, "xo2/4/4/4 x 100 9", []string{"drawn: 100 plies without a clone"}},
		{Size4, "xxx1/4/4/3o x 100 9", []string{"drawn: 100 plies without a clone"}},
		{Size4, "xxxx/oooo/xxxx/oooo x 0 9", []string{"drawn: board full"}},
		{Size4, "xxxx/oooo/xxxx/xooo x 0 9", []string{"x has won: board full"}},
		{Size4, "oo2/4/4/4 x 0 9", []string{"o has won: no stones left"}},
		{endless, "xxx1/4/4/3o x 1000 9", []string{"cut off: 1000 plies without a clone"}},
	} {
		if got := drawn(t, c.g, c.position).Status; !slices.Equal(got, c.want) {
			t.Errorf("status of %q is %q, want %q", c.position, got, c.want)
		}
	}
}
