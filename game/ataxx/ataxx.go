// Package ataxx implements Ataxx, a game by Dave Crummack and Craig Galley (1988), on square boards of 4×4 to 8×8 cells,
// with or without blocked cells.
//
// # The game
//
// Two seats, x and o, begin with a stone on two opposite corners each. A move picks an own stone and a vacant cell: one
// king's step away the stone clones itself there, two steps away it jumps there, leaving its cell. Then every enemy stone
// on the eight cells around the landing cell changes sides. A seat that has no move, and only such a seat, passes. Nobody
// may enter a gap; gaps never change sides and are not counted. The game is over when the board is full, a seat has no
// stone left or neither seat can move; more stones win, equally many are a draw.
//
// [Rules.NoCloneLimit] plies in a row without a clone (jumps and passes) draw the game, 100 unless said otherwise. What
// the rules leave open is decided here as follows: an end on the board goes before that limit, so who captures the last
// enemy stone with the 100th ply wins. Without the limit a game could go on for ever; it is then cut off, as truncated and
// not as drawn, after 1000 such plies.
//
// # The implementation
//
// Sets of cells are 64-bit words ([bitboard]) in which every row takes eight bits whatever the size of the board, so that
// all sizes share their shifts and tables. The bits beyond the board are set in none of a position's sets, and since moves
// must land on vacant cells, shifts need not be cut to the board. A [State] has 40 bytes and no pointers but one to its
// variant's tables.
//
// # Actions
//
// Seventeen policy planes belong to the cell where a move lands: plane 0 clones a stone onto it, whichever neighbour is
// cloned, and planes 1 to 16 jump there, in ascending order of the cell where the jump begins (see [jumpSources]). One
// extra action, the last, is the pass.
//
// # Files
//
// bitboard.go has sets of cells, variant.go the tables of a board size, state.go the position and its moves, list.go listing
// the moves, count.go counting them without a list, starts.go the starts with gaps, perft.go the count of lines, encode.go
// the input planes, moves.go and fen.go the notation, diagram.go the drawing, evaluate.go and hash.go what searches
// ask for.
package ataxx

import (
	"fmt"

	"gipfel/game"
)

const (
	// version is part of every stored record; see game.Game.
	version = 1

	// DefaultNoCloneLimit is the limit that other Ataxx programs use too.
	DefaultNoCloneLimit = 100

	// cutOff is the number of plies without a clone at which a game without a limit is cut off.
	cutOff = 1000

	minSize, maxSize = 4, 8
)

// Rules are what variants differ in.
type Rules struct {
	// Size is the width and height of the board, 4 to 8.
	Size int
	// NoCloneLimit is the number of plies in a row without a clone that draws the game, at most 1000; 0 switches it off.
	NoCloneLimit int
}

// The variants, all with the default limit. Standard is the board that everybody plays on.
var (
	Size4    = mustNew(Rules{Size: 4, NoCloneLimit: DefaultNoCloneLimit})
	Size5    = mustNew(Rules{Size: 5, NoCloneLimit: DefaultNoCloneLimit})
	Size6    = mustNew(Rules{Size: 6, NoCloneLimit: DefaultNoCloneLimit})
	Standard = mustNew(Rules{Size: 7, NoCloneLimit: DefaultNoCloneLimit})
	Size8    = mustNew(Rules{Size: 8, NoCloneLimit: DefaultNoCloneLimit})
)

// Variants lists the variants above, the standard one first and then from small to large.
func Variants() []*game.Game { return []*game.Game{Standard, Size4, Size5, Size6, Size8} }

// New returns the variant with the given rules. Its name is "ataxx" on 7×7 and "ataxx-5x5" and so on else, followed by
// "-limit50" where the limit is not the default.
func New(rules Rules) (*game.Game, error) {
	if rules.Size < minSize || rules.Size > maxSize {
		return nil, fmt.Errorf("ataxx: a board of size %d is not in %d to %d", rules.Size, minSize, maxSize)
	}
	if rules.NoCloneLimit < 0 || rules.NoCloneLimit > cutOff {
		return nil, fmt.Errorf("ataxx: a limit of %d plies without a clone is not in 1 to %d, nor 0 for none",
			rules.NoCloneLimit, cutOff)
	}
	v := newVariant(rules)
	return &game.Game{
		Name:         rules.name(),
		Title:        "Ataxx",
		Author:       "Dave Crummack and Craig Galley",
		Version:      version,
		Players:      2,
		SeatNames:    []string{"x", "o"},
		Width:        v.Size,
		Height:       v.Size,
		PolicyPlanes: policyPlanes,
		ExtraActions: 1,
		ActionPlanes: actionPlanes(),
		Extras:       []game.ExtraAction{{Name: "pass"}},
		Planes:       v.planes(),
		MaxActions:   v.maxActions,
		MaxPlies:     v.maxPlies(),
		New:          func() game.State { return v.start() },
		Starts:       rules.starts(),
		Encode:       func(s game.State, dst []float32) { s.(*State).encode(dst) },
		Score:        func(s game.State, seat game.Player) int { return s.(*State).Stones(seat) },
		Evaluate:     func(s game.State, seat game.Player) int { return s.(*State).evaluate(seat) },
		Owners:       func(s game.State, dst []game.Player) { s.(*State).owners(dst) },
		Symmetries:   game.SquareSymmetries(v.Size, offsets(), 1),
		Notation:     notation{v},
		Diagram:      func(s game.State) game.Diagram { return s.(*State).diagram() },
	}, nil
}

func mustNew(rules Rules) *game.Game {
	g, err := New(rules)
	if err != nil {
		panic(err)
	}
	return g
}

func (r Rules) name() string {
	name := "ataxx"
	if r.Size != 7 {
		name = fmt.Sprintf("ataxx-%dx%d", r.Size, r.Size)
	}
	if r.NoCloneLimit != DefaultNoCloneLimit {
		name += fmt.Sprintf("-limit%d", r.NoCloneLimit)
	}
	return name
}

// quietEnd returns the number of plies without a clone that ends a game, by rule or by force.
func (r Rules) quietEnd() int {
	if r.NoCloneLimit == 0 {
		return cutOff
	}
	return r.NoCloneLimit
}
