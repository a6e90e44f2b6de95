// Package xima implements XIMA, a game by Yosdel Vicente Muiño Acevedo and Liz Power Suarez (Havana, 2010), for two, three
// and four players, with and without dice, on the published board and on two smaller ones.
//
// # The game
//
// The board is a stepped pyramid: every floor is two rings of cells wide and two blocks higher than the one below, and
// the middle cell is the summit. Each player has normal blocks and one special block, all in hand at first. A turn inserts
// a block from outside the board or moves one. A block travels in a straight line, steps up by at most one block height at
// a time and down by any; only the topmost block of a column can move, the ones below are dominated. A special that ends
// on the summit wins. Landing on a column captures the blocks of every colour that has fewer in it than the mover, unless
// some colour has more. A player without any block is out; a player whose every block is dominated, with none in hand,
// wins.
//
// What the published rules leave open is decided here as follows.
//
//   - Rescue: a player whose special is captured may end a normal block on the summit, inserted or moved. The two are
//     exchanged: the normal block leaves the game and the special is in hand, to be inserted in a later turn.
//   - Extra material: three more normal blocks for everybody in play, when the player to move has no legal move, or after
//     20 turns of every player in play without progress (an insert, a capture, a rescue, or a block that ends on a higher
//     floor than it started from). Either restarts the count.
//   - A gift that would still leave the player without a move is not made; the turn passes. (It takes a rim without a
//     vacant cell.)
//   - Repetition: a move that would bring about the same columns, hands, captured specials and seat to move for the third
//     time is not legal. Every position in which a seat was to move counts, before and after a gift.
//   - A game is cut off after 400 plies. A ply is one action of a player; rolls do not count. What falls due at the start
//     of the next turn (no means, ahogado) still counts.
//   - With dice a roll without a legal move passes the turn, positions may repeat, and a blocked player gets no gift.
//     The count of turns without progress goes on, and a passed turn is one of them.
//   - With two dice a turn may use each for a different block, and may stop after the first. Inserting on a cell that
//     either die reaches is two different actions, since it decides which die is left. A special that the first die rescued
//     cannot be inserted with the second.
//
// # The implementation
//
// A [state] keeps the blocks of every column in one pool, and beside it what move generation wants to know: the height of
// every cell, who owns the top blocks as sets of cells ([cells]), and for every straight line across the board which steps
// along it are too steep ([line]). A block's reach in a direction is then one shift and one count of trailing zeros.
// Changing a column changes eight lines. The hash of the position, which the repetition rule compares, is likewise kept up
// to date; both must always equal a fresh computation.
package xima

import (
	"fmt"

	"gipfel/game"
)

const (
	// version is part of every stored record; see game.Game.
	version = 1

	// maxPlies is the number of plies after which a game is cut off.
	maxPlies = 400

	// gift is the number of normal blocks that every seat in play is given when the game is blocked, and quietTurns the
	// number of turns of each of them without progress that makes it so.
	gift, quietTurns = 3, 20
)

// mode says who rolls dice.
type mode uint8

const (
	// sport is played without dice.
	sport mode = iota
	// oneDie gives every seat one die a turn.
	oneDie
	// scienluck gives the first seat two dice a turn and the others none.
	scienluck
)

// variant is what the states of one variant share.
type variant struct {
	*board
	layout
	name    string
	players int
	// normals is the number of normal blocks that each seat starts with.
	normals int
	mode    mode
	encoder encoder
}

// seatNames are the seats in the notation.
var seatNames = []string{"a", "b", "c", "d"}

var variants = []*game.Game{
	newGame("xima", 13, 2, 9, sport),
	newGame("xima-3p", 13, 3, 9, sport),
	newGame("xima-4p", 13, 4, 9, sport),
	newGame("xima-9x9", 9, 2, 6, sport),
	newGame("xima-5x5", 5, 2, 4, sport),
	newGame("xima-dice", 13, 2, 9, oneDie),
	newGame("xima-scienluck", 13, 2, 9, scienluck),
}

// Variants lists the variants: xima, xima-3p and xima-4p are the published game without dice; xima-9x9 and xima-5x5 the
// same for two on smaller pyramids; in xima-dice a die says how far a block goes; in xima-scienluck the first seat plays
// with two dice against one without.
func Variants() []*game.Game { return append([]*game.Game(nil), variants...) }

func newGame(name string, size, players, normals int, m mode) *game.Game {
	v := &variant{
		board:   newBoard(size),
		layout:  newLayout(size, m),
		name:    name,
		players: players,
		normals: normals,
		mode:    m,
	}
	v.encoder = newEncoder(v)
	return &game.Game{
		Name:         name,
		Title:        "XIMA",
		Author:       "Yosdel Vicente Muiño Acevedo and Liz Power Suarez",
		Version:      version,
		Players:      players,
		SeatNames:    seatNames[:players],
		Width:        size,
		Height:       size,
		PolicyPlanes: v.cellPlanes,
		ExtraActions: v.extras(),
		ActionPlanes: v.actionPlanes(),
		Extras:       v.extraActions(),
		Planes:       v.encoder.planes,
		MaxActions:   v.maxActions(),
		MaxPlies:     maxPlies,
		New:          func() game.State { return newState(v) },
		Encode:       encode,
		Score:        score,
		Evaluate:     evaluate,
		Symmetries:   game.SquareSymmetries(size, v.offsets(), v.extras()),
		Notation:     notation{v},
		Diagram:      func(s game.State) game.Diagram { return v.state(s).diagram() },
	}
}

// dice returns the number of dice that a seat rolls before its turn.
func (v *variant) dice(seat game.Player) int {
	switch {
	case v.mode == oneDie:
		return 1
	case v.mode == scienluck && seat == 0:
		return 2
	}
	return 0
}

// state returns the State as this package's own, and panics if it is not one of this variant.
func (v *variant) state(s game.State) *state {
	x, ok := s.(*state)
	if !ok || x.v != v {
		panic(fmt.Sprintf("xima: state %T is not of variant %s", s, v.name))
	}
	return x
}
