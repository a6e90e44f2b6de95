package main

import (
	"strings"
	"testing"
	"time"

	"gipfel/selfplay/alphabeta"
)

func TestAlphaBetaOptions(t *testing.T) {
	var s alphaBetaSettings
	for _, text := range []string{"hash=0", "depth=6,nodes=5000,time=1m30s,hash=64"} {
		if err := setOptions(alphaBetaOptions, &s, text); err != nil {
			t.Error(err)
		}
	}
	want := alphaBetaSettings{limits: alphabeta.Limits{Depth: 6, Nodes: 5000, Time: 90 * time.Second}, hash: 64}
	if s != want {
		t.Errorf("the settings are %+v, want %+v", s, want)
	}
	for option, want := range map[string]string{
		"depth=0":    "depth=0: want a number from 1 to 100",
		"depth=101":  "depth=101: want a number from 1 to 100",
		"nodes=many": "nodes=many: want a number from 1 to 1000000000000",
		"time=5":     "time=5: want a time such as 100ms",
		"time=-1s":   "time=-1s: want a time such as 100ms",
		"hash=-1":    "hash=-1: want a number from 0 to 65536",
		"depth":      "depth=: want a number",
		"speed=9":    `no option "speed"; there are depth, nodes, time, hash`,
		"":           `no option ""`,
	} {
		if err := setOptions(alphaBetaOptions, &s, option); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", option, err, want)
		}
	}
	for _, o := range alphaBetaOptions {
		if !strings.Contains(playerHelp, " "+o.key+"=") {
			t.Errorf("the help does not mention %s", o.key)
		}
	}
}

func TestNamedPlayers(t *testing.T) {
	for _, p := range namedPlayers {
		if !strings.Contains(playerHelp, "\n  "+p.name) {
			t.Errorf("the help does not mention %s", p.name)
		}
	}
	for text, want := range map[string]string{
		"greedy:depth=3":             "greedy takes no options",
		"random:":                    "nothing follows the colon",
		"alphabeta:":                 "nothing follows the colon",
		"alphabeta:depth=3,,":        `no option ""`,
		"alphabeta:depth=3;x=1":      "depth=3;x=1: want a number",
		"alphabeta:depth=3,q=12":     `no option "q"`,
		"alphabeta:hash=1,hash=2":    "hash is there twice",
		"mcts:plies=9,plies=9":       "plies is there twice",
		"uniform,lcb=true,lcb=false": "lcb is there twice",
	} {
		if _, err := parsePlayer(text, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", text, err, want)
		}
	}
}
