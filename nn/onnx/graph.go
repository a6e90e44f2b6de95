package onnx

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/proto"

	"gipfel/nn"
	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// The kinds of attributes, by their numbers in the standard.
const (
	attributeFloat = 1
	attributeInt   = 2
	attributeInts  = 7
)

// elementFloat is the number of float32 in the standard.
const elementFloat = 1

// batchAxis is the name of the first dimension of the input and the outputs.
const batchAxis = "batch"

// builder puts a graph together. Its methods add nodes, each with one output that gives it its name, and return that name.
type builder struct {
	weights *nn.Weights
	graph   *onnxv1.GraphProto
}

// node adds a node.
func (b *builder) node(operator, output string, inputs []string, attributes ...*onnxv1.AttributeProto) string {
	b.graph.Node = append(b.graph.Node, &onnxv1.NodeProto{
		Name: output, OpType: operator, Input: inputs, Output: []string{output}, Attribute: attributes,
	})
	return output
}

// constant adds a tensor.
func (b *builder) constant(name string, values []float32, shape ...int) string {
	raw := make([]byte, 0, 4*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	b.graph.Initializer = append(b.graph.Initializer, &onnxv1.TensorProto{
		Name: name, Dims: int64s(shape...), DataType: elementFloat, RawData: raw,
	})
	return name
}

// convolve adds the 3×3 convolution of a name, times a factor.
func (b *builder) convolve(name, x string, factor float32) string {
	const side = 3
	bias := scaled(b.weights.Tensor(name+"/bias"), factor)
	weight := scaled(b.weights.Tensor(name+"/weight"), factor)
	out := len(bias)
	in := len(weight) / (side * side * out)
	return b.node("Conv", name,
		[]string{x, b.constant(name+"/weight", outFirst(weight, side*side*in, in, out), out, in, side, side), b.constant(name+"/bias", bias, out)},
		ints("kernel_shape", side, side), ints("pads", 1, 1, 1, 1))
}

// everyCell adds the linear layer of a name, applied at every cell: a 1×1 convolution with a bias.
func (b *builder) everyCell(name, x string) string {
	bias := b.weights.Tensor(name + "/bias")
	weight, in, out := b.pointwise(name + "/weight")
	return b.node("Conv", name, []string{x, b.constant(name+"/weight", weight, out, in, 1, 1), b.constant(name+"/bias", bias, out)},
		ints("kernel_shape", 1, 1))
}

// pooledBias adds the matrix of a name, applied to pooled values: what every cell is to be given, as a board of one cell.
func (b *builder) pooledBias(name, pooled string) string {
	weight, in, out := b.pointwise(name + "/weight")
	return b.node("Conv", name, []string{pooled, b.constant(name+"/weight", weight, out, in, 1, 1)}, ints("kernel_shape", 1, 1))
}

// pointwise returns a matrix as a 1×1 convolution's weight.
func (b *builder) pointwise(name string) (weight []float32, in, out int) {
	shape := b.shape(name)
	in, out = shape[0], shape[1]
	return outFirst(b.weights.Tensor(name), in, in, out), in, out
}

// linear adds the linear layer of a name, applied to vectors.
func (b *builder) linear(name, x string) string {
	shape := b.shape(name + "/weight")
	bias := b.weights.Tensor(name + "/bias")
	return b.node("Gemm", name, []string{
		x, b.constant(name+"/weight", b.weights.Tensor(name+"/weight"), shape...), b.constant(name+"/bias", bias, len(bias)),
	})
}

// pool adds what package nn calls pool(x): for each channel the mean, then for each the maximum, as a board of one cell.
func (b *builder) pool(name, x string) string {
	mean := b.node("GlobalAveragePool", name+"/mean", []string{x})
	most := b.node("GlobalMaxPool", name+"/max", []string{x})
	return b.node("Concat", name+"/pooled", []string{mean, most}, integer("axis", 1))
}

func (b *builder) relu(name, x string) string { return b.node("Relu", name+"/relu", []string{x}) }

func (b *builder) add(output, x, y string) string { return b.node("Add", output, []string{x, y}) }

func (b *builder) flatten(output, x string) string {
	return b.node("Flatten", output, []string{x}, integer("axis", 1))
}

// shape returns the shape of the tensor of a name, which package nn has checked.
func (b *builder) shape(name string) []int {
	for _, t := range b.weights.Tensors {
		if t.Name == name {
			return t.Shape
		}
	}
	panic("onnx: no tensor " + name)
}

// outFirst turns (taps, in, out) into (out, in, taps). rows is taps times in.
func outFirst(weight []float32, rows, in, out int) []float32 {
	taps := rows / in
	turned := make([]float32, len(weight))
	for tap := range taps {
		for i := range in {
			for o := range out {
				turned[(o*in+i)*taps+tap] = weight[(tap*in+i)*out+o]
			}
		}
	}
	return turned
}

func scaled(values []float32, factor float32) []float32 {
	product := make([]float32, len(values))
	for i, v := range values {
		product[i] = v * factor
	}
	return product
}

func ints(name string, values ...int) *onnxv1.AttributeProto {
	return &onnxv1.AttributeProto{Name: name, Type: attributeInts, Ints: int64s(values...)}
}

func integer(name string, value int64) *onnxv1.AttributeProto {
	return &onnxv1.AttributeProto{Name: name, Type: attributeInt, I: proto.Int64(value)}
}

func int64s(values ...int) []int64 {
	list := make([]int64, len(values))
	for i, v := range values {
		list[i] = int64(v)
	}
	return list
}

// rows describes an input or output: float32, any number of rows of a shape.
func rows(name, doc string, shape ...int) *onnxv1.ValueInfoProto {
	dimensions := []*onnxv1.TensorShapeProto_Dimension{{Value: &onnxv1.TensorShapeProto_Dimension_DimParam{DimParam: batchAxis}}}
	for _, d := range int64s(shape...) {
		dimensions = append(dimensions, &onnxv1.TensorShapeProto_Dimension{Value: &onnxv1.TensorShapeProto_Dimension_DimValue{DimValue: d}})
	}
	return &onnxv1.ValueInfoProto{Name: name, DocString: doc, Type: &onnxv1.TypeProto{Value: &onnxv1.TypeProto_TensorType{
		TensorType: &onnxv1.TypeProto_Tensor{ElemType: elementFloat, Shape: &onnxv1.TensorShapeProto{Dim: dimensions}},
	}}}
}
