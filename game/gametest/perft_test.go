package gametest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without a line there are 9 cells and the pass, then 8 cells and the pass or (after the pass) 9 cells.
const tinyTable = `# lines: start ; perft 1, 2 …
tiny ; 10 90
tiny moves pass a1 ; 8 56

tiny-3p moves a1 ; 6
`

func TestPerft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.txt")
	if err := os.WriteFile(path, []byte(tinyTable), 0o600); err != nil {
		t.Fatal(err)
	}
	Perft(t, path, Moves(Tiny, Tiny3), 1000)
}

func TestPerftCaseNoticesWrongCounts(t *testing.T) {
	for _, c := range []struct {
		name   string
		c      PerftCase
		read   StartReader
		limit  uint64
		says   string
		failed bool
	}{
		{"right", PerftCase{Start: ".../.../... a 0-0 1 p", Counts: []uint64{10, 90}}, Position(Tiny), 100, "", false},
		{"wrong", PerftCase{Start: ".../.../... a 0-0 1 p", Counts: []uint64{10, 91}}, Position(Tiny), 100, "depth 2 is 90, want 91", true},
		{"bad position", PerftCase{Start: "x", Counts: []uint64{1}}, Position(Tiny), 100, "position", true},
		{"bad move", PerftCase{Start: "tiny moves a1 a1", Counts: []uint64{1}}, Moves(Tiny), 100, "ply 2", true},
		{"unknown variant", PerftCase{Start: "chess", Counts: []uint64{20}}, Moves(Tiny), 100, `"chess"`, true},
	} {
		err := c.c.check(c.read, c.limit)
		if (err != nil) != c.failed || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want %q", c.name, err, c.says)
		}
	}
	if beyond := (PerftCase{Start: "tiny", Counts: []uint64{10, 91}}); !Long() {
		if err := beyond.check(Moves(Tiny), 90); err != nil {
			t.Errorf("a count above the limit is looked at: %v", err)
		}
	}
}

func TestReadPerftErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"# nothing\n":        "no cases",
		"# title\ntiny 10\n": "line 2: no ';'",
		"tiny ; 10 many\n":   `line 1: count "many"`,
		"\ntiny ;\n":         "line 2: no counts",
	} {
		_, err := ReadPerft(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error is %v, want %q", text, err, want)
		}
	}
}
