package xima

import (
	"fmt"

	"gipfel/game"
)

// actionPlanes describes the planes of a cell: it is where a block is inserted, or where the one that moves stands.
func (l *layout) actionPlanes() []game.ActionPlane {
	var planes []game.ActionPlane
	dice := []string{""}
	if l.inserts > planeHigher {
		dice = []string{" with the lower of the dice that are left", " with the higher of two dice"}
	}
	for _, with := range dice {
		planes = append(planes,
			game.ActionPlane{Name: "insert a normal block that ends on this cell" + with},
			game.ActionPlane{Name: "insert the special block so that it ends on this cell" + with})
	}
	for _, o := range l.offsets()[l.inserts:] {
		planes = append(planes, game.ActionPlane{
			Name: "move the topmost block of this cell to " + game.Direction(o.DX, o.DY), DX: o.DX, DY: o.DY,
		})
	}
	return planes
}

// extraActions describes the actions that belong to no cell.
func (l *layout) extraActions() []game.ExtraAction {
	list := []game.ExtraAction{{Name: "pass, if there is no other action"}}
	if l.roll > l.stop {
		list = append(list, game.ExtraAction{Name: "stop after the first die"})
	}
	for _, r := range l.rolls {
		name := fmt.Sprintf("the die shows %d", r.low)
		if r.high > 0 {
			name = fmt.Sprintf("the dice show %d and %d", r.low, r.high)
		}
		list = append(list, game.ExtraAction{Name: name, Chance: true})
	}
	return list
}
