package nn

import (
	"errors"
	"fmt"
	"unsafe"

	"google.golang.org/protobuf/proto"

	"gipfel/nn/internal/sealed"
	gipfelv1 "gipfel/proto/gipfel/v1"
)

var quantizedFile = sealed.Kind{Name: "quantized net", Magic: "GIPFELQ8", Version: 1, MaxSize: maxFile}

// Save writes the net to a file, which appears complete or not at all. It refuses a net that does not pass Check.
func (q *Quantized) Save(path string) error {
	if err := q.Check(); err != nil {
		return fmt.Errorf("save quantized net: %s: %w", path, err)
	}
	payload, err := proto.MarshalOptions{Deterministic: true}.Marshal(q.message())
	if err != nil {
		return fmt.Errorf("save quantized net: %s: %w", path, err)
	}
	return quantizedFile.Write(path, payload)
}

// LoadQuantized reads what Save wrote. The error names the file, and the offset or the part that is wrong.
func LoadQuantized(path string) (*Quantized, error) {
	payload, _, err := quantizedFile.Read(path)
	if err != nil {
		return nil, err
	}
	q, err := parseQuantized(payload)
	if err != nil {
		return nil, fmt.Errorf("read quantized net: %s: %w", path, err)
	}
	return q, nil
}

// IsQuantizedFile reports whether a file begins as one of a quantized net does. The error is that of opening or reading it.
func IsQuantizedFile(path string) (bool, error) { return quantizedFile.Is(path) }

func parseQuantized(payload []byte) (*Quantized, error) {
	var m gipfelv1.QuantizedWeights
	if err := proto.Unmarshal(payload, &m); err != nil {
		return nil, fmt.Errorf("payload: %w", err)
	}
	if m.GetSpec() == nil {
		return nil, errors.New("the net's spec is missing")
	}
	q := &Quantized{
		Spec: specFromProto(m.GetSpec()), Step: m.GetStep(), Positions: m.GetPositions(), Tensors: tensorsFromProto(m.GetTensors()),
	}
	for _, c := range m.GetConvolutions() {
		q.Convolutions = append(q.Convolutions, QuantizedConvolution{
			Name: c.GetName(), InputStep: c.GetInputStep(), WeightSteps: c.GetWeightSteps(), Bias: c.GetBias(),
			Weights: signed(c.GetWeights()),
		})
	}
	if err := q.Check(); err != nil {
		return nil, err
	}
	return q, nil
}

func (q *Quantized) message() *gipfelv1.QuantizedWeights {
	m := &gipfelv1.QuantizedWeights{
		Spec: specToProto(q.Spec), Step: q.Step, Positions: q.Positions, Tensors: tensorsToProto(q.Tensors),
	}
	for i := range q.Convolutions {
		c := &q.Convolutions[i]
		m.Convolutions = append(m.Convolutions, &gipfelv1.QuantizedConvolution{
			Name: c.Name, InputStep: c.InputStep, WeightSteps: c.WeightSteps, Weights: unsigned(c.Weights), Bias: c.Bias,
		})
	}
	return m
}

// signed and unsigned are two views of the same bytes.
func signed(b []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}

func unsigned(b []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}
