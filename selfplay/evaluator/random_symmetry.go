package evaluator

import (
	"fmt"
	"math/bits"

	"gipfel/game"
	"gipfel/nn"
)

// RandomSymmetry returns a model that evaluates one symmetric image of each position with another one, and turns the answer
// back. It costs no more than the position itself would, and over many positions the errors that a net makes with one way of
// turning the board, and not with the others, cancel out instead of adding up.
//
// Which image it is follows from the position's input and the seed, by a hash, and not from a stream of random numbers: what a
// stream gives to a position would depend on how many were asked about before, and so on the batch, on the threads and on
// what a cache knew. So the answer to a position is always the same one, which is what nn.Model demands, makes games
// repeatable, and lets evaluations be remembered. To average the errors at one position, use [Averaged], or several seeds.
//
// The model must be one for the game. For a game whose only symmetry is the identity, it is returned as it is.
func RandomSymmetry(g *game.Game, model nn.Model, seed uint64) (nn.Model, error) {
	spec := model.Spec()
	if err := checkFit(g, spec); err != nil {
		return nil, fmt.Errorf("random symmetries: %w", err)
	}
	if len(g.Symmetries) == 1 {
		return model, nil
	}
	return &randomSymmetry{
		wrapped: wrapped{model}, game: g, spec: spec, seed: seed,
		chosen: make([]*game.Symmetry, maxRows), policy: make([]float32, spec.Actions()),
	}, nil
}

type randomSymmetry struct {
	wrapped
	game *game.Game
	spec nn.Spec
	seed uint64

	chosen []*game.Symmetry // by row
	images []float32
	policy []float32 // of one image
}

// Predict evaluates n positions, as nn.Model says.
func (r *randomSymmetry) Predict(n int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(r.spec, n, in, out); err != nil {
		return err
	}
	for first := 0; first < n; first += maxRows {
		now := min(maxRows, n-first)
		if err := r.evaluate(now, inputRows(&r.spec, in, first, now), outputRows(&r.spec, out, first, now)); err != nil {
			return fmt.Errorf("evaluate images of positions %d to %d: %w", first, first+now-1, err)
		}
	}
	return nil
}

// evaluate asks the model about an image of each of n positions.
func (r *randomSymmetry) evaluate(n int, in []float32, out nn.Outputs) error {
	r.images = resize(r.images, n*r.spec.InputSize())
	for row := range n {
		position := inputRows(&r.spec, in, row, 1)
		r.chosen[row] = r.choose(position)
		r.chosen[row].MapPlanes(inputRows(&r.spec, r.images, row, 1), position, r.spec.InputPlanes)
	}
	if err := r.Model.Predict(n, r.images, out); err != nil {
		return err
	}
	for row := range n {
		policy := outputRows(&r.spec, out, row, 1).Policy
		copy(r.policy, policy)
		r.chosen[row].UnmapPolicy(policy, r.policy)
	}
	return nil
}

// choose returns the symmetry for a position.
func (r *randomSymmetry) choose(position []float32) *game.Symmetry {
	index, _ := bits.Mul64(hash(position, r.seed), uint64(len(r.game.Symmetries)))
	return &r.game.Symmetries[index]
}
