package ataxx

import (
	"fmt"
	"strconv"
	"strings"

	"gipfel/game"
)

// maxMoveNumber is the highest number of a move that is read: enough for any game, and far from overflow.
const maxMoveNumber = 1_000_000

// FormatState writes a position as a FEN: the rows from the top, separated by slashes (x, o, - for gaps, numbers for runs
// of vacant cells), the side to move, the plies since the last clone and the number of the move.
func (n notation) FormatState(state game.State) string {
	s := state.(*State)
	var out []byte
	for y := n.Size - 1; y >= 0; y-- {
		run := 0
		for x := range n.Size {
			letter := s.letter(square(y*row + x))
			if letter == '.' {
				run++
				continue
			}
			out = append(appendRun(out, run), letter)
			run = 0
		}
		out = appendRun(out, run)
		if y > 0 {
			out = append(out, '/')
		}
	}
	return fmt.Sprintf("%s %c %d %d", out, "xo"[s.mover&1], s.quiet, s.moveNumber)
}

func appendRun(out []byte, run int) []byte {
	if run > 0 {
		out = append(out, '0'+byte(run))
	}
	return out
}

// ParseState reads a FEN. The last two fields may be missing: they are then 0 and 1.
func (n notation) ParseState(text string) (game.State, error) {
	fail := func(field, format string, args ...any) (game.State, error) {
		return nil, &game.PositionError{Text: text, Field: field, Problem: fmt.Sprintf(format, args...)}
	}
	fields := strings.Fields(text)
	if len(fields) != 2 && len(fields) != 4 {
		return fail("fields", "there are %d; want 4 (board, side to move, plies since the last clone, move number) or the "+
			"first 2", len(fields))
	}

	s := &State{variant: n.variant, moveNumber: 1}
	if field, problem := s.readBoard(fields[0]); problem != "" {
		return fail(field, "%s", problem)
	}
	switch fields[1] {
	case "x":
	case "o":
		s.mover = 1
	default:
		return fail("side to move", "%q is neither x nor o", fields[1])
	}
	if len(fields) == 4 {
		quiet, err := readNumber(fields[2])
		if err != nil {
			return fail("plies since the last clone", "%v", err)
		}
		if quiet > int(n.quietLimit) {
			return fail("plies since the last clone", "%d is impossible: the game ended at %d", quiet, n.quietLimit)
		}
		move, err := readNumber(fields[3])
		if err != nil {
			return fail("move number", "%v", err)
		}
		if move < 1 || move > maxMoveNumber {
			return fail("move number", "%d is not in 1 to %d", move, maxMoveNumber)
		}
		s.quiet, s.moveNumber = uint16(quiet), uint32(move)
	}
	s.settle()
	return s, nil
}

// readBoard fills the cells. It returns the field that is wrong and what is wrong with it.
func (s *State) readBoard(text string) (field, problem string) {
	size := s.variant.Size
	rows := strings.Split(text, "/")
	if len(rows) != size {
		return "board", fmt.Sprintf("it has %d rows; want %d, separated by /", len(rows), size)
	}
	for i, letters := range rows {
		y := size - 1 - i
		if problem := s.readRow(y, letters); problem != "" {
			return fmt.Sprintf("row %d", y+1), problem
		}
	}
	if s.gaps() == s.variant.board {
		return "board", "all cells are gaps"
	}
	return "", ""
}

// readRow fills one row.
func (s *State) readRow(y int, letters string) (problem string) {
	size := s.variant.Size
	x, afterRun := 0, false
	for _, letter := range letters {
		width := 1
		isRun := '1' <= letter && letter <= '0'+rune(size)
		if isRun {
			width = int(letter - '0')
		}
		if x+width > size {
			return fmt.Sprintf("%q has more than %d cells", letters, size)
		}
		cells := (bitboard(1)<<width - 1) << (y*row + x)
		switch {
		case isRun && afterRun:
			return fmt.Sprintf("%q has two numbers in a row; want their sum", letters)
		case isRun:
			s.vacant |= cells
		case letter == 'x':
			s.stones[0] |= cells
		case letter == 'o':
			s.stones[1] |= cells
		case letter != '-':
			return fmt.Sprintf("%q is none of x, o, - (a gap) and 1 to %d (vacant cells)", letter, size)
		}
		x += width
		afterRun = isRun
	}
	if x != size {
		return fmt.Sprintf("%q has %d cells, want %d", letters, x, size)
	}
	return ""
}

// readNumber reads a number of at most seven digits.
func readNumber(text string) (int, error) {
	if text == "" || len(text) > 7 || strings.Trim(text, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not a number of one to seven digits", text)
	}
	return strconv.Atoi(text)
}
