// Package catalog is the list of the games that Gipfel knows. It is explicit: a game is added by writing it here, not by
// importing it somewhere, so that what a binary can play is what this file says.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/xima"
)

var all = slices.Concat(ataxx.Variants(), atimo.Variants(), xima.Variants())

// All returns every variant of every game, those of one game together.
func All() []*game.Game { return slices.Clone(all) }

// Names returns the names of All.
func Names() []string {
	names := make([]string, len(all))
	for i, g := range all {
		names[i] = g.Name
	}
	return names
}

// ByName returns the variant of a name. The error says which name is nearest and which there are.
func ByName(name string) (*game.Game, error) {
	for _, g := range all {
		if g.Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("no game %q%s; the games are %s", name, suggestion(name), strings.Join(Names(), ", "))
}

// suggestion returns the nearest name as a question, unless the given one resembles none.
func suggestion(name string) string {
	const longest = 64
	if name == "" || len(name) > longest {
		return ""
	}
	distance := func(candidate string) int {
		return levenshtein.ComputeDistance(strings.ToLower(name), candidate)
	}
	near := slices.MinFunc(Names(), func(a, b string) int { return distance(a) - distance(b) })
	if distance(near) > max(1, len(near)/2) {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", near)
}
