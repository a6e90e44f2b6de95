package main

import (
	"fmt"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

// rolloutPlayer is the name of the player that searches with games at random.
const rolloutPlayer = "mcts"

// What it does unless told otherwise.
const defaultRolloutSimulations = 800

// rolloutOptions are what can be said of it, as in mcts:simulations=800,plies=100, in the order in which they are documented.
var rolloutOptions = []option[arena.RolloutSettings]{
	{"simulations", fmt.Sprintf("a number from 1 to %d", maxSimulations), func(s *arena.RolloutSettings, value string) error {
		return setNumber(&s.Simulations, value, maxSimulations)
	}},
	{"plies", fmt.Sprintf("a number from 1 to %d", maxRolloutPlies), func(s *arena.RolloutSettings, value string) error {
		return setNumber(&s.Plies, value, maxRolloutPlies)
	}},
}

const maxRolloutPlies = 1_000_000

// parseRollout reads the options of mcts.
func parseRollout(argument string) (arena.RolloutSettings, error) {
	s := arena.RolloutSettings{Simulations: defaultRolloutSimulations, Plies: arena.DefaultRolloutPlies}
	if argument == "" {
		return s, nil
	}
	err := setOptions(rolloutOptions, &s, argument)
	return s, err
}

func readRollout(argument string) (playerMaker, error) {
	s, err := parseRollout(argument)
	if err != nil {
		return nil, err
	}
	return func(g *game.Game, name string) arena.Player { return arena.Rollout(g, name, s) }, nil
}

func identifyRollout(argument string) (string, error) {
	s, err := parseRollout(argument)
	return fmt.Sprintf("%s simulations=%d plies=%d", rolloutPlayer, s.Simulations, s.Plies), err
}
