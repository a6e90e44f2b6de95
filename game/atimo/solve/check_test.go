package solve

import (
	"os"
	"strings"
	"testing"

	"gipfel/game/gametest"
)

// knownValues is a file of positions whose values come from an independent solution of the game.
const knownValues = "../testdata/solved5x5.txt"

func readKnown(t testing.TB) []Case {
	t.Helper()
	f, err := os.Open(knownValues)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	cases, err := ReadCases(f)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// TestWholeGame solves the whole game, writes it to a file and compares what is looked up there with known values.
func TestWholeGame(t *testing.T) {
	if !gametest.Long() {
		t.Skip("it takes half a minute; GIPFEL_LONG=1 runs it")
	}
	d, err := Solve(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/atimo-5x5.db"
	if _, err := d.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	if d, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer d.Close() //nolint:errcheck // checked elsewhere
	for _, c := range readKnown(t) {
		if got, err := d.Answer(c.State); err != nil || got != c.Answer {
			t.Errorf("%s:%d: %s is %q (%v), want %q", knownValues, c.Line, c.Position, got, err, c.Answer)
		}
	}
	checkWholeSummary(t, d)
}

// TestReadCases looks at what is read from the known values.
func TestReadCases(t *testing.T) {
	cases := readKnown(t)
	if len(cases) != 60 {
		t.Errorf("%d positions, want 60", len(cases))
	}
	for _, c := range cases {
		if got := solved.Notation.FormatState(c.State); got != c.Position {
			t.Errorf("line %d: %s is read as %s", c.Line, c.Position, got)
		}
	}
	if first := cases[0]; first.Line != 3 || first.Answer != "W 3 ; b5a5" {
		t.Errorf("the first position is on line %d, %q", first.Line, first.Answer)
	}
}

func TestReadCasesErrors(t *testing.T) {
	const position = "5/5/1A1B1/5/a4 b 1,2 1"
	for _, test := range []struct{ text, want string }{
		{"# values\n\n" + position, `line 3: it has 1 field separated by " ; ", want 3`},
		{position + " ; W 1", `it has 2 fields separated by " ; ", want 3`},
		{position + " ; L 2 ; ", `the moves are ""; want "*" for a loss`},
		{"5/5/5/5 a 2,2 0 ; D - ; Ca1", `line 1: position "5/5/5/5 a 2,2 0": board: there are 4 rows`},
		{position + " ; W 2 ; Mc3", `line 1: the value is "W 2"; want "D -", "W" and an odd`},
		{position + " ; D 3 ; Mc3", `the value is "D 3"`},
		{position + " ; W -1 ; Mc3", `the value is "W -1"`},
		{position + " ; W 255 ; Mc3", `the value is "W 255"`},
		{position + " ; W 1 ; *", `the moves are "*"; want "*" for a loss and only there`},
		{position + " ; L 2 ; Mc3", `the moves are "Mc3"; want "*"`},
		{position + " ; W 1 ; Ma1", `line 1: move "Ma1": a1 is occupied`},
		{position + " ; W 1 ; Mc3 Mc3", `the moves are "Mc3 Mc3", with repeats`},
		{strings.Repeat("x", 1<<17), "line 1: bufio.Scanner: token too long"},
	} {
		if _, err := ReadCases(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.80q: error %v, want %q", test.text, err, test.want)
		}
	}
}

// TestReadCasesLineEndings reads lines as Windows ends them, and lists of moves that are empty.
func TestReadCasesLineEndings(t *testing.T) {
	const position = "5/5/1A1B1/5/a4 b 1,2 1"
	for moves, want := range map[string]string{"Mc3": "W 1 ; Mc3", "": "W 1 ; "} {
		for _, end := range []string{"", "\n", "\r\n", " \r\n"} {
			text := "# values" + "\r\n\r\n" + position + " ; W 1 ; " + moves + end
			cases, err := ReadCases(strings.NewReader(text))
			if err != nil || len(cases) != 1 || cases[0].Answer != want || cases[0].Line != 3 {
				t.Errorf("%q: %v, %v; want %q", text, cases, err, want)
			}
		}
	}
}

// FuzzReadCases reads any text: what is accepted is read again from the way in which this program writes it.
func FuzzReadCases(f *testing.F) {
	data, err := os.ReadFile(knownValues)
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cases, err := ReadCases(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, c := range cases {
			again, err := ReadCases(strings.NewReader(c.Position + " ; " + c.Answer))
			if err != nil || len(again) != 1 || again[0].Answer != c.Answer {
				t.Fatalf("%q is written as %q and read as %v, %v", text, c.Answer, again, err)
			}
		}
	})
}
