package main

import (
	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/uai"
)

// uaiPlayer is the name of the players that are engines in other processes.
const uaiPlayer = "uai"

// readUAI reads the command and the options of an engine; see uai.SettingsHelp.
func readUAI(argument string) (playerMaker, error) {
	s, err := uai.ParseSettings(argument)
	if err != nil {
		return nil, err
	}
	return func(g *game.Game, name string) arena.Player { return uai.Player(name, g, s) }, nil
}

// isEngine tells whether the contender is an engine in another process.
func (c *contender) isEngine() bool { return c.baseline == uaiPlayer }

// engineMatch returns the lanes and the games in flight for a match with an engine, or with a net that thinks alone: one game at a
// time, unless the command line says otherwise. Each game has a process of its own, and engines that think at the same time take time from each other.
func engineMatch(c *cobra.Command, lanes, slots int) (int, int) {
	if !c.Flags().Changed("lanes") {
		lanes = 1
	}
	if !c.Flags().Changed("games-in-flight") {
		slots = 1
	}
	return lanes, slots
}
