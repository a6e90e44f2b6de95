package game

import "strings"

// Start is a position with a name from which games can begin, beside the ordinary start.
type Start struct {
	// Name is one word that is no position string: "diamond".
	Name string
	// Doc says what is special about it.
	Doc string
	// Position is the position string.
	Position string
}

// ParsePosition reads the name of one of the game's Starts or a position string. The error is a *PositionError.
func (g *Game) ParsePosition(text string) (State, error) {
	for _, start := range g.Starts {
		if strings.EqualFold(text, start.Name) {
			text = start.Position
			break
		}
	}
	return g.Notation.ParseState(text)
}
