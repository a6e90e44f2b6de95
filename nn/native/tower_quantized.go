package native

import (
	"fmt"
	"slices"

	"gipfel/nn"
	"gipfel/nn/native/kernel"
)

// quantizedTower computes the convolutions of the blocks in whole numbers. The residual stream itself is in floating point, so
// that what a block adds is not lost in rounding; each convolution reads a rounded copy.
type quantizedTower struct {
	spec   nn.Spec
	stem   layer
	blocks []quantizedBlock

	// Scratch memory. x and y are what the two convolutions of a block read.
	input  *kernel.Sparse
	x, y   *kernel.Quantized
	bias   []float32
	pooler pooler
}

// quantizedBlock is a residual block. pool is nil where the block has no pooled bias.
type quantizedBlock struct {
	conv1, conv2 quantizedLayer
	pool         *kernel.Filter
}

// quantizedLayer is a convolution of a block. perUnit is the number of steps of its input in 1.
type quantizedLayer struct {
	filter  *kernel.QuantizedFilter
	bias    []float32
	perUnit float32
}

func packQuantizedTower(q *nn.Quantized) *quantizedTower {
	t := &quantizedTower{spec: q.Spec, stem: packLayer(q, "stem", 3, 1)}
	for i := range t.spec.Blocks {
		b := quantizedBlock{conv1: packQuantized(q, 2*i), conv2: packQuantized(q, 2*i+1)}
		if t.spec.Pooled(i) {
			b.pool = packFilter(q, fmt.Sprintf("block%d/pool/weight", i), 1, t.spec.Channels, 1)
		}
		t.blocks = append(t.blocks, b)
	}
	t.allocate()
	return t
}

func packQuantized(q *nn.Quantized, convolution int) quantizedLayer {
	c := &q.Convolutions[convolution]
	scale := slices.Clone(c.WeightSteps)
	for i := range scale {
		scale[i] *= c.InputStep
	}
	filter := kernel.NewQuantizedFilter(q.Spec.Width, 3, q.Spec.Channels, q.Spec.Channels)
	filter.Pack(c.Weights, scale)
	return quantizedLayer{filter, c.Bias, 1 / c.InputStep}
}

func (t *quantizedTower) clone() tower {
	c := *t
	c.allocate()
	return &c
}

// allocate gives a tower its own scratch memory.
func (t *quantizedTower) allocate() {
	s := t.spec
	t.input = kernel.NewSparse(s.Height, s.Width, s.InputPlanes)
	t.x, t.y = kernel.NewQuantized(s.Height, s.Width, s.Channels), kernel.NewQuantized(s.Height, s.Width, s.Channels)
	t.bias, t.pooler = make([]float32, s.Channels), newPooler(s.Channels)
}

func (t *quantizedTower) run(h, in []float32) {
	t.input.Fill(in)
	t.stem.apply(h, t.input, kernel.Rectify)
	if len(t.blocks) > 0 {
		t.x.Fill(h, t.blocks[0].conv1.perUnit)
	}
	for i := range t.blocks {
		b := &t.blocks[i]
		bias := b.conv1.bias
		if b.pool != nil {
			bias = t.bias
			b.pool.Apply(bias, t.pooler.pool(h), b.conv1.bias, 0)
		}
		b.conv1.filter.Apply(kernel.QuantizedOutput{Steps: t.y, PerUnit: b.conv2.perUnit}, t.x, bias)
		out := kernel.QuantizedOutput{Values: h, Add: true}
		if i+1 < len(t.blocks) {
			out.Steps, out.PerUnit = t.x, t.blocks[i+1].conv1.perUnit
		}
		b.conv2.filter.Apply(out, t.y, b.conv2.bias)
	}
}
