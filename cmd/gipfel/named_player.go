package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gipfel/game"
	"gipfel/selfplay"
	"gipfel/selfplay/alphabeta"
	"gipfel/selfplay/arena"
)

// namedPlayer is a player that is no net. The command line names it as NAME or NAME:ARGUMENT.
type namedPlayer struct {
	name string
	// read understands the argument, which is empty if there is none, and returns what makes the player.
	read func(argument string) (playerMaker, error)
	// identify returns what the player with this argument is, once read has understood it: the same text for the same player,
	// however its options were written.
	identify func(argument string) (string, error)
}

// playerMaker makes a player of a game, under the name that a match gives it.
type playerMaker func(g *game.Game, name string) arena.Player

// namedPlayers are all of them, in the order in which playerHelp documents them.
var namedPlayers = []namedPlayer{
	{"random", withoutArgument("random"), alwaysCalled("random")},
	{"greedy", withoutArgument("greedy"), alwaysCalled("greedy")},
	{rolloutPlayer, readRollout, identifyRollout},
	{"alphabeta", readAlphaBeta, identifyAlphaBeta},
	{solverPlayer, readSolver, identifySolver},
	{uaiPlayer, readUAI, identifyUAI},
}

// playerNames lists the names.
func playerNames() []string {
	names := make([]string, len(namedPlayers))
	for i, p := range namedPlayers {
		names[i] = p.name
	}
	return names
}

// parseNamed reads a player that is no net. It returns nil if the text names none.
func parseNamed(text string) (*contender, error) {
	name, argument, colon := strings.Cut(text, ":")
	for _, p := range namedPlayers {
		if p.name != name {
			continue
		}
		maker, err := p.read(argument)
		if err == nil && colon && argument == "" {
			err = fmt.Errorf("nothing follows the colon")
		}
		if err != nil {
			return nil, &usageError{fmt.Errorf("player %q: %w", text, err)}
		}
		return &contender{name: text, baseline: name, make: maker, identify: func() (string, error) { return p.identify(argument) }}, nil
	}
	return nil, nil
}

// withoutArgument is the reader of a baseline that takes no argument.
func withoutArgument(baseline string) func(argument string) (playerMaker, error) {
	return func(argument string) (playerMaker, error) {
		if argument != "" {
			return nil, fmt.Errorf("%s takes no options", baseline)
		}
		return func(g *game.Game, name string) arena.Player {
			p := selfplay.Baseline(g, baseline)
			p.Name = name
			return p
		}, nil
	}
}

// alwaysCalled identifies a baseline that takes no argument.
func alwaysCalled(baseline string) func(argument string) (string, error) {
	return func(string) (string, error) { return baseline, nil }
}

// What alphabeta does unless told otherwise.
const (
	defaultDepth = 4
	defaultHash  = 16 // MiB
)

// alphaBetaSettings is what the options of alphabeta set.
type alphaBetaSettings struct {
	limits alphabeta.Limits
	hash   int // MiB
}

// The largest values that are taken.
const (
	maxNodes = 1_000_000_000_000
	maxHash  = 1 << 16
)

// alphaBetaOptions are what can be said of the player alphabeta, as in alphabeta:depth=4,hash=64, in the order in which they are
// documented.
var alphaBetaOptions = []option[alphaBetaSettings]{
	{"depth", fmt.Sprintf("a number from 1 to %d", alphabeta.MaxDepth), func(s *alphaBetaSettings, value string) error {
		return setNumber(&s.limits.Depth, value, alphabeta.MaxDepth)
	}},
	{"nodes", fmt.Sprintf("a number from 1 to %d", maxNodes), func(s *alphaBetaSettings, value string) error {
		return setNumber(&s.limits.Nodes, value, maxNodes)
	}},
	{"time", "a time such as 100ms", func(s *alphaBetaSettings, value string) error {
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return errValue
		}
		s.limits.Time = d
		return nil
	}},
	{"hash", fmt.Sprintf("a number from 0 to %d", maxHash), func(s *alphaBetaSettings, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > maxHash {
			return errValue
		}
		s.hash = n
		return nil
	}},
}

// parseAlphaBeta reads the options of alphabeta.
func parseAlphaBeta(argument string) (alphaBetaSettings, error) {
	s := alphaBetaSettings{hash: defaultHash}
	if argument != "" {
		if err := setOptions(alphaBetaOptions, &s, argument); err != nil {
			return s, err
		}
	}
	if s.limits == (alphabeta.Limits{}) {
		s.limits.Depth = defaultDepth
	}
	return s, nil
}

func readAlphaBeta(argument string) (playerMaker, error) {
	s, err := parseAlphaBeta(argument)
	if err != nil {
		return nil, err
	}
	return func(g *game.Game, name string) arena.Player {
		return arena.AlphaBeta(g, name, s.limits, s.hash<<20)
	}, nil
}
