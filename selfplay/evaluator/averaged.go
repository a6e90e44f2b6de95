package evaluator

import (
	"fmt"

	"gipfel/game"
	"gipfel/nn"
)

// Averaged returns a model that evaluates all symmetric images of each position with another one and averages the answers. It
// costs as many evaluations as the board has symmetries, eight on a square, and in return its errors are smaller than those of
// a single image, and the answer is the same whichever way the board is turned: to rounding, which sums of 64 bits make
// invisible but in the rarest cases.
//
// Outcomes are averaged as they are: each image gives the odds of the same events, and the mean of distributions is one.
//
// Policies are averaged as logits, action by action, after each has been turned back. The logits of an image are its
// log-probabilities up to a constant of that image, so the mean of the logits is the logarithm of the geometric mean of the
// images' policies, up to a constant again, which no softmax notices. That holds whichever actions are then masked as illegal:
// to average first and to mask afterwards is the same as the other way round. With an arithmetic mean of probabilities it
// would not be: the softmax would have to be taken over all actions, since a model does not know which are legal, and an image
// that wastes much on illegal ones would count for little among the legal ones.
//
// The model must be one for the game. For a game whose only symmetry is the identity, it is returned as it is.
func Averaged(g *game.Game, model nn.Model) (nn.Model, error) {
	spec := model.Spec()
	if err := checkFit(g, spec); err != nil {
		return nil, fmt.Errorf("average over symmetries: %w", err)
	}
	if len(g.Symmetries) == 1 {
		return model, nil
	}
	return &averaged{
		wrapped: wrapped{model}, game: g, spec: spec, together: max(1, maxRows/len(g.Symmetries)),
		policy: make([]float64, spec.Actions()), outcome: make([]float64, spec.Outcomes()),
	}, nil
}

type averaged struct {
	wrapped
	game     *game.Game
	spec     nn.Spec
	together int // positions whose images make up a batch

	// The images of the positions, those of one position next to each other, and what the model says of them.
	images  []float32
	answers nn.Outputs

	// Sums over the images of one position.
	policy, outcome []float64
}

// Predict evaluates n positions, as nn.Model says.
func (a *averaged) Predict(n int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(a.spec, n, in, out); err != nil {
		return err
	}
	for first := 0; first < n; first += a.together {
		now := min(a.together, n-first)
		if err := a.evaluate(now, inputRows(&a.spec, in, first, now)); err != nil {
			return fmt.Errorf("evaluate the images of positions %d to %d: %w", first, first+now-1, err)
		}
		for i := range now {
			a.average(i, outputRows(&a.spec, out, first+i, 1))
		}
	}
	return nil
}

// evaluate asks the model about all images of n positions.
func (a *averaged) evaluate(n int, in []float32) error {
	each := len(a.game.Symmetries)
	rows := n * each
	a.images = resize(a.images, rows*a.spec.InputSize())
	a.answers.Policy = resize(a.answers.Policy, rows*a.spec.Actions())
	a.answers.Outcome = resize(a.answers.Outcome, rows*a.spec.Outcomes())
	for i := range n {
		position := inputRows(&a.spec, in, i, 1)
		for s := range a.game.Symmetries {
			a.game.Symmetries[s].MapPlanes(inputRows(&a.spec, a.images, i*each+s, 1), position, a.spec.InputPlanes)
		}
	}
	return a.Model.Predict(rows, a.images, a.answers)
}

// average writes the means over the images of position i of the last batch.
func (a *averaged) average(i int, out nn.Outputs) {
	each := len(a.game.Symmetries)
	clear(a.policy)
	clear(a.outcome)
	for s := range a.game.Symmetries {
		answer := outputRows(&a.spec, a.answers, i*each+s, 1)
		for action, image := range a.game.Symmetries[s].Actions {
			a.policy[action] += float64(answer.Policy[image])
		}
		for o, p := range answer.Outcome {
			a.outcome[o] += float64(p)
		}
	}
	for action, sum := range a.policy {
		out.Policy[action] = float32(sum / float64(each))
	}
	for o, sum := range a.outcome {
		out.Outcome[o] = float32(sum / float64(each))
	}
}
