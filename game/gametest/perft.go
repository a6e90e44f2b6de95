package gametest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"gipfel/game"
)

// PerftCase is one line of a perft table: a position, and the number of action sequences of each length from it.
//
//	start ; n1 n2 n3 …
//
// What the start is, the reader of the table knows: a position string, or a variant and moves. Lines that begin with '#'
// and empty ones are skipped.
type PerftCase struct {
	Line   int // in the file, from 1
	Start  string
	Counts []uint64 // Counts[i] is the perft of depth i+1
}

// ReadPerft reads a perft table. The error names the line.
func ReadPerft(r io.Reader) ([]PerftCase, error) {
	var cases []PerftCase
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20) // starts of a thousand moves
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		start, counts, ok := strings.Cut(line, ";")
		if !ok {
			return nil, fmt.Errorf("perft table: line %d: no ';' between position and counts", n)
		}
		c := PerftCase{Line: n, Start: strings.TrimSpace(start)}
		for _, field := range strings.Fields(counts) {
			count, err := strconv.ParseUint(field, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("perft table: line %d: count %q is not a number", n, field)
			}
			c.Counts = append(c.Counts, count)
		}
		if len(c.Counts) == 0 {
			return nil, fmt.Errorf("perft table: line %d: no counts after ';'", n)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("perft table: %w", err)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("perft table: no cases")
	}
	return cases, nil
}

// StartReader turns the start of a perft case into a game and a position of it.
type StartReader func(start string) (*game.Game, game.State, error)

// Position reads starts that are position strings of one variant.
func Position(g *game.Game) StartReader {
	return func(start string) (*game.Game, game.State, error) {
		s, err := g.Notation.ParseState(start)
		return g, s, err
	}
}

// Moves reads starts of the form "variant" or "variant moves m1 m2 …", the moves being played from the start position.
func Moves(variants ...*game.Game) StartReader {
	return func(start string) (*game.Game, game.State, error) {
		name, moves, _ := strings.Cut(start, " moves ")
		for _, g := range variants {
			if g.Name == strings.TrimSpace(name) {
				s := g.New()
				return g, s, game.Replay(g.Notation, s, strings.Fields(moves))
			}
		}
		return nil, nil, fmt.Errorf("variant %q is not among those tested", name)
	}
}

// Perft compares game.Perft with every line of a table, to the depths whose count is at most limit; in the long mode, to
// all depths. Where the game has a faster way to count, the plain way is compared too.
func Perft(t *testing.T, path string, read StartReader, limit uint64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	cases, err := ReadPerft(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("line %d", c.Line), func(t *testing.T) {
			if err := c.check(read, limit); err != nil {
				t.Errorf("%s:%d: %v", path, c.Line, err)
			}
		})
	}
}

// check counts one case.
func (c PerftCase) check(read StartReader, limit uint64) error {
	g, s, err := read(c.Start)
	if err != nil {
		return err
	}
	for i, want := range c.Counts {
		if want > limit && !Long() {
			break
		}
		if got := g.Perft(s, i+1); got != want {
			return fmt.Errorf("%s: perft of depth %d is %d, want %d", c.Start, i+1, got, want)
		}
		if _, fast := s.(game.PerftCounter); !fast {
			continue
		}
		if got := g.PerftByMoves(s, i+1); got != want {
			return fmt.Errorf("%s: perft of depth %d, move by move, is %d, want %d", c.Start, i+1, got, want)
		}
	}
	return nil
}
