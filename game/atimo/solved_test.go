package atimo

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSolvedPositions searches 5×5 positions whose values are known from an independent solution of the whole game. Each
// line of the file holds a position; its value for the seat to move (W, D or L) and the plies to its end; the moves that
// keep the value.
func TestSolvedPositions(t *testing.T) {
	f, err := os.Open("testdata/solved5x5.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	positions := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), " ; ")
		if len(fields) != 3 {
			t.Fatalf("%q has %d fields, want 3", lines.Text(), len(fields))
		}
		positions++
		value, plies, _ := strings.Cut(fields[1], " ")
		checkSolved(t, fields[0], value, plies, strings.Fields(fields[2]))
	}
	if positions < 50 {
		t.Errorf("only %d positions were read", positions)
	}
}

func checkSolved(t *testing.T, position, value, plies string, keeping []string) {
	s := mustParse(t, Small, position)
	const deepest = 5 // no win of the file takes longer
	n := deepest
	if value != "D" {
		var err error
		if n, err = strconv.Atoi(plies); err != nil {
			t.Fatalf("%s: %v", position, err)
		}
	}
	if value == "W" {
		if !winsWithin(s, n) || n > 1 && winsWithin(s, n-2) {
			t.Errorf("%s is not won in exactly %d plies", position, n)
		}
	}
	for _, a := range s.AppendActions(nil) {
		move := Small.Notation.FormatAction(s, a)
		next := newState(s.variant)
		next.CopyFrom(s)
		next.Apply(a)
		switch value {
		case "W":
			if wins := next.end == collapse || n > 1 && loses(next, n-1); wins && !slices.Contains(keeping, move) {
				t.Errorf("%s: %s wins too", position, move)
			}
		case "D":
			if draws := next.end != collapse && !winsWithin(next, deepest); draws != slices.Contains(keeping, move) {
				t.Errorf("%s: %s draws: %v, want %v", position, move, draws, !draws)
			}
		case "L":
			if !winsWithin(next, n-1) {
				t.Errorf("%s: %s does not lose in %d plies", position, move, n)
			}
		}
	}
}

// winsWithin reports whether the seat to move can collapse within n plies, whatever the other does.
func winsWithin(s *state, n int) bool {
	next := newState(s.variant)
	for _, a := range s.AppendActions(nil) {
		next.CopyFrom(s)
		next.Apply(a)
		if next.end == collapse || n > 1 && loses(next, n-1) {
			return true
		}
	}
	return false
}

// loses reports whether every action of the seat to move lets the other collapse within n plies from here.
func loses(s *state, n int) bool {
	next := newState(s.variant)
	actions := s.AppendActions(nil)
	for _, a := range actions {
		next.CopyFrom(s)
		next.Apply(a)
		if next.end != running || n < 2 || !winsWithin(next, n-1) {
			return false
		}
	}
	return len(actions) > 0
}
