package xima

import (
	"fmt"
	"strconv"
	"strings"

	"gipfel/game"
)

// FormatState implements game.Notation.
//
// A position is written as fields separated by single spaces:
//
//		rows turn hands quiet plies [dice]
//		13/13/13/13/13/4A8/13/13/13/5a(abB)6/13/13/13 b 7,9 3 12
//
//	  - rows: from the top row down, separated by "/", each from column A on. A number stands for so many vacant cells, a
//	    letter for a block (lower case for a normal block, upper case for the special of seat a, b, c or d), and letters in
//	    parentheses for a column of two or more from the bottom up.
//	  - turn: the letter of the seat to move; at the end of the game, of the winner, or of the seat whose turn it would be.
//	  - hands: for each seat, separated by commas, the number of normal blocks in hand, followed by "=" if the special is in
//	    hand too, or by "x" if it is captured. A seat that is out is written "out".
//	  - quiet: the turns without progress.
//	  - plies: the plies played.
//	  - dice, in the variants with dice only: "?" before the roll, "-" for a turn without dice, else what they show: "4",
//	    "2-5". For the second move of a turn with two dice, the die that is left and, after "@", where the block stands that
//	    the first one moved, or "-" if that rescued the special and so left the board; then "+" if the first move made
//	    progress (quiet counts the turns before this one): "5@C4", "5@C4+", "5@-+".
//
// Reading a position without rolled dice begins the turn, with all that may fall due: the end of the game, a seat going
// out, or extra material. The repetition rule counts from that position on.
func (n notation) FormatState(gs game.State) string {
	s := n.v.state(gs)
	var b strings.Builder
	for y := n.v.size - 1; y >= 0; y-- {
		s.formatRow(&b, y)
		if y > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c %s %d %d", 'a'+rune(s.turn), s.formatHands(), s.quiet, s.plies)
	if n.v.mode != sport {
		b.WriteByte(' ')
		b.WriteString(s.formatDice())
	}
	return b.String()
}

func (k kind) letter() byte {
	if k.special() {
		return 'A' + byte(k.owner())
	}
	return 'a' + byte(k.owner())
}

// column returns the blocks of a cell from the bottom up, as letters.
func (s *state) column(c int) string {
	letters := make([]byte, s.level(c))
	i := len(letters)
	for id := s.top[c]; id != 0; id = s.blocks[id].below {
		i--
		letters[i] = s.blocks[id].kind.letter()
	}
	return string(letters)
}

func (s *state) formatRow(b *strings.Builder, y int) {
	vacant := 0
	flush := func() {
		if vacant > 0 {
			b.WriteString(strconv.Itoa(vacant))
		}
		vacant = 0
	}
	for x := range s.v.size {
		column := s.column(y*s.v.size + x)
		switch len(column) {
		case 0:
			vacant++
		case 1:
			flush()
			b.WriteString(column)
		default:
			flush()
			b.WriteString("(" + column + ")")
		}
	}
	flush()
}

func (s *state) formatHands() string {
	var hands []string
	for seat := range s.v.players {
		text := strconv.Itoa(int(s.normals[seat]))
		switch {
		case s.out[seat]:
			text = "out"
		case s.special[seat] == inHand:
			text += "="
		case s.special[seat] == captured:
			text += "x"
		}
		hands = append(hands, text)
	}
	return strings.Join(hands, ",")
}

func (s *state) formatDice() string {
	switch {
	case s.phase == rolling:
		return "?"
	case s.low == 0:
		return "-"
	case s.phase == choosingSecond:
		text := fmt.Sprintf("%d@-", s.low)
		if s.moved != nowhere {
			text = fmt.Sprintf("%d@%s", s.low, s.v.cellName(int(s.moved)))
		}
		if s.progress {
			text += "+"
		}
		return text
	case s.high != 0:
		return fmt.Sprintf("%d-%d", s.low, s.high)
	}
	return strconv.Itoa(int(s.low))
}
