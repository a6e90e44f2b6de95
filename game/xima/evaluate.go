package xima

import (
	"math/bits"

	"gipfel/game"
)

// Weights of the evaluation, in the unit of the score.
const (
	// weightDominated is what a block loses that cannot move.
	weightDominated = 8
	// weightFloor is for each floor that a block which can move stands above the lowest: there it can become a stair.
	weightFloor = 3
	// weightNear is for each cell that the special is nearer to the summit.
	weightNear = 10
)

// evaluate is game.Game.Evaluate: what the score counts, and how many of the blocks on the board can move.
func evaluate(gs game.State, seat game.Player) int {
	s, ok := gs.(*state)
	if !ok {
		panic("xima: evaluate needs a state of this package")
	}
	best := -game.MaxEvaluation
	for other := range game.Player(s.v.players) {
		if other != seat {
			best = max(best, s.worth(other))
		}
	}
	return s.worth(seat) - best
}

// worth is what a seat has.
func (s *state) worth(seat game.Player) int {
	free, floors, near := 0, 0, 0
	special := newKind(seat, true)
	for w, word := range s.tops[seat] {
		free += bits.OnesCount64(word)
		for ; word != 0; word &= word - 1 {
			c := w*64 + bits.TrailingZeros64(word)
			if s.blocks[s.top[c]].kind == special {
				near = s.v.size/2 - s.v.fromSummit(c)
				continue
			}
			floors += int(s.v.floor[c])
		}
	}
	return s.prospects(seat) - weightDominated*(int(s.standing[seat])-free) + weightFloor*floors + weightNear*near
}

// fromSummit returns the number of king's steps from a cell to the summit.
func (b *board) fromSummit(c int) int {
	middle := b.size / 2
	dx, dy := c%b.size-middle, c/b.size-middle
	return max(dx, -dx, dy, -dy)
}

// The ranks of actions.
const (
	rankSummit  = 1000
	rankCapture = 100
	rankClimb   = 20
	rankUp      = 5
)

// AppendRanks implements game.Ranker: the summit first, then captures, then what goes up, specials before others.
func (s *state) AppendRanks(dst []int32, actions []game.Action) []int32 {
	for _, a := range actions {
		dst = append(dst, s.rank(a))
	}
	return dst
}

func (s *state) rank(a game.Action) int32 {
	t := s.v.decode(a)
	if t.kind >= pass {
		return 0
	}
	if t.to == s.v.summit {
		return rankSummit
	}
	if t.kind == insert {
		return rankUp * int32(s.v.floor[t.to])
	}
	up := int32(s.v.floor[t.to]) - int32(s.v.floor[t.from])
	switch {
	case !s.vacant.has(t.to) && s.captures(t.to, s.turn) != 0:
		return rankCapture
	case up > 0 && s.blocks[s.top[t.from]].kind.special():
		return rankClimb * up
	}
	return rankUp * up
}
