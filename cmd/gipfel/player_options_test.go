package main

import (
	"strings"
	"testing"
	"time"

	"gipfel/mcts"
	"gipfel/selfplay/arena"
)

func TestPlayerOptions(t *testing.T) {
	s := playerSettings{NetSettings: arena.NetSettings{Search: mcts.PlayConfig()}}
	if err := setOptions(playerOptions, &s, "simulations=7,algorithm=gumbel,gumbel_moves=8,gumbel_scale=0.25,decisive=true,proofs=false,reuse=false,lcb=true,virtual_loss=0.5,leaves=4,symmetry=average,time=150ms,threads=3"); err != nil {
		t.Error(err)
	}
	want := playerSettings{
		NetSettings: arena.NetSettings{Simulations: 7, Search: mcts.PlayConfig(), LCB: true, Leaves: 4, FreshTrees: true},
		symmetry:    averageOfAll,
		thinking:    thinking{threads: 3, moveTime: 150 * time.Millisecond},
	}
	want.Search.GumbelMoves, want.Search.GumbelScale = 8, 0.25
	want.Search.VirtualLoss = 0.5
	want.Search.Algorithm, want.Search.DecisiveMoves, want.Search.IgnoreProofs = mcts.Gumbel, true, true
	if s != want {
		t.Errorf("the settings are %+v, want %+v", s, want)
	}
	s.thinking = thinking{}
	if err := setOptions(playerOptions, &s, "algorithm=puct,gumbel_moves=16,gumbel_scale=1,decisive=false,proofs=true,reuse=true,lcb=false,virtual_loss=1,leaves=1,symmetry=none,simulations=9"); err != nil {
		t.Error(err)
	}
	want = playerSettings{NetSettings: arena.NetSettings{Simulations: 9, Search: mcts.PlayConfig(), Leaves: 1}, symmetry: noSymmetry}
	if s != want {
		t.Errorf("the settings are %+v, want %+v", s, want)
	}
	for option, want := range map[string]string{
		"simulations=0":      "simulations=0: want a number from 1 to 100000000",
		"leaves=many":        "leaves=many: want a number from 1 to 4096",
		"leaves=5000":        "leaves=5000: want a number from 1 to 4096",
		"gumbel_scale=1e-60": "gumbel_scale=1e-60: want a number above 0",
		"lcb=perhaps":        "lcb=perhaps: want true or false",
		"algorithm=best":     "algorithm=best: want puct or gumbel",
		"gumbel_scale=0":     "gumbel_scale=0: want a number above 0",
		"speed=9":            `no option "speed"; there are simulations, algorithm, gumbel_moves, gumbel_scale, decisive, proofs, reuse, lcb, virtual_loss, leaves, time, threads, symmetry`,
		"symmetry=all":       "symmetry=all: want none, random or average",
		"":                   `no option ""`,
		"lcb=true,lcb=true":  "lcb is there twice",
	} {
		if err := setOptions(playerOptions, &s, option); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", option, err, want)
		}
	}
	for _, o := range playerOptions {
		if !strings.Contains(playerHelp, " "+o.key+"=") {
			t.Errorf("the help does not mention %s", o.key)
		}
	}
}
