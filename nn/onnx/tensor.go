package onnx

import (
	"encoding/binary"
	"fmt"
	"math"

	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// maxElements bounds the size of every tensor, and maxRank the number of its dimensions.
const (
	maxElements = 1 << 26
	maxRank     = 8
)

// tensor is an array of numbers in row-major order.
type tensor struct {
	shape []int
	data  []float32
}

// size returns the number of elements of a shape, or says why there is no tensor of it.
func size(shape []int) (int, error) {
	if len(shape) > maxRank {
		return 0, fmt.Errorf("%d dimensions, want at most %d", len(shape), maxRank)
	}
	n := 1
	for _, d := range shape {
		if d < 1 || d > maxElements {
			return 0, fmt.Errorf("a dimension of %d in %v", d, shape)
		}
		if n *= d; n > maxElements {
			return 0, fmt.Errorf("shape %v has more than %d elements", shape, maxElements)
		}
	}
	return n, nil
}

// product is size for shapes that are known to be in bounds.
func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// readTensor reads a constant.
func readTensor(m *onnxv1.TensorProto) (tensor, error) {
	if m.GetDataType() != elementFloat {
		return tensor{}, fmt.Errorf("elements of type %d, want %d (float32)", m.GetDataType(), elementFloat)
	}
	if m.GetDataLocation() != 0 {
		return tensor{}, fmt.Errorf("its numbers are in another file")
	}
	shape, err := readShape(m.GetDims())
	if err != nil {
		return tensor{}, err
	}
	want, err := size(shape)
	if err != nil {
		return tensor{}, err
	}
	data := m.GetFloatData()
	if raw := m.GetRawData(); len(raw) > 0 {
		if len(raw) != 4*want {
			return tensor{}, fmt.Errorf("%d bytes of numbers, want %d for shape %v", len(raw), 4*want, shape)
		}
		data = make([]float32, want)
		for i := range data {
			data[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
	}
	if len(data) != want {
		return tensor{}, fmt.Errorf("%d numbers, want %d for shape %v", len(data), want, shape)
	}
	return tensor{shape, data}, nil
}

// readShape reads dimensions, each at least 1.
func readShape(dims []int64) ([]int, error) {
	if len(dims) > maxRank {
		return nil, fmt.Errorf("%d dimensions, want at most %d", len(dims), maxRank)
	}
	shape := make([]int, len(dims))
	for i, d := range dims {
		if d < 1 || d > maxElements {
			return nil, fmt.Errorf("dimension %d is %d, want 1 to %d", i, d, maxElements)
		}
		shape[i] = int(d)
	}
	return shape, nil
}
