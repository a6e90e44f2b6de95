package nn

import (
	"fmt"
	"math"
	"slices"
)

// Tensor is a named array of numbers in row-major order.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
}

// Weights are the numbers of a net. Whoever holds a *Weights that others hold too does not change it.
type Weights struct {
	Spec Spec
	// Step is the number of training steps behind the weights.
	Step uint64
	// Tensors are those of Spec.Layout, in that order.
	Tensors []Tensor
}

// Zeros returns weights that are all zero.
func Zeros(spec Spec) (*Weights, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	w := &Weights{Spec: spec}
	flat := make([]float32, spec.Parameters())
	for _, t := range spec.Layout() {
		n := t.Size()
		w.Tensors = append(w.Tensors, Tensor{Name: t.Name, Shape: t.Shape, Data: flat[:n:n]})
		flat = flat[n:]
	}
	return w, nil
}

// Tensor returns the values of the tensor of a given name. It panics if there is none, since names are fixed by the Spec.
func (w *Weights) Tensor(name string) []float32 {
	for i := range w.Tensors {
		if w.Tensors[i].Name == name {
			return w.Tensors[i].Data
		}
	}
	panic(fmt.Sprintf("nn: no tensor %q", name))
}

// Clone returns a copy that shares nothing.
func (w *Weights) Clone() *Weights {
	c := &Weights{Spec: w.Spec, Step: w.Step, Tensors: slices.Clone(w.Tensors)}
	for i := range c.Tensors {
		c.Tensors[i].Shape = slices.Clone(c.Tensors[i].Shape)
		c.Tensors[i].Data = slices.Clone(c.Tensors[i].Data)
	}
	return c
}

// AppendValues appends all values, tensor after tensor, and returns the extended slice.
func (w *Weights) AppendValues(dst []float32) []float32 {
	for i := range w.Tensors {
		dst = append(dst, w.Tensors[i].Data...)
	}
	return dst
}

// SetValues sets all values from what AppendValues gave. It panics if their number is another.
func (w *Weights) SetValues(src []float32) {
	if n := w.Spec.Parameters(); len(src) != n {
		panic(fmt.Sprintf("nn: set %d values of %d", len(src), n))
	}
	for i := range w.Tensors {
		src = src[copy(w.Tensors[i].Data, src):]
	}
}

// Check says what is wrong with the weights: a bad spec, a tensor that is missing or of another shape, or a value that is
// not a number.
func (w *Weights) Check() error {
	if err := w.Spec.Validate(); err != nil {
		return err
	}
	return checkTensors(w.Tensors, w.Spec.Layout())
}

// checkTensors says how tensors differ from a layout, or which value is not a number.
func checkTensors(tensors []Tensor, layout []TensorSpec) error {
	if len(tensors) != len(layout) {
		return fmt.Errorf("%d tensors, want %d", len(tensors), len(layout))
	}
	for i := range layout {
		want, got := &layout[i], &tensors[i]
		switch {
		case got.Name != want.Name:
			return fmt.Errorf("tensor %d is %q, want %q", i, got.Name, want.Name)
		case !slices.Equal(got.Shape, want.Shape):
			return fmt.Errorf("tensor %q has shape %v, want %v", got.Name, got.Shape, want.Shape)
		case len(got.Data) != want.Size():
			return fmt.Errorf("tensor %q has %d values, want %d", got.Name, len(got.Data), want.Size())
		}
		if k := slices.IndexFunc(got.Data, notFinite); k >= 0 {
			return fmt.Errorf("tensor %q: value %d is %v, want a finite number", got.Name, k, got.Data[k])
		}
	}
	return nil
}

// notFinite reports whether v is NaN or infinite.
func notFinite(v float32) bool {
	const exponent = 0xff << 23
	return math.Float32bits(v)&exponent == exponent
}
