package solve

// Every position has an index, which it shares with its images under the symmetries of the square and with the position of
// swapped colours and turn. The indices are numbered as follows.
//
//	0            the empty board
//	1 … f        the opponent's Core alone, by the orbit of its cell: f is 6 on 5×5
//	f+1 …        both Cores: a block for each pair (m, k) of numbers of own and opponent's Masses on the board, m major
//
// Within a block the index is, from the major to the minor part,
//
//	the orbit of the pair of Cores, own first   85 of them on 5×5
//	the set of the own Masses                   C(area-2, m) of them
//	the set of the opponent's Masses            C(area-2-m, k) of them
//
// An orbit is a set of cells or pairs that are images of each other. Its number is that of its least member, in order of
// cells, among all such; the least member is what a position is turned to before its Masses are looked at. A set of Masses
// is numbered by the combinatorial number system among the cells that the parts before it have left, renumbered without
// gaps: {c₁ < c₂ < …} has the number C(c₁, 1) + C(c₂, 2) + ….
//
// A pair of Cores on an axis of the board is its own mirror image, so that two sets of Masses may stand for one position.
// The lesser index is the position's, the other is not used. On 5×5 one index in nine is unused.

// index is the number of a position up to symmetry.
type index = uint32

// numbering is the part of a board that the indices need.
type numbering struct {
	choose [maxArea + 1][maxArea + 1]index

	// cellOrbit numbers the orbits of cells, and firstCell has the least cell of each.
	cellOrbit [maxArea]uint8
	firstCell []uint8
	// pairs[own][opp] is what there is to know about two Cores, and orbits the least pair of each orbit.
	pairs  [maxArea][maxArea]pair
	orbits []orbit

	// blocks are those of the pairs (m, k), in order.
	blocks []block
	// indices is the number of indices.
	indices index
}

// pair is what the numbering knows of two Cores.
type pair struct {
	orbit uint8
	// turn is a symmetry that leads to the orbit's least pair.
	turn uint8
}

// orbit is a set of pairs of Cores.
type orbit struct {
	own, opp uint8
	// mirror is the symmetry besides the identity that leaves the least pair as it is, or 0.
	mirror uint8
}

// block is the part of the indices with so many Masses on the board.
type block struct {
	own, opp       int
	first          index
	ownSets, count index // of the sets of own Masses, and of all indices
	oppSets        index
}

// number fills in the numbering of a board.
func (b *board) number() {
	for n := range b.choose {
		b.choose[n][0] = 1
		for k := 1; k <= n; k++ {
			b.choose[n][k] = b.choose[n-1][k-1] + b.choose[n-1][k]
		}
	}
	b.numberCells()
	b.numberPairs()
	b.indices = 1 + index(len(b.firstCell))
	for m := range b.masses + 1 {
		for k := range b.masses + 1 {
			l := block{own: m, opp: k, first: b.indices, ownSets: b.choose[b.area-2][m], oppSets: b.choose[b.area-2-m][k]}
			l.count = index(len(b.orbits)) * l.ownSets * l.oppSets
			b.blocks = append(b.blocks, l)
			b.indices += l.count
		}
	}
}

func (b *board) numberCells() {
	var known cells
	for c := range uint8(b.area) {
		if known&cell(c) != 0 {
			continue
		}
		for s := range b.symmetries {
			image := b.symmetries[s][c]
			known |= cell(image)
			b.cellOrbit[image] = uint8(len(b.firstCell))
		}
		b.firstCell = append(b.firstCell, c)
	}
}

func (b *board) numberPairs() {
	var known [maxArea][maxArea]bool
	for own := range uint8(b.area) {
		for opp := range uint8(b.area) {
			if own == opp || known[own][opp] {
				continue
			}
			o := orbit{own: own, opp: opp}
			for s := range uint8(len(b.symmetries)) {
				x, y := b.symmetries[s][own], b.symmetries[s][opp]
				if s > 0 && x == own && y == opp {
					o.mirror = s
				}
				if !known[x][y] {
					known[x][y] = true
					b.pairs[x][y] = pair{uint8(len(b.orbits)), b.inverse(s)}
				}
			}
			b.orbits = append(b.orbits, o)
		}
	}
}

// inverse returns the symmetry that undoes another.
func (b *board) inverse(s uint8) uint8 {
	for t := range uint8(len(b.symmetries)) {
		undoes := true
		for c := range uint8(b.area) {
			undoes = undoes && b.symmetries[t][b.symmetries[s][c]] == c
		}
		if undoes {
			return t
		}
	}
	panic("solve: the symmetries are no group")
}

// rank returns the index of a position.
func (b *board) rank(p position) index {
	switch {
	case p.opp.core == noCore:
		return 0
	case p.own.core == noCore:
		return 1 + index(b.cellOrbit[p.opp.core])
	}
	pair := b.pairs[p.own.core][p.opp.core]
	o := b.orbits[pair.orbit]
	own, opp := b.image(p.own.masses, pair.turn), b.image(p.opp.masses, pair.turn)
	sets := b.rankSets(o, own, opp)
	if o.mirror != 0 {
		sets = min(sets, b.rankSets(o, b.image(own, o.mirror), b.image(opp, o.mirror)))
	}
	l := &b.blocks[own.count()*(b.masses+1)+opp.count()]
	return l.first + index(pair.orbit)*l.ownSets*l.oppSets + sets
}

// rankSets numbers the Masses of a position whose Cores are the least pair of their orbit.
func (b *board) rankSets(o orbit, own, opp cells) index {
	cores := cell(o.own) | cell(o.opp)
	oppSets := b.choose[b.area-2-own.count()][opp.count()]
	return b.rankSet(own, cores)*oppSets + b.rankSet(opp, cores|own)
}

// rankSet numbers a set among those of its size that leave out the taken cells.
func (b *board) rankSet(set, taken cells) (n index) {
	for k := 1; set != 0; set, k = set.rest(), k+1 {
		c := set.first()
		n += b.choose[int(c)-taken.below(c)][k]
	}
	return n
}

// unrankSet is the inverse of rankSet for sets of k cells.
func (b *board) unrankSet(n index, k int, taken cells) (set cells) {
	for c := uint8(b.area); k > 0; {
		c--
		if taken&cell(c) != 0 {
			continue
		}
		if least := b.choose[int(c)-taken.below(c)][k]; least <= n {
			n -= least
			set |= cell(c)
			k--
		}
	}
	return set
}

// unrank returns a position of an index, with its Cores on the least pair of their orbit. The answer to an unused index is
// a position with another index.
func (b *board) unrank(i index) position {
	p := start
	if i == 0 {
		return p
	}
	if i <= index(len(b.firstCell)) {
		p.opp.core = b.firstCell[i-1]
		return p
	}
	l := b.blockOf(i)
	i -= l.first
	i, opp := i/l.oppSets, i%l.oppSets
	o, own := b.orbits[i/l.ownSets], i%l.ownSets
	p.own.core, p.opp.core = o.own, o.opp
	cores := cell(o.own) | cell(o.opp)
	p.own.masses = b.unrankSet(own, l.own, cores)
	p.opp.masses = b.unrankSet(opp, l.opp, cores|p.own.masses)
	return p
}

// blockOf returns the block of the index of a position with both Cores.
func (b *board) blockOf(i index) *block {
	l := &b.blocks[0]
	for n := range b.blocks {
		if b.blocks[n].first <= i {
			l = &b.blocks[n]
		}
	}
	return l
}

// images returns how many positions a used index stands for, the swap of colours apart.
func (b *board) images(p position) int {
	fixed := 0
	for s := range uint8(len(b.symmetries)) {
		if b.imageOf(p, s) == p {
			fixed++
		}
	}
	return len(b.symmetries) / fixed
}
