package ataxx

import (
	"fmt"

	"gipfel/game"
)

// diagram says what the position looks like.
func (s *State) diagram() game.Diagram {
	v := s.variant
	d := game.NewDiagram(v.Size, v.Size, 'a', "x", "o")
	d.ToMove = s.ToMove()
	d.Status = s.status()
	for seat := range d.Seats {
		d.Seats[seat].Text = fmt.Sprintf("%d on the board", s.Stones(game.Player(seat)))
	}
	for c := range d.Cells {
		cell := &d.Cells[c]
		switch letter := s.letter(v.square(c)); letter {
		case '-':
			cell.Gap = true
		case 'x':
			cell.Pieces = []game.DiagramPiece{{Seat: 0, Kind: "stone", Letter: string(letter)}}
		case 'o':
			cell.Pieces = []game.DiagramPiece{{Seat: 1, Kind: "stone", Letter: string(letter)}}
		}
	}
	return d
}

// status says whose turn it is, or how the game has ended.
func (s *State) status() []string {
	lead := s.Stones(0) - s.Stones(1)
	ending := s.Ending()
	switch {
	case s.end == ongoing:
		return []string{
			fmt.Sprintf("%c to move", "xo"[s.mover&1]),
			fmt.Sprintf("%d of %d plies without a clone", s.quiet, s.variant.quietLimit),
		}
	case ending.Truncated:
		return []string{"cut off: " + ending.Reason}
	case s.end == quietTooLong || lead == 0:
		return []string{"drawn: " + ending.Reason}
	case lead > 0:
		return []string{"x has won: " + ending.Reason}
	}
	return []string{"o has won: " + ending.Reason}
}
