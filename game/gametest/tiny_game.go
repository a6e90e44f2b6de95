package gametest

import (
	"fmt"

	"gipfel/game"
)

var tinySeats = []string{"a", "b", "c"}

// newTiny describes a variant of lines.
func newTiny(name string, players, height int, dice bool) *game.Game {
	const width = 3
	r := &tinyRules{players: players, width: width, height: height, dice: dice}
	for y := range height {
		r.lines = append(r.lines, (1<<width-1)<<(y*width))
	}
	for x := range width {
		var column uint16
		for y := range height {
			column |= 1 << (y*width + x)
		}
		r.lines = append(r.lines, column)
	}
	return &game.Game{
		Name:         name,
		Title:        "Lines",
		Version:      1,
		Players:      players,
		SeatNames:    tinySeats[:players],
		Width:        width,
		Height:       height,
		PolicyPlanes: 1,
		ExtraActions: 1,
		ActionPlanes: []game.ActionPlane{{Name: "mark this cell"}},
		Extras:       []game.ExtraAction{{Name: "pass"}},
		Planes:       r.planes(),
		MaxActions:   r.cells() + 1,
		MaxPlies:     r.cells() + 1,
		New:          func() game.State { return r.newState() },
		Encode:       func(s game.State, dst []float32) { s.(*tinyState).encode(dst) },
		Score:        func(s game.State, seat game.Player) int { return int(s.(*tinyState).scores[seat]) },
		Symmetries:   r.symmetries(),
		Notation:     tinyNotation{r},
		Diagram:      func(s game.State) game.Diagram { return s.(*tinyState).diagram() },
	}
}

func (r *tinyRules) planes() []game.Plane {
	planes := []game.Plane{
		{Name: "marked", Doc: "1 where a cell is marked, else 0"},
		{Name: "board", Doc: "1 everywhere"},
		{Name: "marks left", Doc: "cells that the mover still marks in this turn, halved, everywhere"},
		{Name: "pass left", Doc: "1 everywhere while the pass is not used up"},
	}
	for i := range r.players {
		planes = append(planes, game.Plane{
			Name: fmt.Sprintf("lines of seat +%d", i),
			Doc:  fmt.Sprintf("share of all lines that belong to the seat %d after the mover, everywhere", i),
		})
	}
	return planes
}

// encode writes the planes, mover-relative.
func (s *tinyState) encode(dst []float32) {
	r := s.rules
	planes := 4 + r.players
	for c := range r.cells() {
		cell := dst[c*planes : (c+1)*planes]
		cell[0] = float32(s.marked >> c & 1)
		cell[1] = 1
		cell[2] = float32(s.left) / 2
		cell[3] = 1
		if s.passed {
			cell[3] = 0
		}
		for i := range r.players {
			cell[4+i] = float32(s.scores[(int(s.seat)+i)%r.players]) / float32(len(r.lines))
		}
	}
}

// diagram shows the marks, which belong to nobody.
func (s *tinyState) diagram() game.Diagram {
	r := s.rules
	d := game.NewDiagram(r.width, r.height, 'a', tinySeats[:r.players]...)
	d.ToMove = s.ToMove()
	d.Status = []string{fmt.Sprintf("marks left: %d", s.left)}
	for seat := range d.Seats {
		d.Seats[seat].Text = fmt.Sprintf("%d lines", s.scores[seat])
	}
	for c := range d.Cells {
		if s.marked>>c&1 != 0 {
			d.Cells[c].Pieces = []game.DiagramPiece{{Seat: game.Nobody, Kind: "mark", Letter: "x"}}
		}
	}
	return d
}

// symmetries returns the eight symmetries of a square board, or the four of an oblong one.
func (r *tinyRules) symmetries() []game.Symmetry {
	if r.width == r.height {
		return game.SquareSymmetries(r.width, []game.Offset{{}}, 1)
	}
	var out []game.Symmetry
	for _, m := range []struct {
		name         string
		flipX, flipY bool
	}{{"identity", false, false}, {"mirror", true, false}, {"flip", false, true}, {"rotate 180", true, true}} {
		s := game.Symmetry{Name: m.name}
		for c := range r.cells() {
			x, y := c%r.width, c/r.width
			if m.flipX {
				x = r.width - 1 - x
			}
			if m.flipY {
				y = r.height - 1 - y
			}
			s.Cells = append(s.Cells, uint16(y*r.width+x))
			s.Actions = append(s.Actions, game.Action(y*r.width+x))
		}
		s.Actions = append(s.Actions, r.pass())
		out = append(out, s)
	}
	return out
}
