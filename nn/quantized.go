package nn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Quantized is a net whose residual tower, where nearly all of the work is, convolves whole numbers: activations in 7 bits,
// weights in 8. The residual stream between the convolutions, the stem and the heads stay in floating point. It cannot be
// trained.
type Quantized struct {
	// Spec is that of the net it was made from, without heads for training.
	Spec Spec
	// Step is the number of training steps behind the weights.
	Step uint64
	// Positions is the number of positions from which the steps of the activations were chosen.
	Positions uint64
	// Tensors are those of Spec.Layout that are not in Convolutions, in that order. A block's alpha is in its convolution.
	Tensors []Tensor
	// Convolutions are the two of each block, in order.
	Convolutions []QuantizedConvolution
}

// QuantizedConvolution is a 3×3 convolution: its output is
//
//	InputStep · WeightSteps[out] · Σ input · Weights + Bias[out]
//
// where input is the number of steps of an activation, 0 to 127. The factor α of a block's second convolution is in WeightSteps
// and Bias.
type QuantizedConvolution struct {
	Name      string // such as "block0/conv1"
	InputStep float32
	// WeightSteps and Bias have a value for each output channel.
	WeightSteps, Bias []float32
	// Weights are (ky, kx, in, out), from -127 to 127.
	Weights []int8
}

// Tensor returns the values of the tensor of a given name. It panics if there is none, since names are fixed by the Spec.
func (q *Quantized) Tensor(name string) []float32 {
	return (&Weights{Tensors: q.Tensors}).Tensor(name)
}

// IsQuantized reports whether a tensor of a net is part of a [QuantizedConvolution].
func IsQuantized(tensor string) bool {
	return strings.HasPrefix(tensor, "block") && !strings.HasSuffix(tensor, "/pool/weight")
}

// QuantizedLayout lists the names of a net's quantized convolutions, and the tensors that are left as they are.
func (s Spec) QuantizedLayout() (convolutions []string, tensors []TensorSpec) {
	for b := range s.Blocks {
		convolutions = append(convolutions, fmt.Sprintf("block%d/conv1", b), fmt.Sprintf("block%d/conv2", b))
	}
	tensors = slices.DeleteFunc(s.Layout(), func(t TensorSpec) bool { return IsQuantized(t.Name) })
	return convolutions, tensors
}

// Check says what is wrong with the net: a bad spec, a part that is missing or of another shape, or a value out of its range.
func (q *Quantized) Check() error {
	if err := q.Spec.Validate(); err != nil {
		return err
	}
	if q.Spec.Heads != (Heads{}) {
		return errors.New("net spec: a quantized net has no heads for training")
	}
	names, layout := q.Spec.QuantizedLayout()
	if err := checkTensors(q.Tensors, layout); err != nil {
		return err
	}
	if len(q.Convolutions) != len(names) {
		return fmt.Errorf("%d quantized convolutions, want %d", len(q.Convolutions), len(names))
	}
	for i, name := range names {
		if c := &q.Convolutions[i]; c.Name != name {
			return fmt.Errorf("quantized convolution %d is %q, want %q", i, c.Name, name)
		} else if err := c.check(q.Spec.Channels); err != nil {
			return fmt.Errorf("quantized convolution %q: %w", c.Name, err)
		}
	}
	return nil
}

func (c *QuantizedConvolution) check(channels int) error {
	switch {
	case !(c.InputStep > 0) || notFinite(c.InputStep):
		return fmt.Errorf("the input's step is %v, want a positive number", c.InputStep)
	case len(c.WeightSteps) != channels:
		return fmt.Errorf("%d steps of weights, want %d", len(c.WeightSteps), channels)
	case len(c.Bias) != channels:
		return fmt.Errorf("%d biases, want %d", len(c.Bias), channels)
	case len(c.Weights) != 9*channels*channels:
		return fmt.Errorf("%d weights, want %d", len(c.Weights), 9*channels*channels)
	}
	for i, s := range c.WeightSteps {
		if !(s > 0) || notFinite(s) {
			return fmt.Errorf("step %d of the weights is %v, want a positive number", i, s)
		}
	}
	if k := slices.IndexFunc(c.Bias, notFinite); k >= 0 {
		return fmt.Errorf("bias %d is %v, want a finite number", k, c.Bias[k])
	}
	if k := slices.Index(c.Weights, -128); k >= 0 {
		return fmt.Errorf("weight %d is -128, want -127 to 127", k)
	}
	return nil
}
