package atimo

import (
	"math/bits"
	"slices"

	"gipfel/game"
)

// The policy planes of a cell: placing on it, the eight steps, the four two-cell moves.
const (
	planePlace   = 0
	planeSteps   = 1
	policyPlanes = 13
)

// offsets says where each policy plane leads.
var offsets = [policyPlanes]game.Offset{
	{DX: 0, DY: 0},
	{DX: -1, DY: -1}, {DX: 0, DY: -1}, {DX: 1, DY: -1},
	{DX: -1, DY: 0}, {DX: 1, DY: 0},
	{DX: -1, DY: 1}, {DX: 0, DY: 1}, {DX: 1, DY: 1},
	{DX: 0, DY: -2}, {DX: -2, DY: 0}, {DX: 2, DY: 0}, {DX: 0, DY: 2},
}

// actionPlanes describes the policy planes: the cell is where a piece is placed, or where the one that moves stands.
func actionPlanes() []game.ActionPlane {
	planes := []game.ActionPlane{{Name: "place a piece on this cell: the Core in the first round, a Mass afterwards"}}
	for _, o := range offsets[planeSteps:] {
		piece := "piece"
		if max(o.DX, -o.DX, o.DY, -o.DY) == 2 {
			piece = "Mass"
		}
		planes = append(planes, game.ActionPlane{
			Name: "move the " + piece + " on this cell to " + game.Direction(o.DX, o.DY), DX: o.DX, DY: o.DY,
		})
	}
	return planes
}

// The moves of a piece are found in its window: the 64 cells from two rows below it on. A destination is a bit of the
// window, the same bit wherever the piece stands:
//
//	        36
//	    26  27  28
//	16  17   .  19  20
//	     8   9  10
//	         0
//
// windowBase is the bit of the piece itself.
const windowBase = 2 * row

// destination[plane] is the bit to which a policy plane leads.
var destination = func() (bit [policyPlanes]uint8) {
	for plane, o := range offsets {
		bit[plane] = uint8(windowBase + row*o.DY + o.DX)
	}
	return bit
}()

// stencils[kind][c] are the bits of the window that a piece of that kind on c may move to if they are vacant cells of the
// board. It excludes what only looks like a neighbour because rows are joined at their ends.
var stencils = func() (stencils [2][frameSize]uint64) {
	for c := range frameSize {
		for plane, o := range offsets[planeSteps:] {
			x, y := c%row+o.DX, c/row+o.DY
			if x < 0 || x >= row || y < 0 || y >= row {
				continue
			}
			bit := uint64(1) << destination[planeSteps+plane]
			stencils[mass][c] |= bit
			if o.DX*o.DX+o.DY*o.DY == 1 {
				stencils[core][c] |= bit
			}
		}
	}
	return stencils
}()

// destinations returns the bits of the window of a piece that it may move to, reserves apart.
func (s *state) destinations(c uint8) uint64 {
	return s.window().from(c) & stencils[s.at[c].kind()][c]
}

// window returns the vacant cells, moved up such that from(c) is the window of c.
func (s *state) window() cells { return s.board.without(s.occupied).up(windowBase) }

// AppendActions implements game.State. It writes in fours what packed lists, up to four entries more than there are
// actions; see variant.maxActions.
func (s *state) AppendActions(dst []game.Action) []game.Action {
	if s.end != running {
		return dst
	}
	n := len(dst)
	dst = slices.Grow(dst, s.maxActions)
	out := dst[:cap(dst)]
	vacant := s.board.without(s.occupied)
	switch {
	case s.firstRound():
		n = s.placements(out, n, vacant)
	case s.reserve[s.mover] > 0:
		c := s.coreOf(s.mover)
		n = s.placements(out, n, vacant.and(before(c)))
		n = s.steps(out, n, c, vacant.up(windowBase))
		n = s.placements(out, n, vacant.without(before(c)))
	default:
		window := vacant.up(windowBase)
		for own := s.seats[s.mover]; !own.empty(); own = own.rest() {
			n = s.steps(out, n, own.first(), window)
		}
	}
	return out[:n]
}

// placements writes the placements on some cells at out[n:] and returns the new n.
func (s *state) placements(out []game.Action, n int, on cells) int {
	for ; on.low != 0; on.low &= on.low - 1 {
		out[n] = s.actionsOf[bits.TrailingZeros64(on.low)]
		n++
	}
	for ; on.high != 0; on.high &= on.high - 1 {
		out[n] = s.actionsOf[64+bits.TrailingZeros64(on.high)]
		n++
	}
	return n
}

// steps writes the moves of the piece on a cell at out[n:] and returns the new n. A loop over the bits would cost a
// mispredicted branch or two a piece, so the bits are taken in three groups of four, in the order of the planes.
func (s *state) steps(out []game.Action, n int, c uint8, window cells) int {
	to := window.from(c) & stencils[s.at[c].kind()][c]
	a := s.actionsOf[c]
	n = packed[0][to>>8&7|to>>14&8].write(out, n, a)
	n = packed[1][to>>19&1|to>>25&14].write(out, n, a)
	return packed[2][to&1|to>>15&2|to>>18&4|to>>33&8].write(out, n, a)
}

// packed[g][bits] lists which of the planes 1+4g … 4+4g are in a set of four bits.
var packed = func() (packed [3][16]planeList) {
	for group := range packed {
		for set := range packed[group] {
			list := &packed[group][set]
			for bit := range 4 {
				if set>>bit&1 != 0 {
					list.planes |= uint64(planeSteps+4*group+bit) << (16 * list.n)
					list.n++
				}
			}
		}
	}
	return packed
}()

// planeList is a list of up to four planes of 16 bits each, first in the lowest bits.
type planeList struct {
	planes uint64
	n      int
}

// write writes the actions of a list at out[n:], always four entries, and returns the new n.
func (l *planeList) write(out []game.Action, n int, base game.Action) int {
	four := out[n : n+4 : n+4]
	actions := l.planes + uint64(base)*0x0001_0001_0001_0001
	four[0] = game.Action(actions)
	four[1] = game.Action(actions >> 16)
	four[2] = game.Action(actions >> 32)
	four[3] = game.Action(actions >> 48)
	return n + l.n
}

// hasAction reports whether the seat to move has a legal action. Whoever has pieces in reserve has one, since no variant
// has as many pieces as cells.
func (s *state) hasAction() bool {
	if s.firstRound() || s.reserve[s.mover] > 0 {
		return true
	}
	for own := s.seats[s.mover]; !own.empty(); own = own.rest() {
		if s.destinations(own.first()) != 0 {
			return true
		}
	}
	return false
}
