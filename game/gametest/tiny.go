package gametest

import (
	"fmt"
	"math/bits"

	"gipfel/game"
)

// The tiny games share one set of rules, "lines":
//
// The cells of a small board are marked one by one; marks belong to nobody. Who completes one or more of the rows and
// columns scores them and marks once more in the same turn. One pass is there for all: once in the game, whoever is to
// mark may end the turn instead. When all cells are marked, the seat with more lines than every other wins; if the most
// lines are shared, the game is drawn.
//
// With dice, each turn begins with a roll that says how many cells the seat marks in that turn: one (odds 2/3) or two
// (odds 1/3), besides those that completed lines earn.
//
// So seats often move twice in a row and sometimes do not, which no search that flips signs at every ply survives.
var (
	// Tiny is lines on 3×3 for two seats; 2,162 unfinished positions can be reached. Its board has all eight symmetries.
	Tiny = newTiny("tiny", 2, 3, false)
	// Tiny3 is lines on 3×2 for three seats. Its board has four symmetries.
	Tiny3 = newTiny("tiny-3p", 3, 2, false)
	// TinyDice is lines on 3×2 for two seats, with dice.
	TinyDice = newTiny("tiny-dice", 2, 2, true)
)

// tinyRules is what the variants differ in, and what follows from it.
type tinyRules struct {
	players       int
	width, height int
	dice          bool
	lines         []uint16 // cells of each row and column, as bits
}

// Outcomes of a roll: the number of cells to mark less one.
var tinyOdds = []float32{2.0 / 3, 1.0 / 3}

func (r *tinyRules) cells() int        { return r.width * r.height }
func (r *tinyRules) full() uint16      { return 1<<r.cells() - 1 }
func (r *tinyRules) pass() game.Action { return game.Action(r.cells()) }

// tinyState is one position. All marked: the game is over. left 0: a roll is due.
type tinyState struct {
	rules  *tinyRules
	marked uint16 // bit c: cell c is marked
	seat   game.Player
	left   uint8 // cells that the seat still marks in this turn
	passed bool  // the pass is used up
	scores [game.MaxPlayers]uint8
}

func (r *tinyRules) newState() *tinyState {
	s := &tinyState{rules: r}
	s.beginTurn()
	return s
}

func (s *tinyState) beginTurn() {
	s.left = 1
	if s.rules.dice {
		s.left = 0
	}
}

func (s *tinyState) over() bool { return s.marked == s.rules.full() }

func (s *tinyState) ToMove() game.Player {
	switch {
	case s.over():
		return game.Terminal
	case s.left == 0:
		return game.Chance
	}
	return s.seat
}

func (s *tinyState) AppendActions(dst []game.Action) []game.Action {
	switch s.ToMove() {
	case game.Terminal:
		return dst
	case game.Chance:
		return append(dst, 0, 1)
	}
	for vacant := s.rules.full() &^ s.marked; vacant != 0; vacant &= vacant - 1 {
		dst = append(dst, game.Action(bits.TrailingZeros16(vacant)))
	}
	if !s.passed {
		dst = append(dst, s.rules.pass())
	}
	return dst
}

func (s *tinyState) AppendOdds(dst []float32) []float32 { return append(dst, tinyOdds...) }

func (s *tinyState) Apply(a game.Action) {
	switch {
	case s.over():
		panic(fmt.Sprintf("gametest: action %d after the end", a))
	case s.left == 0:
		s.left = uint8(a) + 1
	case a == s.rules.pass():
		s.passed = true
		s.nextTurn()
	case a > s.rules.pass() || s.marked>>a&1 != 0:
		panic(fmt.Sprintf("gametest: illegal action %d", a))
	default:
		s.mark(a)
	}
}

func (s *tinyState) mark(a game.Action) {
	before := s.rules.complete(s.marked)
	s.marked |= 1 << a
	scored := s.rules.complete(s.marked) - before
	s.scores[s.seat] += uint8(scored)
	if scored == 0 {
		s.left--
	}
	if s.left == 0 {
		s.nextTurn()
	}
}

func (s *tinyState) nextTurn() {
	s.seat = (s.seat + 1) % game.Player(s.rules.players)
	s.beginTurn()
}

// complete counts the lines that are all marked.
func (r *tinyRules) complete(marked uint16) int {
	n := 0
	for _, line := range r.lines {
		if marked&line == line {
			n++
		}
	}
	return n
}

// Hash implements game.Hasher. No clock runs and nothing past counts.
func (s *tinyState) Hash(int) (position, past uint64) {
	position = uint64(s.marked) | uint64(s.seat)<<16 | uint64(s.left)<<24
	if s.passed {
		position |= 1 << 20
	}
	for seat, score := range s.scores {
		position |= uint64(score) << (32 + 8*seat)
	}
	return game.Mix64(position), 0
}

// AppendRanks implements game.Ranker: marks that complete lines come first.
func (s *tinyState) AppendRanks(dst []int32, actions []game.Action) []int32 {
	for _, a := range actions {
		rank := 0
		if a != s.rules.pass() {
			rank = s.rules.complete(s.marked|1<<a) - s.rules.complete(s.marked)
		}
		dst = append(dst, int32(rank))
	}
	return dst
}

func (s *tinyState) CopyFrom(from game.State) { *s = *from.(*tinyState) }

func (s *tinyState) Returns(dst []float32) {
	best, shared := game.Player(0), false
	for seat := game.Player(1); int(seat) < s.rules.players; seat++ {
		switch {
		case s.scores[seat] > s.scores[best]:
			best, shared = seat, false
		case s.scores[seat] == s.scores[best]:
			shared = true
		}
	}
	if shared {
		game.DrawReturns(dst, s.rules.players)
		return
	}
	game.WinReturns(dst, s.rules.players, best)
}

func (s *tinyState) Ending() game.Ending {
	if !s.over() {
		return game.Ending{}
	}
	return game.Ending{Reason: "all cells marked"}
}
