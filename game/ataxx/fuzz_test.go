package ataxx

import (
	"errors"
	"os"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// tablePositions returns the positions of the perft table, as seeds.
func tablePositions(f *testing.F) []string {
	f.Helper()
	table, err := os.Open("testdata/perft.txt")
	if err != nil {
		f.Fatal(err)
	}
	defer table.Close() //nolint:errcheck // only read
	cases, err := gametest.ReadPerft(table)
	if err != nil {
		f.Fatal(err)
	}
	var positions []string
	for _, c := range cases {
		positions = append(positions, c.Start)
	}
	return positions
}

// FuzzPosition reads any text as a position of any size.
func FuzzPosition(f *testing.F) {
	for _, fen := range tablePositions(f) {
		f.Add(fen)
	}
	for _, g := range Variants() {
		f.Add(g.Notation.FormatState(g.New()))
	}
	f.Add("x2-/1o2/4/o2x o")
	f.Add("x5o/34/7/8/7/7/o5xx w 101 0")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range Variants() {
			parsed, err := g.Notation.ParseState(text)
			if err != nil {
				var positionError *game.PositionError
				if !errors.As(err, &positionError) {
					t.Errorf("%s: %q: error is a %T", g.Name, text, err)
				}
				continue
			}
			// What is read must be what the reference reads from the same position written out.
			s := parsed.(*State)
			r := readReference(g.Notation.FormatState(s), DefaultNoCloneLimit)
			if err := r.compare(g, s); err != nil {
				t.Errorf("%s: %q: %v", g.Name, text, err)
			}
		}
	})
}

// FuzzMove reads any text as a move in positions of the perft table.
func FuzzMove(f *testing.F) {
	positions := tablePositions(f)
	for i, text := range []string{"g2", "g1f3", "b2b3", "0000", "pass", "a7a4", "h9", "", "é1", "a1a1a1"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		fen := positions[int(which)%len(positions)]
		s := mustParse(t, Standard, fen)
		a, err := Standard.Notation.ParseAction(s, text)
		if err != nil {
			var moveError *game.MoveError
			if !errors.As(err, &moveError) {
				t.Errorf("%s: %q: error is a %T", fen, text, err)
			}
			return
		}
		s.Apply(a) // panics if it is not legal
	})
}

// FuzzActions plays a game from any choices, beside the reference.
func FuzzActions(f *testing.F) {
	for i, fen := range tablePositions(f) {
		f.Add(fen, []byte{byte(i), 200, 3, 77, 0, 0, 255, 14})
	}
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		parsed, err := Standard.Notation.ParseState(fen)
		if err != nil {
			return
		}
		playAgainstReference(t, Standard, Standard.Notation.FormatState(parsed), DefaultNoCloneLimit, func(n int) int {
			if len(choices) == 0 {
				return -1
			}
			choice := int(choices[0]) % n
			choices = choices[1:]
			return choice
		})
	})
}
