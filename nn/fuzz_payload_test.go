package nn

import (
	"testing"

	"google.golang.org/protobuf/proto"
)

// FuzzPayload begins behind the checksum, which mutations hardly ever get right.
func FuzzPayload(f *testing.F) {
	w, err := Init(Spec{
		Game: "tiny", Width: 1, Height: 1, InputPlanes: 1, PolicyPlanes: 1, Players: 2,
		Channels: 1, PolicyChannels: 1, ValueChannels: 1, ValueHidden: 1,
	}, 1)
	if err != nil {
		f.Fatal(err)
	}
	payload, err := proto.Marshal(ToProto(w))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Fuzz(func(t *testing.T, payload []byte) {
		if w, err := parse(payload); err == nil && w.Check() != nil {
			t.Errorf("accepted weights that are wrong: %v", w.Check())
		}
	})
}

func FuzzQuantizedPayload(f *testing.F) {
	q := &Quantized{
		Spec: Spec{
			Game: "tiny", Width: 1, Height: 1, InputPlanes: 1, PolicyPlanes: 1, Players: 2,
			Channels: 1, Blocks: 1, PolicyChannels: 1, ValueChannels: 1, ValueHidden: 1,
		},
		Convolutions: []QuantizedConvolution{
			{Name: "block0/conv1", InputStep: 1, WeightSteps: []float32{1}, Bias: []float32{0}, Weights: make([]int8, 9)},
			{Name: "block0/conv2", InputStep: 1, WeightSteps: []float32{1}, Bias: []float32{0}, Weights: make([]int8, 9)},
		},
	}
	_, layout := q.Spec.QuantizedLayout()
	for _, t := range layout {
		q.Tensors = append(q.Tensors, Tensor{Name: t.Name, Shape: t.Shape, Data: make([]float32, t.Size())})
	}
	payload, err := proto.Marshal(q.message())
	if err != nil {
		f.Fatal(err)
	}
	if _, err := parseQuantized(payload); err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Fuzz(func(t *testing.T, payload []byte) {
		if q, err := parseQuantized(payload); err == nil && q.Check() != nil {
			t.Errorf("accepted a quantized net that is wrong: %v", q.Check())
		}
	})
}
