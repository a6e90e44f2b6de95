package native

import (
	"fmt"

	"gipfel/nn"
	"gipfel/nn/native/kernel"
)

// tower is the stem and the residual blocks of a net. It is owned by one goroutine.
type tower interface {
	// run computes the residual stream h, cells×channels, of a position.
	run(h, in []float32)
	// clone returns a tower for another goroutine, with the same weights.
	clone() tower
}

// floatTower computes in floating point.
type floatTower struct {
	spec   nn.Spec
	stem   layer
	blocks []block

	// Scratch memory.
	input, hList, yList *kernel.Sparse
	y, bias             []float32
	pooler              pooler

	// observe, unless nil, is shown what each of the blocks' convolutions reads.
	observe func(convolution int, x []float32)
}

// block is a residual block. pool is nil where the block has no pooled bias.
type block struct {
	conv1, conv2 layer
	pool         *kernel.Filter
}

func packTower(w *nn.Weights) *floatTower {
	t := &floatTower{spec: w.Spec, stem: packLayer(w, "stem", 3, 1)}
	for i := range t.spec.Blocks {
		name := fmt.Sprintf("block%d", i)
		b := block{
			conv1: packLayer(w, name+"/conv1", 3, 1),
			conv2: packLayer(w, name+"/conv2", 3, w.Tensor(name + "/alpha")[0]),
		}
		if t.spec.Pooled(i) {
			b.pool = packFilter(w, name+"/pool/weight", 1, t.spec.Channels, 1)
		}
		t.blocks = append(t.blocks, b)
	}
	t.allocate()
	return t
}

func (t *floatTower) clone() tower {
	c := *t
	c.allocate()
	return &c
}

// allocate gives a tower its own scratch memory.
func (t *floatTower) allocate() {
	s := t.spec
	t.input = kernel.NewSparse(s.Height, s.Width, s.InputPlanes)
	t.hList, t.yList = kernel.NewSparse(s.Height, s.Width, s.Channels), kernel.NewSparse(s.Height, s.Width, s.Channels)
	t.y, t.bias, t.pooler = make([]float32, s.Cells()*s.Channels), make([]float32, s.Channels), newPooler(s.Channels)
}

func (t *floatTower) run(h, in []float32) {
	t.input.Fill(in)
	t.stem.apply(h, t.input, kernel.Rectify)
	for i := range t.blocks {
		b := &t.blocks[i]
		t.hList.Fill(h)
		bias := b.conv1.bias
		if b.pool != nil {
			bias = t.bias
			b.pool.Apply(bias, t.pooler.pool(h), b.conv1.bias, 0)
		}
		b.conv1.filter.Apply(t.y, t.hList, bias, kernel.Rectify)
		t.yList.Fill(t.y)
		if t.observe != nil {
			t.observe(2*i, h)
			t.observe(2*i+1, t.y)
		}
		b.conv2.apply(h, t.yList, kernel.Add|kernel.Rectify)
	}
}
