package xima

import (
	"fmt"
	"math/bits"

	"gipfel/game"
)

// depth is the number of blocks below the topmost whose owners are encoded one by one.
const depth = 3

// Scales, so that common values lie between 0 and 1.
const (
	blocksScale = 1. / 4
	heightScale = 1. / 8
)

// encoder knows where the input planes of a variant are. Planes come in groups; a group that has one plane for each seat
// begins with that of the seat to move, and the other seats follow in the order of play, seats that are out included.
type encoder struct {
	planes []game.Plane

	// topNormal, topSpecial, dominated: one plane a seat. below: for each depth one plane a seat and one for specials.
	topNormal, topSpecial, below, dominated int
	blocks, height, floors, moved           int

	// The planes from here on are the same on all cells. normals, special, captured and out: one plane a seat.
	constants                       int
	normals, special, captured, out int
	quiet, occurred, plies          int
	dice, second                    int
}

func newEncoder(v *variant) encoder {
	var e encoder
	seats := []string{"own", "seat+1", "seat+2", "seat+3"}[:v.players]
	perSeat := func(name, doc string) int {
		first := len(e.planes)
		for i, seat := range seats {
			who := "the seat to move"
			if i > 0 {
				who = fmt.Sprintf("the seat %d after the one to move", i)
			}
			e.add(name+" "+seat, fmt.Sprintf(doc, who))
		}
		return first
	}

	e.topNormal = perSeat("top normal", "1 where the topmost block is a normal block of %s")
	e.topSpecial = perSeat("top special", "1 where the topmost block is the special of %s")
	e.below = len(e.planes)
	for d := 1; d <= depth; d++ {
		name := fmt.Sprintf("below %d", d)
		perSeat(name, fmt.Sprintf("1 where the block %d below the topmost belongs to", d)+" %s")
		e.add(name+" special", fmt.Sprintf("1 where the block %d below the topmost is a special", d))
	}
	e.dominated = perSeat("dominated", "blocks of %s below the topmost block; four blocks are 1")
	e.blocks = e.add("blocks", "blocks on the cell; four blocks are 1")
	e.height = e.add("height", "height of the cell's top, terrain included; eight block heights are 1")
	e.floors = len(e.planes)
	for f := range v.floors {
		doc := fmt.Sprintf("1 on the cells of floor %d of %d, the summit being the last", f+1, v.floors)
		e.add(fmt.Sprintf("floor %d", f+1), doc)
	}
	if v.mode == scienluck {
		e.moved = e.add("moved block", "1 where the block stands that the first die moved, which the second may not")
	}

	e.constants = len(e.planes)
	e.normals = perSeat("hand normal", fmt.Sprintf("normal blocks in the hand of %%s; %d blocks are 1", v.normals))
	e.special = perSeat("hand special", "1 if the special of %s is in hand")
	e.captured = perSeat("captured special", "1 if the special of %s is captured")
	if v.players > 2 {
		e.out = perSeat("out", "1 if %s is out")
	}
	e.quiet = e.add("quiet", "turns without progress, as a fraction of those after which material is given")
	if v.mode == sport {
		e.occurred = e.add("occurred", "1 if the position has occurred before, so that it may not be brought about again")
	}
	e.plies = e.add("plies", fmt.Sprintf("plies played, as a fraction of the %d after which the game is cut off", maxPlies))
	if v.mode != sport {
		e.dice = len(e.planes)
		for side := 1; side <= dieSides; side++ {
			e.add(fmt.Sprintf("die %d", side), fmt.Sprintf("dice that show %d and may still be used, as a fraction of the %d of a roll; "+
				"without dice all six planes are 0", side, v.dice(0)))
		}
	}
	if v.mode == scienluck {
		e.second = e.add("second move", "1 if the first die of this turn has been used")
	}
	return e
}

// add appends a plane and returns its index.
func (e *encoder) add(name, doc string) int {
	e.planes = append(e.planes, game.Plane{Name: name, Doc: doc + "."})
	return len(e.planes) - 1
}

// encode is game.Game.Encode. It first fills the constant planes of all cells with the zeros of a vacant cell between
// them, then writes what stands on the others.
func encode(gs game.State, dst []float32) {
	s, ok := gs.(*state)
	if !ok || s.phase == over || s.phase == rolling {
		panic("xima: encode needs a state of this package in which a seat is to move")
	}
	e := &s.v.encoder
	n := len(e.planes)
	dst = dst[:s.v.area*n]

	clear(dst[:e.constants])
	s.encodeConstants(dst[:n])
	for filled := n; filled < len(dst); filled *= 2 {
		copy(dst[filled:], dst[:filled])
	}
	for c := range s.v.area {
		row := dst[c*n : c*n+n]
		row[e.floors+int(s.v.floor[c])] = 1
		row[e.height] = float32(s.height[c]) * heightScale
	}
	if s.phase == choosingSecond && s.moved != nowhere {
		dst[int(s.moved)*n+e.moved] = 1
	}
	for w := range s.vacant {
		for word := s.v.all[w] &^ s.vacant[w]; word != 0; word &= word - 1 {
			c := w*64 + bits.TrailingZeros64(word)
			s.encodeColumn(c, dst[c*n:c*n+n])
		}
	}
}

// relative returns how many seats after the one to move a seat comes.
func (s *state) relative(seat game.Player) int {
	r := int(seat - s.turn)
	if r < 0 {
		r += s.v.players
	}
	return r
}

func (s *state) encodeColumn(c int, row []float32) {
	e := &s.v.encoder
	b := s.blocks[s.top[c]]
	first := e.topNormal
	if b.kind.special() {
		first = e.topSpecial
	}
	row[first+s.relative(b.kind.owner())] = 1
	row[e.blocks] = float32(s.level(c)) * blocksScale
	plane := e.below
	for d, id := 1, b.below; id != 0; d, id = d+1, s.blocks[id].below {
		k := s.blocks[id].kind
		r := s.relative(k.owner())
		row[e.dominated+r] += blocksScale
		if d > depth {
			continue
		}
		row[plane+r] = 1
		plane += s.v.players
		if k.special() {
			row[plane] = 1
		}
		plane++
	}
}

// encodeConstants writes the planes that are the same on all cells.
func (s *state) encodeConstants(row []float32) {
	e := &s.v.encoder
	for seat := range game.Player(s.v.players) {
		r := s.relative(seat)
		row[e.normals+r] = float32(s.normals[seat]) / float32(s.v.normals)
		row[e.special+r] = indicator(s.special[seat] == inHand)
		row[e.captured+r] = indicator(s.special[seat] == captured)
		if s.v.players > 2 {
			row[e.out+r] = indicator(s.out[seat])
		}
	}
	row[e.quiet] = float32(s.quiet) / float32(s.quietLimit())
	row[e.plies] = float32(s.plies) / maxPlies
	if s.v.mode == sport {
		row[e.occurred] = indicator(s.occurrences > 1)
		return
	}
	clear(row[e.dice : e.dice+dieSides])
	for _, die := range [2]uint8{s.low, s.high} {
		if die != 0 {
			row[e.dice+int(die)-1] += 1 / float32(s.v.dice(0))
		}
	}
	if s.v.mode == scienluck {
		row[e.second] = indicator(s.phase == choosingSecond)
	}
}

func indicator(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
