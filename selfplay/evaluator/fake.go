package evaluator

import (
	"gipfel/game"
	"gipfel/nn"
)

// fake is a model without weights.
type fake struct {
	spec nn.Spec
	// evaluate writes the answer to one position. Its memory is all overwritten.
	evaluate func(input, policy, outcome []float32)
}

// newFake returns a fake for a game. Its spec has the sizes of the game and the smallest architecture that there is.
func newFake(g *game.Game, evaluate func(input, policy, outcome []float32)) *fake {
	return &fake{
		spec: nn.Spec{
			Game: g.Name, RulesVersion: g.Version,
			Width: g.Width, Height: g.Height, InputPlanes: len(g.Planes),
			PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions, Players: g.Players,
			Channels: 1, PolicyChannels: 1, ValueChannels: 1, ValueHidden: 1,
		},
		evaluate: evaluate,
	}
}

// Spec has the sizes of the game; the architecture in it means nothing.
func (f *fake) Spec() nn.Spec { return f.spec }

// Predict evaluates n positions, as nn.Model says.
func (f *fake) Predict(n int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(f.spec, n, in, out); err != nil {
		return err
	}
	for row := range n {
		answer := outputRows(&f.spec, out, row, 1)
		f.evaluate(inputRows(&f.spec, in, row, 1), answer.Policy, answer.Outcome)
	}
	return nil
}
