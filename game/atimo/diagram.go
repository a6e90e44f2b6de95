package atimo

import (
	"fmt"
	"strings"

	"gipfel/game"
)

// diagram says what the position looks like.
func (s *state) diagram() game.Diagram {
	d := game.NewDiagram(s.size, s.size, 'a', seatNames[:s.players]...)
	d.ToMove = s.ToMove()
	d.Status = s.status()
	for seat := range d.Seats {
		d.Seats[seat].Text = s.describeReserve(seat)
	}
	for number := range d.Cells {
		p := s.at[s.cellAt[number]]
		if p == vacant {
			continue
		}
		shown := game.DiagramPiece{Seat: game.Player(p.seat()), Kind: "Mass", Letter: string(rune(p.letter()))}
		if p.kind() == core {
			shown.Kind, shown.Chief = "Core", true
		}
		d.Cells[number].Pieces = []game.DiagramPiece{shown}
	}
	return d
}

// describeReserve says in words what a seat has in reserve.
func (s *state) describeReserve(seat int) string {
	var parts []string
	if seat >= int(s.coresPlaced) {
		parts = append(parts, "the Core")
	}
	switch n := s.reserve[seat]; n {
	case 0:
	case 1:
		parts = append(parts, "1 Mass")
	default:
		parts = append(parts, fmt.Sprintf("%d Masses", n))
	}
	if len(parts) == 0 {
		return "nothing in reserve"
	}
	return strings.Join(parts, " and ") + " in reserve"
}

// status says whose turn it is and how many moves have been played, or how the game has ended.
func (s *state) status() []string {
	moves := fmt.Sprintf("%d of %d moves played", s.moves, maxMoves)
	switch {
	case s.end == collapse:
		return []string{fmt.Sprintf("%c has won: collapse", seatLetter(s.winner)), moves}
	case s.end != running:
		return []string{"drawn: " + s.end.String(), moves}
	case s.firstRound():
		return []string{fmt.Sprintf("%c to place the Core", seatLetter(s.mover))}
	case s.seen > 0:
		return []string{fmt.Sprintf("%c to move", seatLetter(s.mover)), moves, "the position occurred before"}
	}
	return []string{fmt.Sprintf("%c to move", seatLetter(s.mover)), moves}
}
