package gametest

import (
	"slices"
	"strings"
	"testing"

	"gipfel/game"
)

func TestTinyRules(t *testing.T) {
	for _, c := range []struct {
		rule  string
		g     *game.Game
		moves string
		want  string // position afterwards
	}{
		{"turns alternate", Tiny, "a1 b2", ".../.x./x.. a 0-0 1 p"},
		{"a row scores and earns another mark", Tiny, "a1 b1 a3 b3 c1", "xx./.../xxx a 1-0 1 p"},
		{"a row and a column at once score both and earn one mark", Tiny, "a1 b1 c2 c3 c1", "..x/..x/xxx a 2-0 1 p"},
		{"a pass ends the turn, once for all", Tiny, "pass", ".../.../... b 0-0 1 -"},
		{"three seats take turns", Tiny3, "a1 b2 c1", ".x./x.x a 0-0-0 1 p"},
		{"a roll is due first", TinyDice, "", ".../... a 0-0 0 p"},
		{"a roll of two marks two cells", TinyDice, "roll2 a1", ".../x.. a 0-0 1 p"},
		{"then it is the other's roll", TinyDice, "roll2 a1 b2", ".x./x.. b 0-0 0 p"},
		{"a line does not use up the roll", TinyDice, "roll1 a1 roll2 a2", "x../x.. b 0-1 2 p"},
		{"a pass ends a turn of two", TinyDice, "roll2 a1 pass", ".../x.. b 0-0 0 -"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			s := c.g.New()
			if err := game.Replay(c.g.Notation, s, strings.Fields(c.moves)); err != nil {
				t.Fatal(err)
			}
			if got := c.g.Notation.FormatState(s); got != c.want {
				t.Errorf("after %q: %s, want %s", c.moves, got, c.want)
			}
		})
	}
}

func TestTinyPassIsUsedOnce(t *testing.T) {
	s := Tiny.New()
	s.Apply(9)
	if slices.Contains(s.AppendActions(nil), 9) {
		t.Error("a second pass is legal")
	}
}

func TestTinyEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		g    *game.Game
		end  string
		want []float32
	}{
		{"more lines win", Tiny, "xxx/xxx/xxx a 4-2 1 p", []float32{1, -1}},
		{"equal lines draw", Tiny, "xxx/xxx/xxx a 3-3 1 p", []float32{0, 0}},
		{"three seats, one ahead", Tiny3, "xxx/xxx a 1-3-1 1 p", []float32{-0.5, 1, -0.5}},
		{"three seats, two ahead together", Tiny3, "xxx/xxx a 2-1-2 1 p", []float32{0, 0, 0}},
	} {
		s := mustParse(t, c.g, c.end)
		got := make([]float32, c.g.Players)
		s.Returns(got)
		if s.ToMove() != game.Terminal || !slices.Equal(got, c.want) {
			t.Errorf("%s: to move %d, returns %v, want the end and %v", c.name, s.ToMove(), got, c.want)
		}
	}
}

func TestTinyPositionErrorsNameTheField(t *testing.T) {
	for text, field := range map[string]string{
		"...":                       "fields",
		".../... a 0-0 1 p":         "board",
		".../..../... a 0-0 1 p":    "row 2",
		".../.../..y a 0-0 1 p":     "row 1",
		".../.../... c 0-0 1 p":     "seat",
		".../.../... a 0-0-0 1 p":   "lines",
		".../.../... a 0-x 1 p":     "lines",
		".../.../xxx a 0-0 1 p":     "lines",
		".../.../... a 0-0 2 p":     "marks left",
		".../.../... a 0-0 1 maybe": "pass",
	} {
		_, err := Tiny.Notation.ParseState(text)
		if err == nil || !strings.Contains(err.Error(), ": "+field+": ") {
			t.Errorf("%q: error is %v, want one about %s", text, err, field)
		}
	}
}

func TestTinyIllegalActionsPanic(t *testing.T) {
	for _, c := range []struct {
		name, position string
		a              game.Action
	}{
		{"marked cell", ".../.../x.. a 0-0 1 p", 0},
		{"no such action", ".../.../... a 0-0 1 p", 10},
		{"after the end", "xxx/xxx/xxx a 3-3 1 p", 9},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: action %d is applied", c.name, c.a)
				}
			}()
			mustParse(t, Tiny, c.position).Apply(c.a)
		}()
	}
}
