package truth

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gipfel/game"
	"gipfel/game/atimo/solve"
	"gipfel/nn"
	"gipfel/selfplay/arena"
)

// TestTally counts the errors of two positions by hand.
func TestTally(t *testing.T) {
	verdicts := []Verdict{
		{Value: solve.Win, Moves: []game.Action{3, 5, 9}, Worth: []solve.Outcome{solve.Loss, solve.Win, solve.Draw}},
		{Value: solve.Draw, Moves: []game.Action{1, 2}, Worth: []solve.Outcome{solve.Draw, solve.Loss}},
		{Value: solve.Loss, Moves: []game.Action{1, 2}, Worth: []solve.Outcome{solve.Loss, solve.Loss}},
		{Value: solve.Draw, Moves: []game.Action{7}, Worth: []solve.Outcome{solve.Draw}},
	}
	for _, test := range []struct {
		moves []game.Action
		want  [3]int // wins to draws, wins to losses, draws to losses
	}{
		{[]game.Action{5, 1, 1, 7}, [3]int{0, 0, 0}},
		{[]game.Action{9, 1, 2, 7}, [3]int{1, 0, 0}},
		{[]game.Action{3, 2, 2, 7}, [3]int{0, 1, 1}},
	} {
		errors := test.want[0] + test.want[1] + test.want[2]
		want := Errors{
			Player: "x", All: countOf(errors, 4), Possible: countOf(errors, 2),
			WinToDraw: countOf(test.want[0], 1), WinToLoss: countOf(test.want[1], 1), DrawToLoss: countOf(test.want[2], 1),
		}
		if diff := cmp.Diff(want, Tally("x", verdicts, test.moves)); diff != "" {
			t.Errorf("%v: %s", test.moves, diff)
		}
	}
	want := Kinds{Positions: 4, Won: 1, Drawn: 2, Lost: 1, Errable: 2, ByChance: (2.0/3 + 1.0/2) / 2}
	if diff := cmp.Diff(want, Sort(verdicts), cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}

// TestAgree compares opinions with verdicts by hand.
func TestAgree(t *testing.T) {
	verdicts := []Verdict{{Value: solve.Win}, {Value: solve.Win}, {Value: solve.Draw}, {Value: solve.Loss}}
	opinions := []Opinion{{Win: 0.8, Loss: 0.2}, {Win: 0.6, Draw: 0.2, Loss: 0.2}, {Win: 0.5, Loss: 0.5}, {Loss: 1}}
	for _, test := range []struct {
		exact bool
		want  Agreement
	}{
		{true, Agreement{Positions: 4, MeanError: (0.4 + 0.6 + 0 + 0) / 4, Won: countOf(1, 2), Drawn: countOf(1, 1), Lost: countOf(1, 1)}},
		{false, Agreement{Positions: 3, MeanError: (0.4 + 0.6 + 0) / 3, Won: countOf(1, 2), Drawn: countOf(0, 0), Lost: countOf(1, 1)}},
	} {
		got := Agree(Judge{Exact: test.exact}, verdicts, opinions)
		if diff := cmp.Diff(test.want, got, cmpopts.EquateApprox(1e-6, 0)); diff != "" {
			t.Errorf("exact %v: %s", test.exact, diff)
		}
	}
}

// scripted is a player that makes given moves, by the position.
func scripted(name string, moves map[string]game.Action) arena.Player {
	return arena.Player{Name: name, New: func(int) (arena.Agent, error) { return script(moves), nil }}
}

// script is an agent that looks its moves up by the position.
type script map[string]game.Action

func (script) Start(int, game.State, *rand.Rand) {}

func (script) Observe(int, game.Action) {}

func (m script) Choose(_ context.Context, _ []int, states []game.State, out []game.Action) error {
	for i, s := range states {
		a, known := m[solve.Game().Notation.FormatState(s)]
		if !known {
			return errors.New("a position that is not in the script")
		}
		out[i] = a
	}
	return nil
}

// TestBestAndWorst measures a net that knows the solution and one that always errs where it can, and players of both kinds.
func TestBestAndWorst(t *testing.T) {
	positions, verdicts := draw(t, 300, 5)
	worst := map[string]game.Action{}
	for i, s := range positions {
		worst[solve.Game().Notation.FormatState(s)] = moveWorth(&verdicts[i], false)
	}
	players := []arena.Player{Solver(solve.Game(), "best", AnyDraw), scripted("worst", worst)}
	for _, good := range []bool{true, false} {
		net := newFakeNet(solve.Game(), positions, func(i int) Opinion {
			value := verdicts[i].Value
			if !good {
				value = -value
			}
			return certain(moveWorth(&verdicts[i], good), value)
		})
		subject := Subject{Game: solve.Game(), Model: net.model, Players: players}
		r, err := Measure(t.Context(), Solution(), subject, "set", positions, Settings{Lanes: 2})
		if err != nil {
			t.Fatal(err)
		}
		if r.Positions != 300 || r.Won < 10 || r.Drawn < 10 || r.Errable < 100 || r.Errable == 300 {
			t.Fatalf("the positions are %+v", r.Kinds)
		}
		checkErrors(t, r, 0, Policy, !good)
		checkErrors(t, r, 1, "best", false)
		checkErrors(t, r, 2, "worst", true)
		// Who takes wins for losses is off by two there, and right of draws alone.
		meanError, right := 0.0, r.Won
		if !good {
			meanError, right = 2*float64(r.Won+r.Lost)/300, 0
		}
		if r.Value.MeanError != meanError || r.Value.Won.Times != right || r.Value.Drawn.Times != r.Drawn {
			t.Errorf("good %v: the values are %+v, want a mean error of %g", good, r.Value, meanError)
		}
	}
}

// checkErrors checks that a player errs never, or wherever it can.
func checkErrors(t *testing.T, r *Result, i int, player string, always bool) {
	t.Helper()
	e := r.Errors[i]
	want := 0
	if always {
		want = r.Errable
	}
	kinds := e.WinToDraw.Times + e.WinToLoss.Times + e.DrawToLoss.Times
	if e.Player != player || e.All.Times != want || e.Possible.Times != want || kinds != want || e.Possible.Of != r.Errable || e.All.Of != 300 {
		t.Errorf("%s: %+v; want %d errors", player, e, want)
	}
}

// TestLanesChangeNothing measures with one lane and with three, players with random numbers included.
func TestLanesChangeNothing(t *testing.T) {
	positions, verdicts := draw(t, 200, 6)
	net := newFakeNet(solve.Game(), positions, func(i int) Opinion { return certain(verdicts[i].Moves[0], solve.Draw) })
	subject := Subject{Game: solve.Game(), Model: net.model, Players: []arena.Player{arena.Random(solve.Game())}}
	measure := func(lanes int, seed uint64) *Result {
		r, err := Measure(t.Context(), Solution(), subject, "set", positions, Settings{Lanes: lanes, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if diff := cmp.Diff(measure(1, 4), measure(3, 4)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(measure(1, 4), measure(1, 5)) {
		t.Error("another seed gives the same errors")
	}
}

// TestStages: progress is told of each stage, and every position of it.
func TestStages(t *testing.T) {
	positions, verdicts := draw(t, 150, 7)
	net := newFakeNet(solve.Game(), positions, func(i int) Opinion { return certain(verdicts[i].Moves[0], solve.Draw) })
	subject := Subject{Game: solve.Game(), Model: net.model, Players: []arena.Player{arena.Random(solve.Game())}}
	var stages []string
	done := map[string]int{}
	_, err := Measure(t.Context(), Solution(), subject, "set", positions, Settings{Begin: func(stage string, n int) func(int) {
		stages = append(stages, stage)
		return func(some int) { done[stage] += some }
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"judge": 150, "policy": 150, "random": 150}
	if diff := cmp.Diff(want, done); diff != "" || len(stages) != 3 {
		t.Errorf("%v: %s", stages, diff)
	}
}

// TestFailures: what goes wrong in a lane ends the measurement.
func TestFailures(t *testing.T) {
	positions, verdicts := draw(t, 70, 8)
	g := solve.Game()
	knowing := newFakeNet(g, positions, func(i int) Opinion { return certain(verdicts[i].Moves[0], solve.Draw) })
	broken := errors.New("broken")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, test := range map[string]struct {
		subject Subject
		want    string
	}{
		"a net that cannot be made": {Subject{Game: g, Model: func() (nn.Model, error) { return nil, broken }}, "ask the net: broken"},
		"a net that fails":          {Subject{Game: g, Model: newFakeNet(g, nil, nil).model}, "ask the net: row 0"},
		"a player that cannot be made": {Subject{Game: g, Model: knowing.model, Players: []arena.Player{
			{Name: "x", New: func(int) (arena.Agent, error) { return nil, broken }},
		}}, "ask x for its moves: broken"},
		"a player that fails": {Subject{Game: g, Model: knowing.model, Players: []arena.Player{scripted("x", nil)}}, "ask x for its moves: a position"},
	} {
		_, err := Measure(t.Context(), Solution(), test.subject, "set", positions, Settings{Lanes: 2})
		if err == nil || len(err.Error()) < len(test.want) || err.Error()[:len(test.want)] != test.want {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
	subject := Subject{Game: g, Model: knowing.model}
	if _, err := Measure(cancelled, Solution(), subject, "set", positions, Settings{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}
