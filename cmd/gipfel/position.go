package main

import (
	"strings"

	"github.com/spf13/cobra"

	"gipfel/game"
)

// positionFlag adds the flag --position.
func positionFlag(c *cobra.Command, position *string) {
	c.Flags().StringVarP(position, "position", "p", "",
		"the `position` to begin from, in the game's notation, or the name of a start (see gipfel games --starts); default: the start of the game")
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
			return nil, err
		}
	}
	return s, game.Replay(g.Notation, s, strings.Fields(moves))
}
