package xima

import (
	"slices"
	"testing"

	"gipfel/game"
)

func TestDiagram(t *testing.T) {
	const columns = "E8 A, F5 abB, M13 b"
	d := variantNamed(t, "xima-3p").Diagram(build(t, "xima-3p", columns, "b 7,8,out 3 12"))
	block := func(seat game.Player, letter string) game.DiagramPiece {
		return game.DiagramPiece{Seat: seat, Kind: "block", Letter: letter}
	}
	special := func(seat game.Player, letter string) game.DiagramPiece {
		return game.DiagramPiece{Seat: seat, Kind: "special", Letter: letter, Chief: true}
	}
	pieces := map[string][]game.DiagramPiece{
		"E8": {special(0, "A")}, "F5": {block(0, "a"), block(1, "b"), special(1, "B")}, "M13": {block(1, "b")},
	}
	cellsOfFloor := make([]int, 4)
	for c, cell := range d.Cells {
		if cell.Gap || !slices.Equal(cell.Pieces, pieces[d.Name(c)]) {
			t.Errorf("%s is %+v, want the pieces %+v", d.Name(c), cell, pieces[d.Name(c)])
		}
		cellsOfFloor[cell.Floor]++
	}
	if want := []int{88, 56, 24, 1}; !slices.Equal(cellsOfFloor, want) {
		t.Errorf("cells of each floor: %v, want %v", cellsOfFloor, want)
	}
	seats := []game.DiagramSeat{
		{Name: "a", Text: "7 normal in hand, special on the board"},
		{Name: "b", Text: "8 normal in hand, special on the board"},
		{Name: "c", Text: "out"},
	}
	if !slices.Equal(d.Seats, seats) {
		t.Errorf("seats are %v, want %v", d.Seats, seats)
	}
}

func TestDiagramStatus(t *testing.T) {
	for _, c := range []struct {
		variant, columns, rest string
		want                   []string
	}{
		{"xima", "A1 a", "b 9=,10= 3 12", []string{"b to move", "3 of 40 turns without progress", "12 of 400 plies played"}},
		{"xima-3p", "A1 a", "b 9=,10=,out 3 12", []string{"b to move", "3 of 40 turns without progress", "12 of 400 plies played"}},
		{"xima-dice", "A1 a", "b 9=,10= 3 12 ?", []string{"b rolls", "3 of 40 turns without progress", "12 of 400 plies played"}},
		{"xima", "G7 A", "a 9,9= 0 12", []string{"a has won: special on the summit", "0 of 40 turns without progress", "12 of 400 plies played"}},
	} {
		if got := variantNamed(t, c.variant).Diagram(build(t, c.variant, c.columns, c.rest)).Status; !slices.Equal(got, c.want) {
			t.Errorf("%s, %s %s: status is %q, want %q", c.variant, c.columns, c.rest, got, c.want)
		}
	}
}
