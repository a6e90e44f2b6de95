package xima

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

// build returns a position from columns such as "A1 a, B2 bA" (blocks from the bottom up) and the other fields of the
// position string: "a 3=,2 0 12".
func build(t testing.TB, variant, columns, rest string) *state {
	t.Helper()
	g := variantNamed(t, variant)
	s, err := g.Notation.ParseState(positionText(t, g, columns, rest))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

func positionText(t testing.TB, g *game.Game, columns, rest string) string {
	t.Helper()
	v := variantOf(g)
	at := map[int]string{}
	for _, entry := range strings.Split(columns, ", ") {
		name, blocks, ok := strings.Cut(entry, " ")
		if !ok {
			continue
		}
		c, err := v.parseCell(name)
		if err != nil {
			t.Fatal(err)
		}
		at[c] = blocks
	}
	var rows []string
	for y := v.size - 1; y >= 0; y-- {
		row, vacant := "", 0
		for x := range v.size {
			blocks := at[y*v.size+x]
			if blocks == "" {
				vacant++
				continue
			}
			if vacant > 0 {
				row += fmt.Sprint(vacant)
				vacant = 0
			}
			if len(blocks) > 1 {
				blocks = "(" + blocks + ")"
			}
			row += blocks
		}
		if vacant > 0 {
			row += fmt.Sprint(vacant)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " " + rest
}

// legalTexts lists the legal actions in notation.
func legalTexts(s *state) []string {
	var out []string
	for _, a := range s.AppendActions(nil) {
		out = append(out, notation{s.v}.FormatAction(s, a))
	}
	return out
}

// play plays moves in notation.
func play(t testing.TB, s *state, moves string) {
	t.Helper()
	if err := game.Replay(notation{s.v}, s, strings.Fields(moves)); err != nil {
		t.Fatal(err)
	}
}

// rule is a position and what a sentence of the rules says about it.
type rule struct {
	// name is the sentence, put briefly.
	name             string
	variant          string
	columns, rest    string
	legal, illegal   string // moves
	only             string // exactly these actions are legal
	moves            string // are played,
	thenColumns      string // and lead to these columns
	then             string // and these other fields,
	reason           string // or to this end,
	winner           game.Player
	alsoLegal, isNot string // or to a position in which these moves are legal, or not
}

func (r rule) run(t *testing.T) {
	s := build(t, r.variant, r.columns, r.rest)
	checkLegal(t, s, r.legal, r.illegal)
	if only := strings.Fields(r.only); len(only) > 0 {
		got := legalTexts(s)
		slices.Sort(got)
		slices.Sort(only)
		if !slices.Equal(got, only) {
			t.Errorf("legal are %q, want %q", got, only)
		}
	}
	play(t, s, r.moves)
	checkLegal(t, s, r.alsoLegal, r.isNot)
	if r.then != "" {
		want := positionText(t, variantNamed(t, r.variant), r.thenColumns, r.then)
		if got := (notation{s.v}).FormatState(s); got != want {
			t.Errorf("after %q:\n%s, want\n%s", r.moves, got, want)
		}
	}
	switch {
	case r.reason != s.reason:
		t.Errorf("after %q: the end is %q, want %q", r.moves, s.reason, r.reason)
	case r.reason != "" && s.winner != r.winner:
		t.Errorf("after %q: the winner is %d, want %d", r.moves, s.winner, r.winner)
	}
	if err := s.check(); err != nil {
		t.Error(err)
	}
}

func checkLegal(t *testing.T, s *state, legal, illegal string) {
	t.Helper()
	all := legalTexts(s)
	for _, m := range strings.Fields(legal) {
		if !slices.Contains(all, m) {
			t.Errorf("%s is not legal", m)
		}
	}
	for _, m := range strings.Fields(illegal) {
		if slices.Contains(all, m) {
			t.Errorf("%s is legal", m)
		}
		if _, err := (notation{s.v}).ParseAction(s, m); err == nil {
			t.Errorf("%s is read although it is not legal", m)
		}
	}
}
