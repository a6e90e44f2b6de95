package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/selfplay"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

// playerHelp documents what parsePlayer reads.
const playerHelp = `A player is one of
  random                 every legal move with the same probability
  greedy                 the best move by a count of one ply ahead (Atimo: a win in one, else at random; Ataxx: most stones)
  FILE[,OPTIONS]         a net with tree search: a weights file, or a run directory for its champion;
                         options: simulations=N, decisive=false (do not ask the rules for wins in one)`

// contender is a player as the command line names it.
type contender struct {
	name        string
	baseline    string // random or greedy; empty for a net
	path        string // of the weights
	weights     *nn.Weights
	simulations int
	decisive    bool // the search asks the rules for wins in one
}

// parsePlayer reads a player. Nets search with the given number of simulations unless they say otherwise.
func parsePlayer(text string, simulations int) (*contender, error) {
	if text == "random" || text == "greedy" {
		return &contender{name: text, baseline: text}, nil
	}
	path, options := splitPlayer(text)
	c := &contender{path: path, simulations: simulations, decisive: true}
	for _, option := range options {
		key, value, _ := strings.Cut(option, "=")
		switch key {
		case "simulations":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return nil, &usageError{fmt.Errorf("player %q: simulations=%s: want a number of at least 1", text, value)}
			}
			c.simulations = n
		case "decisive":
			var err error
			if c.decisive, err = strconv.ParseBool(value); err != nil {
				return nil, &usageError{fmt.Errorf("player %q: decisive=%s: want true or false", text, value)}
			}
		default:
			return nil, &usageError{fmt.Errorf("player %q: no option %q; there are simulations=N and decisive=false", text, key)}
		}
	}
	stat, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &usageError{fmt.Errorf("player %q is neither random nor greedy nor a file", text)}
	}
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	if stat.IsDir() {
		c.path = filepath.Join(path, selfplay.ChampionFile)
		if _, err := os.Stat(c.path); errors.Is(err, os.ErrNotExist) {
			return nil, noChampion(path)
		}
	}
	if c.weights, err = nn.Load(c.path); err != nil {
		return nil, err
	}
	c.name = fmt.Sprintf("%s@%d", strings.TrimSuffix(c.path, ".weights"), c.simulations)
	if !c.decisive {
		c.name += " without decisive moves"
	}
	return c, nil
}

// noChampion is the error for a directory without a champion.
func noChampion(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, ledger.FileName)); err == nil {
		return fmt.Errorf("%s has lost its %s; '%s run --dir %s' makes it again", dir, selfplay.ChampionFile, programName(), dir)
	}
	return fmt.Errorf("%s is no run directory: it has no %s; name a run directory, or a file with weights", dir, selfplay.ChampionFile)
}

// splitPlayer separates the path from the options behind it. Paths may have commas, so only what looks like an option is one.
func splitPlayer(text string) (path string, options []string) {
	path = text
	for {
		if _, err := os.Stat(path); err == nil {
			return path, options
		}
		comma := strings.LastIndexByte(path, ',')
		if comma < 0 || !strings.Contains(path[comma:], "=") || strings.ContainsRune(path[comma:], filepath.Separator) {
			return path, options
		}
		options = append([]string{path[comma+1:]}, options...)
		path = path[:comma]
	}
}

// gameOf returns the game that the players' nets are for, which must be the one named if one is.
func gameOf(name string, players ...*contender) (*game.Game, error) {
	if name != "" {
		if _, err := gameNamed(name); err != nil {
			return nil, err
		}
	}
	for _, p := range players {
		switch {
		case p.baseline != "":
		case name == "":
			name = p.weights.Spec.Game
		case p.weights.Spec.Game != name:
			return nil, fmt.Errorf("%s is a net for %s, not for %s", p.path, p.weights.Spec.Game, name)
		}
	}
	if name == "" {
		return nil, &usageError{errors.New("--game is needed, since none of the players is a net")}
	}
	g, err := catalog.ByName(name)
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		if p.baseline == "" && p.weights.Spec.RulesVersion != g.Version {
			return nil, fmt.Errorf("%s was trained for version %d of the rules of %s; this program has version %d",
				p.path, p.weights.Spec.RulesVersion, g.Name, g.Version)
		}
	}
	return g, nil
}

// player makes the contender ready for matches.
func (c *contender) player(g *game.Game) arena.Player {
	if c.baseline != "" {
		p := selfplay.Baseline(g, c.baseline)
		p.Name = c.name
		return p
	}
	return selfplay.NetPlayer(g, c.name, func() (nn.Model, error) { return native.New(c.weights) }, c.simulations, c.decisive, 0)
}
