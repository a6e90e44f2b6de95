package ataxx

import (
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// mapped returns the image of a position under a symmetry.
func mapped(s *State, sym *game.Symmetry) *State {
	image := *s
	image.stones, image.vacant = [2]bitboard{}, 0
	for cell, to := range sym.Cells {
		from, to := s.variant.square(cell), s.variant.square(int(to))
		for seat := range s.stones {
			image.stones[seat] |= s.stones[seat] >> from & 1 << to
		}
		image.vacant |= s.vacant >> from & 1 << to
	}
	return &image
}

func TestConformance(t *testing.T) {
	sevens := []string{
		"7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1",               // x has to pass
		"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1",                   // gaps
		"7/7/7/7/-------/-------/x5o x 0 1",                   // jumps only go on along one row
		"x5-/7/7/7/7/6-/4--o o 96 50",                         // shut in, and near the limit
		"xxxxxxx/xoxoxox/1xxxxx1/ooo-ooo/ooooooo/7/x5x o 1 9", // crowded
	}
	for _, c := range []struct {
		g    *game.Game
		from []string
	}{
		{Size4, []string{"xo2/--2/4/2-- o 0 1"}},
		{Size5, nil},
		{Size6, nil},
		{Standard, sevens},
		{Size8, []string{"x6o/8/8/3--3/3--3/8/8/o6x x 0 1"}},
		{mustNew(Rules{Size: 7, NoCloneLimit: 3}), sevens[:1]},
		{mustNew(Rules{Size: 4}), []string{"x3/----/----/3o x 0 1"}}, // cut off if nothing else ends it
	} {
		t.Run(c.g.Name, func(t *testing.T) {
			gametest.Run(t, c.g, gametest.Games(4), gametest.From(c.from...),
				gametest.StartImage(func(start game.State, sym int) game.State {
					return mapped(start.(*State), &c.g.Symmetries[sym])
				}))
		})
	}
}
