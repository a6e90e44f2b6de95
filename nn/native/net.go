package native

import (
	"fmt"
	"slices"

	"gipfel/nn"
	"gipfel/nn/native/kernel"
)

// layer is a convolution, or a linear layer, and its bias.
type layer struct {
	filter *kernel.Filter
	bias   []float32
}

func (l *layer) apply(dst []float32, x *kernel.Sparse, mode kernel.Mode) {
	l.filter.Apply(dst, x, l.bias, mode)
}

// block is a residual block. pool is nil where the block has no pooled bias.
type block struct {
	conv1, conv2 layer
	pool         *kernel.Filter
}

// net is a net's packed weights. It is not changed after it is made.
type net struct {
	spec   nn.Spec
	stem   layer
	blocks []block

	policyConv   layer
	policyPool   *kernel.Filter
	policyLogits layer
	policyExtra  layer

	outcomeConv, outcomeHidden, outcomeLogits layer
}

// pack packs weights.
func pack(w *nn.Weights) *net {
	s := w.Spec
	n := &net{spec: s, stem: packLayer(w, "stem", 3, 1)}
	for i := range s.Blocks {
		name := fmt.Sprintf("block%d", i)
		b := block{
			conv1: packLayer(w, name+"/conv1", 3, 1),
			conv2: packLayer(w, name+"/conv2", 3, w.Tensor(name + "/alpha")[0]),
		}
		if s.Pooled(i) {
			b.pool = packFilter(w, name+"/pool/weight", 1, s.Channels, 1)
		}
		n.blocks = append(n.blocks, b)
	}
	n.policyConv = packLayer(w, "policy/conv", 1, 1)
	n.policyPool = packFilter(w, "policy/pool/weight", 1, s.PolicyChannels, 1)
	n.policyLogits = packLayer(w, "policy/logits", 1, 1)
	if s.ExtraActions > 0 {
		n.policyExtra = packLayer(w, "policy/extra", 1, 1)
	}
	n.outcomeConv = packLayer(w, "outcome/conv", 1, 1)
	n.outcomeHidden = packLayer(w, "outcome/hidden", 1, 1)
	n.outcomeLogits = packLayer(w, "outcome/logits", 1, 1)
	return n
}

// packLayer packs a weight and its bias, both times a factor.
func packLayer(w *nn.Weights, name string, size int, factor float32) layer {
	bias := slices.Clone(w.Tensor(name + "/bias"))
	for i := range bias {
		bias[i] *= factor
	}
	return layer{packFilter(w, name+"/weight", size, len(bias), factor), bias}
}

func packFilter(w *nn.Weights, name string, size, out int, factor float32) *kernel.Filter {
	weights := w.Tensor(name)
	f := kernel.NewFilter(size, len(weights)/(size*size*out), out)
	f.Pack(weights, factor)
	return f
}

// scratch is an engine's memory for one position; every name is explained in the package comment of nn.
type scratch struct {
	input, hList, yList, pList          kernel.Sparse
	pooledList, vPooledList, hiddenList kernel.Sparse
	h, y, p, v                          []float32
	pooled, vPooled, hidden, bias       []float32
}

func newScratch(s nn.Spec) scratch {
	board := func(channels int) kernel.Sparse { return *kernel.NewSparse(s.Height, s.Width, channels) }
	vector := func(length int) kernel.Sparse { return *kernel.NewSparse(1, 1, length) }
	return scratch{
		input: board(s.InputPlanes), hList: board(s.Channels), yList: board(s.Channels), pList: board(s.PolicyChannels),
		pooledList: vector(2 * s.Channels), vPooledList: vector(2 * s.ValueChannels), hiddenList: vector(s.ValueHidden),
		h: make([]float32, s.Cells()*s.Channels), y: make([]float32, s.Cells()*s.Channels),
		p: make([]float32, s.Cells()*s.PolicyChannels), v: make([]float32, s.Cells()*s.ValueChannels),
		pooled: make([]float32, 2*s.Channels), vPooled: make([]float32, 2*s.ValueChannels),
		hidden: make([]float32, s.ValueHidden), bias: make([]float32, max(s.Channels, s.PolicyChannels)),
	}
}
