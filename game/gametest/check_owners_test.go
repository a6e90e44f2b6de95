package gametest

import (
	"testing"

	"gipfel/game"
)

// owned returns a tiny game in which the winner owns every cell in the end, changed by a hook.
func owned(change func(s *tinyState, winner int, dst []game.Player)) *game.Game {
	g := *Tiny
	g.Owners = func(st game.State, dst []game.Player) {
		s := st.(*tinyState)
		returns := make([]float32, s.rules.players)
		s.Returns(returns)
		winner := game.OutcomeOf(returns)
		owner := game.Player(winner)
		if winner == game.Draw(s.rules.players) {
			owner = game.Nobody
		}
		for cell := range s.rules.cells() {
			dst[cell] = owner
		}
		change(s, winner, dst)
	}
	return &g
}

func ownerMutants() []mutant {
	var sink []game.Player // keeps the allocation of a mutant
	return []mutant{
		{"a cell forgotten", "owners", "owner of cell 4", owned(func(_ *tinyState, _ int, dst []game.Player) {
			dst[4] = unwritten
		}), nil},
		{"a seat that is none", "owners", "owner of cell 0 is 2", owned(func(_ *tinyState, _ int, dst []game.Player) {
			dst[0] = 2
		}), nil},
		{"an owner too many", "owners", "beyond", owned(func(_ *tinyState, _ int, dst []game.Player) {
			dst[9] = 0
		}), nil},
		{"the loser owns more", "owners", "wins with 3 cells", owned(func(_ *tinyState, winner int, dst []game.Player) {
			for cell := range 6 {
				if winner < 2 {
					dst[cell] = game.Player(1 - winner)
				}
			}
		}), nil},
		{"as many for the loser", "owners", "wins with 4 cells", owned(func(_ *tinyState, winner int, dst []game.Player) {
			for cell := range dst[:5] {
				dst[cell] = game.Nobody
				if cell < 4 && winner < 2 {
					dst[cell] = game.Player(1 - winner)
				}
			}
		}), nil},
		{"owners that do not turn", "symmetry", "cell 0 has owner", owned(func(_ *tinyState, _ int, dst []game.Player) {
			dst[0] = game.Nobody
		}), nil},
		{"allocating owners", "allocations", "allocations", owned(func(_ *tinyState, _ int, dst []game.Player) {
			sink = append(sink[:0:0], dst...)
		}), nil},
	}
}

func TestOwnersOfASoundGame(t *testing.T) {
	sound := owned(func(*tinyState, int, []game.Player) {})
	for _, name := range []string{"owners", "symmetry", "ending"} {
		if err := runCheck(checkNamed(name), sound); err != nil {
			t.Errorf("a sound game fails %q: %v", name, err)
		}
	}
}
