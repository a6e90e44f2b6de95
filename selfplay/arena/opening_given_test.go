package arena

import (
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/gametest"
)

func read(t *testing.T, g *game.Game, text string) []Opening {
	t.Helper()
	list, err := ReadOpenings(strings.NewReader(text), "openings.txt", g)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestReadOpenings(t *testing.T) {
	g := ataxx.Standard
	list := read(t, g, `# a comment
g2 a2   # a move each

diamond
x5o/7/7/7/7/7/o5x o 0 1 moves b1
	square moves f1 a2
`)
	if len(list) != 4 {
		t.Fatalf("%d openings, want 4", len(list))
	}
	want := []struct {
		start string
		line  string
	}{
		{"", "g2 a2"}, {g.Starts[2].Position, ""}, {"x5o/7/7/7/7/7/o5x o 0 1", "b1"}, {g.Starts[0].Position, "f1 a2"},
	}
	for i, o := range list {
		r := GameResult{Start: o.Start}
		s, err := r.Begin(g)
		if err != nil {
			t.Fatal(err)
		}
		if line := strings.Join(game.FormatLine(g.Notation, s, o.Actions), " "); o.Start != want[i].start || line != want[i].line {
			t.Errorf("opening %d is %q and %q, want %q and %q", i, o.Start, line, want[i].start, want[i].line)
		}
	}
}

func TestReadOpeningsNamesTheLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"g2\n\na9", "openings.txt:3: ply 1: move \"a9\""},
		{"g2 g2", "openings.txt:1: ply 2: "},
		{"x5o/7/7 x 0 1", "openings.txt:1: position \"x5o/7/7 x 0 1\""},
		{"g2\nnowhere moves g2", "openings.txt:2: position \"nowhere\""},
		{"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx x 0 1", "openings.txt:1: it leads to the end of the game"},
		{"# nothing\n", "openings.txt: there is no opening in it"},
		{"", "there is no opening"},
		{"g2\n" + strings.Repeat(" ", 70_000), "openings.txt:2: a line of more than"},
	} {
		_, err := ReadOpenings(strings.NewReader(c.text), "openings.txt", ataxx.Standard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
	}
	rolling := gametest.TinyDice
	s := rolling.New()
	for s.ToMove() != game.Chance {
		s.Apply(s.AppendActions(nil)[0])
	}
	if _, err := ReadOpenings(strings.NewReader(rolling.Notation.FormatState(s)), "f", rolling); err == nil || !strings.Contains(err.Error(), "chance is to move") {
		t.Errorf("a position of chance: %v", err)
	}
}

func FuzzReadOpenings(f *testing.F) {
	f.Add("g2 a2\n# x\nx5o/7/7/7/7/7/o5x o 0 1 moves b1\ndiamond")
	f.Add("moves moves\n/ /")
	g := ataxx.Standard
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadOpenings(strings.NewReader(text), "f", g)
		if err != nil {
			return
		}
		if _, err := givenOpenings(g, list, len(list)); err != nil {
			t.Errorf("what was read cannot be played: %v", err)
		}
	})
}

// TestGivenOpenings: pairs take the openings in turn, and what is repeated is counted.
func TestGivenOpenings(t *testing.T) {
	g := ataxx.Size4
	given := read(t, g, "a3 b1\nx2o/4/--2/o2x o 0 1\nc1")
	s := Settings{Pairs: 4, Seed: 1, Openings: given, Lanes: 2, Slots: 2}
	r := mustPlay(t, g, s, Random(g), Greedy(g))
	if r.RepeatedOpenings != 1 {
		t.Errorf("%d repeated openings, want 1", r.RepeatedOpenings)
	}
	for _, one := range r.Games {
		o := given[one.Pair%3]
		if one.Start != o.Start || !slices.Equal(one.Opening, o.Actions) {
			t.Errorf("game %d begins from %q with %v, want %q with %v", one.Game, one.Start, one.Opening, o.Start, o.Actions)
		}
	}
	// A match goes on with them, and with no others.
	s.Done = r.Games[:3]
	if d := diff(mustPlay(t, g, s, Random(g), Greedy(g)), r); d != "" {
		t.Error(d)
	}
	s.Done, s.Openings = r.Games[2:3], given[:1]
	if _, err := Play(t.Context(), g, s, Random(g), Greedy(g)); err == nil || !strings.Contains(err.Error(), "not that of this match") {
		t.Errorf("with other openings: %v", err)
	}
	for want, o := range map[string]Opening{
		"opening 1: game 0: position \"nowhere\"": {Start: "nowhere"},
		"opening 1: action 1 of 1 is 60000":       {Actions: []game.Action{60000}},
		"opening 1: it leads to the end":          {Start: "xxxx/xxxx/xxxx/xxxx x 0 1"},
	} {
		s := Settings{Pairs: 1, Openings: []Opening{o}}
		if _, err := Play(t.Context(), g, s, Random(g), Greedy(g)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestImages: the first moves of a game with all symmetries of the board fall into as many kinds as there are orbits.
func TestImages(t *testing.T) {
	for _, c := range []struct {
		g     *game.Game
		kinds int
	}{
		{gametest.Tiny, 4}, // a corner, an edge, the centre and the pass
		{ataxx.Size4, firstMoveKinds(ataxx.Size4)},
	} {
		im := newImages(c.g)
		keys := make(map[string]bool)
		for _, a := range c.g.New().AppendActions(nil) {
			s := c.g.New()
			s.Apply(a)
			keys[im.key(s, []game.Action{a})] = true
		}
		if len(keys) != c.kinds {
			t.Errorf("%s: the first moves are of %d kinds, want %d", c.g.Name, len(keys), c.kinds)
		}
	}
	if len(newImages(ataxx.Size4).symmetries) == 7 {
		t.Error("ataxx: the start is symmetric under mirrors that exchange the sides")
	}
}

// firstMoveKinds counts the positions after a move up to the symmetries that keep the start, the slow way: the encodings are
// compared with all images of each other.
func firstMoveKinds(g *game.Game) int {
	encode := func(s game.State) []float32 {
		x := make([]float32, g.InputSize())
		g.Encode(s, x)
		return x
	}
	start := encode(g.New())
	var kinds [][]float32
	for _, a := range g.New().AppendActions(nil) {
		s := g.New()
		s.Apply(a)
		own, isNew := encode(s), true
		for i := range g.Symmetries {
			image, kept := make([]float32, len(own)), make([]float32, len(own))
			g.Symmetries[i].MapPlanes(kept, start, len(g.Planes))
			g.Symmetries[i].MapPlanes(image, own, len(g.Planes))
			isNew = isNew && !(slices.Equal(kept, start) &&
				slices.ContainsFunc(kinds, func(k []float32) bool { return slices.Equal(k, image) }))
		}
		if isNew {
			kinds = append(kinds, own)
		}
	}
	return len(kinds)
}
