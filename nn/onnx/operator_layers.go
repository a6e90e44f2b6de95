package onnx

import (
	"fmt"
	"math"
	"slices"
)

// The operators that are the layers of a net.

var convolutionAttributes = map[string]int32{
	"kernel_shape": attributeInts, "pads": attributeInts, "strides": attributeInts, "dilations": attributeInts, "group": attributeInt,
}

// maxPad bounds the border of zeros around a board.
const maxPad = 64

// convolutionShape takes boards (batch, in, height, width), a weight (out, in, ky, kx) and perhaps a bias (out).
func convolutionShape(a attributes, in [][]int) ([]int, int, error) {
	x, w := in[0], in[1]
	if len(x) != 4 || len(w) != 4 {
		return nil, 0, fmt.Errorf("shapes %v and %v, want four dimensions each", x, w)
	}
	if x[1] != w[1] {
		return nil, 0, fmt.Errorf("the input has %d channels, but the weight %v is for %d", x[1], w, w[1])
	}
	if len(in) > 2 && !slices.Equal(in[2], w[:1]) {
		return nil, 0, fmt.Errorf("the bias has shape %v, want %v", in[2], w[:1])
	}
	if k := a.ints("kernel_shape"); k != nil && !slices.Equal(k, int64s(w[2:]...)) {
		return nil, 0, fmt.Errorf("kernel_shape is %v, but the weight has shape %v", k, w)
	}
	for _, name := range []string{"strides", "dilations"} {
		if v := a.ints(name); v != nil && !slices.Equal(v, []int64{1, 1}) {
			return nil, 0, fmt.Errorf("%s are %v, want 1 and 1", name, v)
		}
	}
	if g := a["group"]; g != nil && g.GetI() != 1 {
		return nil, 0, fmt.Errorf("group is %d, want 1", g.GetI())
	}
	pads, err := convolutionPads(a)
	if err != nil {
		return nil, 0, err
	}
	out := []int{x[0], w[0], x[2] + pads[0] + pads[2] - w[2] + 1, x[3] + pads[1] + pads[3] - w[3] + 1}
	return out, product(w[1:]), nil
}

// convolutionPads returns the borders: above, on the left, below, on the right.
func convolutionPads(a attributes) (pads [4]int, err error) {
	list := a.ints("pads")
	if list == nil {
		return pads, nil
	}
	if len(list) != len(pads) {
		return pads, fmt.Errorf("pads are %v, want %d of them", list, len(pads))
	}
	for i, p := range list {
		if p < 0 || p > maxPad {
			return pads, fmt.Errorf("pads are %v, want 0 to %d", list, maxPad)
		}
		pads[i] = int(p)
	}
	return pads, nil
}

func convolution(a attributes, in []tensor, out tensor) {
	x, w := in[0], in[1]
	pads, _ := convolutionPads(a) // convolutionShape has checked them
	channels, height, width := x.shape[1], x.shape[2], x.shape[3]
	ky, kx := w.shape[2], w.shape[3]
	patch := make([]float32, product(w.shape[1:])) // what one cell of the output sees
	board := product(x.shape[1:])
	cells := product(out.shape[2:])
	for row := range x.shape[0] {
		for cell := range cells {
			top, left := cell/out.shape[3]-pads[0], cell%out.shape[3]-pads[1]
			cut(patch, x.data[row*board:(row+1)*board], channels, height, width, top, left, ky, kx)
			for o := range w.shape[0] {
				sum := dot(patch, w.data[o*len(patch):(o+1)*len(patch)])
				if len(in) > 2 {
					sum += float64(in[2].data[o])
				}
				out.data[(row*w.shape[0]+o)*cells+cell] = float32(sum)
			}
		}
	}
}

// cut copies the ky×kx cells from (top, left) on of every channel of a board, zero where they are off it.
func cut(patch, board []float32, channels, height, width, top, left, ky, kx int) {
	k := 0
	for c := range channels {
		for y := top; y < top+ky; y++ {
			for x := left; x < left+kx; x++ {
				patch[k] = 0
				if y >= 0 && y < height && x >= 0 && x < width {
					patch[k] = board[(c*height+y)*width+x]
				}
				k++
			}
		}
	}
}

// dot sums in float64, and in four parts so that an addition need not wait for the one before it.
func dot(a, b []float32) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float64(a[i]) * float64(b[i])
		s1 += float64(a[i+1]) * float64(b[i+1])
		s2 += float64(a[i+2]) * float64(b[i+2])
		s3 += float64(a[i+3]) * float64(b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i]) * float64(b[i])
	}
	return s0 + s1 + s2 + s3
}

func globalPoolShape(_ attributes, in [][]int) ([]int, int, error) {
	if len(in[0]) != 4 {
		return nil, 0, fmt.Errorf("shape %v, want four dimensions", in[0])
	}
	return []int{in[0][0], in[0][1], 1, 1}, in[0][2] * in[0][3], nil
}

func globalMean(_ attributes, in []tensor, out tensor) {
	cells := product(in[0].shape[2:])
	for i := range out.data {
		var sum float64
		for _, v := range in[0].data[i*cells : (i+1)*cells] {
			sum += float64(v)
		}
		out.data[i] = float32(sum / float64(cells))
	}
}

func globalMax(_ attributes, in []tensor, out tensor) {
	cells := product(in[0].shape[2:])
	for i := range out.data {
		out.data[i] = slices.Max(in[0].data[i*cells : (i+1)*cells])
	}
}

// gemmShape takes vectors (batch, in), a matrix (in, out) and a bias (out).
func gemmShape(_ attributes, in [][]int) ([]int, int, error) {
	x, w, bias := in[0], in[1], in[2]
	if len(x) != 2 || len(w) != 2 || x[1] != w[0] {
		return nil, 0, fmt.Errorf("a product of shapes %v and %v", x, w)
	}
	if !slices.Equal(bias, w[1:]) {
		return nil, 0, fmt.Errorf("the bias has shape %v, want %v", bias, w[1:])
	}
	return []int{x[0], w[1]}, w[0], nil
}

func gemm(_ attributes, in []tensor, out tensor) {
	x, w, bias := in[0], in[1], in[2]
	inner, width := w.shape[0], w.shape[1]
	for row := range x.shape[0] {
		for o := range width {
			sum := float64(bias.data[o])
			for i := range inner {
				sum += float64(x.data[row*inner+i]) * float64(w.data[i*width+o])
			}
			out.data[row*width+o] = float32(sum)
		}
	}
}

// softmaxShape takes any tensor, but the axis must be the last one.
func softmaxShape(a attributes, in [][]int) ([]int, int, error) {
	rank := len(in[0])
	axis, err := a.axis(rank)
	if err != nil {
		return nil, 0, err
	}
	if axis != rank-1 {
		return nil, 0, fmt.Errorf("axis %d, want the last one, %d", axis, rank-1)
	}
	return slices.Clone(in[0]), 1, nil
}

func softmax(_ attributes, in []tensor, out tensor) {
	width := out.shape[len(out.shape)-1]
	for start := 0; start < len(out.data); start += width {
		x, p := in[0].data[start:start+width], out.data[start:start+width]
		most := float64(slices.Max(x))
		var sum float64
		for _, v := range x {
			sum += math.Exp(float64(v) - most)
		}
		for i, v := range x {
			p[i] = float32(math.Exp(float64(v)-most) / sum)
		}
	}
}
