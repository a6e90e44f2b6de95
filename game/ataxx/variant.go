package ataxx

import (
	"fmt"

	"gipfel/game"
)

// policyPlanes is the number of actions that land on one cell: a clone and sixteen jumps.
const policyPlanes = 1 + jumps

// jumps is the number of cells at king distance 2 on an unlimited board.
const jumps = 16

// delta is a difference between cells: DX columns to the right and DY rows up.
type delta struct{ DX, DY int }

// jumpSources lists, for policy planes 1 to 16, where a jump begins as seen from the cell where it lands, row by row from
// the bottom. Ascending squares of origin are therefore ascending planes.
var jumpSources = func() (sources [jumps]delta) {
	i := 0
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if max(dx, -dx, dy, -dy) == 2 {
				sources[i] = delta{dx, dy}
				i++
			}
		}
	}
	return sources
}()

// jumpPlane[d&63] is the policy plane of a jump whose origin is d squares after the cell where it lands. Differences of
// jumps go from -18 to 18, so they are unique modulo 64.
var jumpPlane = func() (plane [64]game.Action) {
	for i, d := range jumpSources {
		plane[(d.DY*row+d.DX)&63] = game.Action(1 + i)
	}
	return plane
}()

// offsets gives the policy planes their geometry: the way that the stone goes.
func offsets() []game.Offset {
	planes := []game.Offset{{}}
	for _, d := range jumpSources {
		planes = append(planes, game.Offset{DX: -d.DX, DY: -d.DY})
	}
	return planes
}

// actionPlanes describes the policy planes: the cell is where the stone lands.
func actionPlanes() []game.ActionPlane {
	planes := []game.ActionPlane{{Name: "clone a stone onto this cell"}}
	for _, d := range jumpSources {
		planes = append(planes, game.ActionPlane{Name: "jump onto this cell from " + game.Direction(d.DX, d.DY), DX: d.DX, DY: d.DY})
	}
	return planes
}

// variant is what the positions of one variant share.
type variant struct {
	Rules
	board bitboard // all cells
	// quietLimit is the number of plies without a clone that ends the game, and quietEnding what the end is then called.
	quietLimit  uint16
	quietEnding game.Ending
	// actions[s] is the first action that lands on a square.
	actions [64]game.Action
	// steps[a] is what an action other than the pass does.
	steps []step
	pass  game.Action
	// maxActions is game.Game.MaxActions.
	maxActions int
}

// step is an action, decoded.
type step struct {
	// sources is the origin of a jump; of a clone it is all neighbours of the landing cell, one of which must be own.
	sources bitboard
	// flips are the cells that become vacant or cease to be: the landing cell and the origin of a jump.
	flips bitboard
	// around is near[to], kept here to save a look-up.
	around bitboard
	to     square
	// jump is -1 for jumps and 0 for clones: a mask of all or no bits.
	jump int8
}

func newVariant(rules Rules) *variant {
	v := &variant{Rules: rules, quietLimit: uint16(rules.quietEnd())}
	v.quietEnding = game.Ending{
		Reason:    fmt.Sprintf("%d plies without a clone", v.quietLimit),
		Truncated: rules.NoCloneLimit == 0,
	}
	for y := range v.Size {
		for x := range v.Size {
			v.board |= 1 << (y*row + x)
		}
	}
	for c := range v.cells() {
		to := v.square(c)
		v.actions[to] = game.Action(len(v.steps))
		v.steps = append(v.steps, step{sources: near[to] & v.board, flips: 1 << to, around: near[to], to: to})
		for _, d := range jumpSources {
			s := step{around: near[to], to: to, jump: -1}
			if x, y := c%v.Size+d.DX, c/v.Size+d.DY; v.onBoard(x, y) {
				s.sources = 1 << (y*row + x)
			}
			s.flips = s.sources | 1<<to
			v.steps = append(v.steps, s) // without a source where the jump would begin beyond the board
		}
	}
	v.pass = game.Action(len(v.steps))
	v.maxActions = v.boundActions()
	return v
}

func (v *variant) cells() int { return v.Size * v.Size }

func (v *variant) onBoard(x, y int) bool { return 0 <= x && x < v.Size && 0 <= y && y < v.Size }

// square returns the square of a cell's number.
func (v *variant) square(cell int) square { return square(cell/v.Size*row + cell%v.Size) }

// boundActions bounds the legal actions of any position: each pair of cells at distance 2 gives at most one jump, because
// one of them is own and the other vacant, and each cell at most one clone.
func (v *variant) boundActions() int {
	pairs := 0
	for b := v.board; b != 0; b &= b - 1 {
		pairs += count(ring[first(b)] & v.board)
	}
	return pairs/2 + v.cells()
}

// maxPlies bounds the length of any game, from whatever position it starts. The number of vacant cells never grows, and a
// clone fills one, so there are at most Size² clones; fewer plies than the limit lie before each of them, and the limit
// itself may follow the last.
func (v *variant) maxPlies() int { return (v.cells() + 1) * v.quietEnd() }

// start returns the start position: x on the top left and bottom right corners, o on the other two.
func (v *variant) start() *State {
	last := v.Size - 1
	s := &State{variant: v, moveNumber: 1}
	s.stones[0] = 1<<(last*row) | 1<<last
	s.stones[1] = 1<<(last*row+last) | 1
	s.vacant = v.board &^ (s.stones[0] | s.stones[1])
	s.settle()
	return s
}
