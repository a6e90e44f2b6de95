package arena

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
	"gipfel/mcts"
	"gipfel/nn"
)

// fakeSearcher searches with a fake net, in two threads.
func fakeSearcher(g *game.Game, leaves int) func() (*mcts.Searcher, error) {
	return func() (*mcts.Searcher, error) {
		var predictors []mcts.Predictor
		for range 2 {
			model := fakeNet{game: g, opinions: true}
			predictors = append(predictors, func(n int, in, logits, outcome []float32) error {
				return model.Predict(n, in, nn.Outputs{Policy: logits, Outcome: outcome})
			})
		}
		return mcts.NewSearcher(g, mcts.PlayConfig(), leaves, nil, predictors...), nil
	}
}

// TestSinglePlaysLikeNet: without clock and pondering it is the same player as one of many slots.
func TestSinglePlaysLikeNet(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3, gametest.TinyDice} {
		settings := Settings{Pairs: 4, Seed: 3, Slots: 1, OpeningMax: 2}
		single := mustPlay(t, g, settings, Single("player", fakeSearcher(g, 2), SingleSettings{Simulations: 30, LCB: true}), Random(g))
		player := netPlayer(fakeNet{game: g, opinions: true}, NetSettings{Simulations: 30, Leaves: 2, LCB: true})
		player.Name = "player"
		if d := diff(single.Games, mustPlay(t, g, settings, player, Random(g)).Games); d != "" {
			t.Errorf("%s: %s", g.Name, d)
		}
	}
}

// TestSingleOnTheClock plays whole games with time limits and pondering; every move is legal, games end, and no thread is left.
func TestSingleOnTheClock(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, s := range []SingleSettings{
		{Simulations: 1 << 20, MoveTime: time.Millisecond},
		{Simulations: 1 << 20, GameTime: 100 * time.Millisecond, Increment: time.Millisecond, StopEarly: true},
		{Simulations: 200, Ponder: true},
		{Simulations: 1 << 16, MoveTime: time.Millisecond, Ponder: true},
	} {
		for _, g := range []*game.Game{gametest.Tiny3, gametest.TinyDice, atimo.Small} {
			r := mustPlay(t, g, Settings{Pairs: 1, Slots: 1, OpeningMax: 2}, Single("single", fakeSearcher(g, 4), s), Random(g))
			if r.Pairs != 1 || r.Forfeits != [2]int{} {
				t.Errorf("%s, %+v: %s", g.Name, s, r.Summary())
			}
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestSingleSharesOutItsTime looks at what is left of the clock.
func TestSingleSharesOutItsTime(t *testing.T) {
	g := gametest.Tiny
	agent, err := Single("single", fakeSearcher(g, 2), SingleSettings{Simulations: 1 << 20, GameTime: time.Minute, Increment: time.Second}).New(1)
	if err != nil {
		t.Fatal(err)
	}
	p := agent.(*single).slots[0]
	now := time.Now()
	p.now = func() time.Time { now = now.Add(2 * time.Second); return now } // twice a move: each takes two seconds
	s := g.New()
	p.start(s, nil)
	for moves := 1; moves <= 3; moves++ {
		a, err := p.choose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := time.Minute - time.Duration(moves)*time.Second; p.left != want {
			t.Errorf("after move %d, %v are left, want %v", moves, p.left, want)
		}
		s.Apply(a)
		p.observe(a)
		reply := s.AppendActions(nil)[0]
		s.Apply(reply)
		p.observe(reply)
	}
	p.start(g.New(), nil)
	if p.left != time.Minute {
		t.Errorf("a new game begins with %v", p.left)
	}
}

func TestSingleErrors(t *testing.T) {
	g := gametest.Tiny
	good := SingleSettings{Simulations: 10}
	for want, s := range map[string]SingleSettings{
		"0 simulations":                   {},
		"a negative time":                 {Simulations: 1, MoveTime: -1},
		"want one of them":                {Simulations: 1, MoveTime: 1, GameTime: 1},
		"an increment without a time for": {Simulations: 1, Increment: 1},
	} {
		if _, err := Single("single", fakeSearcher(g, 1), s).New(1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	broken := errors.New("no model")
	if _, err := Single("single", func() (*mcts.Searcher, error) { return nil, broken }, good).New(1); !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the factory", err)
	}
}
