package native

import (
	"context"
	"fmt"
	"math"

	"gipfel/nn"
)

// The histograms of activations.
const (
	bins = 2048
	// A step of activations is chosen among clippings of this share of the largest activation and more.
	leastClipping = 0.2
	clippings     = 100
)

// Quantize returns a quantized net (post-training quantization): each output channel's weights in steps of a 127th of the
// largest one, and the activations that a convolution reads in steps with which the squared rounding error over the given
// positions is least, clipping outliers where that pays. positions holds any number of encoded positions, InputSize values
// each; they should be those of the games that the net is for, a few hundred or more.
func Quantize(ctx context.Context, w *nn.Weights, positions []float32) (*nn.Quantized, error) {
	if err := check(w); err != nil {
		return nil, err
	}
	size := w.Spec.InputSize()
	n := len(positions) / size
	if n == 0 || len(positions) != n*size {
		return nil, fmt.Errorf("quantize: %d values of positions, want one or more times %d", len(positions), size)
	}
	spec := w.Spec.Playing()
	q := &nn.Quantized{Spec: spec, Step: w.Step, Positions: uint64(n)}
	names, layout := spec.QuantizedLayout()
	for _, t := range layout {
		q.Tensors = append(q.Tensors, nn.Tensor{Name: t.Name, Shape: t.Shape, Data: append([]float32(nil), w.Tensor(t.Name)...)})
	}
	histograms, err := observe(ctx, w, positions, n)
	if err != nil {
		return nil, fmt.Errorf("quantize: %w", err)
	}
	for i, name := range names {
		factor := float32(1)
		if i%2 == 1 {
			factor = w.Tensor(fmt.Sprintf("block%d/alpha", i/2))[0]
		}
		q.Convolutions = append(q.Convolutions, quantizeConvolution(w, name, histograms[i].bestStep(), factor))
	}
	return q, nil
}

// quantizeConvolution quantizes a weight times a factor.
func quantizeConvolution(w *nn.Weights, name string, inputStep, factor float32) nn.QuantizedConvolution {
	weights, bias := w.Tensor(name+"/weight"), w.Tensor(name+"/bias")
	out := len(bias)
	c := nn.QuantizedConvolution{
		Name: name, InputStep: inputStep,
		WeightSteps: make([]float32, out), Bias: make([]float32, out), Weights: make([]int8, len(weights)),
	}
	for o := range out {
		c.Bias[o] = factor * bias[o]
		most := float32(0)
		for i := o; i < len(weights); i += out {
			most = max(most, abs(factor*weights[i]))
		}
		step := most / 127
		if step < smallest {
			step = 1 // all are as good as zero
		}
		c.WeightSteps[o] = step
		for i := o; i < len(weights); i += out {
			steps := math.RoundToEven(float64(factor) * float64(weights[i]) / float64(step))
			c.Weights[i] = int8(min(max(steps, -127), 127))
		}
	}
	return c
}

// smallest is the smallest number that has the full precision of a float32. What is less than that is taken for zero.
const smallest = 0x1p-126

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// observe returns the histogram of what each convolution of the tower reads in n positions.
func observe(ctx context.Context, w *nn.Weights, positions []float32, n int) ([]histogram, error) {
	t := packTower(w)
	size := w.Spec.InputSize()
	h := make([]float32, w.Spec.Cells()*w.Spec.Channels)
	histograms := make([]histogram, 2*w.Spec.Blocks)
	run := func(observe func(convolution int, x []float32)) error {
		t.observe = observe
		for i := range n {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("after %d of %d positions: %w", i, n, err)
			}
			t.run(h, positions[i*size:(i+1)*size])
		}
		return nil
	}
	if err := run(func(c int, x []float32) { histograms[c].widen(x) }); err != nil {
		return nil, err
	}
	for c := range histograms {
		if most := histograms[c].most; !(most <= math.MaxFloat32) {
			return nil, fmt.Errorf("block %d reads activations up to %v, want finite numbers", c/2, most)
		}
	}
	if err := run(func(c int, x []float32) { histograms[c].count(x) }); err != nil {
		return nil, err
	}
	return histograms, nil
}

// histogram says how many activations fall into equal parts of the range from zero to the largest. Zeros are not counted.
type histogram struct {
	most  float32
	parts [bins]uint64
}

func (h *histogram) widen(x []float32) {
	for _, v := range x {
		h.most = max(h.most, v) // not a number stays that
	}
}

func (h *histogram) count(x []float32) {
	if h.most < smallest*bins {
		return
	}
	scale := bins / h.most
	for _, v := range x {
		if v > 0 {
			h.parts[min(int(v*scale), bins-1)]++
		}
	}
}

// bestStep returns the step with which the squared rounding error is least.
func (h *histogram) bestStep() float32 {
	if h.most < smallest*bins {
		return 1 // nothing to round
	}
	best, least := float32(0), math.Inf(1)
	for i := range clippings + 1 {
		step := h.most * (leastClipping + (1-leastClipping)*float32(i)/clippings) / 127
		if e := h.squaredError(float64(step)); e < least {
			best, least = step, e
		}
	}
	return best
}

// squaredError is the squared error of rounding what was counted to multiples of a step, up to 127 of them.
func (h *histogram) squaredError(step float64) (sum float64) {
	for i, n := range h.parts {
		v := (float64(i) + 0.5) * float64(h.most) / bins
		d := v - step*min(math.RoundToEven(v/step), 127)
		sum += float64(n) * d * d
	}
	return sum
}
