package atimo

import (
	"fmt"

	"gipfel/game"
)

// The input of the net, from the view of the seat to move; the board itself is not turned. With P players it is
//
//	2r, 2r+1     the Core and the Masses of the seat r turns after the mover, r = 0…P-1
//	2P+2r, +1    the same seat's reserve: its Core, and the share of its Masses
//	4P           whether the position occurred before
//	4P+1         the moves since the Cores, as a share of the limit
//	4P+2         ones
//
// That is all that the rules look at except the earlier positions themselves, which only matter when they come back.

// planes names the input planes.
func (v *variant) planes() []game.Plane {
	var board, reserve []game.Plane
	for r := range v.players {
		who := "own"
		switch {
		case r > 0 && v.players == 2:
			who = "opponent's"
		case r > 0:
			who = fmt.Sprintf("%s seat's", []string{"next", "second next", "third next"}[r-1])
		}
		board = append(board,
			game.Plane{Name: who + " Core", Doc: "1 on the cell of the " + who + " Core"},
			game.Plane{Name: who + " Masses", Doc: "1 on the cells of the " + who + " Masses"})
		reserve = append(reserve,
			game.Plane{Name: who + " Core in reserve", Doc: "everywhere 1 while the " + who + " Core is in reserve, else 0"},
			game.Plane{Name: who + " Masses in reserve",
				Doc: fmt.Sprintf("everywhere the share, 0 to 1, of the %s %d Masses that is in reserve", who, v.masses)})
	}
	reserve[0].Doc += "; this is the flag of the first round"
	return append(append(board, reserve...),
		game.Plane{Name: "repeated", Doc: "everywhere 1 if the position occurred once before, so that the next time draws, else 0"},
		game.Plane{Name: "moves", Doc: fmt.Sprintf("everywhere the moves since the Cores divided by %d, 0 to below 1", maxMoves)},
		game.Plane{Name: "ones", Doc: "everywhere 1: shows convolutions the edge of the board"})
}

// encode implements game.Game.Encode.
func encode(from game.State, dst []float32) {
	s := from.(*state)
	planes := 4*s.players + 3
	dst = dst[:s.area*planes]

	// The planes that are constant, on the first cell.
	first := dst[:planes]
	clear(first)
	for r := range s.players {
		seat := (int(s.mover) + r) % s.players
		if seat >= int(s.coresPlaced) {
			first[2*(s.players+r)] = 1
		}
		first[2*(s.players+r)+1] = float32(s.reserve[seat]) / float32(s.masses)
	}
	if s.seen > 0 {
		first[planes-3] = 1
	}
	first[planes-2] = float32(s.moves) / maxMoves
	first[planes-1] = 1

	// The same on all cells, by doubling.
	for done := planes; done < len(dst); done *= 2 {
		copy(dst[done:], dst[:done])
	}

	for rest := s.occupied; !rest.empty(); rest = rest.rest() {
		c := rest.first()
		p := int(s.at[c]) - 2*int(s.mover)
		if p < 0 {
			p += 2 * s.players
		}
		dst[int(s.number[c])*planes+p] = 1
	}
}
