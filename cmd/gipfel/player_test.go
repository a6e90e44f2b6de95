package main

import (
	"math/rand/v2"
	"testing"

	"gipfel/game"
	"gipfel/game/catalog"
)

// TestTwin: greedy plays greedily under whatever name a match gives it. From the start of Ataxx that means to clone, since a
// jump gains no stone; half of the legal moves are jumps.
func TestTwin(t *testing.T) {
	g, err := catalog.ByName("ataxx")
	if err != nil {
		t.Fatal(err)
	}
	c, err := parsePlayer("greedy", 1)
	if err != nil {
		t.Fatal(err)
	}
	c.name += " (B)"
	p := c.player(g)
	if p.Name != "greedy (B)" {
		t.Errorf("its name is %q", p.Name)
	}
	agent, err := p.New(1)
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	agent.Start(0, s, rand.New(rand.NewPCG(1, 2)))
	for range 20 {
		var out [1]game.Action
		if err := agent.Choose(t.Context(), []int{0}, []game.State{s}, out[:]); err != nil {
			t.Fatal(err)
		}
		if move := g.Notation.FormatAction(s, out[0]); len(move) != len("g2") {
			t.Fatalf("greedy makes the jump %s", move)
		}
	}
}
