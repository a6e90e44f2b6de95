package xima

// Sizes of the largest board; the tables of smaller boards use the beginning of each array.
const (
	maxSize  = 13
	maxCells = maxSize * maxSize
	// maxLines is the number of straight lines that enter the board from outside: three for each cell of the rim, and two
	// more for each corner.
	maxLines = 4*(maxSize-1)*3 + 4*2
)

// The two kinds of outside, as entries behind the cells of the board. Heights there never change: before is so low that a
// block coming in may step onto a vacant cell of the rim only, beyond so high that no block leaves the board.
const (
	before = maxCells + iota
	beyond
	allCells

	heightBefore = -1
	heightBeyond = 1 << 14
)

// directions is the number of straight directions: east, north-east and so on counter-clockwise. The opposite of
// direction d is d^4.
const directions = 8

var steps = [directions]struct{ dx, dy int }{
	{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1},
}

// place is where a cell lies on a directed line: the line's number, and how many cells come before it.
type place struct{ line, index uint8 }

// board holds the tables of one board size.
type board struct {
	size, area int
	// floors is the number of floors, the summit included.
	floors int
	summit int

	// floor is 0 for the lowest. A cell's terrain is twice that, in block heights.
	floor [maxCells]uint8

	// next and prev are the neighbours of a cell in a direction and against it: cells, beyond or before.
	next, prev [maxCells][directions]uint8

	// Every direction divides the board into directed lines, which begin at the rim. places says where a cell lies on the
	// line of each direction, and lines lists the cells of each.
	places [maxCells][directions]place
	lines  [][]uint8

	// inward lists the lines on which an insert can get to a cell that is not on the rim.
	inward []uint8

	// summitDirection and summitDistance say how a cell sees the summit: in which direction (or directions, where it does
	// not) and how many steps away.
	summitDirection, summitDistance [maxCells]uint8

	all, rim cells
}

func newBoard(size int) *board {
	b := &board{size: size, area: size * size, floors: (size-1)/4 + 1}
	b.summit = b.area / 2
	for c := range b.area {
		x, y := c%size, c/size
		rimDistance := min(x, y, size-1-x, size-1-y)
		b.floor[c] = uint8(rimDistance / 2)
		b.all.add(c)
		if rimDistance == 0 {
			b.rim.add(c)
		}
		b.summitDirection[c] = directions
		for d, s := range steps {
			b.next[c][d], b.prev[c][d] = beyond, before
			if b.inside(x+s.dx, y+s.dy) {
				b.next[c][d] = uint8((y+s.dy)*size + x + s.dx)
			}
			if b.inside(x-s.dx, y-s.dy) {
				b.prev[c][d] = uint8((y-s.dy)*size + x - s.dx)
			}
		}
	}
	for d := range directions {
		for c := range b.area {
			if b.prev[c][d] == before {
				b.addLine(c, d)
			}
		}
	}
	return b
}

func (b *board) inside(x, y int) bool { return x >= 0 && y >= 0 && x < b.size && y < b.size }

func (b *board) addLine(first, d int) {
	number := uint8(len(b.lines))
	var line []uint8
	leavesRim := false
	for c := first; c != beyond; c = int(b.next[c][d]) {
		b.places[c][d] = place{number, uint8(len(line))}
		line = append(line, uint8(c))
		leavesRim = leavesRim || !b.rim.has(c)
	}
	for i, c := range line {
		if int(c) != b.summit {
			continue
		}
		for j, from := range line[:i] {
			b.summitDirection[from] = uint8(d)
			b.summitDistance[from] = uint8(i - j)
		}
	}
	b.lines = append(b.lines, line)
	if leavesRim {
		b.inward = append(b.inward, number)
	}
}

// terrain returns the height of a cell without blocks.
func (b *board) terrain(c int) int { return 2 * int(b.floor[c]) }
