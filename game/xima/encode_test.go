package xima

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

// planesAt returns the input planes that are not 0 on a cell, by name, except the floors and the height.
func planesAt(s *state, g *game.Game, cell string) map[string]float32 {
	dst := make([]float32, g.InputSize())
	g.Encode(s, dst)
	c, err := s.v.parseCell(cell)
	if err != nil {
		panic(err)
	}
	out := map[string]float32{}
	for p, plane := range g.Planes {
		if x := dst[c*len(g.Planes)+p]; x != 0 {
			out[plane.Name] = x
		}
	}
	return out
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		variant, columns, rest, cell string
		want                         map[string]float32
		constants                    map[string]float32
	}{
		{"xima-4p", "B2 acaba, M13 c", "c 0x,1x,3=,out 5 8", "A1", map[string]float32{"floor 1": 1}, map[string]float32{
			"hand normal own": 3. / 9, "hand special own": 1, "out seat+1": 1, "captured special seat+1": 1,
			"captured special seat+2": 1, "hand normal seat+3": 1. / 9, "captured special seat+3": 1,
			"quiet": 5. / 60, "plies": 8. / 400,
		}},
		{"xima-4p", "B2 bcb, M13 c", "c 12=,1x,3=,out 15 100", "B2", map[string]float32{
			"floor 1": 1, "top normal seat+3": 1, "below 1 own": 1, "below 2 seat+3": 1, "dominated own": .25, "dominated seat+3": .25,
			"blocks": .75, "height": 3. / 8,
		}, nil},
		{"xima-4p", "B2 acaBb, C3 aA, M13 c", "c 12,1,3=,0x 15 100", "B2", map[string]float32{
			"floor 1": 1, "top normal seat+3": 1, "below 1 seat+3": 1, "below 1 special": 1, "below 2 seat+2": 1, "below 3 own": 1,
			"dominated own": .25, "dominated seat+2": .5, "dominated seat+3": .25, "blocks": 1.25, "height": 5. / 8,
		}, nil},
		{"xima-4p", "B2 acaBb, C3 aA, M13 c", "c 12,1,3=,0x 15 100", "C3", map[string]float32{
			"floor 2": 1, "top special seat+2": 1, "below 1 seat+2": 1, "dominated seat+2": .25, "blocks": .5, "height": 4. / 8,
		}, nil},
		{"xima-4p", "B2 ac, M13 c", "c 1=,1=,3=,0x 15 100", "G7", map[string]float32{"floor 4": 1, "height": 6. / 8}, nil},
		{"xima-dice", "A1 a, M13 b", "a 0x,0= 0 8 3", "B1", map[string]float32{"floor 1": 1}, map[string]float32{
			"captured special own": 1, "hand special seat+1": 1, "plies": 8. / 400, "die 3": 1,
		}},
		{"xima-scienluck", "A1 a, M13 b", "a 0x,0= 0 8 3-5", "B1", map[string]float32{"floor 1": 1}, map[string]float32{
			"captured special own": 1, "hand special seat+1": 1, "plies": 8. / 400, "die 3": .5, "die 5": .5,
		}},
		{"xima-scienluck", "A1 a, M13 b", "a 0x,0= 0 8 3-3", "B1", map[string]float32{"floor 1": 1}, map[string]float32{
			"captured special own": 1, "hand special seat+1": 1, "plies": 8. / 400, "die 3": 1,
		}},
		{"xima-scienluck", "A1 a, M13 b", "a 0x,0= 0 8 3@A1", "A1", map[string]float32{
			"floor 1": 1, "top normal own": 1, "blocks": .25, "height": 1. / 8, "moved block": 1,
		}, map[string]float32{
			"captured special own": 1, "hand special seat+1": 1, "plies": 8. / 400, "die 3": .5, "second move": 1,
		}},
		{"xima-scienluck", "A1 a, M13 b", "b 0x,0= 0 8 -", "A1", map[string]float32{
			"floor 1": 1, "top normal seat+1": 1, "blocks": .25, "height": 1. / 8,
		}, map[string]float32{"captured special seat+1": 1, "hand special own": 1, "plies": 8. / 400}},
	} {
		g := variantNamed(t, c.variant)
		s := build(t, c.variant, c.columns, c.rest)
		got := planesAt(s, g, c.cell)
		first := s.v.encoder.constants
		for p, plane := range g.Planes {
			value, want := got[plane.Name], c.want[plane.Name]
			if p >= first {
				if c.constants == nil {
					continue
				}
				want = c.constants[plane.Name]
			}
			if value != want {
				t.Errorf("%s, %s %s: plane %q of %s is %v, want %v", c.variant, c.columns, c.rest, plane.Name, c.cell, value, want)
			}
		}
	}
}

// TestEncodeOccurred checks the plane that shows repetition.
func TestEncodeOccurred(t *testing.T) {
	g := variantNamed(t, "xima-5x5")
	s := g.New().(*state)
	for i, move := range strings.Fields("-A1 -E5 A1A2 E5E4 A2A1 E4E5 A1A2 E5E4 A2A1 E4E3") {
		want := float32(0)
		if i >= 6 {
			want = 1 // from the sixth move on, positions have occurred before
		}
		if got := planesAt(s, g, "A1")["occurred"]; got != want {
			t.Errorf("before move %d the plane is %v, want %v", i+1, got, want)
		}
		play(t, s, move)
	}
	if got := planesAt(s, g, "A1")["occurred"]; got != 0 {
		t.Errorf("after a new move the plane is %v", got)
	}
}

// TestEncodeIsRelative checks that a position looks to the seat to move as the same position with the seats rotated looks
// to the seat that is to move there.
func TestEncodeIsRelative(t *testing.T) {
	for _, g := range Variants() {
		v := variantOf(g)
		if v.mode == scienluck {
			continue // its seats are not alike
		}
		rng := rand.New(rand.NewPCG(9, 10))
		want, got := make([]float32, g.InputSize()), make([]float32, g.InputSize())
		for range 50 {
			s, _ := randomPosition(t, g, rng)
			if s.phase == over {
				continue
			}
			text := g.Notation.FormatState(s)
			image, err := g.Notation.ParseState(rotateSeats(text, v.players))
			if err != nil {
				t.Fatal(err)
			}
			if s.phase == rolling {
				roll := game.Action(v.roll + rng.IntN(len(v.rolls)))
				s.Apply(roll)
				image.Apply(roll)
			}
			g.Encode(s, want)
			g.Encode(image, got)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %s looks different after rotating the seats", g.Name, text)
			}
		}
	}
}

// rotateSeats gives everything that a seat has to the next one.
func rotateSeats(text string, players int) string {
	rotate := func(r rune) rune {
		switch {
		case r >= 'a' && r < 'a'+rune(players):
			return 'a' + (r-'a'+1)%rune(players)
		case r >= 'A' && r < 'A'+rune(players):
			return 'A' + (r-'A'+1)%rune(players)
		}
		return r
	}
	fields := strings.Split(text, " ")
	fields[0], fields[1] = strings.Map(rotate, fields[0]), strings.Map(rotate, fields[1])
	hands := strings.Split(fields[2], ",")
	fields[2] = strings.Join(append(hands[players-1:], hands[:players-1]...), ",")
	return strings.Join(fields, " ")
}

func TestPlanesAreDocumented(t *testing.T) {
	for _, g := range Variants() {
		seen := map[string]bool{}
		for _, p := range g.Planes {
			if seen[p.Name] || len(p.Doc) < 20 || !strings.HasSuffix(p.Doc, ".") || strings.Contains(p.Doc, "%!") {
				t.Errorf("%s: plane %q: %q", g.Name, p.Name, p.Doc)
			}
			seen[p.Name] = true
		}
	}
}
