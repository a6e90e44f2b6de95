package atimo

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

// planesOf describes the planes of an encoded position that are not all 0: "=v" for one that is v everywhere, else the
// cells where it is 1, all others being 0.
func planesOf(t *testing.T, g *game.Game, s *state) map[string]string {
	t.Helper()
	input := make([]float32, g.InputSize())
	g.Encode(s, input)
	described := make(map[string]string)
	for p, plane := range g.Planes {
		var ones []string
		values := make(map[float32]bool)
		for n := range g.Cells() {
			v := input[n*len(g.Planes)+p]
			values[v] = true
			if v == 1 {
				ones = append(ones, cellName(s.cellAt[n]))
			}
		}
		switch {
		case len(values) == 1 && values[0]: // left out
		case len(values) == 1:
			described[plane.Name] = fmt.Sprintf("=%.3g", input[p])
		case len(values) == 2 && values[0] && values[1]:
			described[plane.Name] = strings.Join(ones, " ")
		default:
			t.Errorf("plane %q has the values %v", plane.Name, values)
		}
	}
	return described
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		name            string
		g               *game.Game
		position, moves string
		want            map[string]string
	}{
		{"the start", Small, "5/5/5/5/5 a 2,2 0", "", map[string]string{
			"own Core in reserve": "=1", "own Masses in reserve": "=1",
			"opponent's Core in reserve": "=1", "opponent's Masses in reserve": "=1",
			"ones": "=1",
		}},
		{"the first round, seen by seat b", Small, "5/5/2A2/5/5 b 2,2 0", "", map[string]string{
			"opponent's Core":     "c3",
			"own Core in reserve": "=1", "own Masses in reserve": "=1", "opponent's Masses in reserve": "=1",
			"ones": "=1",
		}},
		{"seen by seat a", Small, "5/1a3/1A2b/5/3B1 a 1,1 3", "", map[string]string{
			"own Core": "b3", "own Masses": "b4", "opponent's Core": "d1", "opponent's Masses": "e3",
			"own Masses in reserve": "=0.5", "opponent's Masses in reserve": "=0.5",
			"moves": "=0.02", "ones": "=1",
		}},
		{"seen by seat b", Small, "5/1a3/1A2b/5/3Ba b 0,1 75", "", map[string]string{
			"own Core": "d1", "own Masses": "e3", "opponent's Core": "b3", "opponent's Masses": "e1 b4",
			"own Masses in reserve": "=0.5",
			"moves":                 "=0.5", "ones": "=1",
		}},
		{"a position that occurred before", Small, "5/5/1A3/5/3B1 a 2,2 0", "b3b4 d1e1 b4b3 e1d1", map[string]string{
			"own Core": "b3", "opponent's Core": "d1",
			"own Masses in reserve": "=1", "opponent's Masses in reserve": "=1",
			"repeated": "=1", "moves": "=0.0267", "ones": "=1",
		}},
		{"four seats, seen by seat c", Four, "9/2b5c/1A6c/4a4/3a1B2b/1b7/a5d2/3D4d/c1C6 c 0,0,0,1 30", "", map[string]string{
			"own Core": "c1", "own Masses": "a1 i7 i8",
			"next seat's Core": "d2", "next seat's Masses": "i2 g3",
			"second next seat's Core": "b7", "second next seat's Masses": "a3 d5 e6",
			"third next seat's Core": "f5", "third next seat's Masses": "b4 i5 c8",
			"next seat's Masses in reserve": "=0.333",
			"moves":                         "=0.2", "ones": "=1",
		}},
		{"four seats, the third Core is next", Four, "9/9/9/9/A7B/9/9/9/9 c 3,3,3,3 0", "", map[string]string{
			"second next seat's Core": "a5", "third next seat's Core": "i5",
			"own Core in reserve": "=1", "next seat's Core in reserve": "=1",
			"own Masses in reserve": "=1", "next seat's Masses in reserve": "=1",
			"second next seat's Masses in reserve": "=1", "third next seat's Masses in reserve": "=1",
			"ones": "=1",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := planesOf(t, c.g, play(t, c.g, c.position, c.moves)); !maps.Equal(got, c.want) {
				t.Errorf("encoded as\n%v, want\n%v", got, c.want)
			}
		})
	}
}

// TestSeatsAreAlike rotates the seats of random positions: what the mover sees and may do must stay the same. With two
// players this is the exchange of colours.
func TestSeatsAreAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, g := range Variants() {
		compared := 0
		for range 20 {
			randomGame(g, rng, func(at game.State, ply int) bool {
				s := at.(*state)
				if s.end != running || s.moves == 0 { // the first round and its end tell the seats apart
					return true
				}
				rotated := mustParse(t, g, rotateSeats(g, s))
				rotated.seen = s.seen
				a, b := make([]float32, g.InputSize()), make([]float32, g.InputSize())
				g.Encode(s, a)
				g.Encode(rotated, b)
				if !slices.Equal(a, b) {
					t.Errorf("%s: the mover of %s sees what that of %s does not", g.Name,
						g.Notation.FormatState(rotated), g.Notation.FormatState(s))
				}
				if !slices.Equal(s.AppendActions(nil), rotated.AppendActions(nil)) {
					t.Errorf("%s: the mover of %s may do what that of %s may not", g.Name,
						g.Notation.FormatState(rotated), g.Notation.FormatState(s))
				}
				compared++
				return !t.Failed()
			})
		}
		if compared < 200 {
			t.Errorf("%s: only %d positions were compared", g.Name, compared)
		}
	}
}

// rotateSeats writes a position with every seat renamed to the next one.
func rotateSeats(g *game.Game, s *state) string {
	next := func(letter, first rune) rune { return first + (letter-first+1)%rune(g.Players) }
	fields := strings.Fields(g.Notation.FormatState(s))
	for i := range 2 {
		fields[i] = strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'd':
				return next(r, 'a')
			case r >= 'A' && r <= 'D':
				return next(r, 'A')
			}
			return r
		}, fields[i])
	}
	reserves := strings.Split(fields[2], ",")
	last := len(reserves) - 1
	fields[2] = strings.Join(append(reserves[last:last+1:last+1], reserves[:last]...), ",")
	return strings.Join(fields, " ")
}
