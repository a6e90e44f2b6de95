package gametest

import (
	"fmt"
	"strings"

	"gipfel/game"
)

// tinyNotation writes moves as the marked cell ("b2") or "pass", and rolls as "roll1" and "roll2". A position is written
// as
//
//	x.x/.../xx. b 1-0 1 p
//
// rows from the top (x marked, . vacant), seat, lines of each seat, cells left to mark in this turn (0: a roll is due),
// and p while the pass can be used, else -.
type tinyNotation struct{ rules *tinyRules }

func (n tinyNotation) FormatAction(s game.State, a game.Action) string {
	switch {
	case s.ToMove() == game.Chance:
		return fmt.Sprintf("roll%d", a+1)
	case a == n.rules.pass():
		return "pass"
	}
	return fmt.Sprintf("%c%d", 'a'+int(a)%n.rules.width, int(a)/n.rules.width+1)
}

func (n tinyNotation) ParseAction(s game.State, text string) (game.Action, error) {
	for _, a := range s.AppendActions(nil) {
		if n.FormatAction(s, a) == text {
			return a, nil
		}
	}
	return game.NoAction, game.NewMoveError(n, s, text, "it is no legal move here")
}

func (n tinyNotation) FormatState(state game.State) string {
	s := state.(*tinyState)
	pass := "p"
	if s.passed {
		pass = "-"
	}
	return fmt.Sprintf("%s %c %s %d %s", strings.Join(n.rows(s), "/"), 'a'+s.seat, n.scores(s), s.left, pass)
}

func (n tinyNotation) rows(s *tinyState) []string {
	var rows []string
	for y := n.rules.height - 1; y >= 0; y-- {
		var row strings.Builder
		for x := range n.rules.width {
			row.WriteByte(".x"[s.marked>>(y*n.rules.width+x)&1])
		}
		rows = append(rows, row.String())
	}
	return rows
}

func (n tinyNotation) scores(s *tinyState) string {
	var scores []string
	for _, score := range s.scores[:n.rules.players] {
		scores = append(scores, fmt.Sprint(score))
	}
	return strings.Join(scores, "-")
}

func (n tinyNotation) ParseState(text string) (game.State, error) {
	fail := func(field, format string, args ...any) (game.State, error) {
		return nil, &game.PositionError{Text: text, Field: field, Problem: fmt.Sprintf(format, args...)}
	}
	fields := strings.Split(text, " ")
	if len(fields) != 5 {
		return fail("fields", "there are %d, want 5: board, seat, lines, marks left, pass", len(fields))
	}
	r := n.rules
	s := &tinyState{rules: r}

	rows := strings.Split(fields[0], "/")
	if len(rows) != r.height {
		return fail("board", "it has %d rows, want %d", len(rows), r.height)
	}
	for i, row := range rows {
		if len(row) != r.width || strings.Trim(row, "x.") != "" {
			return fail(fmt.Sprintf("row %d", r.height-i), "%q is not %d of x and .", row, r.width)
		}
		for x, mark := range []byte(row) {
			if mark == 'x' {
				s.marked |= 1 << ((r.height-1-i)*r.width + x)
			}
		}
	}

	if len(fields[1]) != 1 || fields[1][0] < 'a' || int(fields[1][0]-'a') >= r.players {
		return fail("seat", "%q is not one of a to %c", fields[1], 'a'+r.players-1)
	}
	s.seat = game.Player(fields[1][0] - 'a')

	scores := strings.Split(fields[2], "-")
	if len(scores) != r.players {
		return fail("lines", "%d counts for %d seats", len(scores), r.players)
	}
	sum := 0
	for seat, score := range scores {
		if len(score) != 1 || score[0] < '0' || score[0] > '9' {
			return fail("lines", "%q is not a digit", score)
		}
		s.scores[seat] = score[0] - '0'
		sum += int(s.scores[seat])
	}
	if complete := r.complete(s.marked); sum != complete {
		return fail("lines", "they sum to %d, but %d lines are complete", sum, complete)
	}

	least, most := byte('1'), byte('1')
	if r.dice {
		least, most = '0', '2'
	}
	if len(fields[3]) != 1 || fields[3][0] < least || fields[3][0] > most {
		return fail("marks left", "%q is not in %c to %c", fields[3], least, most)
	}
	s.left = fields[3][0] - '0'

	if fields[4] != "p" && fields[4] != "-" {
		return fail("pass", "%q is neither p nor -", fields[4])
	}
	s.passed = fields[4] == "-"
	return s, nil
}

func (n tinyNotation) Board(state game.State) string {
	s := state.(*tinyState)
	return fmt.Sprintf("%s\n%c to move, lines %s, marks left %d\n",
		strings.Join(n.rows(s), "\n"), 'a'+s.seat, n.scores(s), s.left)
}
