// Package solve knows the exact value of every position of Atimo on 5×5, the game by Roberto Weinhold: who wins under best
// play, in how many plies, and which moves are best. It finds them by retrograde analysis in a few seconds, keeps them in a
// file of 48 kB and looks them up from there.
//
// # What is solved
//
// The rules are those of package atimo without the limit of 150 moves and without the third occurrence: whoever cannot be
// forced to lose draws, if need be by play without end. That makes no difference to the value of a position that counts as
// never seen before and has moves enough left, since the winner of such a position wins without repeating one, and play
// without end is cut off as a draw by either rule.
//
// The winner is taken to win as fast as possible and the loser to lose as slowly as possible. So a won position takes an
// odd number of plies to the end and a lost one an even number, 0 if a collapse has just ended the game.
//
// # What a position is
//
// Values are relative to the player to move, and swapping the colours together with the turn changes nothing; so a
// [position] has an own and an opponent's side, not two seats. A seat's reserve is what it has not on the board. The eight
// symmetries of the square leave one index for up to 16 positions of the game (see index.go), which is 5.5 million indices
// for 78 million positions.
//
// # Files
//
// position.go has positions and boards, moves.go the moves and the pull, unmoves.go their inverse, index.go the numbering,
// retrograde.go the solver, file.go the format of the database, db.go the look-up, known.go the database that is part of the
// program, state.go the way from and to positions
// of package atimo, summary.go what there is to say about all positions together, check.go the text of known values.
package solve

import (
	"fmt"

	"gipfel/game/atimo"
)

// Outcome is how a game ends under best play, for the player to move.
type Outcome int8

// The outcomes are ordered: more is better.
const (
	Loss Outcome = iota - 1
	Draw
	Win
)

func (o Outcome) String() string {
	switch o {
	case Loss:
		return "L"
	case Draw:
		return "D"
	case Win:
		return "W"
	}
	panic(fmt.Sprintf("solve: outcome %d", int8(o)))
}

// Value is what a position is worth to the player to move.
type Value struct {
	Outcome Outcome
	// Plies is the number of plies to the end under best play of both sides. It is 0 for a draw, which need not end.
	Plies int
}

// String writes a value as "W 3", "L 2" or "D -".
func (v Value) String() string {
	if v.Outcome == Draw {
		return "D -"
	}
	return fmt.Sprintf("%v %d", v.Outcome, v.Plies)
}

// Compare returns a positive number if v is better than w for the player whose values both are, a negative number if it is
// worse and 0 if they are equal: a fast win before a slow one, a draw, a slow loss before a fast one.
func (v Value) Compare(w Value) int {
	switch {
	case v.Outcome != w.Outcome:
		return int(v.Outcome) - int(w.Outcome)
	case v.Outcome == Win:
		return w.Plies - v.Plies
	}
	return v.Plies - w.Plies
}

// before returns what the player who moves to a position is worth after it, whose value for the next player is v.
func (v Value) before() Value {
	if v.Outcome == Draw {
		return v
	}
	return Value{-v.Outcome, v.Plies + 1}
}

// code is a value as a byte: 0 for a draw, n+1 for a game that ends in n plies. Whether that is a win or a loss follows
// from n: it is the player to move who makes the last ply of an odd number.
type code = uint8

const (
	// drawn also stands for a value that the solver has not found yet.
	drawn code = 0
	// unused marks an index that no position has.
	unused code = 255
	// maxPlies is the length of the longest win that a code can express.
	maxPlies = int(unused) - 2
)

// codeOf returns the code of a game that ends in n plies.
func codeOf(n int) code { return code(n + 1) }

// valueOf returns the value that a code other than unused stands for.
func valueOf(c code) Value {
	switch n := int(c) - 1; {
	case c == drawn:
		return Value{}
	case n%2 == 1:
		return Value{Win, n}
	default:
		return Value{Loss, n}
	}
}

// solved is the game that this package solves, and its board.
var (
	solved      = atimo.Small
	solvedBoard = newBoard(5, 2)
)
