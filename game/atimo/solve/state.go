package solve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gipfel/game"
)

// Game is the game whose positions a [DB] knows.
func Game() *game.Game { return solved }

// Move is a legal move of a position.
type Move struct {
	Action game.Action
	// Value is what the move is worth to the player who makes it. The plies include the move itself, so that the best move has
	// the value of the position.
	Value Value
}

// errOver is about positions that have no value to look up.
var errOver = errors.New("the game is over")

// Value returns what a position of [Game] is worth to the player to move. The position counts as never seen before, and
// with moves enough before the limit of 150; see the package comment. A game that is over has no value: that is an error, and
// so is a damaged file. A position of another game panics.
func (d *DB) Value(s game.State) (Value, error) {
	if s.ToMove() == game.Terminal {
		return Value{}, errOver
	}
	return d.value(positionOf(s))
}

// Moves returns all legal moves of a position of [Game] with their values, in ascending order of their actions. What is said
// of Value holds for each of them.
func (d *DB) Moves(s game.State) ([]Move, error) {
	if s.ToMove() == game.Terminal {
		return nil, errOver
	}
	var moves []Move
	for _, m := range d.appendMoves(nil, positionOf(s)) {
		v, err := d.value(m.next)
		if err != nil {
			return nil, err
		}
		moves = append(moves, Move{game.Action(d.action(m)), v.before()})
	}
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Compare(a.Action, b.Action) })
	return moves, nil
}

// Best returns the best moves of a position of [Game], of which there is at least one, in ascending order of their actions: all
// that win as fast as possible, else all that draw, else all that lose as slowly as possible.
func (d *DB) Best(s game.State) ([]Move, error) {
	moves, err := d.Moves(s)
	if err != nil {
		return nil, err
	}
	best := slices.MaxFunc(moves, func(a, b Move) int { return a.Value.Compare(b.Value) }).Value
	return slices.DeleteFunc(moves, func(m Move) bool { return m.Value != best }), nil
}

// positionOf returns a position of the game as its player to move sees it. The game must not be over.
func positionOf(s game.State) position {
	// The net's input has the four sets of pieces in its first four planes, from the same point of view.
	planes := len(solved.Planes)
	input := make([]float32, solved.InputSize())
	solved.Encode(s, input)
	p := start
	for c := range uint8(solved.Cells()) {
		switch at := input[int(c)*planes:]; {
		case at[0] != 0:
			p.own.core = c
		case at[1] != 0:
			p.own.masses |= cell(c)
		case at[2] != 0:
			p.opp.core = c
		case at[3] != 0:
			p.opp.masses |= cell(c)
		}
	}
	return p
}

// text writes a position that is not over in the game's notation, as one in which seat a is to move wherever that can be.
func (b *board) text(p position) string {
	a, other := p.own, p.opp
	mover, moves := "a", 0
	switch {
	case p.opp.core != noCore && p.own.core == noCore:
		a, other, mover = p.opp, p.own, "b"
	case p.occupied().count() > 2:
		moves = p.occupied().count() &^ 1 // even, as it is when seat a moves in a game
	}
	var rows []string
	for y := b.size - 1; y >= 0; y-- {
		rows = append(rows, b.rowText(a, other, y))
	}
	return fmt.Sprintf("%s %s %d,%d %d", strings.Join(rows, "/"), mover, b.reserve(a), b.reserve(other), moves)
}

// rowText writes a row of a position.
func (b *board) rowText(a, other side, y int) string {
	var row strings.Builder
	vacant := 0
	for c := uint8(y * b.size); c < uint8((y+1)*b.size); c++ {
		var letter string
		switch set := cell(c); {
		case a.core == c:
			letter = "A"
		case other.core == c:
			letter = "B"
		case a.masses&set != 0:
			letter = "a"
		case other.masses&set != 0:
			letter = "b"
		default:
			vacant++
			continue
		}
		if vacant > 0 {
			fmt.Fprint(&row, vacant)
		}
		vacant = 0
		row.WriteString(letter)
	}
	if vacant > 0 {
		fmt.Fprint(&row, vacant)
	}
	return row.String()
}
