package arena

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gipfel/game"
	"gipfel/mcts"
	"gipfel/nn"
)

// Players for tests.

// fakeNet is a model whose policy is a function of the position, and whose outcomes are all equally likely. The policy is
// uniform unless it has opinions.
type fakeNet struct {
	game     *game.Game
	opinions bool
}

func (f fakeNet) Spec() nn.Spec {
	g := f.game
	return nn.Spec{
		Game: g.Name, RulesVersion: g.Version, Width: g.Width, Height: g.Height, InputPlanes: len(g.Planes),
		PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions, Players: g.Players,
	}
}

func (f fakeNet) Predict(n int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(f.Spec(), n, in, out); err != nil {
		return err
	}
	clear(out.Policy)
	for i := range out.Outcome {
		out.Outcome[i] = 1 / float32(f.game.Outcomes())
	}
	if !f.opinions {
		return nil
	}
	for row := range n {
		h := fnv.New64a()
		for _, x := range in[row*f.game.InputSize() : (row+1)*f.game.InputSize()] {
			h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
		}
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		for i := range f.game.Actions() {
			out.Policy[row*f.game.Actions()+i] = 3 * rng.Float32()
		}
	}
	return nil
}

// netPlayer searches with a fake net.
func netPlayer(model fakeNet, settings NetSettings) Player {
	settings.Search = mcts.PlayConfig()
	return Net(model.game, "net", func() (nn.Model, error) { return model, nil }, settings)
}

// script is an agent that answers by a function of the position.
type script struct {
	choose func(ctx context.Context, s game.State) (game.Action, error)
	close  error // the answer of Close
}

func (script) Start(int, game.State, *rand.Rand) {}

func (script) Observe(int, game.Action) {}

func (p script) Choose(ctx context.Context, _ []int, states []game.State, out []game.Action) (err error) {
	for i, s := range states {
		if out[i], err = p.choose(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (p script) Close() error { return p.close }

// forfeiter is a script that forfeits where the function answers game.NoAction.
type forfeiter struct{ script }

func (forfeiter) Forfeit(int) string { return "did not answer" }

func scripted(name string, a Agent) Player {
	return Player{Name: name, New: func(int) (Agent, error) { return a, nil }}
}

func lowestAction(_ context.Context, s game.State) (game.Action, error) {
	return s.AppendActions(nil)[0], nil
}

// lowest always makes the first legal move.
func lowest(name string) Player { return scripted(name, script{choose: lowestAction}) }

// named is the player under another name.
func named(name string, p Player) Player {
	p.Name = name
	return p
}

// mustPlay plays a match that must succeed, and checks what holds for every match.
func mustPlay(t *testing.T, g *game.Game, s Settings, a, b Player) *Result {
	t.Helper()
	r, err := Play(t.Context(), g, s, a, b)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Stopped && (r.Pairs != s.Pairs || len(r.Uncounted) > 0) {
		t.Errorf("%d of %d pairs played, %d games not counted", r.Pairs, s.Pairs, len(r.Uncounted))
	}
	checkCounts(t, g, r)
	return r
}

// checkCounts compares the counts of a result with its games.
func checkCounts(t *testing.T, g *game.Game, r *Result) {
	t.Helper()
	if want := r.Pairs * PairGames(g); len(r.Games) != want || r.Record.Games != want || r.PairScores.Pairs() != r.Pairs {
		t.Fatalf("%d games listed, %d counted, %d pair scores; want %d, %d, %d",
			len(r.Games), r.Record.Games, r.PairScores.Pairs(), want, want, r.Pairs)
	}
	var want Record
	for i := range r.Games {
		one := &r.Games[i]
		if err := one.Verify(g); err != nil || one.Game != i {
			t.Errorf("game %d of the list: number %d, %v", i, one.Game, err)
		}
		want.Games++
		switch winner, ok := one.Winner(); {
		case one.Truncated:
			want.Truncated++
		case !ok:
			want.Draws++
		case winner == A:
			want.Wins++
		default:
			want.Losses++
		}
	}
	if r.Record != want {
		t.Errorf("record %+v, want %+v", r.Record, want)
	}
	if got, want := r.Score.Value, r.Record.Score(); math.Abs(got-want) > 1e-12 {
		t.Errorf("score over pairs is %v, over games %v", got, want)
	}
	for seat, s := range r.Seats {
		if s.A.Games != s.B.Games || s.Games() != len(r.Games) {
			t.Errorf("seat %d is held in %d games by A, in %d by B, want half of %d", seat, s.A.Games, s.B.Games, len(r.Games))
		}
	}
}

// diff compares results or games in all but the time they took.
func diff(got, want any) string {
	return cmp.Diff(want, got, cmpopts.IgnoreFields(GameResult{}, "Seconds"), cmpopts.IgnoreFields(Thought{}, "Seconds"), cmpopts.IgnoreUnexported(Result{}))
}
