package main

import (
	"fmt"
	"strings"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

// rolloutPlayer is the name of the player that searches with games at random.
const rolloutPlayer = "mcts"

// What it does unless told otherwise.
const defaultRolloutSimulations = 800

// rolloutOption is something that can be said of it, as in mcts:simulations=800,plies=100.
type rolloutOption struct {
	key  string
	want string
	set  func(s *arena.RolloutSettings, value string) error
}

// rolloutOptions are the options, in the order in which they are documented.
var rolloutOptions = []rolloutOption{
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
	for option := range strings.SplitSeq(argument, ",") {
		if err := setRolloutOption(&s, option); err != nil {
			return s, err
		}
	}
	return s, nil
}

// setRolloutOption applies one option, written key=value.
func setRolloutOption(s *arena.RolloutSettings, option string) error {
	key, value, _ := strings.Cut(option, "=")
	keys := make([]string, len(rolloutOptions))
	for i, o := range rolloutOptions {
		if o.key == key {
			if err := o.set(s, value); err != nil {
				return fmt.Errorf("%s=%s: want %s", key, value, o.want)
			}
			return nil
		}
		keys[i] = o.key
	}
	return fmt.Errorf("no option %q; there are %s", key, strings.Join(keys, ", "))
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
