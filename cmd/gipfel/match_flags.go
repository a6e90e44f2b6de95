package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"gipfel/game"
	"gipfel/selfplay/arena"
)

// matchFlags are the flags of the commands that play matches.
type matchFlags struct {
	game                                           string
	games, simulations, openingPlies, lanes, slots int
	seed                                           uint64
	openings                                       string // a file; empty for random ones
}

func (m *matchFlags) add(c *cobra.Command, gamesUsage string) {
	gameFlag(c, &m.game, "the game (default: that of the nets)")
	f := c.Flags()
	f.IntVarP(&m.games, "games", "n", 200, gamesUsage)
	f.IntVarP(&m.simulations, "simulations", "s", 64, "simulations a move of nets that do not say otherwise")
	f.IntVar(&m.openingPlies, "opening-plies", 4, "the most random moves that a pair of games begins with")
	f.StringVar(&m.openings, "openings", "",
		"begin with the openings of this `file` in place of random moves, in order and again from the first: one a line, moves, "+
			"a position, or a position, \"moves\" and moves")
	f.Uint64Var(&m.seed, "seed", 1, "everything random follows from it")
	f.IntVar(&m.lanes, "lanes", runtime.GOMAXPROCS(0), "goroutines that play; changes nothing but speed")
	f.IntVar(&m.slots, "games-in-flight", 32, "games that each of them plays at once; changes nothing but speed")
	must(c.MarkFlagFilename("openings"))
	c.MarkFlagsMutuallyExclusive("openings", "opening-plies")
}

func (m *matchFlags) check() error {
	return errors.Join(
		checkRange("games", m.games, 1, 10_000_000),
		checkRange("simulations", m.simulations, 1, 1_000_000),
		checkRange("opening-plies", m.openingPlies, 0, 1000),
		checkRange("lanes", m.lanes, 1, 1024),
		checkRange("games-in-flight", m.slots, 1, 65536),
	)
}

// players reads the players. With engines among them, or nets that think alone, fewer games are played at once unless the
// command line says otherwise.
func (m *matchFlags) players(c *cobra.Command, texts []string) ([]*contender, error) {
	players := make([]*contender, len(texts))
	engines := false
	for i, text := range texts {
		var err error
		if players[i], err = parsePlayer(text, m.simulations); err != nil {
			return nil, err
		}
		engines = engines || players[i].isEngine() || players[i].alone()
	}
	if engines {
		m.lanes, m.slots = engineMatch(c, m.lanes, m.slots)
	}
	return players, nil
}

// settings returns how the matches are played.
func (m *matchFlags) settings(g *game.Game) (arena.Settings, error) {
	s := arena.Settings{
		Pairs: arena.PairsFor(g, m.games), Seed: m.seed, OpeningMax: m.openingPlies,
		Lanes: m.lanes, Slots: m.slots,
	}
	if m.openings == "" {
		return s, nil
	}
	file, err := os.Open(m.openings)
	if err != nil {
		return s, fmt.Errorf("--openings: %w", err)
	}
	defer file.Close() //nolint:errcheck // nothing was written
	s.Openings, err = arena.ReadOpenings(file, m.openings, g)
	return s, err
}
