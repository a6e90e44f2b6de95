package truth

import (
	"fmt"
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo/solve"
	"gipfel/nn"
)

// fakeNet is a net that has been told what to say of some positions.
type fakeNet struct {
	game    *game.Game
	opinion map[string]toldOpinion // by the net's input
}

type toldOpinion struct {
	Opinion
	legal []game.Action
}

// newFakeNet returns a net with the given opinions, one of each position.
func newFakeNet(g *game.Game, positions []game.State, opinion func(i int) Opinion) *fakeNet {
	f := &fakeNet{g, map[string]toldOpinion{}}
	input := make([]float32, g.InputSize())
	for i, s := range positions {
		g.Encode(s, input)
		f.opinion[fmt.Sprint(input)] = toldOpinion{opinion(i), s.AppendActions(nil)}
	}
	return f
}

func (f *fakeNet) model() (nn.Model, error) { return f, nil }

func (f *fakeNet) Spec() nn.Spec {
	g := f.game
	return nn.Spec{
		Game: g.Name, RulesVersion: g.Version, Width: g.Width, Height: g.Height, InputPlanes: len(g.Planes),
		PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions, Players: g.Players,
	}
}

func (f *fakeNet) Predict(n int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(f.Spec(), n, in, out); err != nil {
		return err
	}
	clear(out.Policy)
	size, actions := f.game.InputSize(), f.game.Actions()
	for row := range n {
		o, known := f.opinion[fmt.Sprint(in[row*size:(row+1)*size])]
		if !known {
			return fmt.Errorf("row %d is a position that the fake net has not been told about", row)
		}
		policy := out.Policy[row*actions : (row+1)*actions]
		for a := range policy {
			if !slices.Contains(o.legal, game.Action(a)) {
				policy[a] = 2 // larger than any other, which must not matter
			}
		}
		policy[o.Move] = 1
		copy(out.Outcome[row*3:], []float32{o.Win, o.Loss, o.Draw})
	}
	return nil
}

// draw returns random positions of the solved game and what the solution says of them.
func draw(t *testing.T, n int, seed uint64) ([]game.State, []Verdict) {
	t.Helper()
	positions, err := Random(t.Context(), solve.Game(), n, seed)
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := Solution().Verdicts(t.Context(), positions, Settings{Lanes: 2})
	if err != nil {
		t.Fatal(err)
	}
	return positions, verdicts
}

// moveWorth returns the first move of a position that is worth as much as the best one, or as the worst.
func moveWorth(v *Verdict, best bool) game.Action {
	worth := slices.Min(v.Worth)
	if best {
		worth = v.Value
	}
	return v.Moves[slices.Index(v.Worth, worth)]
}

// certain is the opinion of a net that is sure of an outcome.
func certain(move game.Action, outcome solve.Outcome) Opinion {
	o := Opinion{Move: move}
	switch outcome {
	case solve.Win:
		o.Win = 1
	case solve.Draw:
		o.Draw = 1
	default:
		o.Loss = 1
	}
	return o
}
