package onnx

import (
	"math"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// numbers returns a tensor of 1, 2, 3, …
func numbers(shape ...int) tensor {
	t := tensor{shape, make([]float32, product(shape))}
	for i := range t.data {
		t.data[i] = float32(i + 1)
	}
	return t
}

func text(name string, value string) *onnxv1.AttributeProto {
	return &onnxv1.AttributeProto{Name: name, Type: 3, S: []byte(value)}
}

// Each operator, on inputs that can be computed by hand.
func TestOperators(t *testing.T) {
	e := math.E
	for _, c := range []struct {
		kind       string
		attributes []*onnxv1.AttributeProto
		in         []tensor
		shape      []int
		want       []float32
	}{
		{"Relu", nil, []tensor{{[]int{3}, []float32{-1, 0, 2}}}, []int{3}, []float32{0, 0, 2}},
		{"Transpose", []*onnxv1.AttributeProto{ints("perm", 1, 0)}, []tensor{numbers(2, 3)}, []int{3, 2}, []float32{1, 4, 2, 5, 3, 6}},
		{"Transpose", []*onnxv1.AttributeProto{ints("perm", 2, 0, 1)}, []tensor{numbers(1, 2, 3)}, []int{3, 1, 2}, []float32{1, 4, 2, 5, 3, 6}},
		{"Add", nil, []tensor{numbers(2, 2), {[]int{2, 1}, []float32{10, 20}}}, []int{2, 2}, []float32{11, 12, 23, 24}},
		{"Add", nil, []tensor{{[]int{1, 2}, []float32{10, 20}}, numbers(2, 2)}, []int{2, 2}, []float32{11, 22, 13, 24}},
		{"Concat", []*onnxv1.AttributeProto{integer("axis", 1)}, []tensor{numbers(2, 1), numbers(2, 2)}, []int{2, 3}, []float32{1, 1, 2, 2, 3, 4}},
		{"Concat", []*onnxv1.AttributeProto{integer("axis", -2)}, []tensor{numbers(1, 2), numbers(2, 2)}, []int{3, 2}, []float32{1, 2, 1, 2, 3, 4}},
		{"Flatten", nil, []tensor{numbers(2, 1, 2)}, []int{2, 2}, []float32{1, 2, 3, 4}},
		{"GlobalAveragePool", nil, []tensor{numbers(1, 2, 2, 2)}, []int{1, 2, 1, 1}, []float32{2.5, 6.5}},
		{"GlobalMaxPool", nil, []tensor{{[]int{1, 2, 1, 2}, []float32{-2, -1, 3, 1}}}, []int{1, 2, 1, 1}, []float32{-1, 3}},
		{"Gemm", nil, []tensor{numbers(2, 2), numbers(2, 2), {[]int{2}, []float32{100, 200}}}, []int{2, 2}, []float32{107, 210, 115, 222}},
		{
			"Softmax", nil,
			[]tensor{{[]int{2, 2}, []float32{0, 1, 500, 500}}},
			[]int{2, 2}, []float32{float32(1 / (1 + e)), float32(e / (1 + e)), 0.5, 0.5},
		},
		{ // a kernel that looks to the right and one row up, and one that adds two channels
			"Conv", []*onnxv1.AttributeProto{ints("kernel_shape", 2, 2), ints("pads", 0, 0, 1, 1)},
			[]tensor{numbers(1, 1, 2, 2), {[]int{1, 1, 2, 2}, []float32{1, 10, 100, 1000}}, {[]int{1}, []float32{0.5}}},
			[]int{1, 1, 2, 2}, []float32{4321.5, 402.5, 43.5, 4.5},
		},
		{
			"Conv", nil, []tensor{numbers(2, 2, 1, 1), {[]int{1, 2, 1, 1}, []float32{1, 10}}},
			[]int{2, 1, 1, 1}, []float32{21, 43},
		},
	} {
		operator := operators[c.kind]
		a, err := readAttributes(c.attributes, operator.attributes)
		if err != nil {
			t.Fatal(err)
		}
		var shapes [][]int
		for _, in := range c.in {
			shapes = append(shapes, in.shape)
		}
		shape, _, err := operator.shape(a, shapes)
		if err != nil || !slices.Equal(shape, c.shape) {
			t.Errorf("%s of %v: shape %v, %v, want %v", c.kind, shapes, shape, err, c.shape)
			continue
		}
		out := tensor{shape, make([]float32, product(shape))}
		operator.compute(a, c.in, out)
		if !slices.Equal(out.data, c.want) {
			t.Errorf("%s of %v: %v, want %v", c.kind, c.in, out.data, c.want)
		}
	}
}

// What would be computed in another way than meant is refused.
func TestOperatorsRefuse(t *testing.T) {
	for name, c := range map[string]struct {
		kind       string
		attributes []*onnxv1.AttributeProto
		in         [][]int
	}{
		"strides":             {"Conv", []*onnxv1.AttributeProto{ints("strides", 2, 2)}, [][]int{{1, 1, 4, 4}, {1, 1, 1, 1}}},
		"dilations":           {"Conv", []*onnxv1.AttributeProto{ints("dilations", 2, 2)}, [][]int{{1, 1, 4, 4}, {1, 1, 1, 1}}},
		"groups":              {"Conv", []*onnxv1.AttributeProto{integer("group", 2)}, [][]int{{1, 1, 4, 4}, {1, 1, 1, 1}}},
		"automatic padding":   {"Conv", []*onnxv1.AttributeProto{text("auto_pad", "SAME_UPPER")}, [][]int{{1, 1, 4, 4}, {1, 1, 1, 1}}},
		"negative padding":    {"Conv", []*onnxv1.AttributeProto{ints("pads", 0, 0, -1, 0)}, [][]int{{1, 1, 4, 4}, {1, 1, 1, 1}}},
		"other channels":      {"Conv", nil, [][]int{{1, 2, 4, 4}, {1, 1, 1, 1}}},
		"another bias":        {"Conv", nil, [][]int{{1, 1, 4, 4}, {1, 1, 1, 1}, {2}}},
		"a board of no cells": {"GlobalMaxPool", nil, [][]int{{1, 1, 4}}},
		"no axis":             {"Concat", nil, [][]int{{1, 1}, {1, 1}}},
		"another rank":        {"Concat", []*onnxv1.AttributeProto{integer("axis", 0)}, [][]int{{1, 1}, {1}}},
		"an axis too far":     {"Concat", []*onnxv1.AttributeProto{integer("axis", 2)}, [][]int{{1, 1}, {1, 1}}},
		"ranks to be guessed": {"Add", nil, [][]int{{1, 1}, {1}}},
		"another flattening":  {"Flatten", []*onnxv1.AttributeProto{integer("axis", 2)}, [][]int{{1, 1, 1}}},
		"a single number":     {"Flatten", nil, [][]int{{}}},
		"a factor":            {"Gemm", []*onnxv1.AttributeProto{{Name: "alpha", Type: attributeFloat, F: proto.Float32(2)}}, [][]int{{1, 1}, {1, 1}, {1}}},
		"an axis inside":      {"Softmax", []*onnxv1.AttributeProto{integer("axis", 0)}, [][]int{{1, 1}}},
		"no axis at all":      {"Softmax", nil, [][]int{{}}},
		"a short permutation": {"Transpose", []*onnxv1.AttributeProto{ints("perm", 0)}, [][]int{{1, 1}}},
	} {
		operator := operators[c.kind]
		a, err := readAttributes(c.attributes, operator.attributes)
		if err == nil {
			_, _, err = operator.shape(a, c.in)
		}
		if err == nil {
			t.Errorf("%s: %s took it", name, c.kind)
		}
	}
}
