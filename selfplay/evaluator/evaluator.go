// Package evaluator has models that stand around another model, or in place of one. All of them are [nn.Model]s, so whoever
// asks a net can ask them instead: the search, a match, an analysis.
//
//	Averaged        asks about all symmetric images of a position, and averages the answers
//	RandomSymmetry  asks about one image of it, chosen by the position itself
//	Recorder        hands on what was asked and answered, to a file say
//
//	Uniform         knows nothing
//	Random          has opinions about everything, all of them groundless, and the same every time
//	Material        counts what the input planes show
//
// A memory of evaluations is not among them: package mcts has one inside of its Searcher, where the legal moves are known, so
// that it need not remember the logits of the others.
//
// # Invariants
//
// A row's result depends on that row alone, to the last bit, as nn.Model demands: on the other rows of the batch neither by
// their number nor by what they are, nor on anything asked before. Nothing allocates once a batch of the same size has been
// evaluated. Batches of any size take bounded memory. Closing a model that stands around another closes that one, if it wants
// to be closed.
package evaluator

import (
	"fmt"
	"io"

	"gipfel/game"
	"gipfel/nn"
)

// maxRows bounds the images that are evaluated at once. It is as many as a match asks about at once by default, so that memory
// stays small, and far more than a model needs to be at its best.
const maxRows = 256

// wrapped is a model that another one stands around.
type wrapped struct{ nn.Model }

// Close closes the inner model if it wants to be closed.
func (w wrapped) Close() error {
	if c, ok := w.Model.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// checkFit says why a model cannot be asked about the positions of a game, if it cannot.
func checkFit(g *game.Game, s nn.Spec) error {
	if s.InputSize() != g.InputSize() || s.Actions() != g.Actions() || s.Outcomes() != g.Outcomes() {
		return fmt.Errorf("the model takes %d inputs and gives %d logits and %d outcomes; %s has %d, %d and %d",
			s.InputSize(), s.Actions(), s.Outcomes(), g.Name, g.InputSize(), g.Actions(), g.Outcomes())
	}
	return nil
}

// inputRows returns rows first to first+n-1 of a batch.
func inputRows(s *nn.Spec, in []float32, first, n int) []float32 {
	size := s.InputSize()
	return in[first*size : (first+n)*size]
}

// outputRows returns rows first to first+n-1 of the answers.
func outputRows(s *nn.Spec, out nn.Outputs, first, n int) nn.Outputs {
	actions, outcomes := s.Actions(), s.Outcomes()
	return nn.Outputs{
		Policy:  out.Policy[first*actions : (first+n)*actions],
		Outcome: out.Outcome[first*outcomes : (first+n)*outcomes],
	}
}

// resize returns a slice of n values, whose old ones are lost. It allocates only if the slice was never so long.
func resize(values []float32, n int) []float32 {
	if cap(values) < n {
		return make([]float32, n)
	}
	return values[:n]
}
