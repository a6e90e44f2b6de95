package arena

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/gametest"
	"gipfel/mcts"
	"gipfel/nn"
)

func TestSettingsValidate(t *testing.T) {
	for _, c := range []struct {
		s    Settings
		want string // in the error; empty: valid
	}{
		{Settings{Pairs: 1}, ""},
		{Settings{Pairs: 9, OpeningMin: 2, OpeningMax: 2, Lanes: 3, Slots: 4, Confidence: 0.9}, ""},
		{Settings{}, "0 pairs: want 1 or more"},
		{Settings{Pairs: 1, OpeningMin: -1}, "openings of -1 to 0 plies"},
		{Settings{Pairs: 1, OpeningMin: 3, OpeningMax: 2}, "openings of 3 to 2 plies"},
		{Settings{Pairs: 1, Lanes: -1}, "-1 lanes"},
		{Settings{Pairs: 1, Slots: -1}, "-1 slots"},
		{Settings{Pairs: 1, Confidence: 1}, "confidence 1"},
		{Settings{Pairs: 1, Confidence: -0.1}, "confidence -0.1"},
		{Settings{Pairs: 1, Confidence: math.NaN()}, "confidence NaN"},
	} {
		err := c.s.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: error %v, want one with %q", c.s, err, c.want)
		}
		if c.want == "" {
			continue
		}
		if r, err := Play(t.Context(), gametest.Tiny, c.s, lowest("a"), lowest("b")); err == nil || r != nil {
			t.Errorf("%+v: is played, result %v, error %v", c.s, r, err)
		}
	}
	if _, err := Play(t.Context(), gametest.Tiny, Settings{Pairs: 1}, lowest("same"), lowest("same")); err == nil {
		t.Error("two players of the same name are let in")
	}
}

func TestNetRefusesWhatDoesNotFit(t *testing.T) {
	good := NetSettings{Simulations: 1}
	for want, c := range map[string]struct {
		model    fakeNet
		settings NetSettings
	}{
		"0 simulations":           {fakeNet{game: gametest.Tiny}, NetSettings{}},
		"temperature -1":          {fakeNet{game: gametest.Tiny}, NetSettings{Simulations: 1, Temperature: -1}},
		"first -1 plies":          {fakeNet{game: gametest.Tiny}, NetSettings{Simulations: 1, TemperaturePlies: -1}},
		"batch of -1":             {fakeNet{game: gametest.Tiny}, NetSettings{Simulations: 1, Batch: -1}},
		"made for tiny-3p, not":   {fakeNet{game: gametest.Tiny3}, good},
		"start net: make a model": {fakeNet{}, good}, // the factory fails
	} {
		c.settings.Search = mcts.PlayConfig()
		p := Net(gametest.Tiny, "net", func() (nn.Model, error) {
			if c.model.game == nil {
				return nil, errors.New("no memory")
			}
			return c.model, nil
		}, c.settings)
		_, err := Play(t.Context(), gametest.Tiny, Settings{Pairs: 1}, p, lowest("other"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestCancelReturnsWhatIsFinished(t *testing.T) {
	g := gametest.TinyDice
	a, b := mixed(g, 0)
	s := Settings{Pairs: 30, Seed: 2, OpeningMax: 2, Lanes: 2, Slots: 3}
	want := mustPlay(t, g, s, a, b)
	for _, games := range []int{1, 8, 31} {
		ctx, cancel := context.WithCancel(t.Context())
		interrupted := s
		interrupted.Progress = func(finished, _ int) {
			if finished == games {
				cancel()
			}
		}
		r, err := Play(ctx, g, interrupted, a, b)
		cancel()
		if !errors.Is(err, context.Canceled) || r == nil {
			t.Fatalf("cancelled after %d games: result %v, error %v", games, r, err)
		}
		if n := len(r.Games) + len(r.Uncounted); n < games || n > games+6 || r.Pairs == s.Pairs {
			t.Errorf("cancelled after %d games: %d counted and %d not", games, len(r.Games), len(r.Uncounted))
		}
		checkCounts(t, g, r)
		if want := fmt.Sprintf("the result counts %d, those of the first whole pairs", len(r.Games)); !strings.Contains(err.Error(), want) {
			t.Errorf("cancelled after %d games: error %v, want one with %q", games, err, want)
		}
		if r.UncountedGames != len(r.Uncounted) {
			t.Errorf("%d games do not count, but %d are listed", r.UncountedGames, len(r.Uncounted))
		}
		resumed := s
		resumed.Done = append(r.Games, r.Uncounted...)
		if d := diff(mustPlay(t, g, resumed, a, b), want); d != "" {
			t.Errorf("resumed after %d games: %s", games, d)
		}
	}
}

func TestCancelReachesAnAgentThatThinks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	thinker := scripted("thinker", script{choose: func(ctx context.Context, _ game.State) (game.Action, error) {
		cancel()
		<-ctx.Done()
		return game.NoAction, errors.New("stopped thinking")
	}})
	begun := time.Now()
	r, err := Play(ctx, gametest.Tiny, Settings{Pairs: 2, Lanes: 2}, thinker, lowest("other"))
	if !errors.Is(err, context.Canceled) || r == nil || r.Pairs != 0 || time.Since(begun) > 5*time.Second {
		t.Errorf("after %v: result %+v, error %v", time.Since(begun), r, err)
	}
}

func TestIllegalMovesEndTheMatch(t *testing.T) {
	illegal := func(a game.Action) Player {
		return scripted("cheat", script{choose: func(context.Context, game.State) (game.Action, error) { return a, nil }})
	}
	for _, c := range []struct {
		a, b    Player
		opening int
		want    string
	}{
		{illegal(60000), lowest("fair"), 0, "cheat answers action 60000 in game 0, ply 1, seat 0,"},
		{lowest("fair"), illegal(60000), 0, "cheat answers action 60000 in game 0, ply 2, seat 1,"},
		{illegal(60000), lowest("fair"), 2, "cheat answers action 60000 in game 0, ply 3, seat 0,"},
		{lowest("fair"), illegal(0), 0, "action 0 in game 0, ply 2, seat 1, which is not legal"}, // the cell is marked
		{illegal(game.NoAction), lowest("fair"), 0, "cheat answers action 65535 in game 0"},      // it is no Forfeiter
	} {
		s := Settings{Pairs: 2, Seed: 1, OpeningMin: c.opening, OpeningMax: c.opening}
		r, err := Play(t.Context(), gametest.Tiny, s, c.a, c.b)
		if err == nil || !strings.Contains(err.Error(), c.want) || r == nil {
			t.Errorf("result %v, error %v, want one with %q", r, err, c.want)
		}
	}
}

func TestForfeitsAreCountedAndTheMatchGoesOn(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.Tiny3} {
		// It fails in every game that has it in seat 1.
		quitter := scripted("quitter", forfeiter{script{choose: func(ctx context.Context, s game.State) (game.Action, error) {
			if s.ToMove() == 1 {
				return game.NoAction, nil
			}
			return lowestAction(ctx, s)
		}}})
		r := mustPlay(t, g, Settings{Pairs: 3, Seed: 1, OpeningMax: 1, Lanes: 2, Slots: 2}, quitter, lowest("fair"))
		failed := 0
		for _, one := range r.Games {
			if want := one.Seats[1] == A; one.Forfeit != want {
				t.Errorf("%s: game %d with seats %v: forfeited is %v, want %v", g.Name, one.Game, one.Seats, one.Forfeit, want)
			}
			if !one.Forfeit {
				continue
			}
			failed++
			winner, ok := one.Winner()
			if want := "forfeited by quitter: did not answer"; one.Ending != want || !ok || winner != B {
				t.Errorf("%s: game %d is won by %d, ending %q, want by B, %q", g.Name, one.Game, winner, one.Ending, want)
			}
			if next := one.Seats[2%g.Players]; next == B && one.Outcome != 2%g.Players {
				t.Errorf("%s: game %d is won by seat %d, want the next one", g.Name, one.Game, one.Outcome)
			}
		}
		if r.Forfeits != [2]int{failed, 0} || failed != r.Pairs*PairGames(g)/2 {
			t.Errorf("%s: %v forfeits counted, %d seen, want half of %d games", g.Name, r.Forfeits, failed, len(r.Games))
		}
	}
}

func TestErrorsOfPlayersAndCallbacksEndTheMatch(t *testing.T) {
	broken := errors.New("out of order")
	fails := func(context.Context, game.State) (game.Action, error) { return 0, broken }
	fair := lowest("fair")
	for name, c := range map[string]struct {
		a      Player
		onPair func([]GameResult) error
		want   string
		pairs  int
	}{
		"start":  {Player{"bad", func(int) (Agent, error) { return nil, broken }}, nil, "start bad: out of order", 0},
		"choose": {scripted("bad", script{choose: fails}), nil, "bad chooses moves: out of order", 0},
		"close":  {scripted("bad", script{choose: lowestAction, close: broken}), nil, "close bad: out of order", 3},
		"deliver": {lowest("good"), func(games []GameResult) error {
			if games[0].Pair == 1 {
				return broken
			}
			return nil
		}, "deliver pair 1: out of order", 2},
	} {
		s := Settings{Pairs: 3, Seed: 1, OpeningMax: 2, OnPair: c.onPair}
		r, err := Play(t.Context(), gametest.Tiny, s, c.a, fair)
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
		if r == nil || r.Pairs != c.pairs {
			t.Errorf("%s: result %+v, want one of %d pairs", name, r, c.pairs)
		}
	}
}

// closing is a model that counts how often it was closed.
type closing struct {
	fakeNet
	closed *int
}

func (c closing) Close() error { *c.closed++; return nil }

func TestModelsAreClosed(t *testing.T) {
	for _, c := range []struct {
		g   *game.Game // of the model
		fit bool
	}{{gametest.Tiny, true}, {gametest.Tiny3, false}} {
		closed := 0
		p := Net(gametest.Tiny, "net", func() (nn.Model, error) { return closing{fakeNet{game: c.g}, &closed}, nil },
			NetSettings{Simulations: 1, Search: mcts.PlayConfig()})
		_, err := Play(t.Context(), gametest.Tiny, Settings{Pairs: 1}, p, lowest("other"))
		if (err == nil) != c.fit || closed != 1 {
			t.Errorf("a model for %s: error %v, closed %d times, want once", c.g.Name, err, closed)
		}
	}
}
