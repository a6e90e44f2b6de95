package main

import (
	"strconv"
	"time"

	"gipfel/mcts"
	"gipfel/selfplay/arena"
)

// playerSettings is what the options set: how the net's player searches, and how the net is asked.
type playerSettings struct {
	arena.NetSettings
	symmetry symmetry // empty if nothing was said
	thinking thinking // zero if nothing was said: many games are searched together
}

// The largest values that are taken.
const (
	maxSimulations = 100_000_000
	maxLeaves      = 4096
	maxGumbelScale = 1e6 // the search takes no more
)

// playerOptions are what can be said of a net's player, as in FILE,simulations=200,lcb=true, in the order in which they are
// documented.
var playerOptions = []option[playerSettings]{
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
	{"time", "a time for each move such as 100ms", func(s *playerSettings, value string) error {
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return errValue
		}
		s.thinking.moveTime = d
		return nil
	}},
	{"threads", "a number from 1 to 1024", func(s *playerSettings, value string) error {
		return setNumber(&s.thinking.threads, value, 1024)
	}},
	{"symmetry", wantSymmetry, func(s *playerSettings, value string) (err error) {
		s.symmetry, err = parseSymmetry(value)
		return err
	}},
}
