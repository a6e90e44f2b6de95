package arena

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

// TestRolloutIsRepeatable: its games do not depend on who else is played with, and differ by the seed.
func TestRolloutIsRepeatable(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice} {
		play := func(seed uint64, lanes, slots int) *Result {
			s := Settings{Pairs: 4, Seed: seed, OpeningMax: 1, Lanes: lanes, Slots: slots}
			return mustPlay(t, g, s, Rollout(g, "rollout", RolloutSettings{Simulations: 20}), Random(g))
		}
		one := play(1, 1, 1)
		if d := diff(play(1, 3, 2), one); d != "" {
			t.Errorf("%s: %s", g.Name, d)
		}
		if diff(play(2, 1, 1).Games, one.Games) == "" {
			t.Errorf("%s: the games of another seed are the same", g.Name)
		}
	}
}

func TestRolloutIsStrong(t *testing.T) {
	g := gametest.Tiny
	r := mustPlay(t, g, Settings{Pairs: 30, Seed: 1, OpeningMax: 1, Slots: 10}, Rollout(g, "rollout", RolloutSettings{Simulations: 100}), Greedy(g))
	if r.Score.Low <= 0.5 {
		t.Errorf("the score against greedy is %s", r.Score.Percent())
	}
}

// TestRolloutKnowsItsValue: with enough simulations the end of a small game is proven, and the value says so.
func TestRolloutKnowsItsValue(t *testing.T) {
	g := gametest.Tiny
	r := mustPlay(t, g, Settings{Pairs: 3, Seed: 1}, Rollout(g, "rollout", RolloutSettings{Simulations: 20_000}), Random(g))
	valued := 0
	for _, one := range r.Games {
		if len(one.Thoughts) != len(one.Moves) {
			t.Fatalf("game %d has %d thoughts about %d moves", one.Game, len(one.Thoughts), len(one.Moves))
		}
		s := g.New()
		for i, a := range one.Moves {
			thought, mover := one.Thoughts[i], s.ToMove()
			s.Apply(a)
			switch {
			case one.Seats[mover] == B && thought.Value != nil:
				t.Errorf("game %d: random values move %d with %g", one.Game, i, *thought.Value)
			case thought.Value != nil:
				valued++
				if want := float32(gametest.Minimax(g, s)[mover]); *thought.Value != want && i >= 2 {
					t.Errorf("game %d, move %d: value %g, want %g", one.Game, i, *thought.Value, want)
				}
			}
		}
	}
	if valued == 0 {
		t.Error("no move has a value")
	}
}

func TestRolloutOutcomes(t *testing.T) {
	one := func(g *game.Game, plies int, position string) []float32 {
		t.Helper()
		agent, err := Rollout(g, "rollout", RolloutSettings{Simulations: 1, Plies: plies}).New(1)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Notation.ParseState(position)
		if err != nil {
			t.Fatal(err)
		}
		p, outcome := agent.(*rollout), make([]float32, g.Outcomes())
		p.settings.Plies = plies
		p.roll(s, rand.New(rand.NewPCG(1, 1)), outcome)
		return outcome
	}
	for _, c := range []struct {
		what     string
		g        *game.Game
		position string
		want     []float32 // relative to the mover
	}{
		{"more stones, own turn", ataxx.Size4, "xxxo/xxxo/xxxo/xx1o x 0 1", []float32{1, 0, 0}},
		{"more stones, other's turn", ataxx.Size4, "xxxo/xxxo/xxxo/xx1o o 0 1", []float32{0, 1, 0}},
	} {
		if got := one(c.g, 0, c.position); got[0] != c.want[0] || got[1] != c.want[1] || got[2] != c.want[2] {
			t.Errorf("%s: outcome %v, want %v", c.what, got, c.want)
		}
	}
	blind := *atimo.Small
	blind.Evaluate, blind.Score = nil, nil
	if got := one(&blind, 0, blind.Notation.FormatState(blind.New())); got[2] != 1 {
		t.Errorf("cut off without an evaluation: outcome %v, want a draw", got)
	}
	even := *ataxx.Size4
	even.Evaluate = nil // then the count decides
	if got := one(&even, 0, "xxoo/xxoo/xxoo/4 x 0 1"); got[2] != 1 {
		t.Errorf("cut off with as many stones: outcome %v, want a draw", got)
	}
}

func TestRolloutSettings(t *testing.T) {
	for want, s := range map[string]RolloutSettings{
		"0 simulations: want 1 or more":        {},
		"rollouts of -1 plies: want 0 or more": {Simulations: 1, Plies: -1},
	} {
		if _, err := Rollout(gametest.Tiny, "rollout", s).New(1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
