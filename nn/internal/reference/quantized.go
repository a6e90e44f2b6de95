package reference

import (
	"math"

	"gipfel/nn"
)

// NewQuantized returns a quantized net. Its convolutions are computed in whole numbers, and what is between them is rounded to
// float32 after each operation, as package nn describes it: so the residual stream is what it must be to the last bit where that
// of the stem is and no block is pooled.
func NewQuantized(q *nn.Quantized) *Net {
	n := New(&nn.Weights{Spec: q.Spec, Tensors: q.Tensors})
	n.quantized = map[string]*nn.QuantizedConvolution{}
	for i := range q.Convolutions {
		n.quantized[q.Convolutions[i].Name] = &q.Convolutions[i]
	}
	return n
}

// convQuantized is conv for a quantized convolution.
func (n *Net) convQuantized(x []float64, c *nn.QuantizedConvolution) []float64 {
	perUnit := 1 / c.InputStep
	steps := make([]float64, len(x))
	for i, v := range x {
		steps[i] = math.RoundToEven(float64(min(float32(v)*perUnit, 127)))
	}
	weight, nothing := make([]float64, len(c.Weights)), make([]float64, len(c.Bias))
	for i, w := range c.Weights {
		weight[i] = float64(w)
	}
	y := n.convolve(steps, weight, nothing, n.Spec.Channels)
	for i, sum := range y {
		o := i % len(c.Bias)
		product := float32(sum) * float32(c.WeightSteps[o]*c.InputStep)
		y[i] = float64(float32(product) + c.Bias[o])
	}
	return y
}
