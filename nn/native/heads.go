package native

import (
	"math"

	"gipfel/nn"
	"gipfel/nn/native/kernel"
)

// headWeights are those of the policy and the outcome head. They are not changed after they are made.
type headWeights struct {
	policyConv   layer
	policyPool   *kernel.Filter
	policyLogits layer
	policyExtra  layer

	outcomeConv, outcomeHidden, outcomeLogits layer
}

// heads computes policy and outcome from the residual stream. It is owned by one goroutine.
type heads struct {
	*headWeights
	spec nn.Spec

	// Scratch memory; p and v are explained in the package comment of nn.
	hList, pList, hiddenList *kernel.Sparse
	p, v, hidden, bias       []float32
	hPooler, vPooler         pooler
}

func packHeads(w tensors, s nn.Spec) *heads {
	h := &headWeights{
		policyConv:    packLayer(w, "policy/conv", 1, 1),
		policyPool:    packFilter(w, "policy/pool/weight", 1, s.PolicyChannels, 1),
		policyLogits:  packLayer(w, "policy/logits", 1, 1),
		outcomeConv:   packLayer(w, "outcome/conv", 1, 1),
		outcomeHidden: packLayer(w, "outcome/hidden", 1, 1),
		outcomeLogits: packLayer(w, "outcome/logits", 1, 1),
	}
	if s.ExtraActions > 0 {
		h.policyExtra = packLayer(w, "policy/extra", 1, 1)
	}
	return newHeads(h, s)
}

// newHeads returns heads with scratch memory of their own.
func newHeads(w *headWeights, s nn.Spec) *heads {
	return &heads{
		headWeights: w, spec: s,
		hList:      kernel.NewSparse(s.Height, s.Width, s.Channels),
		pList:      kernel.NewSparse(s.Height, s.Width, s.PolicyChannels),
		hiddenList: kernel.NewSparse(1, 1, s.ValueHidden),
		p:          make([]float32, s.Cells()*s.PolicyChannels),
		v:          make([]float32, s.Cells()*s.ValueChannels),
		hidden:     make([]float32, s.ValueHidden),
		bias:       make([]float32, s.PolicyChannels),
		hPooler:    newPooler(s.Channels), vPooler: newPooler(s.ValueChannels),
	}
}

func (e *heads) clone() *heads { return newHeads(e.headWeights, e.spec) }

// run computes the logits and the outcome's probabilities of a position.
func (e *heads) run(logits, outcome, h []float32) {
	e.hList.Fill(h)
	e.policy(logits, e.hPooler.pool(h))
	e.outcome(outcome)
}

// policy computes the logits from hList and the pooled h.
func (e *heads) policy(logits []float32, pooled *kernel.Sparse) {
	e.policyPool.Apply(e.bias, pooled, e.policyConv.bias, 0)
	e.policyConv.filter.Apply(e.p, e.hList, e.bias, kernel.Rectify)
	e.pList.Fill(e.p)
	onBoard := e.spec.Cells() * e.spec.PolicyPlanes
	e.policyLogits.apply(logits[:onBoard], e.pList, 0)
	if e.spec.ExtraActions > 0 {
		e.policyExtra.apply(logits[onBoard:], pooled, 0)
	}
}

// outcome computes the probabilities from hList.
func (e *heads) outcome(probabilities []float32) {
	e.outcomeConv.apply(e.v, e.hList, kernel.Rectify)
	e.outcomeHidden.apply(e.hidden, e.vPooler.pool(e.v), kernel.Rectify)
	e.hiddenList.Fill(e.hidden)
	e.outcomeLogits.apply(probabilities, e.hiddenList, 0)
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
