package atimo

import (
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

func TestConformance(t *testing.T) {
	// Besides the start: the middle of the game, and the last moves before the limit.
	from := map[string][]string{
		"atimo-5x5":    {"b4/1B3/4A/3a1/3ba a 0,0 12", "2B2/2A2/ab1b1/5/4a b 0,0 147"},
		"atimo-7x7":    {"7/2b4/1A5/4a2/3a1B1/1b5/a5b a 0,0 20", "7/2b4/1A5/4a2/3a1B1/1b5/a5b b 0,0 147"},
		"atimo-9x9":    {"9/2b5b/1A5a1/4a4/3a1B2b/1b7/a5b2/9/a8 a 0,0 30"},
		"atimo-9x9-4p": {"9/2b5c/1A2C2c1/4a4/3a1B2b/1b7/a5d2/3D4d/c1d6 c 0,0,0,0 30"},
	}
	for _, g := range Variants() {
		t.Run(g.Name, func(t *testing.T) {
			gametest.Run(t, g,
				gametest.From(from[g.Name]...),
				gametest.HistoryPlanes("repeated"),
				gametest.StartImage(func(start game.State, sym int) game.State {
					return imageOf(t, g, start.(*state), &g.Symmetries[sym])
				}))
		})
	}
}

// imageOf builds the image of a position by writing it anew.
func imageOf(t *testing.T, g *game.Game, s *state, sym *game.Symmetry) game.State {
	image := newState(s.variant)
	for n, to := range sym.Cells {
		if p := s.at[s.cellAt[n]]; p != vacant {
			image.put(p, s.cellAt[to])
		}
	}
	_, rest, _ := strings.Cut(g.Notation.FormatState(s), " ")
	rows, _, _ := strings.Cut(g.Notation.FormatState(image), " ")
	return mustParse(t, g, rows+" "+rest)
}
