package xima

import "gipfel/game"

// phase says what the next action is.
type phase uint8

const (
	// rolling waits for the dice.
	rolling phase = iota
	// choosing waits for a seat's move.
	choosing
	// choosingSecond waits for the move with the second die.
	choosingSecond
	// over is the end.
	over
)

// specialPlace says where a special is.
type specialPlace uint8

const (
	onBoard specialPlace = iota
	inHand
	captured
)

// nowhere is no cell.
const nowhere = 255

// state implements game.State and, for the variants with dice, game.Chancer.
type state struct {
	v *variant

	// height is the height of each cell's top, terrain included, and that of the two kinds of outside.
	height [allCells]int16
	// top is the topmost block of each cell, an index into blocks; 0 where the cell is vacant.
	top [maxCells]uint16
	// lines says for each directed line which steps along it are barred.
	lines [maxLines]line
	// tops[seat] are the cells whose topmost block is the seat's.
	tops   [game.MaxPlayers]cells
	vacant cells

	// blocks is the pool of the blocks on the board; entry 0 is no block. Unused entries are chained from free. Its capacity
	// is large enough for all inserts to come.
	blocks []block
	free   uint16

	// standing is the number of each seat's blocks on the board, normals that of its normal blocks in hand.
	standing, normals [game.MaxPlayers]int16
	special           [game.MaxPlayers]specialPlace
	out               [game.MaxPlayers]bool
	inPlay            int8

	phase phase
	turn  game.Player
	// low and high are the dice that the turn may still use, low the smaller one; 0 is none.
	low, high uint8
	// moved is the cell of the block that the first of two dice moved, or nowhere.
	moved uint8
	// progress is set when a move of this turn made progress, quiet counts the turns since the last that did.
	progress bool
	quiet    int16
	plies    int16

	// winner is a seat when the game is over, or Terminal when it was cut off.
	winner game.Player
	reason string

	// hash is the position's part that the repetition rule compares; see hash.go.
	hash uint64
	history

	// scratch is for the rare turns on which every move must be looked at to know whether there is one.
	scratch []game.Action
}

// Why games are over.
const (
	reasonSummit    = "special on the summit"
	reasonNoMeans   = "nobody else has a block left"
	reasonAhogado   = "ahogado: every block dominated and none in hand"
	reasonTruncated = "cut off after 400 plies"
)

// newState returns the start position.
func newState(v *variant) *state {
	s := emptyState(v, 0)
	for seat := range v.players {
		s.normals[seat] = int16(v.normals)
		s.special[seat] = inHand
	}
	s.hash = s.freshHash()
	s.remember()
	s.beginTurn()
	return s
}

// emptyState returns a position without any block on the board or in hand, the first seat's turn not yet begun. Room is
// the number of blocks that the caller is going to put on the board.
func emptyState(v *variant, room int) *state {
	s := &state{v: v, vacant: v.all, inPlay: int8(v.players), moved: nowhere, winner: game.Terminal}
	s.blocks = make([]block, 1, 1+room+maxPlies)
	s.history = newHistory(v)
	s.height[before], s.height[beyond] = heightBefore, heightBeyond
	for c := range v.area {
		s.height[c] = int16(v.terrain(c))
	}
	for c := range v.area {
		s.relevel(c)
	}
	return s
}

// ToMove implements game.State.
func (s *state) ToMove() game.Player {
	switch s.phase {
	case rolling:
		return game.Chance
	case over:
		return game.Terminal
	}
	return s.turn
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(from game.State) {
	o := s.v.state(from)
	blocks, scratch := s.blocks, s.scratch
	positions, barred := s.positions, s.barred
	*s = *o
	if cap(blocks) < cap(o.blocks) {
		blocks = make([]block, 0, cap(o.blocks))
	}
	s.blocks = append(blocks[:0], o.blocks...)
	s.positions = append(positions[:0], o.positions...)
	s.barred = append(barred[:0], o.barred...)
	s.scratch = scratch
}

// Returns implements game.State.
func (s *state) Returns(dst []float32) {
	switch {
	case s.phase != over:
		panic("xima: returns of a game that goes on")
	case s.winner == game.Terminal:
		game.DrawReturns(dst, s.v.players)
	default:
		game.WinReturns(dst, s.v.players, s.winner)
	}
}

// Ending implements game.State.
func (s *state) Ending() game.Ending {
	if s.phase != over {
		return game.Ending{}
	}
	return game.Ending{Reason: s.reason, Truncated: s.winner == game.Terminal}
}

// end ends the game in favour of a seat.
func (s *state) end(winner game.Player, reason string) {
	s.phase, s.winner, s.reason = over, winner, reason
	s.low, s.high, s.moved = 0, 0, nowhere
}

// mayRescue tells whether a seat may end a normal block on the summit.
func (s *state) mayRescue(seat game.Player) bool { return s.special[seat] == captured }
