package main

import (
	"fmt"

	"gipfel/game"
)

// actionNames says what the actions of a game are.
type actionNames struct {
	planes []actionPlane
	extra  []string // of the actions that belong to no cell
}

// chancePrefix begins the names of actions that are no player's, but chance's.
const chancePrefix = "chance: "

// actionPlane says what one policy plane of a cell is.
type actionPlane struct {
	Plane int    `json:"plane"`
	Name  string `json:"name"`
	// DX and DY lead from the cell to the other cell of the move, columns to the right and rows up; both are 0 if there is none.
	DX int `json:"dx"`
	DY int `json:"dy"`
}

// actionPlanes describes the policy of a game, for people who have nothing but the exported file. The packages of the games are
// what says which action has which number; a test compares this with their notation.
func actionPlanes(g *game.Game) (*actionNames, error) {
	describe, ok := map[string]func(g *game.Game, n *actionNames){"Ataxx": ataxxActions, "Atimo": atimoActions, "XIMA": ximaActions}[g.Title]
	n := &actionNames{extra: []string{}}
	if ok {
		describe(g, n)
	}
	if len(n.planes) != g.PolicyPlanes || len(n.extra) != g.ExtraActions {
		return nil, fmt.Errorf("the actions of %s are not described: %d planes of %d, %d extra actions of %d",
			g.Name, len(n.planes), g.PolicyPlanes, len(n.extra), g.ExtraActions)
	}
	return n, nil
}

func (n *actionNames) add(name string, dx, dy int) {
	n.planes = append(n.planes, actionPlane{len(n.planes), name, dx, dy})
}

// ataxxActions: the cell is where the stone lands.
func ataxxActions(_ *game.Game, n *actionNames) {
	n.add("clone a stone onto this cell", 0, 0)
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if max(dx, -dx, dy, -dy) == 2 {
				n.add(fmt.Sprintf("jump onto this cell from %s", seen(dx, dy)), dx, dy)
			}
		}
	}
	n.extra = []string{"pass"}
}

// atimoActions: the cell is where a piece is placed, or where the one that moves stands.
func atimoActions(_ *game.Game, n *actionNames) {
	n.add("place a piece on this cell: the Core in the first round, a Mass afterwards", 0, 0)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx != 0 || dy != 0 {
				n.add(fmt.Sprintf("move the piece on this cell to %s", seen(dx, dy)), dx, dy)
			}
		}
	}
	for _, d := range [][2]int{{0, -2}, {-2, 0}, {2, 0}, {0, 2}} {
		n.add(fmt.Sprintf("move the Mass on this cell to %s", seen(d[0], d[1])), d[0], d[1])
	}
}

// ximaActions: the cell is where a block is inserted, or where the one that moves stands.
func ximaActions(g *game.Game, n *actionNames) {
	const directions = 8
	dice := 0
	for rolls := g.ExtraActions - 1; rolls > 1; rolls /= 6 { // a pass, and no roll, 6 or 21 of them with stopping before them
		dice++
	}
	for _, with := range [][]string{{""}, {""}, {" with the lower of the dice that are left", " with the higher of two dice"}}[dice] {
		n.add("insert a normal block that ends on this cell"+with, 0, 0)
		n.add("insert the special block so that it ends on this cell"+with, 0, 0)
	}
	reach := (g.PolicyPlanes - len(n.planes)) / directions
	for _, d := range [directions][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
		for by := 1; by <= reach; by++ {
			n.add(fmt.Sprintf("move the topmost block of this cell to %s", seen(d[0]*by, d[1]*by)), d[0]*by, d[1]*by)
		}
	}
	n.extra = append(n.extra, "pass, if there is no other action")
	const sides = 6
	switch dice {
	case 1:
		for low := range sides {
			n.extra = append(n.extra, fmt.Sprintf(chancePrefix+"the die shows %d", low+1))
		}
	case 2:
		n.extra = append(n.extra, "stop after the first die")
		for low := 1; low <= sides; low++ {
			for high := low; high <= sides; high++ {
				n.extra = append(n.extra, fmt.Sprintf(chancePrefix+"the dice show %d and %d", low, high))
			}
		}
	}
}

// seen names a cell as seen from another: "2 left, 1 up".
func seen(dx, dy int) string {
	text := ""
	part := func(n int, negative, positive string) {
		if n == 0 {
			return
		}
		if text != "" {
			text += ", "
		}
		if n < 0 {
			n, positive = -n, negative
		}
		text += fmt.Sprintf("%d %s", n, positive)
	}
	part(dx, "left", "right")
	part(dy, "down", "up")
	return text
}
