package gametest

import (
	"slices"
	"testing"

	"gipfel/game"
)

func diagramMutants() []mutant {
	drawn := 0
	change := func(change func(s *tinyState, d *game.Diagram)) *game.Game {
		return bent(Tiny, bend{diagram: func(s *tinyState) game.Diagram {
			d := s.diagram()
			change(s, &d)
			return d
		}})
	}
	return []mutant{
		{"no diagram", "diagram", "no Diagram", altered(func(g *game.Game) { g.Diagram = nil }), nil},
		{"drawing counts", "diagram", "differ", change(func(_ *tinyState, d *game.Diagram) {
			drawn++
			d.Cells[0].Floor = drawn
		}), nil},
		{"drawing changes the position", "diagram", "drawing changes", change(func(s *tinyState, _ *game.Diagram) { s.passed = true }), nil},
		{"nobody to move", "diagram", "to move", change(func(_ *tinyState, d *game.Diagram) { d.ToMove = game.Chance }), nil},
		{"a column missing", "diagram", "2 columns", change(func(_ *tinyState, d *game.Diagram) { d.Columns = d.Columns[:2] }), nil},
		{"a row twice", "diagram", "rows", change(func(_ *tinyState, d *game.Diagram) { d.Rows[1] = "1" }), nil},
		{"a seat missing", "diagram", "1 seats of 2", change(func(_ *tinyState, d *game.Diagram) { d.Seats = d.Seats[:1] }), nil},
		{"seats exchanged", "diagram", `want the name "a"`, change(func(_ *tinyState, d *game.Diagram) { slices.Reverse(d.Seats) }), nil},
		{"no status", "diagram", "no status", change(func(_ *tinyState, d *game.Diagram) { d.Status = nil }), nil},
		{"status of two lines", "diagram", "not one line", change(func(_ *tinyState, d *game.Diagram) { d.Status[0] += "\n" }), nil},
		{"a cell missing", "diagram", "8 cells", change(func(_ *tinyState, d *game.Diagram) { d.Cells = d.Cells[:8] }), nil},
		{"board upside down", "diagram", "in the position", change(func(_ *tinyState, d *game.Diagram) { slices.Reverse(d.Cells) }), nil},
		{"vacant cells as gaps", "diagram", `cell a1: "-"`, change(func(s *tinyState, d *game.Diagram) {
			d.Cells[0].Gap = s.marked&1 == 0
		}), nil},
		{"piece without a kind", "diagram", `kind ""`, change(func(s *tinyState, d *game.Diagram) {
			if s.marked&1 != 0 {
				d.Cells[0].Pieces[0].Kind = ""
			}
		}), nil},
		{"piece of a seat that there is not", "diagram", "seat 2", change(func(s *tinyState, d *game.Diagram) {
			if s.marked&1 != 0 {
				d.Cells[0].Pieces[0].Seat = 2
			}
		}), nil},
	}
}

func TestBoardOf(t *testing.T) {
	for _, c := range []struct {
		rows string
		want []string
	}{
		{"3/x-o", []string{"x", "-", "o", "", "", ""}},
		{"x../.xx", []string{"", "x", "x", "x", "", ""}},
		{"11a/1(abB)a9", slices.Concat([]string{"", "abB", "a"}, make([]string, 9), make([]string, 11), []string{"a"})},
	} {
		if got := boardOf(c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%q is read as %q, want %q", c.rows, got, c.want)
		}
	}
}
