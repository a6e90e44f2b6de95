package ataxx

import (
	"fmt"

	"gipfel/game"
)

// inputPlanes is the number of input planes, see planes.
const inputPlanes = 6

// planes describes what encode writes. The seat is not among it, since the rules are the same for both, nor is the number
// of the move.
func (v *variant) planes() []game.Plane {
	return []game.Plane{
		{Name: "own stones", Doc: "1 on stones of the seat to move, else 0"},
		{Name: "enemy stones", Doc: "1 on stones of the other seat, else 0"},
		{Name: "vacant", Doc: "1 on vacant cells, else 0"},
		{Name: "gaps", Doc: "1 on blocked cells, else 0"},
		{Name: "board", Doc: "1 everywhere: it tells the board from what a convolution sees beyond it"},
		{Name: "quiet plies", Doc: fmt.Sprintf("plies since the last clone, divided by the %d that end the game, everywhere",
			v.quietLimit)},
	}
}

// encode writes the input planes, from the view of the seat to move.
func (s *State) encode(dst []float32) {
	own, enemy, vacant, gaps := s.own(), s.enemy(), s.vacant, s.gaps()
	quiet := float32(s.quiet) / float32(s.variant.quietLimit)
	size := s.variant.Size
	for y := range size {
		for x := range size {
			cell := (*[inputPlanes]float32)(dst)
			at := uint(y*row+x) & 63
			cell[0] = float32(own >> at & 1)
			cell[1] = float32(enemy >> at & 1)
			cell[2] = float32(vacant >> at & 1)
			cell[3] = float32(gaps >> at & 1)
			cell[4] = 1
			cell[5] = quiet
			dst = dst[inputPlanes:]
		}
	}
}
