package onnx_test

import (
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/protobuf/proto"

	"gipfel/nn"
	"gipfel/nn/onnx"
	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// Errors name the node, tensor, property or version that is wrong.
func TestLoadRefuses(t *testing.T) {
	data := export(t, randomWeights(t, tiny()))
	for want, spoil := range map[string]func(m *onnxv1.ModelProto){
		"version 9 of the format, want 8":      func(m *onnxv1.ModelProto) { m.IrVersion = proto.Int64(9) },
		`operators "" of version 13`:           func(m *onnxv1.ModelProto) { m.OpsetImport[0].Version = proto.Int64(13) },
		"2 sets of operators":                  func(m *onnxv1.ModelProto) { m.OpsetImport = append(m.OpsetImport, m.OpsetImport[0]) },
		"it has no graph":                      func(m *onnxv1.ModelProto) { m.Graph = nil },
		"property rules_version is \"\"":       func(m *onnxv1.ModelProto) { m.MetadataProps = nil },
		"property spec is missing":             func(m *onnxv1.ModelProto) { m.MetadataProps = m.MetadataProps[:12] },
		"property spec: invalid character":     func(m *onnxv1.ModelProto) { m.MetadataProps[12].Value = "x" },
		"net spec: width is 0":                 func(m *onnxv1.ModelProto) { m.MetadataProps[12].Value = "{}" },
		"1 inputs and 1 outputs, want 1 and 2": func(m *onnxv1.ModelProto) { m.Graph.Output = m.Graph.Output[1:] },
		`"planes" is float32 [1 2 3 2], want "planes": float32 [batch 2 3 2]`: func(m *onnxv1.ModelProto) {
			m.Graph.Input[0].Type.GetTensorType().Shape.Dim[0].Value = &onnxv1.TensorShapeProto_Dimension_DimValue{DimValue: 1}
		},
		`"outcome" is type 11 [batch 3], want "outcome": float32 [batch 3]`: func(m *onnxv1.ModelProto) {
			m.Graph.Output[1].Type.GetTensorType().ElemType = 11
		},
		`initializer "stem/bias": 1 numbers, want 2`:        func(m *onnxv1.ModelProto) { withNumbers(m, 1) },
		`initializer "stem/bias": 12 bytes of numbers`:      func(m *onnxv1.ModelProto) { constant(m, "stem/bias").RawData = make([]byte, 12) },
		`initializer "stem/bias": elements of type 11`:      func(m *onnxv1.ModelProto) { constant(m, "stem/bias").DataType = 11 },
		`initializer "stem/bias": its numbers are in`:       func(m *onnxv1.ModelProto) { constant(m, "stem/bias").DataLocation = 1 },
		`initializer "stem/bias": dimension 0 is -1`:        func(m *onnxv1.ModelProto) { constant(m, "stem/bias").Dims[0] = -1 },
		`initializer "stem/bias": 9 dimensions`:             func(m *onnxv1.ModelProto) { constant(m, "stem/bias").Dims = make([]int64, 9) },
		`initializer "stem/bias" is there twice`:            func(m *onnxv1.ModelProto) { constant(m, "stem/weight").Name = "stem/bias" },
		`node "stem" (Cos): the operator is not supported`:  func(m *onnxv1.ModelProto) { node(m, "stem").OpType = "Cos" },
		`node "stem" (Conv): the operator is not supported`: func(m *onnxv1.ModelProto) { node(m, "stem").Domain = "other" },
		`node "stem" (Conv): 1 inputs, want 2 to 3`:         func(m *onnxv1.ModelProto) { node(m, "stem").Input = []string{"planes"} },
		`node "stem" (Conv): outputs ["stem" "more"]`:       func(m *onnxv1.ModelProto) { node(m, "stem").Output = []string{"stem", "more"} },
		`node "stem" (Conv): input "policy" is not there`:   func(m *onnxv1.ModelProto) { node(m, "stem").Input[0] = "policy" },
		`node "stem" (Conv): output "planes" is there`:      func(m *onnxv1.ModelProto) { node(m, "stem").Output[0] = "planes" },
		`node "stem" (Conv): attribute "alpha" is not`:      func(m *onnxv1.ModelProto) { node(m, "stem").Attribute[0].Name = "alpha" },
		`node "stem" (Conv): attribute "pads" is of type 2`: func(m *onnxv1.ModelProto) { node(m, "stem").Attribute[1].Type = 2 },
		`node "stem" (Conv): attribute "pads" is there`:     func(m *onnxv1.ModelProto) { node(m, "stem").Attribute[0].Name = "pads" },
		`node "stem" (Conv): pads are [1 1 1], want 4`:      func(m *onnxv1.ModelProto) { node(m, "stem").Attribute[1].Ints = []int64{1, 1, 1} },
		`node "stem" (Conv): kernel_shape is [3 4]`:         func(m *onnxv1.ModelProto) { node(m, "stem").Attribute[0].Ints[1] = 4 },
		`node "block0/sum" (Add): shapes [2 2 2 3] and [2 2 1 2]`: func(m *onnxv1.ModelProto) {
			node(m, "block0/conv2").Attribute[1].Ints = []int64{1, 1, 0, 0}
		},
		`node "policy/hwc" (Transpose): perm [0 2 3 3]`: func(m *onnxv1.ModelProto) {
			node(m, "policy/hwc").Attribute[0].Ints = []int64{0, 2, 3, 3}
		},
		`node "outcome/hidden" (Gemm): a product of shapes`: func(m *onnxv1.ModelProto) { constant(m, "outcome/hidden/weight").Dims = []int64{1, 4} },
		`node "outcome" (Softmax): axis 0, want the last`:   func(m *onnxv1.ModelProto) { node(m, "outcome").Attribute[0].I = proto.Int64(0) },
		`node "policy" (Concat): shapes [2 12] and [2 1]`:   func(m *onnxv1.ModelProto) { node(m, "policy").Attribute[0].I = proto.Int64(0) },
		`no node gives the output "policy"`:                 func(m *onnxv1.ModelProto) { node(m, "policy").Output[0] = "other" },
		`output "policy" has shape [2 13] for 3 rows`: func(m *onnxv1.ModelProto) {
			m.Graph.Initializer = append(m.Graph.Initializer, &onnxv1.TensorProto{
				Name: "two rows", DataType: 1, Dims: []int64{2, 13}, FloatData: make([]float32, 26),
			})
			n := node(m, "policy")
			n.OpType, n.Input, n.Attribute = "Relu", []string{"two rows"}, nil
		},
	} {
		wantError(t, want, func() error { _, err := onnx.Load(change(t, data, spoil)); return err })
	}
}

// withNumbers gives stem/bias so many numbers, in the other of the two ways to write them.
func withNumbers(m *onnxv1.ModelProto, n int) {
	c := constant(m, "stem/bias")
	c.RawData, c.FloatData = nil, make([]float32, n)
}

func TestTruncatedFilesAreRefused(t *testing.T) {
	data := export(t, randomWeights(t, tiny()))
	for n := range data {
		if _, err := onnx.Load(data[:n]); err == nil {
			t.Fatalf("%d of %d bytes were accepted", n, len(data))
		}
	}
}

// Whatever the bytes, reading must not panic, and what is accepted must compute.
func FuzzLoad(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "tiny.onnx"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		net, err := onnx.Load(data)
		if err != nil {
			return
		}
		const affordable = 1 << 22
		s := net.Spec()
		if net.Work() > affordable || s.InputSize() > affordable {
			return
		}
		for _, rows := range []int{1, 2, 5} {
			if err := net.Predict(rows, make([]float32, rows*s.InputSize()), nn.NewOutputs(s, rows)); err != nil {
				t.Errorf("a file was accepted, but %v", err)
			}
		}
	})
}
