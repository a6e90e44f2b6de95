package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/nn"
	"gipfel/selfplay"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/truth"
	"gipfel/selfplay/uai"
)

// playerHelp documents what parsePlayer reads.
const playerHelp = `A player is one of
  random                 every legal move with the same probability
  greedy                 the best move by a count of one ply ahead (Atimo: a win in one, else at random; Ataxx: most stones)
  mcts[:OPTIONS]         tree search without any knowledge, in which games at random say how good a position is, as in
                         mcts:simulations=800:
                           simulations=N              visits of a search, 800 by default
                           plies=N                    how long such a game may be, 500 by default; then who stands best wins it
  alphabeta[:OPTIONS]    classical search with a hand-written evaluation, at a fixed depth of 4 plies unless the options say
                         otherwise, as in alphabeta:depth=6,hash=64:
                           depth=N                    plies to look ahead
                           nodes=N                    positions to look at
                           time=T                     time for a move, such as 100ms; the moves then depend on the machine
                           hash=N                     MiB for the positions that it remembers, 16 by default; 0 for none
  solver[:draws=trappy]  best play by the solution of the game (atimo-5x5); where moves are equally good, any of them, or of the draws
                         those that leave the opponent most moves that lose
` + uai.SettingsHelp + `
  FILE[,OPTIONS]         a net with tree search: a weights file, a quantized net, or a run directory for its champion; in a
                         program that was built with ONNX Runtime, a model.onnx of gipfel export onnx, too. Options, as in
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
                           leaves=N                   positions of one tree that are evaluated at once
                           time=D                     time for each move, such as 100ms, in place of a number of simulations; one
                                                      game is then played at a time, and a match cannot be repeated
                           threads=N                  threads that search together; one game at a time, as with time
                           symmetry=random|average    ask the net about one symmetric image of each position, or about all
  net:FILE[,OPTIONS]     the same, for files that are called like another player
  uniform[,OPTIONS]      the same search with a net that knows nothing
  material[,OPTIONS]     the same with a net that only counts the pieces (Ataxx and XIMA)`

// contender is a player as the command line names it.
type contender struct {
	name        string
	baseline    string      // the name of a player that is no net, see namedPlayers; empty for a net
	make        playerMaker // of such a player
	identify    func() (string, error)
	fake        *fakeNet // nil for a net from a file
	path        string   // of the net, or the name of the fake net
	net         *loadedNet
	symmetry    symmetry // how the net is asked
	simulations int
	options     []string // of a net, in order
}

// parsePlayer reads a player. Nets search with the given number of simulations unless they say otherwise.
func parsePlayer(text string, simulations int) (*contender, error) {
	if c, err := parseNamed(text); c != nil || err != nil {
		return c, err
	}
	file, explicit := strings.CutPrefix(text, "net:")
	path, options := splitPlayer(file)
	c := &contender{path: path, simulations: simulations, options: options}
	if !explicit {
		c.fake = fakeNamed(path)
	}
	var checked playerSettings
	if err := c.apply(&checked); err != nil {
		return nil, &usageError{fmt.Errorf("player %q: %w", text, err)}
	}
	if checked.Simulations > 0 {
		c.simulations = checked.Simulations
	}
	c.symmetry = cmp.Or(checked.symmetry, noSymmetry)
	if checked.FreshTrees && checked.thinking != (thinking{}) {
		return nil, &usageError{fmt.Errorf("player %q: reuse=false goes with neither time nor threads", text)}
	}
	if c.fake == nil {
		if err := c.load(explicit); err != nil {
			return nil, err
		}
	}
	c.name = fmt.Sprintf("%s@%d", strings.TrimSuffix(c.path, ".weights"), c.simulations)
	for _, option := range c.options {
		if !strings.HasPrefix(option, "simulations=") {
			c.name += "," + option
		}
	}
	return c, nil
}

// load reads the net that the path leads to. explicit says that it can be nothing but a path.
func (c *contender) load(explicit bool) (err error) {
	if c.net, err = loadNet(c.path); err != nil {
		return err
	}
	if c.net == nil && explicit {
		return &usageError{fmt.Errorf("player %q: there is no such file", "net:"+c.path)}
	}
	if c.net == nil {
		return &usageError{fmt.Errorf("player %q is no file, nor is it %s", c.path, withoutFile(playerNames()...))}
	}
	c.path = c.net.path
	return nil
}

// weights returns the weights of a net that has some that could be trained, or nil.
func (c *contender) weights() *nn.Weights {
	if c.net == nil {
		return nil
	}
	return c.net.weights
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

// distinguish gives two players that are called alike different names.
func distinguish(players []*contender) {
	if players[0].name == players[1].name {
		players[0].name += " (A)"
		players[1].name += " (B)"
	}
}

// gameOf returns the game that the players' nets are for, which must be the one named if one is.
func gameOf(name string, players ...*contender) (*game.Game, error) {
	if name != "" {
		if _, err := gameNamed(name); err != nil {
			return nil, err
		}
	}
	fake := ""
	for _, p := range players {
		switch {
		case p.baseline != "":
		case p.fake != nil:
			fake = p.fake.name
		case name == "":
			name = p.net.spec.Game
		case p.net.spec.Game != name:
			return nil, fmt.Errorf("%s is a net for %s, not for %s", p.path, p.net.spec.Game, name)
		}
	}
	switch {
	case name == "" && fake != "":
		return nil, &usageError{fmt.Errorf("--game is needed, since the net %s is for several games", fake)}
	case name == "":
		return nil, &usageError{errors.New("--game is needed, since none of the players is a net")}
	}
	g, err := catalog.ByName(name)
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		if err := p.fits(g); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// fits says why the contender cannot play a game that it seems to be for, if it cannot.
func (c *contender) fits(g *game.Game) error {
	switch {
	case c.fake != nil:
		if _, err := c.fake.make(g); err != nil {
			return &usageError{err}
		}
	case c.baseline == solverPlayer:
		if err := truth.Solved(g); err != nil {
			return &usageError{fmt.Errorf("player %q: %w", c.name, err)}
		}
	case c.baseline == "" && c.net.spec.RulesVersion != g.Version:
		return fmt.Errorf("%s was trained for version %d of the rules of %s; this program has version %d",
			c.path, c.net.spec.RulesVersion, g.Name, g.Version)
	}
	return nil
}

// model makes a model of the contender's net for one goroutine.
func (c *contender) model(g *game.Game) (m nn.Model, err error) {
	if c.fake != nil {
		m, err = c.fake.make(g)
	} else {
		m, err = c.net.model()
	}
	if err != nil {
		return nil, err
	}
	return c.symmetry.around(g, m)
}

// apply sets what the contender's options say.
func (c *contender) apply(s *playerSettings) error {
	if len(c.options) == 0 {
		return nil
	}
	return setOptions(playerOptions, s, strings.Join(c.options, ","))
}

// alone tells whether the contender thinks about one game at a time, with a clock or several threads.
func (c *contender) alone() bool {
	var said playerSettings
	return c.baseline == "" && c.apply(&said) == nil && said.thinking != thinking{}
}

// player makes the contender ready for matches.
func (c *contender) player(g *game.Game) arena.Player {
	if c.baseline != "" {
		return c.make(g, c.name)
	}
	settings := playerSettings{NetSettings: selfplay.MatchSettings(g, c.simulations, true, 0)}
	must(c.apply(&settings)) // parsePlayer has tried it
	if c.alone() {
		var said playerSettings
		must(c.apply(&said))
		thinking := settings.thinking
		thinking.threads = max(thinking.threads, 1)
		return thinking.single(g, c, &settings, said.Simulations)
	}
	return arena.Net(g, c.name, func() (nn.Model, error) { return c.model(g) }, settings.NetSettings)
}
