// Package native evaluates nets in this process, with the kernels of package kernel and without allocating.
//
// An [Engine] computes the rows of a batch one after the other, so a row's result is the same whatever else is in the batch:
// the same build with the same kernels ([Kernels]) gives the same bytes. The residual blocks' factors α are multiplied into
// the second convolutions when the weights are packed.
package native

import (
	"fmt"
	"math"

	"gipfel/nn"
	"gipfel/nn/native/kernel"
)

// Engine is an [nn.Model]. It is owned by one goroutine; clones share its weights.
type Engine struct {
	*net
	scratch
}

// New returns an engine for weights, which it copies.
func New(w *nn.Weights) (*Engine, error) {
	if err := w.Check(); err != nil {
		return nil, fmt.Errorf("native engine: %w", err)
	}
	if err := kernel.Check(); err != nil {
		return nil, fmt.Errorf("native engine: %w", err)
	}
	n := pack(w)
	return &Engine{n, newScratch(n.spec)}, nil
}

// Clone returns an engine for another goroutine. It shares the weights and has its own scratch memory.
func (e *Engine) Clone() *Engine { return &Engine{e.net, newScratch(e.spec)} }

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
		e.tower(in[row*inputs : (row+1)*inputs])
		kernel.Pool(e.pooled, nil, e.h, e.spec.Channels)
		e.pooledList.Fill(e.pooled)
		e.hList.Fill(e.h)
		e.policy(out.Policy[row*actions : (row+1)*actions])
		outcome := out.Outcome[row*outcomes : (row+1)*outcomes]
		e.outcome(outcome)
		if math.IsNaN(float64(outcome[0])) {
			return fmt.Errorf("predict: row %d: the outcome is not a number: the inputs or the weights are out of bounds", row)
		}
	}
	return nil
}

// tower computes the residual stream h of a position.
func (e *Engine) tower(in []float32) {
	e.input.Fill(in)
	e.stem.apply(e.h, &e.input, kernel.Rectify)
	for i := range e.blocks {
		b := &e.blocks[i]
		e.hList.Fill(e.h)
		bias := b.conv1.bias
		if b.pool != nil {
			kernel.Pool(e.pooled, nil, e.h, e.spec.Channels)
			e.pooledList.Fill(e.pooled)
			bias = e.bias[:len(bias)]
			b.pool.Apply(bias, &e.pooledList, b.conv1.bias, 0)
		}
		b.conv1.filter.Apply(e.y, &e.hList, bias, kernel.Rectify)
		e.yList.Fill(e.y)
		b.conv2.apply(e.h, &e.yList, kernel.Add|kernel.Rectify)
	}
}

// policy computes the logits from hList and pooledList.
func (e *Engine) policy(logits []float32) {
	bias := e.bias[:e.spec.PolicyChannels]
	e.policyPool.Apply(bias, &e.pooledList, e.policyConv.bias, 0)
	e.policyConv.filter.Apply(e.p, &e.hList, bias, kernel.Rectify)
	e.pList.Fill(e.p)
	onBoard := e.spec.Cells() * e.spec.PolicyPlanes
	e.policyLogits.apply(logits[:onBoard], &e.pList, 0)
	if e.spec.ExtraActions > 0 {
		e.policyExtra.apply(logits[onBoard:], &e.pooledList, 0)
	}
}

// outcome computes the probabilities from hList.
func (e *Engine) outcome(probabilities []float32) {
	e.outcomeConv.apply(e.v, &e.hList, kernel.Rectify)
	kernel.Pool(e.vPooled, nil, e.v, e.spec.ValueChannels)
	e.vPooledList.Fill(e.vPooled)
	e.outcomeHidden.apply(e.hidden, &e.vPooledList, kernel.Rectify)
	e.hiddenList.Fill(e.hidden)
	e.outcomeLogits.apply(probabilities, &e.hiddenList, 0)
	softmax(probabilities)
}

// softmax replaces logits by probabilities.
func softmax(x []float32) {
	most := x[0]
	for _, v := range x[1:] {
		most = max(most, v)
	}
	var sum float64
	for i, v := range x {
		e := math.Exp(float64(v - most))
		x[i] = float32(e)
		sum += e
	}
	scale := float32(1 / sum)
	for i := range x {
		x[i] *= scale
	}
}
