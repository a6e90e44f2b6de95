package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
  FILE[,OPTIONS]         a net with tree search: a weights file, or a run directory for its champion. Options, as in
                         runs/atimo,simulations=200,lcb=true:
                           simulations=N              visits of a search
                           algorithm=puct|gumbel      the way to search
                           gumbel_moves=N             moves that gumbel considers at the root
                           gumbel_scale=X             how much values count beside priors, with gumbel
                           decisive=false             do not ask the rules for wins in one
                           proofs=false               take ends of games for mere averages
                           reuse=false                begin each search anew, with nothing kept of the last one
                           lcb=true                   play the move of the best lower confidence bound, not the most visited
                           virtual_loss=X             how much of a loss a position counts as while it is evaluated
                           leaves=N                   positions of one tree that are evaluated at once`

// contender is a player as the command line names it.
type contender struct {
	name        string
	baseline    string // random or greedy; empty for a net
	path        string // of the weights
	weights     *nn.Weights
	simulations int
	options     []string // of a net, in order
}

// parsePlayer reads a player. Nets search with the given number of simulations unless they say otherwise.
func parsePlayer(text string, simulations int) (*contender, error) {
	if text == "random" || text == "greedy" {
		return &contender{name: text, baseline: text}, nil
	}
	path, options := splitPlayer(text)
	c := &contender{path: path, simulations: simulations, options: options}
	var checked arena.NetSettings
	if err := c.apply(&checked); err != nil {
		return nil, &usageError{fmt.Errorf("player %q: %w", text, err)}
	}
	if checked.Simulations > 0 {
		c.simulations = checked.Simulations
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
	for _, option := range c.options {
		if !strings.HasPrefix(option, "simulations=") {
			c.name += "," + option
		}
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

// apply sets what the contender's options say.
func (c *contender) apply(s *arena.NetSettings) error {
	for _, option := range c.options {
		if err := setPlayerOption(s, option); err != nil {
			return err
		}
	}
	return nil
}

// player makes the contender ready for matches.
func (c *contender) player(g *game.Game) arena.Player {
	if c.baseline != "" {
		p := selfplay.Baseline(g, c.baseline)
		p.Name = c.name
		return p
	}
	settings := selfplay.MatchSettings(g, c.simulations, true, 0)
	must(c.apply(&settings)) // parsePlayer has tried it
	return arena.Net(g, c.name, func() (nn.Model, error) { return native.New(c.weights) }, settings)
}
