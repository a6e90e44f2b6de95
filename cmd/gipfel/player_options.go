package main

import (
	"fmt"
	"strconv"
	"strings"

	"gipfel/mcts"
	"gipfel/selfplay/arena"
)

// playerOption is something that can be said of a net's player, as in FILE,simulations=200,lcb=true.
type playerOption struct {
	key  string
	want string // what values it takes, for messages
	set  func(s *playerSettings, value string) error
}

// playerSettings is what the options set: how the net's player searches, and how the net is asked.
type playerSettings struct {
	arena.NetSettings
	symmetry symmetry // empty if nothing was said
}

// The largest values that are taken.
const (
	maxSimulations = 100_000_000
	maxLeaves      = 4096
	maxGumbelScale = 1e6 // the search takes no more
)

// errValue is what an option answers to a value that it does not take.
var errValue = fmt.Errorf("no such value")

// playerOptions are the options, in the order in which they are documented.
var playerOptions = []playerOption{
	{"simulations", "a number from 1 to 100000000", func(s *playerSettings, value string) error {
		return setNumber(&s.Simulations, value, maxSimulations)
	}},
	{"algorithm", "puct or gumbel", func(s *playerSettings, value string) error {
		switch value {
		case "puct":
			s.Search.Algorithm = mcts.PUCT
		case "gumbel":
			s.Search.Algorithm = mcts.Gumbel
		default:
			return errValue
		}
		return nil
	}},
	{"gumbel_moves", "a number from 1 to 100000000", func(s *playerSettings, value string) error {
		return setNumber(&s.Search.GumbelMoves, value, maxSimulations)
	}},
	{"gumbel_scale", "a number above 0", func(s *playerSettings, value string) error {
		x, err := strconv.ParseFloat(value, 32)
		if err != nil || !(float32(x) > 0 && x <= maxGumbelScale) {
			return errValue
		}
		s.Search.GumbelScale = float32(x)
		return nil
	}},
	{"decisive", "true or false", func(s *playerSettings, value string) error {
		return setSwitch(&s.Search.DecisiveMoves, value, true)
	}},
	{"proofs", "true or false", func(s *playerSettings, value string) error {
		return setSwitch(&s.Search.IgnoreProofs, value, false)
	}},
	{"reuse", "true or false", func(s *playerSettings, value string) error {
		return setSwitch(&s.FreshTrees, value, false)
	}},
	{"lcb", "true or false", func(s *playerSettings, value string) error {
		return setSwitch(&s.LCB, value, true)
	}},
	{"virtual_loss", "a number from 0 to 1", func(s *playerSettings, value string) error {
		x, err := strconv.ParseFloat(value, 32)
		if err != nil || !(x >= 0 && x <= 1) {
			return errValue
		}
		s.Search.VirtualLoss = float32(x)
		return nil
	}},
	{"leaves", "a number from 1 to 4096", func(s *playerSettings, value string) error {
		return setNumber(&s.Leaves, value, maxLeaves)
	}},
	{"symmetry", wantSymmetry, func(s *playerSettings, value string) (err error) {
		s.symmetry, err = parseSymmetry(value)
		return err
	}},
}

func setNumber(dst *int, value string, largest int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > largest {
		return errValue
	}
	*dst = n
	return nil
}

// setSwitch sets a switch that is on when the value is that of on.
func setSwitch(dst *bool, value string, on bool) error {
	given, err := strconv.ParseBool(value)
	if err != nil {
		return errValue
	}
	*dst = given == on
	return nil
}

// setPlayerOption applies one option, written key=value.
func setPlayerOption(s *playerSettings, option string) error {
	key, value, _ := strings.Cut(option, "=")
	keys := make([]string, len(playerOptions))
	for i, o := range playerOptions {
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
