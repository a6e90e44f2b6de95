package game

import "fmt"

// ActionPlane says what the actions of one policy plane are, for people who build on a net: package game's own numbering is in
// its comment, the rules are the game's.
type ActionPlane struct {
	// Name is short and unique within the game: "jump onto this cell from 2 left".
	Name string
	// DX and DY lead from the action's cell to the other cell of the move, columns to the right and rows up; both are 0 if there
	// is none.
	DX, DY int
}

// ExtraAction says what one of the actions is that belong to no cell.
type ExtraAction struct {
	// Name is short and unique within the game: "pass".
	Name string
	// Chance says that it is no player's action but a random event.
	Chance bool
}

// Direction names a cell as seen from another: "2 left, 1 up".
func Direction(dx, dy int) string {
	horizontal, vertical := steps(dx, "left", "right"), steps(dy, "down", "up")
	if horizontal != "" && vertical != "" {
		return horizontal + ", " + vertical
	}
	return horizontal + vertical
}

// steps names a number of steps, or nothing if there are none.
func steps(n int, negative, positive string) string {
	switch {
	case n < 0:
		return fmt.Sprintf("%d %s", -n, negative)
	case n > 0:
		return fmt.Sprintf("%d %s", n, positive)
	}
	return ""
}
