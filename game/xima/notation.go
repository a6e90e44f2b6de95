package xima

import (
	"fmt"
	"strconv"
	"strings"

	"gipfel/game"
)

// notation reads and writes moves as XIMA's authors do:
//
//	-G2       inserts a normal block on G2
//	=G2       inserts the special on G2
//	A13G13    moves a normal block; A13xG13 if it captures
//	=A13G13   moves the special
//	pass      when there is no move
//	stop      with two dice: the second is not used
//	roll4     a die shows 4; roll2-5 for two dice
//	-G2/5     inserts with the die that shows 5, where the other one could do it too
//
// Read are also: lower case, moves without the x, TOP (the special goes to the summit), =G2 for a move of the special if
// only one is possible, and the short form in which a normal block's move names only as much of its origin as is needed
// to tell it from others: G13, AG13, 13G13, AxG13.
type notation struct{ v *variant }

// FormatAction implements game.Notation.
func (n notation) FormatAction(gs game.State, a game.Action) string {
	s := n.v.state(gs)
	if int(a) >= n.v.roll && int(a)-n.v.roll < len(n.v.rolls) {
		return n.v.rolls[int(a)-n.v.roll].String()
	}
	t := n.v.decode(a)
	switch t.kind {
	case pass:
		return "pass"
	case stop:
		return "stop"
	case insert:
		text := "-" + n.v.cellName(t.to)
		if t.special {
			text = "=" + n.v.cellName(t.to)
		}
		if die := s.dieNeeded(t); die != 0 {
			text += "/" + strconv.Itoa(int(die))
		}
		return text
	}
	text := n.v.cellName(t.from) + n.v.cellName(t.to)
	if s.isCapture(t) {
		text = n.v.cellName(t.from) + "x" + n.v.cellName(t.to)
	}
	if s.blocks[s.top[t.from]].kind.special() {
		text = "=" + text
	}
	return text
}

func (r roll) String() string {
	if r.high == 0 {
		return fmt.Sprintf("roll%d", r.low)
	}
	return fmt.Sprintf("roll%d-%d", r.low, r.high)
}

// cellName names a cell: a letter for the column, a number for the row.
func (b *board) cellName(c int) string {
	return string(rune('A'+c%b.size)) + strconv.Itoa(c/b.size+1)
}

// isCapture tells whether a move captures.
func (s *state) isCapture(t turnAction) bool {
	return t.kind == move && s.top[t.from] != 0 && s.captures(t.to, s.turn) != 0
}

// dieNeeded returns the die with which an insert is made if its cell is not enough to know it, else 0.
func (s *state) dieNeeded(t turnAction) uint8 {
	if s.high == 0 || s.high == s.low {
		return 0
	}
	var targets insertTargets
	s.findDiceTargets(&targets)
	plane := planeNormal
	if t.special {
		plane = planeSpecial
	}
	switch {
	case !targets[plane].has(t.to) || !targets[plane+planeHigher].has(t.to):
		return 0
	case t.higher:
		return s.high
	}
	return s.low
}

// ParseAction implements game.Notation.
func (n notation) ParseAction(gs game.State, text string) (game.Action, error) {
	s := n.v.state(gs)
	fail := func(format string, args ...any) (game.Action, error) {
		return 0, game.NewMoveError(n, s, text, fmt.Sprintf(format, args...))
	}
	folded := strings.ToUpper(strings.TrimSpace(text))
	switch s.phase {
	case over:
		return fail("the game is over")
	case rolling:
		for i, r := range n.v.rolls {
			if strings.EqualFold(folded, r.String()) {
				return game.Action(n.v.roll + i), nil
			}
		}
		return fail("the dice are to be rolled; an outcome is written %s", n.v.rolls[len(n.v.rolls)-1])
	}

	p, err := n.parsePattern(folded)
	if err != nil {
		return fail("%s", err)
	}
	var found []game.Action
	for _, a := range s.AppendActions(nil) {
		if p.matches(s, n.v.decode(a)) {
			found = append(found, a)
		}
	}
	switch {
	case len(found) == 0:
		return fail("%s", p.explain(s))
	case len(found) > 1:
		var texts []string
		for _, a := range found {
			texts = append(texts, n.FormatAction(s, a))
		}
		return fail("it could be %s", strings.Join(texts, " or "))
	case p.capture && !s.isCapture(n.v.decode(found[0])):
		return fail("it captures nothing, so it is written without x")
	}
	return found[0], nil
}
