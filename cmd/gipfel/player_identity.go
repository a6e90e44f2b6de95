package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"gipfel/game"
	"gipfel/selfplay"
	"gipfel/selfplay/matchbook"
	"gipfel/selfplay/uai"
)

// known returns the contender ready for matches that are kept, with what it really is.
func (c *contender) known(g *game.Game) (matchbook.Contender, error) {
	identity, err := c.identity(g)
	return matchbook.Contender{Player: c.player(g), Identity: identity}, err
}

// identity returns what tells the contender apart from all others that would play differently.
func (c *contender) identity(g *game.Game) (string, error) {
	if c.baseline != "" {
		return c.identify()
	}
	settings := playerSettings{NetSettings: selfplay.MatchSettings(g, c.simulations, true, 0)}
	must(c.apply(&settings)) // parsePlayer has tried it
	net := c.path
	if c.fake == nil {
		var err error
		if net, err = selfplay.FileSHA256(c.path); err != nil {
			return "", fmt.Errorf("net %q: %w", c.path, err)
		}
	}
	more := map[string]any{"threads": settings.thinking.threads}
	if c.symmetry != noSymmetry {
		more["symmetry"] = string(c.symmetry)
	}
	if settings.thinking.moveTime > 0 {
		more["time"] = settings.thinking.moveTime.String()
	}
	return matchbook.Net(net, settings.NetSettings, more), nil
}

// identifyAlphaBeta returns what alphabeta with these options is.
func identifyAlphaBeta(argument string) (string, error) {
	s, err := parseAlphaBeta(argument)
	return fmt.Sprintf("alphabeta depth=%d nodes=%d time=%s hash=%d", s.limits.Depth, s.limits.Nodes, s.limits.Time, s.hash), err
}

// identifyUAI returns what an engine is: how it is called and asked, and the checksums of its program and of all files that the
// command names.
func identifyUAI(argument string) (string, error) {
	s, err := uai.ParseSettings(argument)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	identity := uaiPlayer + " " + string(text)
	for i, word := range s.Command.Args {
		switch isPath := filepath.Base(word) != word; {
		case i == 0 && !isPath:
			if word, err = exec.LookPath(word); err != nil {
				continue // starting it says better what is wrong
			}
		case !filepath.IsAbs(word):
			word = filepath.Join(s.Command.Dir, word) // as the engine sees it
		}
		if stat, err := os.Stat(word); err != nil || !stat.Mode().IsRegular() {
			continue
		}
		sum, err := selfplay.FileSHA256(word)
		if err != nil {
			return "", err
		}
		identity += " " + sum
	}
	return identity, nil
}
