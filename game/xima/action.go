package xima

import (
	"fmt"

	"gipfel/game"
)

// layout numbers the actions of one board size and mode. A cell has, in this order:
//
//   - the inserts that end on it: of a normal block, of the special; with two dice these use the lower of the dice that
//     are left, and two more use the higher;
//   - the moves of its topmost block: for each of the eight directions, by 1, 2, … up to reach cells.
//
// Then come the extra actions: the pass, which is the only action of a turn that has no other; with two dice stopping
// after the first; with dice the outcomes of the roll in ascending order (1 to 6, or 1-1, 1-2, … 6-6).
type layout struct {
	// reach is the longest move: the length of the board, or what a die shows.
	reach int
	// inserts is the number of insert planes, cellPlanes that of all planes of a cell.
	inserts, cellPlanes int
	// pass, stop and roll are the numbers of the first extra action of each kind. Without such actions stop and roll are
	// behind the last action.
	pass, stop, roll int
	rolls            []roll
}

// The insert planes.
const (
	planeNormal  = 0
	planeSpecial = 1
	// planeHigher is added when an insert uses the higher of two dice.
	planeHigher = 2
)

// roll is an outcome of the dice: what they show in ascending order, the second 0 where there is only one.
type roll struct {
	low, high uint8
	odds      float32
}

const dieSides = 6

func newLayout(size int, m mode) layout {
	l := layout{reach: size - 1, inserts: 2}
	switch m {
	case oneDie:
		l.reach = min(l.reach, dieSides)
		for low := range uint8(dieSides) {
			l.rolls = append(l.rolls, roll{low: low + 1, odds: 1. / dieSides})
		}
	case scienluck:
		l.inserts = 4
		for low := uint8(1); low <= dieSides; low++ {
			for high := low; high <= dieSides; high++ {
				odds := float32(1. / (dieSides * dieSides))
				if high > low {
					odds *= 2
				}
				l.rolls = append(l.rolls, roll{low, high, odds})
			}
		}
	}
	l.cellPlanes = l.inserts + directions*l.reach
	l.pass = size * size * l.cellPlanes
	l.stop = l.pass + 1
	l.roll = l.stop
	if m == scienluck {
		l.roll++
	}
	return l
}

func (l *layout) extras() int { return l.roll + len(l.rolls) - l.pass }

// offsets describes the planes of a cell for the symmetries.
func (l *layout) offsets() []game.Offset {
	var out []game.Offset
	for kind := range l.inserts {
		out = append(out, game.Offset{Kind: kind})
	}
	for _, s := range steps {
		for distance := 1; distance <= l.reach; distance++ {
			out = append(out, game.Offset{DX: s.dx * distance, DY: s.dy * distance})
		}
	}
	return out
}

// maxActions bounds the number of legal actions: a cell has its inserts if it is vacant, and at most the moves to every
// cell in sight of it if it is not. AppendActions writes a little beyond what it returns, which is added so that it never
// has to grow a slice with that capacity.
func (v *variant) maxActions() int {
	n := 1 + len(v.rolls) + overrun
	for c := range v.area {
		inSight := 0
		for d := range directions {
			at := v.places[c][d]
			inSight += min(v.reach, len(v.lines[at.line])-1-int(at.index))
		}
		n += max(v.inserts, inSight)
	}
	return n
}

// turnKind is what an action of a player does.
type turnKind uint8

const (
	insert turnKind = iota
	move
	pass
	stop
)

// turnAction is an action of a player taken apart.
type turnAction struct {
	kind turnKind
	// special is set for inserts only, and so is higher: the insert uses the higher of two dice.
	special, higher bool
	// to is the cell where the block ends. from, direction and distance are set for moves only.
	from, to            int
	direction, distance int
}

// decode takes apart an action of a player. It panics if the number is no such action, or a move off the board.
func (v *variant) decode(a game.Action) turnAction {
	if int(a) >= v.pass {
		switch int(a) {
		case v.pass:
			return turnAction{kind: pass}
		case v.stop:
			if v.mode == scienluck {
				return turnAction{kind: stop}
			}
		}
		panic(fmt.Sprintf("xima: action %d is not a player's", a))
	}
	cell, plane := int(uint32(a)/uint32(v.cellPlanes)), int(uint32(a)%uint32(v.cellPlanes))
	if plane < v.inserts {
		return turnAction{kind: insert, special: plane&planeSpecial != 0, higher: plane&planeHigher != 0, to: cell}
	}
	plane -= v.inserts
	d, distance := int(uint32(plane)/uint32(v.reach)), int(uint32(plane)%uint32(v.reach))+1
	at := v.places[cell][d]
	line, i := v.lines[at.line], int(at.index)+distance
	if i >= len(line) {
		panic(fmt.Sprintf("xima: action %d leaves the board", a))
	}
	return turnAction{kind: move, from: cell, to: int(line[i]), direction: d, distance: distance}
}

// number is the inverse of decode.
func (v *variant) number(t turnAction) game.Action {
	switch t.kind {
	case pass:
		return game.Action(v.pass)
	case stop:
		return game.Action(v.stop)
	case move:
		return game.Action(t.from*v.cellPlanes + v.inserts + t.direction*v.reach + t.distance - 1)
	}
	plane := planeNormal
	if t.special {
		plane = planeSpecial
	}
	if t.higher {
		plane += planeHigher
	}
	return game.Action(t.to*v.cellPlanes + plane)
}
