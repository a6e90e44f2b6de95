// Package atimo implements Atimo, a game by Roberto Weinhold (Dresden, 2026), on 5×5, 7×7 and 9×9 boards for two players
// and on the 9×9 board for four.
//
// # The game
//
// Every player owns one Core and a few Masses, which start in reserve; nothing is ever captured. In the first round each
// player in turn places the Core. Then a turn is a one-cell straight step of the own Core, or else: a Mass placed from the
// reserve while there is one, afterwards a move of an own Mass, one cell in any direction or exactly two cells straight,
// over anything. The piece played then pulls: in each of the four straight directions the first piece it sees, whoever
// owns it, comes one cell closer unless it is adjacent already. Two Cores with a Mass between them on three adjacent cells
// of a row or column collapse: the player who just moved wins, whoever owns the pieces.
//
// The third occurrence of a position is a draw, and so is the 150th move after the Cores without a collapse; a collapse on
// that move wins. With four players the one who moved wins a collapse and the other three lose alike. What the published
// rules leave open is decided here as follows: the limit is 150 moves in total with four players too, and a player without
// a legal action draws the game for everybody.
//
// # The implementation
//
// A [state] keeps the same facts twice, for two kinds of question: a byte a cell says what stands there, and sets of cells
// (see [cells]) say where the pieces of a seat, the Cores and all pieces are. All boards lie in one frame of 9×9 cells, so
// that all sizes share their code and tables. The hash of the position, which the repetition rule compares, is kept up to
// date by Apply and must always equal a fresh computation, zobrist.
//
// # Actions
//
// Thirteen policy planes belong to a cell: plane 0 places a piece on it (the Core in the first round, a Mass afterwards),
// planes 1 to 8 step one cell with the piece that stands there, planes 9 to 12 move a Mass two cells; [offsets] lists the
// directions. There are no extra actions.
//
// # Files
//
// cells.go has sets of cells, moves.go the legal actions, apply.go the move, the pull and the collapse, history.go the
// repetition rule, evaluate.go a guess at who is ahead, encode.go the input planes, notation.go moves and boards,
// position.go position strings, diagram.go what a position looks like.
package atimo

import (
	"fmt"

	"gipfel/game"
)

const (
	// version is part of every stored record; see game.Game.
	version = 1

	// maxMoves is the number of moves after the Cores at which a game without a collapse is drawn.
	maxMoves = 150

	// maxSeats is the largest number of players.
	maxSeats = 4
)

// The variants. Standard is the official board.
var (
	// Small is 5×5 with two Masses a player, a solved draw.
	Small = newGame(newVariant(5, 2, 2))
	// Standard is 7×7 with three Masses a player.
	Standard = newGame(newVariant(7, 2, 3))
	// Large is 9×9 with five Masses a player.
	Large = newGame(newVariant(9, 2, 5))
	// Four is 9×9 for four players with three Masses each.
	Four = newGame(newVariant(9, 4, 3))
)

// Variants lists the variants from small to large.
func Variants() []*game.Game { return []*game.Game{Small, Standard, Large, Four} }

// seatNames are the seats in the notation.
var seatNames = []string{"a", "b", "c", "d"}

// variant is what the states of one variant share.
type variant struct {
	// size is the width of the board and area the number of its cells.
	size, area int
	players    int
	// masses is the number of Masses of each player.
	masses int
	// maxActions is game.Game.MaxActions: a bound of the legal actions, and four more for what AppendActions writes
	// beyond them.
	maxActions int

	// board is the set of the board's cells.
	board cells
	// cellAt[n] is the cell that policies and encodings give the number n.
	cellAt [frameSize]uint8
	// number is the inverse of cellAt, and actionsOf[c] the first action of a cell.
	number    [frameSize]uint8
	actionsOf [frameSize]game.Action
}

func newVariant(size, players, masses int) *variant {
	v := &variant{size: size, area: size * size, players: players, masses: masses}
	for n := range v.area {
		c := n/size*row + n%size
		v.board = v.board.or(cell(uint8(c)))
		v.cellAt[n] = uint8(c)
		v.number[c] = uint8(n)
		v.actionsOf[c] = game.Action(n * policyPlanes)
	}
	// The most actions are those of the first Core, of the first Mass (any cell without a Core, or a step of the Core),
	// or of a full set of Masses in the open.
	const spare, coreMoves, massMoves = 4, 4, policyPlanes - planeSteps
	v.maxActions = max(v.area, v.area-players+coreMoves, masses*massMoves+coreMoves) + spare
	return v
}

func newGame(v *variant) *game.Game {
	name := fmt.Sprintf("atimo-%dx%d", v.size, v.size)
	if v.players > 2 {
		name += fmt.Sprintf("-%dp", v.players)
	}
	return &game.Game{
		Name:         name,
		Title:        "Atimo",
		Author:       "Roberto Weinhold",
		Version:      version,
		Players:      v.players,
		SeatNames:    seatNames[:v.players],
		Width:        v.size,
		Height:       v.size,
		PolicyPlanes: policyPlanes,
		ActionPlanes: actionPlanes(),
		Planes:       v.planes(),
		MaxActions:   v.maxActions,
		MaxPlies:     v.players + maxMoves,
		New:          func() game.State { return newState(v) },
		Encode:       encode,
		Evaluate:     evaluate,
		Symmetries:   game.SquareSymmetries(v.size, offsets[:], 0),
		Notation:     notation{v},
		Diagram:      func(s game.State) game.Diagram { return s.(*state).diagram() },
	}
}
