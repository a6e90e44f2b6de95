// Package nn says what a net is: its architecture ([Spec]), its numbers ([Weights]), what it computes ([Model]) and what it
// learns from ([Batch]). It computes nothing itself: package native evaluates nets, package train trains them.
//
// # The net
//
// All of it is convolutional, so one family of nets serves every board. h is the residual stream, a value for each channel at
// each cell; pool(h) is, for each channel, the mean over the cells and the maximum.
//
//	h = relu(conv3x3(input) + b)
//	blocks:   y = relu(conv3x3(h) + b1 [+ linear(pool(h))])    the part in brackets in every PoolEvery-th block
//	          h = relu(h + α·(conv3x3(y) + b2))                 α is a learned number; there is no normalisation
//	policy:   p = relu(conv1x1(h) + b + linear(pool(h)))
//	          logits = conv1x1(p) + b, cell by cell, then linear(pool(h)) for the extra actions
//	outcome:  v = relu(conv1x1(h) + b)
//	          u = relu(linear(pool(v)))
//	          probabilities = softmax(linear(u))
//
// A net may have more heads, which [Heads] lists. They make the tower learn what helps policy and outcome, too; nobody asks them
// in play, so a [Model] neither computes nor gives what they say:
//
//	reply:    logits = conv1x1(p) + b, cell by cell, then linear(pool(h)) for the extra actions
//	owner:    logits = conv1x1(h) + b, for each cell
//	margin:   linear(u), a number
//	moves:    linear(u), a number
//
// # Conventions
//
// Rows of a batch are independent. Positions are HWC: cell by cell, a cell's planes next to each other, and cell = y*Width+x.
// Outcomes are relative to the player to move: entry 0 is that the mover wins, entry 1 the next seat, …, the last entry the
// draw. Policies are logits of all actions, legal or not: whoever uses them masks them.
package nn

import "fmt"

// Model evaluates positions. Implementations are owned by one goroutine.
type Model interface {
	// Spec is the architecture, which tells the sizes of everything below.
	Spec() Spec
	// Predict evaluates n positions, n×InputSize values, and overwrites out. A row's result does not depend on the other
	// rows, to the last bit.
	Predict(n int, in []float32, out Outputs) error
}

// Outputs is where a Model writes. The caller owns the memory.
type Outputs struct {
	// Policy holds n×Actions logits.
	Policy []float32
	// Outcome holds n×(Players+1) probabilities.
	Outcome []float32
}

// NewOutputs returns room for n rows.
func NewOutputs(s Spec, n int) Outputs {
	return Outputs{Policy: make([]float32, n*s.Actions()), Outcome: make([]float32, n*s.Outcomes())}
}

// CheckPredict says what is wrong with the sizes of Predict's arguments. It is for implementations of Model.
func CheckPredict(s Spec, n int, in []float32, out Outputs) error {
	switch {
	case n < 0:
		return fmt.Errorf("predict: %d rows", n)
	case len(in) != n*s.InputSize():
		return fmt.Errorf("predict %d rows: %d inputs, want %d", n, len(in), n*s.InputSize())
	case len(out.Policy) != n*s.Actions():
		return fmt.Errorf("predict %d rows: room for %d logits, want %d", n, len(out.Policy), n*s.Actions())
	case len(out.Outcome) != n*s.Outcomes():
		return fmt.Errorf("predict %d rows: room for %d outcomes, want %d", n, len(out.Outcome), n*s.Outcomes())
	}
	return nil
}
