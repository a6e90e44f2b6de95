package main

import "gipfel/game"

// chancePrefix begins the names of actions that are no player's, but chance's.
const chancePrefix = "chance: "

// actionPlane is a policy plane of a cell for machines.
type actionPlane struct {
	Plane int    `json:"plane"`
	Name  string `json:"name"`
	// DX and DY lead from the cell to the other cell of the move, columns to the right and rows up; both are 0 if there is none.
	DX int `json:"dx"`
	DY int `json:"dy"`
}

// actionPlanes lists the policy planes of a game.
func actionPlanes(g *game.Game) []actionPlane {
	planes := make([]actionPlane, len(g.ActionPlanes))
	for i, p := range g.ActionPlanes {
		planes[i] = actionPlane{i, p.Name, p.DX, p.DY}
	}
	return planes
}

// extraNames lists the actions that belong to no cell.
func extraNames(g *game.Game) []string {
	names := make([]string, len(g.Extras))
	for i, e := range g.Extras {
		names[i] = e.Name
		if e.Chance {
			names[i] = chancePrefix + e.Name
		}
	}
	return names
}
