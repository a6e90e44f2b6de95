// Package native evaluates nets in this process, with the kernels of package kernel and without allocating.
//
// An [Engine] computes the rows of a batch one after the other, so a row's result is the same whatever else is in the batch:
// the same build with the same kernels ([Kernels]) gives the same bytes. The residual blocks' factors α are multiplied into
// the second convolutions when the weights are packed.
//
// [New] makes an engine that computes in floating point. [Quantize] finds whole numbers for a net's convolutions, and [NewQuantized]
// makes an engine that computes with them, several times as fast.
package native

import (
	"fmt"
	"math"

	"gipfel/nn"
	"gipfel/nn/native/kernel"
)

// Engine is an [nn.Model]. It is owned by one goroutine; clones share its weights.
type Engine struct {
	spec  nn.Spec
	tower tower
	heads *heads
	h     []float32 // the residual stream
}

// New returns an engine for weights, which it copies.
func New(w *nn.Weights) (*Engine, error) {
	if err := check(w); err != nil {
		return nil, err
	}
	return newEngine(w.Spec, packTower(w), packHeads(w, w.Spec)), nil
}

// NewQuantized returns an engine for a quantized net, which it copies.
func NewQuantized(q *nn.Quantized) (*Engine, error) {
	if err := check(q); err != nil {
		return nil, err
	}
	return newEngine(q.Spec, packQuantizedTower(q), packHeads(q, q.Spec)), nil
}

// check says why a net cannot be evaluated.
func check(net interface{ Check() error }) error {
	if err := net.Check(); err != nil {
		return fmt.Errorf("native engine: %w", err)
	}
	if err := kernel.Check(); err != nil {
		return fmt.Errorf("native engine: %w", err)
	}
	return nil
}

func newEngine(s nn.Spec, t tower, h *heads) *Engine {
	return &Engine{s, t, h, make([]float32, s.Cells()*s.Channels)}
}

// Clone returns an engine for another goroutine. It shares the weights and has its own scratch memory.
func (e *Engine) Clone() *Engine { return newEngine(e.spec, e.tower.clone(), e.heads.clone()) }

// Kernels names the kernels in use: avx512, avx2 or go. The environment variable GIPFEL_KERNELS can choose them.
func Kernels() string { return kernel.Name() }

// Spec is the architecture of the net.
func (e *Engine) Spec() nn.Spec { return e.spec }

// Predict evaluates n positions, as nn.Model says.
func (e *Engine) Predict(n int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(e.spec, n, in, out); err != nil {
		return err
	}
	inputs, actions, outcomes := e.spec.InputSize(), e.spec.Actions(), e.spec.Outcomes()
	for row := range n {
		e.tower.run(e.h, in[row*inputs:(row+1)*inputs])
		outcome := out.Outcome[row*outcomes : (row+1)*outcomes]
		e.heads.run(out.Policy[row*actions:(row+1)*actions], outcome, e.h)
		if math.IsNaN(float64(outcome[0])) {
			return fmt.Errorf("predict: row %d: the outcome is not a number: the inputs or the weights are out of bounds", row)
		}
	}
	return nil
}
