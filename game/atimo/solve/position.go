package solve

import (
	"math/bits"

	"gipfel/game"
)

const (
	// maxSize is the largest width of a board, and maxArea the number of its cells.
	maxSize = 5
	maxArea = maxSize * maxSize

	// noCore is the cell of a Core that is in reserve.
	noCore uint8 = 255
)

// cells is a set of cells, numbered as everywhere: row by row from the bottom left, a1 is bit 0.
type cells uint32

// cell returns the set of one cell, and the empty set for noCore.
func cell(c uint8) cells { return 1 << c }

func (s cells) count() int        { return bits.OnesCount32(uint32(s)) }
func (s cells) first() uint8      { return uint8(bits.TrailingZeros32(uint32(s))) }
func (s cells) rest() cells       { return s & (s - 1) }
func (s cells) below(c uint8) int { return (s & (cell(c) - 1)).count() }

// side is what one player has on the board.
type side struct {
	masses cells
	core   uint8 // or noCore
}

func (s side) pieces() cells { return s.masses | cell(s.core) }

// position is a position as its player to move sees it.
type position struct{ own, opp side }

// start is the empty board.
var start = position{side{core: noCore}, side{core: noCore}}

func (p position) occupied() cells { return p.own.pieces() | p.opp.pieces() }

// turned returns the position as the other player sees it.
func (p position) turned() position { return position{p.opp, p.own} }

// shift moves whatever stands on a cell to a vacant one.
func (p *position) shift(from, to uint8) {
	both := cell(from) | cell(to)
	switch {
	case p.own.core == from:
		p.own.core = to
	case p.opp.core == from:
		p.opp.core = to
	case p.own.masses&cell(from) != 0:
		p.own.masses ^= both
	default:
		p.opp.masses ^= both
	}
}

// board is what all positions of a size of board and a number of Masses share: tables of its geometry, and the numbering.
// Only 5×5 with two Masses is a game that people play; the smaller ones are for tests.
type board struct {
	size, area int
	// masses is the number of Masses of each player.
	masses int
	all    cells

	// coreSteps and massSteps are where a Core and a Mass may go from a cell; if it may go there it may also come from
	// there.
	coreSteps, massSteps [maxArea]cells
	// plane[from][to] is the policy plane of a move in package atimo.
	plane [maxArea][maxArea]uint8
	// rays are the cells in each straight direction, from the nearest to the edge.
	rays [maxArea][4][]uint8
	// between[a][b] is the cell between two cells of a row or column that have one between them, otherwise no cell.
	between [maxArea][maxArea]cells

	// symmetries[i][c] is the image of a cell; the first symmetry is the identity.
	symmetries [8][maxArea]uint8
	numbering
}

// newBoard returns a board of size×size cells for two players with a Core and so many Masses each.
func newBoard(size, masses int) *board {
	b := &board{size: size, area: size * size, masses: masses}
	b.all = cells(1)<<b.area - 1
	for c := range uint8(b.area) {
		b.addMoves(c)
		b.addRays(c)
	}
	for i, s := range game.SquareSymmetries(size, nil, 0) {
		for c, image := range s.Cells {
			b.symmetries[i][c] = uint8(image)
		}
	}
	b.number()
	return b
}

// directions are those of package atimo's policy planes from 1 on: the steps, of which a Core has the straight ones, and
// the two-cell moves of a Mass.
var directions = [12]game.Offset{
	{DX: -1, DY: -1}, {DX: 0, DY: -1}, {DX: 1, DY: -1}, {DX: -1, DY: 0}, {DX: 1, DY: 0}, {DX: -1, DY: 1}, {DX: 0, DY: 1},
	{DX: 1, DY: 1}, {DX: 0, DY: -2}, {DX: -2, DY: 0}, {DX: 2, DY: 0}, {DX: 0, DY: 2},
}

// policyPlanes is the number of policy planes of a cell in package atimo; plane 0 places a piece.
const policyPlanes = 1 + len(directions)

// addMoves notes where a piece may go from a cell.
func (b *board) addMoves(from uint8) {
	for i, d := range directions {
		to, ok := b.cellAt(from, d.DX, d.DY)
		if !ok {
			continue
		}
		b.massSteps[from] |= cell(to)
		b.plane[from][to] = uint8(1 + i)
		if d.DX*d.DX+d.DY*d.DY == 1 {
			b.coreSteps[from] |= cell(to)
		}
	}
}

// addRays notes what a cell sees in the straight directions, and the cell halfway to the one two cells off.
func (b *board) addRays(from uint8) {
	for i, d := range [4]game.Offset{{DX: 1}, {DX: -1}, {DY: 1}, {DY: -1}} {
		for n := 1; ; n++ {
			to, ok := b.cellAt(from, n*d.DX, n*d.DY)
			if !ok {
				break
			}
			b.rays[from][i] = append(b.rays[from][i], to)
		}
		if ray := b.rays[from][i]; len(ray) >= 2 {
			b.between[from][ray[1]] = cell(ray[0])
		}
	}
}

// cellAt returns the cell so many columns to the right of another and so many rows above it, if there is one.
func (b *board) cellAt(from uint8, dx, dy int) (to uint8, ok bool) {
	x, y := int(from)%b.size+dx, int(from)/b.size+dy
	return uint8(y*b.size + x), x >= 0 && x < b.size && y >= 0 && y < b.size
}

// image returns the image of a set of cells under a symmetry.
func (b *board) image(s cells, symmetry uint8) (image cells) {
	table := &b.symmetries[symmetry]
	for ; s != 0; s = s.rest() {
		image |= cell(table[s.first()])
	}
	return image
}

// imageOf returns the image of a position.
func (b *board) imageOf(p position, symmetry uint8) position {
	side := func(s side) side {
		s.masses = b.image(s.masses, symmetry)
		if s.core != noCore {
			s.core = b.symmetries[symmetry][s.core]
		}
		return s
	}
	return position{side(p.own), side(p.opp)}
}

// reserve returns how many Masses a side has yet to place.
func (b *board) reserve(s side) int { return b.masses - s.masses.count() }
