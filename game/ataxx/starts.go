package ataxx

import "gipfel/game"

// starts are symmetric positions with gaps on the board of 7×7. Perft counts of the first three are published.
func (r Rules) starts() []game.Start {
	if r.Size != 7 {
		return nil
	}
	return []game.Start{
		{Name: "square", Doc: "gaps on c3, e3, c5 and e5", Position: "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1"},
		{Name: "quincunx", Doc: "those of the square, and d4 between them", Position: "x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1"},
		{Name: "diamond", Doc: "gaps on d3, c4, e4 and d5", Position: "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1"},
		{Name: "cross", Doc: "those of the diamond, and d4 between them", Position: "x5o/7/3-3/2---2/3-3/7/o5x x 0 1"},
		{Name: "edges", Doc: "gaps in the middle of each edge", Position: "x2-2o/7/7/-5-/7/7/o2-2x x 0 1"},
	}
}
