package atimo

import (
	"fmt"

	"gipfel/game"
)

// A piece is a byte: seat*2 + kind. The letters of the notation follow from it.
type piece uint8

const (
	core piece = 0
	mass piece = 1

	// vacant is a cell without a piece. Its seat is nobody's.
	vacant piece = maxSeats << 1
)

func (p piece) seat() uint8 { return uint8(p >> 1) }
func (p piece) kind() piece { return p & 1 }

// state is a position with the history that the repetition rule needs.
type state struct {
	*variant
	position

	// history holds the hashes of the positions since the last placement, position.live in number, the present one last.
	// The rest of the array is garbage: CopyFrom skips it.
	history [maxMoves + 1]uint64
}

// position is the part of a state that is copied whole.
type position struct {
	// at says what stands on each cell.
	at [frameSize]piece

	// seats are the cells of each seat's pieces, cores those of all Cores, and occupied those of all pieces.
	seats           [maxSeats]cells
	cores, occupied cells

	// hash is zobrist of this position.
	hash uint64

	// reserve is the number of Masses that each seat has yet to place. The Cores of the seats >= coresPlaced are in
	// reserve.
	reserve     [maxSeats]uint8
	coresPlaced uint8

	// mover is the seat to move, or the one that would be if the game were not over.
	mover uint8

	// moves counts the moves since the last Core was placed.
	moves uint8

	// past is the sum of a key for each position of the history, and twice the same of those that occurred twice.
	past, twice uint64

	// filter has a bit set for the top 8 bits of each hash in the history.
	filter [4]uint64

	// live is the length of the history, and seen how often this position occurred in it before.
	live, seen uint8

	end    ending
	winner uint8 // the seat that won by collapse
}

// ending says how a game ended.
type ending uint8

const (
	running ending = iota
	collapse
	thirdOccurrence
	moveLimit
	noAction
)

func newState(v *variant) *state {
	s := &state{variant: v}
	for c := range s.at {
		s.at[c] = vacant
	}
	for seat := range v.players {
		s.reserve[seat] = uint8(v.masses)
	}
	s.hash = zobrist(s)
	s.remember(true)
	return s
}

// ToMove implements game.State.
func (s *state) ToMove() game.Player {
	if s.end != running {
		return game.Terminal
	}
	return game.Player(s.mover)
}

// firstRound reports whether the seat to move places its Core.
func (s *state) firstRound() bool { return int(s.coresPlaced) < s.players }

// coreOf returns the cell of a seat's Core, which must be on the board.
func (s *state) coreOf(seat uint8) uint8 { return s.seats[seat].and(s.cores).first() }

// CopyFrom implements game.State.
func (s *state) CopyFrom(other game.State) {
	o := other.(*state)
	if s.variant != o.variant {
		panic("atimo: CopyFrom of another variant")
	}
	s.position = o.position
	copy(s.history[:], o.history[:o.live])
}

// Returns implements game.State.
func (s *state) Returns(dst []float32) {
	switch s.end {
	case running:
		panic("atimo: Returns of a game that goes on")
	case collapse:
		game.WinReturns(dst, s.players, game.Player(s.winner))
	default:
		game.DrawReturns(dst, s.players)
	}
}

// Ending implements game.State. No game is truncated: the limit of moves is a rule.
func (s *state) Ending() game.Ending { return game.Ending{Reason: s.end.String()} }

func (e ending) String() string {
	switch e {
	case running:
		return ""
	case collapse:
		return "collapse"
	case thirdOccurrence:
		return "third occurrence of the position"
	case moveLimit:
		return "150 moves without a collapse"
	case noAction:
		return "no legal action"
	}
	panic(fmt.Sprintf("atimo: ending %d", e))
}
