package svg_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/game/gametest"
	"gipfel/game/svg"
)

var update = flag.Bool("update", false, "write the pictures of testdata anew")

func position(t *testing.T, g *game.Game, text string) game.State {
	t.Helper()
	s, err := g.Notation.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func named(t *testing.T, name string) *game.Game {
	t.Helper()
	g, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		file     string
		game     *game.Game
		position string
		marks    []int
	}{
		{"gaps-and-marks", named(t, "ataxx-4x4"), "xo2/--2/4/2-o o 3 9", []int{0, 15, -1, 16}},
		{"four-seats", named(t, "atimo-9x9-4p"), "9/2b5c/1A2C2c1/4a4/3a1B2b/1b7/a5d2/3D4d/c1d6 c 0,0,0,0 30", nil},
		{"columns", named(t, "xima-4p"), "13/13/13/1(abcd)2(aaaaaabD)8/13/4A8/d2(bc)9/6(aab)6/5(ac)(abB)6/6b3c2/13/13/13 b 6,5,8=,7 3 90", nil},
		{"won", named(t, "xima-5x5"), "5/5/2A2/5/a3b a 3,4= 0 7", []int{12}},
		{"nobody", gametest.Tiny, "x.x/.../xx. b 0-0 1 p", nil},
	} {
		got := svg.Draw(c.game.Diagram(position(t, c.game, c.position)), svg.Options{Title: c.file, Marks: c.marks})
		file := filepath.Join("testdata", c.file+".svg")
		if *update {
			if err := os.WriteFile(file, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what is drawn now; look at the picture that this command writes: go test ./game/svg -update", file)
		}
	}
}

// TestRandomGames draws positions of all variants: the pictures must be well-formed, draw every piece and say in words what
// they show.
func TestRandomGames(t *testing.T) {
	for _, g := range append(catalog.All(), gametest.Tiny, gametest.Tiny3, gametest.TinyDice) {
		t.Run(g.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 7))
			var actions []game.Action
			s := g.New()
			for ply := 0; ; ply++ {
				if ply%5 == 0 || s.ToMove() == game.Terminal {
					checkPicture(t, g, s)
				}
				if s.ToMove() == game.Terminal {
					return
				}
				actions = s.AppendActions(actions[:0])
				s.Apply(actions[rng.IntN(len(actions))])
			}
		})
	}
}

func checkPicture(t *testing.T, g *game.Game, s game.State) {
	t.Helper()
	d := g.Diagram(s)
	picture := svg.Draw(d, svg.Options{Title: g.Title})
	if !bytes.Equal(picture, svg.Draw(d, svg.Options{Title: g.Title})) {
		t.Fatalf("two pictures of %s differ", g.Notation.FormatState(s))
	}
	texts := textsOf(t, picture)
	if got := texts["title"][0]; got != g.Title {
		t.Errorf("title is %q, want %q", got, g.Title)
	}
	drawn := strings.Join(texts["text"], "\n")
	for _, line := range append([]string{d.Seats[0].Text}, d.Status...) {
		if !strings.Contains(drawn, line) || !strings.Contains(texts["desc"][0], line) {
			t.Errorf("%q is not both in the picture and in its description", line)
		}
	}
	occupied := 0
	for c, cell := range d.Cells {
		if len(cell.Pieces) == 0 {
			continue
		}
		occupied++
		tooltip, description := d.Name(c)+": ", d.Name(c)+" "
		for _, piece := range cell.Pieces {
			tooltip += piece.Kind + " " + piece.Letter + ", "
			description += piece.Letter
		}
		if occupied >= len(texts["title"]) || !strings.HasPrefix(texts["title"][occupied]+", ", strings.TrimSuffix(tooltip, ", ")) {
			t.Errorf("no tooltip %q in %s", tooltip, g.Notation.FormatState(s))
		}
		if !strings.Contains(texts["desc"][0], description) {
			t.Errorf("%q is not in the description %q", description, texts["desc"][0])
		}
	}
	if got := len(texts["title"]) - 1; got != occupied {
		t.Errorf("%d cells with pieces in the picture of %s, want %d", got, g.Notation.FormatState(s), occupied)
	}
}

// textsOf reads a picture as XML, which must be well-formed, and returns the texts of its elements by the elements' names.
func textsOf(t *testing.T, picture []byte) map[string][]string {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	texts := map[string][]string{}
	element := ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("no XML: %v\n%s", err, picture)
		}
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
		case xml.EndElement:
			element = ""
		case xml.CharData:
			if element == "title" || element == "desc" || element == "text" {
				texts[element] = append(texts[element], string(token))
			}
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	const nasty = `</title><script>alert("&")</script>` + "\x00"
	d := game.NewDiagram(2, 2, 'a', "<a>")
	d.Seats[0].Text, d.Status = nasty, []string{nasty}
	d.Cells[0].Pieces = []game.DiagramPiece{{Kind: nasty, Letter: "<"}}
	texts := textsOf(t, svg.Draw(d, svg.Options{Title: nasty}))
	want := strings.ReplaceAll(nasty, "\x00", "\uFFFD")
	if got := strings.Join(texts["title"][:1], ""); got != want {
		t.Errorf("the title reads %q, want %q", got, want)
	}
	if got := texts["text"][len(texts["text"])-1]; got != want {
		t.Errorf("the status reads %q, want %q", got, want)
	}
}

// TestColumns looks at what a column of several pieces shows: its top, its height, and each piece; a high one is spelt out.
func TestColumns(t *testing.T) {
	d := game.NewDiagram(1, 1, 'a', "a", "b")
	for i, want := range []string{"1:a", "2:b2ab", "3:a3aba", "4:b4abab", "5:a5ababa", "6:b6", "7:a7"} {
		d.Cells[0].Pieces = append(d.Cells[0].Pieces, game.DiagramPiece{Seat: game.Player(i % 2), Kind: "block", Letter: "ab"[i%2 : i%2+1]})
		texts := textsOf(t, svg.Draw(d, svg.Options{}))["text"]
		n := len(texts) - 4 // the names of the column and the row, and the two seats
		spelt := i+1 > 5
		if spelt {
			n--
		}
		if got := strings.Join(texts[:n], ""); got != want[2:] {
			t.Errorf("a column of %d shows %q, want %q", i+1, got, want[2:])
		}
		line := "a1 from the bottom up: " + "abababa"[:i+1]
		if got := texts[len(texts)-1] == line; got != spelt {
			t.Errorf("a column of %d is spelt out as %q: %v, want %v", i+1, line, got, spelt)
		}
	}
}
