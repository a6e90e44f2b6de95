package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/internal/config"
)

// positionFlag adds the flag --position.
func positionFlag(c *cobra.Command, position *string) {
	c.Flags().StringVarP(position, "position", "p", "",
		"the `position` to begin from, or the name of a start (default: the ordinary start)")
}

// positionFlags adds the flags --position and --moves.
func positionFlags(c *cobra.Command, position, moves *string) {
	positionFlag(c, position)
	c.Flags().StringVarP(moves, "moves", "m", "", "`moves` to play from there, separated by spaces")
}

// positionFrom reads a position, or takes the start, and plays moves from it.
func positionFrom(g *game.Game, position, moves string) (game.State, error) {
	s := g.New()
	if position != "" {
		var err error
		if s, err = g.ParsePosition(position); err != nil {
			return nil, nameStarts(g, position, err)
		}
	}
	return s, game.Replay(g.Notation, s, strings.Fields(moves))
}

// nameStarts adds the names of the game's starts to an error about a position that may be a misspelt one: no position string is
// without a slash.
func nameStarts(g *game.Game, position string, err error) error {
	if len(g.Starts) == 0 || strings.Contains(position, "/") {
		return err
	}
	names := make([]string, len(g.Starts))
	for i, start := range g.Starts {
		names[i] = start.Name
	}
	if near := config.Nearest(position, names); near != "" {
		return fmt.Errorf("--position %q is neither a position nor the name of a start; did you mean %s?", position, near)
	}
	return fmt.Errorf("%w; or a start by its name: %s", err, strings.Join(names, ", "))
}
