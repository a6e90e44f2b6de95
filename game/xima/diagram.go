package xima

import (
	"fmt"

	"gipfel/game"
)

// diagram says what the position looks like.
func (s *state) diagram() game.Diagram {
	d := game.NewDiagram(s.v.size, s.v.size, 'A', seatNames[:s.v.players]...)
	d.ToMove = s.ToMove()
	d.Status = []string{
		s.describeTurn(),
		fmt.Sprintf("%d of %d turns without progress", s.quiet, s.quietLimit()),
		fmt.Sprintf("%d of %d plies played", s.plies, maxPlies),
	}
	for seat := range d.Seats {
		d.Seats[seat].Text = s.describeHand(game.Player(seat))
	}
	for c := range d.Cells {
		d.Cells[c].Floor = int(s.v.floor[c])
		d.Cells[c].Pieces = s.diagramColumn(c)
	}
	return d
}

// diagramColumn returns the blocks of a cell from the bottom up.
func (s *state) diagramColumn(c int) []game.DiagramPiece {
	if s.level(c) == 0 {
		return nil
	}
	pieces := make([]game.DiagramPiece, s.level(c))
	i := len(pieces)
	for id := s.top[c]; id != 0; id = s.blocks[id].below {
		i--
		k := s.blocks[id].kind
		pieces[i] = game.DiagramPiece{Seat: k.owner(), Kind: "block", Letter: string(rune(k.letter()))}
		if k.special() {
			pieces[i].Kind, pieces[i].Chief = "special", true
		}
	}
	return pieces
}
