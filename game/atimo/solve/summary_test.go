package solve

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestSummaryOfASmallGame compares the counts with those of the reference, as far as the positions can be reached.
func TestSummaryOfASmallGame(t *testing.T) {
	b, codes, data := smallFile(t)
	d, err := fromFile(b, data)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	s, err := d.Summarize(t.Context(), func(n int) { seen += n })
	if err != nil {
		t.Fatal(err)
	}
	kinds, positions := 0, 0
	for i, c := range s.Counts {
		kinds += c.Kinds
		positions += c.Positions
		if i > 0 && c.Phase < s.Counts[i-1].Phase {
			t.Errorf("the phase %v comes after %v", c.Phase, s.Counts[i-1].Phase)
		}
	}
	unusedIndices := 0
	for _, c := range codes {
		if c == unused {
			unusedIndices++
		}
	}
	if seen != len(codes) || kinds != len(codes)-unusedIndices {
		t.Errorf("%d indices and %d kinds, want %d and %d", seen, kinds, len(codes), len(codes)-unusedIndices)
	}
	firstRound := 1 + b.area
	if want := 2*countPositions(b) - firstRound; positions != want {
		t.Errorf("%d positions, want %d", positions, want)
	}
	if slowest := valueOf(slices.MaxFunc(codes, compareCodes)); s.Slowest != slowest || slowest.Plies < 5 {
		t.Errorf("the slowest value is %v, want %v", s.Slowest, slowest)
	}
	for _, text := range s.Longest {
		if strings.Count(text, "/") != 2 {
			t.Errorf("%q is no position of this board", text)
		}
	}
	if len(s.Longest) == 0 || len(s.Cores) != 3 || s.Cores[0].Cell != "a1" || s.Cores[2].Alike != 1 {
		t.Errorf("the longest are %v, the first Cores %+v", s.Longest, s.Cores)
	}
}

// TestFirstCores has made-up values of the answers to a Core in the middle.
func TestFirstCores(t *testing.T) {
	b := newBoard(3, 1)
	codes := make([]code, b.indices)
	middle := position{side{core: noCore}, side{core: 4}}
	for _, m := range b.appendMoves(nil, middle) {
		codes[b.rank(m.next)] = codeOf(2 + int(m.to%2)) // the answer wins in 3 plies in a corner, and loses in 4 on an edge
	}
	codes[b.rank(middle)] = codeOf(3)
	got, err := fromCodes(b, codes).firstCore(4)
	if err != nil {
		t.Fatal(err)
	}
	want := FirstCore{Cell: "b2", Alike: 1, Value: Value{Win, 3}, Losing: []string{"b1", "a2", "c2", "b3"}, Slowest: Value{Loss, 4}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// compareCodes compares the plies of codes; one that is unused has none.
func compareCodes(a, b code) int { return cmp.Compare(a%unused, b%unused) }

// TestSummaryStops cancels it, and has it read a damaged file.
func TestSummaryStops(t *testing.T) {
	b, _, data := smallFile(t)
	d, err := fromFile(b, data)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Summarize(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	data[len(data)-1] ^= 1
	if d, err = fromFile(b, data); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Summarize(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "offset ") {
		t.Errorf("error %v, want one about the damage", err)
	}
}

// checkWholeSummary looks at the summary of the whole game: what docs/atimo-5x5.md says.
func checkWholeSummary(t *testing.T, d *DB) {
	s, err := d.Summarize(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Value.Outcome != Draw || s.Slowest != (Value{Loss, 6}) || len(s.Longest) != 3 {
		t.Errorf("the game is %v, the slowest value %v in %v", s.Value, s.Slowest, s.Longest)
	}
	total := 0
	for _, c := range s.Counts {
		total += c.Positions
	}
	if want := 2*countPositions(solvedBoard) - 26; total != want {
		t.Errorf("%d positions, want %d", total, want)
	}
	for _, f := range s.Cores {
		if f.Value.Outcome != Draw || f.Cell == "c3" != (len(f.Losing) == 0) {
			t.Errorf("the first Core on %s: %+v", f.Cell, f)
		}
	}
}
