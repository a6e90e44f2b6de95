package ataxx

import (
	"math/bits"
	"strings"
	"testing"
	"unsafe"

	"gipfel/game"
)

func TestNew(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		name  string // or the error
	}{
		{Rules{Size: 7, NoCloneLimit: 100}, "ataxx"},
		{Rules{Size: 5, NoCloneLimit: 100}, "ataxx-5x5"},
		{Rules{Size: 7, NoCloneLimit: 50}, "ataxx-limit50"},
		{Rules{Size: 8}, "ataxx-8x8-limit0"},
		{Rules{Size: 3, NoCloneLimit: 100}, "size 3 is not in 4 to 8"},
		{Rules{Size: 9, NoCloneLimit: 100}, "size 9 is not in 4 to 8"},
		{Rules{Size: 7, NoCloneLimit: -1}, "-1 plies"},
		{Rules{Size: 7, NoCloneLimit: 1001}, "1001 plies"},
	} {
		g, err := New(c.rules)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.name):
			t.Errorf("%+v: error is %v, want %q", c.rules, err, c.name)
		case err == nil && g.Name != c.name:
			t.Errorf("%+v is called %q, want %q", c.rules, g.Name, c.name)
		}
	}
}

// TestBounds checks MaxActions and MaxPlies where they can be known otherwise.
func TestBounds(t *testing.T) {
	for _, g := range Variants() {
		// A board of striped columns comes near the most moves there can be.
		s := g.New().(*State)
		s.stones, s.vacant = [2]bitboard{}, 0
		for y := range g.Height {
			for x := range g.Width {
				bit := bitboard(1) << (y*row + x)
				if x/2%2 == 0 {
					s.stones[0] |= bit
				} else {
					s.vacant |= bit
				}
			}
		}
		if n := s.CountActions(); n > g.MaxActions || n < g.MaxActions/3 {
			t.Errorf("%s: %d actions on a board of stripes, MaxActions is %d", g.Name, n, g.MaxActions)
		}
	}
	// 50 clones at the most, each after 99 quiet plies at the most, and 100 quiet plies.
	if Standard.MaxPlies != 5000 {
		t.Errorf("MaxPlies is %d, want 5000", Standard.MaxPlies)
	}
}

func TestLongestGameStaysWithinMaxPlies(t *testing.T) {
	// Each side has a row of its own, and jumps to and fro in it for as long as the limit allows before it clones.
	g := mustNew(Rules{Size: 4, NoCloneLimit: 5})
	s := mustParse(t, g, "x3/----/----/3o x 0 1")
	plies := 0
	for ; s.ToMove() != game.Terminal; plies++ {
		actions := s.AppendActions(nil)
		choice := actions[0]
		for _, a := range actions { // a jump while that is possible, a clone when the limit comes near
			step := &s.variant.steps[min(int(a), len(s.variant.steps)-1)]
			if (step.jump == 0) == (s.quiet+1 >= s.variant.quietLimit) {
				choice = a
				break
			}
		}
		s.Apply(choice)
	}
	if plies > g.MaxPlies || plies < g.MaxPlies/4 {
		t.Errorf("a game drawn out took %d plies, MaxPlies is %d", plies, g.MaxPlies)
	}
}

func TestStateIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(State{}); size != 40 {
		t.Errorf("a position has %d bytes, want 40", size)
	}
}

func TestSpreads(t *testing.T) {
	for s := range 64 {
		for other := range 64 {
			dx, dy := s%row-other%row, s/row-other/row
			distance := max(dx, -dx, dy, -dy)
			bit, to := bitboard(1)<<s, bitboard(1)<<other
			for _, c := range []struct {
				name      string
				got, want bool
			}{
				{"spread1", spread1(bit)&to != 0, distance <= 1},
				{"spread2", spread2(bit)&to != 0, distance <= 2},
				{"near", near[s]&to != 0, distance == 1},
				{"ring", ring[s]&to != 0, distance == 2},
			} {
				if c.got != c.want {
					t.Errorf("%s of square %d has %d: %v", c.name, s, other, c.got)
				}
			}
		}
	}
	if bits.OnesCount64(near[27]) != 8 || bits.OnesCount64(ring[27]) != 16 {
		t.Error("a square in the middle has not 8 neighbours and 16 cells around those")
	}
}
