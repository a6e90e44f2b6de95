package game_test

import (
	"slices"
	"testing"

	"gipfel/game"
)

func TestNewDiagram(t *testing.T) {
	d := game.NewDiagram(3, 2, 'A', "x", "o")
	if want := []string{"A", "B", "C"}; !slices.Equal(d.Columns, want) {
		t.Errorf("columns are %v, want %v", d.Columns, want)
	}
	if want := []string{"1", "2"}; !slices.Equal(d.Rows, want) {
		t.Errorf("rows are %v, want %v", d.Rows, want)
	}
	if len(d.Cells) != 6 || len(d.Seats) != 2 || d.Seats[1].Name != "o" {
		t.Errorf("%d cells and seats %v, want 6 cells, x and o", len(d.Cells), d.Seats)
	}
	if d.ToMove != game.Terminal {
		t.Errorf("seat %d is to move before anybody has said so", d.ToMove)
	}
	for cell, want := range []string{"A1", "B1", "C1", "A2", "B2", "C2"} {
		if got := d.Name(cell); got != want {
			t.Errorf("cell %d is %s, want %s", cell, got, want)
		}
	}
}

func TestDiagramChanged(t *testing.T) {
	a, b := game.DiagramPiece{Seat: 0, Kind: "stone"}, game.DiagramPiece{Seat: 1, Kind: "stone"}
	earlier, later := game.NewDiagram(3, 2, 'a'), game.NewDiagram(3, 2, 'a')
	earlier.Cells[0].Pieces, later.Cells[0].Pieces = []game.DiagramPiece{a}, []game.DiagramPiece{a} // stays
	earlier.Cells[1].Pieces, later.Cells[1].Pieces = []game.DiagramPiece{a}, []game.DiagramPiece{b} // changes sides
	earlier.Cells[2].Pieces, later.Cells[4].Pieces = []game.DiagramPiece{b}, []game.DiagramPiece{b} // moves
	if got, want := later.Changed(earlier), []int{1, 2, 4}; !slices.Equal(got, want) {
		t.Errorf("changed cells are %v, want %v", got, want)
	}
	if got := later.Changed(later); got != nil {
		t.Errorf("between a position and itself, %v changed", got)
	}
}
