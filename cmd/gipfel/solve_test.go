package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo/solve"
	"gipfel/game/gametest"
)

// solvedPictures is how the names of the pictures of docs/atimo-5x5.md begin.
const solvedPictures = "atimo-solved-"

const knownPositions = `# three positions

5/5/1A1B1/5/a4 b 1,2 1 ; W 1 ; Mc3
4b/5/1Aa2/a4/Bb3 b 0,0 7 ; L 2 ; *
bB3/5/5/A4/aab2 b 0,0 47 ; W 5 ; a5a3
`

// knowing answers with what a text says, but for the positions of which it is told something else.
type knowing struct {
	cases []solve.Case
	wrong map[string]string
}

func (k knowing) Answer(s game.State) (string, error) {
	position := solve.Game().Notation.FormatState(s)
	if answer, ok := k.wrong[position]; ok {
		return answer, nil
	}
	for _, c := range k.cases {
		if c.Position == position {
			return c.Answer, nil
		}
	}
	return "", errors.New("never heard of it")
}

func TestCheckValues(t *testing.T) {
	cases, err := solve.ReadCases(strings.NewReader(knownPositions))
	if err != nil {
		t.Fatal(err)
	}
	const loss = "4b/5/1Aa2/a4/Bb3 b 0,0 7"
	for _, test := range []struct {
		name, want, err string
		wrong           map[string]string
	}{
		{name: "all agree", want: "3 of 3 agree\n"},
		{
			name: "one does not", wrong: map[string]string{loss: "D - ; a1a2"},
			want: "known.txt:4: " + loss + "\n  the file says      L 2 ; *\n  the database says  D - ; a1a2\n2 of 3 agree\n",
			err:  "known.txt: 1 position is valued otherwise than the solution",
		},
	} {
		var out bytes.Buffer
		a := &app{stdout: &out}
		err := a.checkValues(knowing{cases, test.wrong}, "known.txt", cases)
		if out.String() != test.want || (test.err == "") != (err == nil) || err != nil && err.Error() != test.err {
			t.Errorf("%s: %q, error %v; want %q, %q", test.name, out.String(), err, test.want, test.err)
		}
	}
	if err := (&app{stdout: &bytes.Buffer{}}).checkValues(knowing{}, "known.txt", cases); err == nil ||
		err.Error() != "known.txt: line 3: never heard of it" {
		t.Errorf("error %v", err)
	}
}

func TestCheckValuesAsJSON(t *testing.T) {
	cases, err := solve.ReadCases(strings.NewReader(knownPositions))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	a := &app{stdout: &out, json: true}
	if err := a.checkValues(knowing{cases, map[string]string{cases[0].Position: "D - ; Mc3"}}, "known.txt", cases); err == nil {
		t.Error("a disagreement is no error")
	}
	var r solveCheck
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Positions != 3 || r.Agree != 2 || len(r.Disagreements) != 1 || r.Disagreements[0].Line != 3 {
		t.Errorf("%+v", r)
	}
}

// TestStages looks at what is shown of work with stages.
func TestStages(t *testing.T) {
	figures := &tally{}
	s := &stages{reporter: figures}
	s.begin("one", 3)(3)
	done := s.begin("two", 5)
	done(2)
	done(3)
	s.end()
	if figures.total != 5 || figures.count < 5 {
		t.Errorf("progress ends at %d of %d", figures.count, figures.total)
	}
	(&stages{}).end() // nothing has begun
}

// TestSolveDamaged: of a damaged database nothing is said, not even of positions whose block is sound.
func TestSolveDamaged(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "game", "atimo", "solve", "atimo-5x5.db"))
	if err != nil {
		t.Fatal(err)
	}
	known := filepath.Join(t.TempDir(), "known.txt")
	if err := os.WriteFile(known, []byte(knownPositions), 0o666); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "values.db")
	check := func(change byte, code int, want string) {
		t.Helper()
		damaged := bytes.Clone(data)
		damaged[len(damaged)-1] ^= change
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
		if err != nil {
			t.Fatal(err)
		}
		defer stderr.Close() //nolint:errcheck // read by its name
		var stdout bytes.Buffer
		got := run([]string{"solve", "atimo-5x5", "--db", path, "--check", known, "--quiet"}, nil, &stdout, stderr)
		said, err := os.ReadFile(stderr.Name())
		if text := stdout.String() + string(said); err != nil || got != code || !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("exit code %d, %q, %v; want %d, %s", got, text, err, code, want)
		}
	}
	check(0, 0, `^3 of 3 agree\n$`)
	check(1, 1, `^gipfel: read the database .*values.db: offset \d+: checksum mismatch: the block of \d+ bytes is damaged\n$`)
}

// TestSolveGame has the program solve the game, keep it, compare it with known values and say what docs/atimo-5x5.md shows.
func TestSolveGame(t *testing.T) {
	if !gametest.Long() {
		t.Skip("it takes half a minute; GIPFEL_LONG=1 runs it")
	}
	db := filepath.Join(t.TempDir(), "atimo-5x5.db")
	first := runQuietly(t, "solve", "atimo-5x5", "--out", db, "--quiet")
	if again := runQuietly(t, "solve", "atimo-5x5", "--db", db); again != first {
		t.Errorf("from the file comes\n%swant\n%s", again, first)
	}
	var summary solveSummary
	if err := json.Unmarshal([]byte(runQuietly(t, "solve", "atimo-5x5", "--db", db, "--json")), &summary); err != nil {
		t.Fatal(err)
	}
	if summary.Value.Outcome != "D" || summary.Positions != 77_778_026 {
		t.Errorf("the game is %+v, with %d positions", summary.Value, summary.Positions)
	}
	known := filepath.Join("..", "..", "game", "atimo", "testdata", "solved5x5.txt")
	if got := runQuietly(t, "solve", "atimo-5x5", "--db", db, "--check", known); !strings.HasSuffix(got, "60 of 60 agree\n") {
		t.Errorf("the known values: %s", got)
	}
	page := readSolvedPage(t)
	if !strings.Contains(page, "$ gipfel solve atimo-5x5 --out atimo-5x5.db\n"+first+"```\n") {
		t.Errorf("docs/atimo-5x5.md does not show that the program prints\n%s", first)
	}
	solution, err := solve.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer solution.Close() //nolint:errcheck // only read
	checkSolvedPage(t, page, solution)
}

// checkSolvedPage compares the values on the page with the solution.
func checkSolvedPage(t *testing.T, page string, db *solve.DB) {
	t.Helper()
	for _, c := range solvedCases(t, page) {
		if got, err := db.Answer(c.State); err != nil || got != c.Answer {
			t.Errorf("%s is %q (%v), and the page says %q", c.Position, got, err, c.Answer)
		}
	}
	for _, example := range solvedLines(t, page) {
		got := "has lost"
		if example.state.ToMove() != game.Terminal {
			v, err := db.Value(example.state)
			if err != nil {
				t.Fatal(err)
			}
			got = valueOf(v).short()
		}
		if got != example.says {
			t.Errorf("after %s the player to move %s, and the page says %q", example.moves, got, example.says)
		}
	}
}

// solvedCases returns the positions of the page's block of known values.
func solvedCases(t *testing.T, page string) []solve.Case {
	t.Helper()
	_, block, _ := strings.Cut(page, "```text\n")
	block, _, ended := strings.Cut(block, "```")
	cases, err := solve.ReadCases(strings.NewReader(block))
	if err != nil || !ended {
		t.Fatalf("the block of known values: %v", err)
	}
	return cases
}

// solvedLine is a row of the page's tables of moves.
type solvedLine struct {
	moves, says string
	state       game.State
}

func solvedLines(t *testing.T, text string) (lines []solvedLine) {
	t.Helper()
	var page rulesPage
	inTable := false
	for line := range strings.Lines(text) {
		row := strings.HasPrefix(line, "|")
		if row {
			page.addRow(strings.TrimSpace(line), !inTable)
		}
		inTable = row
	}
	for _, table := range page.tables {
		if table.kind != "move in" {
			continue
		}
		for _, row := range table.rows {
			moves := strings.Trim(row[0], "`")
			s, err := positionFrom(solve.Game(), exampleText(row[1]), moves)
			if err != nil {
				t.Errorf("%v: %v", row, err)
				continue
			}
			lines = append(lines, solvedLine{moves, row[2], s})
		}
	}
	return lines
}

func readSolvedPage(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "atimo-5x5.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestSolvedPage looks for what the page must have: the author, positions and moves that are right as far as the rules go, and the
// pictures that are made for it.
func TestSolvedPage(t *testing.T) {
	page := readSolvedPage(t)
	if !strings.Contains(page, solve.Game().Author) {
		t.Error("the page does not name the author")
	}
	if cases, lines := len(solvedCases(t, page)), len(solvedLines(t, page)); cases < 5 || lines < 10 {
		t.Errorf("the page has %d positions with values and %d lines of moves", cases, lines)
	}
	made := 0
	for _, command := range pictureCommands(t) {
		name := filepath.Base(command)
		if !strings.HasPrefix(name, solvedPictures) {
			continue
		}
		made++
		if !strings.Contains(page, "](pictures/"+name+")") {
			t.Errorf("the picture %s is not on the page", name)
		}
	}
	if used := strings.Count(page, "](pictures/"); used != made || made == 0 {
		t.Errorf("the page has %d pictures, and %d are made for it", used, made)
	}
}
