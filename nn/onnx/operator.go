package onnx

import (
	"errors"
	"fmt"
	"slices"

	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// operator is one kind of node. Shapes are checked apart from the numbers, so that a graph which fits one batch is known to fit
// before anything is computed.
type operator struct {
	// fewest and most are the bounds of the number of inputs.
	fewest, most int
	// attributes are the kinds of the attributes that the operator may have, by name.
	attributes map[string]int32
	// shape returns the shape of the output, and how many multiplications (or comparisons) each of its elements takes, or says why
	// the inputs do not fit.
	shape func(a attributes, in [][]int) (out []int, cost int, err error)
	// compute fills the output, which has the shape that the above returned.
	compute func(a attributes, in []tensor, out tensor)
}

// operators are those that Export uses, by the name of the standard. What they compute is said there:
// https://onnx.ai/onnx/operators/
var operators = map[string]*operator{
	"Transpose":         {1, 1, map[string]int32{"perm": attributeInts}, transposeShape, transpose},
	"Conv":              {2, 3, convolutionAttributes, convolutionShape, convolution},
	"Relu":              {1, 1, nil, sameShape, relu},
	"Add":               {2, 2, nil, addShape, add},
	"GlobalAveragePool": {1, 1, nil, globalPoolShape, globalMean},
	"GlobalMaxPool":     {1, 1, nil, globalPoolShape, globalMax},
	"Concat":            {1, 8, map[string]int32{"axis": attributeInt}, concatShape, concat},
	"Flatten":           {1, 1, map[string]int32{"axis": attributeInt}, flattenShape, flatten},
	"Gemm":              {3, 3, nil, gemmShape, gemm},
	"Softmax":           {1, 1, map[string]int32{"axis": attributeInt}, softmaxShape, softmax},
}

// attributes are those of a node. Reading one that is absent gives its default.
type attributes map[string]*onnxv1.AttributeProto

// readAttributes refuses attributes that the operator does not have, since ignoring one would change what is computed.
func readAttributes(list []*onnxv1.AttributeProto, known map[string]int32) (attributes, error) {
	a := attributes{}
	for _, m := range list {
		kind, ok := known[m.GetName()]
		switch {
		case !ok:
			return nil, fmt.Errorf("attribute %q is not supported", m.GetName())
		case m.GetType() != kind:
			return nil, fmt.Errorf("attribute %q is of type %d, want %d", m.GetName(), m.GetType(), kind)
		case a[m.GetName()] != nil:
			return nil, fmt.Errorf("attribute %q is there twice", m.GetName())
		}
		a[m.GetName()] = m
	}
	return a, nil
}

// ints returns a list of integers, or nil if there is none.
func (a attributes) ints(name string) []int64 { return a[name].GetInts() }

// axis returns the attribute axis, which counts from the back where it is negative; the last one is the default.
func (a attributes) axis(rank int) (int, error) {
	v := int64(-1)
	if m := a["axis"]; m != nil {
		v = m.GetI()
	}
	if v < 0 {
		v += int64(rank)
	}
	if v < 0 || v >= int64(rank) {
		return 0, fmt.Errorf("axis %d of %d dimensions", v, rank)
	}
	return int(v), nil
}

func sameShape(_ attributes, in [][]int) ([]int, int, error) { return slices.Clone(in[0]), 1, nil }

func relu(_ attributes, in []tensor, out tensor) {
	for i, v := range in[0].data {
		out.data[i] = max(0, v)
	}
}

func transposeShape(a attributes, in [][]int) ([]int, int, error) {
	perm := a.ints("perm")
	if len(perm) != len(in[0]) {
		return nil, 0, fmt.Errorf("perm has %d entries, want %d", len(perm), len(in[0]))
	}
	out := make([]int, len(perm))
	seen := make([]bool, len(perm))
	for i, p := range perm {
		if p < 0 || p >= int64(len(perm)) || seen[p] {
			return nil, 0, fmt.Errorf("perm %v is no permutation", perm)
		}
		seen[p] = true
		out[i] = in[0][p]
	}
	return out, 1, nil
}

func transpose(a attributes, in []tensor, out tensor) {
	perm := a.ints("perm")
	strides := stridesOf(in[0].shape)
	index := make([]int, len(perm)) // of the element of out
	for k := range out.data {
		from := 0
		for i, p := range perm {
			from += index[i] * strides[p]
		}
		out.data[k] = in[0].data[from]
		advance(index, out.shape)
	}
}

// stridesOf returns by how much the place of an element grows with each index.
func stridesOf(shape []int) []int {
	strides := make([]int, len(shape))
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = n
		n *= shape[i]
	}
	return strides
}

// advance goes to the next element in row-major order.
func advance(index, shape []int) {
	for i := len(shape) - 1; i >= 0; i-- {
		if index[i]++; index[i] < shape[i] {
			return
		}
		index[i] = 0
	}
}

// addShape allows what is 1 in one input to be anything in the other.
func addShape(_ attributes, in [][]int) ([]int, int, error) {
	if len(in[0]) != len(in[1]) {
		return nil, 0, fmt.Errorf("shapes %v and %v have different numbers of dimensions", in[0], in[1])
	}
	out := make([]int, len(in[0]))
	for i, d := range in[0] {
		e := in[1][i]
		if d != e && d != 1 && e != 1 {
			return nil, 0, fmt.Errorf("shapes %v and %v do not fit each other", in[0], in[1])
		}
		out[i] = max(d, e)
	}
	return out, 1, nil
}

func add(_ attributes, in []tensor, out tensor) {
	x, y := stridesOf(in[0].shape), stridesOf(in[1].shape)
	index := make([]int, len(out.shape))
	for k := range out.data {
		i, j := 0, 0
		for d, at := range index {
			if in[0].shape[d] > 1 {
				i += at * x[d]
			}
			if in[1].shape[d] > 1 {
				j += at * y[d]
			}
		}
		out.data[k] = in[0].data[i] + in[1].data[j]
		advance(index, out.shape)
	}
}

func concatShape(a attributes, in [][]int) ([]int, int, error) {
	if a["axis"] == nil {
		return nil, 0, errors.New("attribute axis is missing")
	}
	axis, err := a.axis(len(in[0]))
	if err != nil {
		return nil, 0, err
	}
	out := slices.Clone(in[0])
	for _, shape := range in[1:] {
		if len(shape) != len(out) {
			return nil, 0, fmt.Errorf("shapes %v and %v have different numbers of dimensions", in[0], shape)
		}
		for d := range shape {
			if d != axis && shape[d] != out[d] {
				return nil, 0, fmt.Errorf("shapes %v and %v differ beside axis %d", in[0], shape, axis)
			}
		}
		out[axis] += shape[axis]
	}
	return out, 1, nil
}

func concat(a attributes, in []tensor, out tensor) {
	axis, _ := a.axis(len(out.shape)) // concatShape has checked it
	dst := out.data
	for outer := range product(out.shape[:axis]) {
		for _, t := range in {
			run := product(t.shape[axis:])
			dst = dst[copy(dst, t.data[outer*run:(outer+1)*run]):]
		}
	}
}

// flattenShape keeps the first dimension and joins the others.
func flattenShape(a attributes, in [][]int) ([]int, int, error) {
	if m := a["axis"]; m != nil && m.GetI() != 1 {
		return nil, 0, fmt.Errorf("axis is %d, want 1", m.GetI())
	}
	if len(in[0]) == 0 {
		return nil, 0, errors.New("the input has no dimensions")
	}
	return []int{in[0][0], product(in[0][1:])}, 1, nil
}

func flatten(_ attributes, in []tensor, out tensor) { copy(out.data, in[0].data) }
