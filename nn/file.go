package nn

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"gipfel/nn/internal/sealed"
	gipfelv1 "gipfel/proto/gipfel/v1"
)

// maxFile bounds every payload: protobuf does not go beyond 2 GiB.
const maxFile = 1<<31 - 1

var weightsFile = sealed.Kind{Name: "weights", Magic: "GIPFELWT", Version: 1, MaxSize: maxFile}

// Save writes the weights to a file, which appears complete or not at all. It refuses weights that are not all finite.
func (w *Weights) Save(path string) error {
	payload, err := w.payload()
	if err != nil {
		return fmt.Errorf("save weights: %s: %w", path, err)
	}
	return weightsFile.Write(path, payload)
}

// Load reads weights from a file. The error names the file, and the offset or tensor that is wrong.
func Load(path string) (*Weights, error) {
	payload, _, err := weightsFile.Read(path)
	if err != nil {
		return nil, err
	}
	w, err := parse(payload)
	if err != nil {
		return nil, fmt.Errorf("read weights: %s: %w", path, err)
	}
	return w, nil
}

// Encode returns what Save would write.
func (w *Weights) Encode() ([]byte, error) {
	payload, err := w.payload()
	if err != nil {
		return nil, fmt.Errorf("encode weights: %w", err)
	}
	return weightsFile.Encode(payload), nil
}

// Decode reads what Encode returned.
func Decode(data []byte) (*Weights, error) {
	payload, _, err := weightsFile.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("decode weights: %w", err)
	}
	w, err := parse(payload)
	if err != nil {
		return nil, fmt.Errorf("decode weights: %w", err)
	}
	return w, nil
}

func (w *Weights) payload() ([]byte, error) {
	if err := w.Check(); err != nil {
		return nil, err
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(ToProto(w))
}

func parse(payload []byte) (*Weights, error) {
	var m gipfelv1.Weights
	if err := proto.Unmarshal(payload, &m); err != nil {
		return nil, fmt.Errorf("payload: %w", err)
	}
	return FromProto(&m)
}

// ToProto returns the message for weights. It shares their values.
func ToProto(w *Weights) *gipfelv1.Weights {
	return &gipfelv1.Weights{Spec: specToProto(w.Spec), Step: w.Step, Tensors: tensorsToProto(w.Tensors)}
}

// FromProto returns the weights in a message, whose values they share, or says what is wrong with them.
func FromProto(m *gipfelv1.Weights) (*Weights, error) {
	if m.GetSpec() == nil {
		return nil, fmt.Errorf("the net's spec is missing")
	}
	w := &Weights{Spec: specFromProto(m.GetSpec()), Step: m.GetStep(), Tensors: tensorsFromProto(m.GetTensors())}
	if err := w.Check(); err != nil {
		return nil, err
	}
	return w, nil
}

func tensorsToProto(tensors []Tensor) (messages []*gipfelv1.Tensor) {
	for i := range tensors {
		t := &tensors[i]
		shape := make([]uint32, len(t.Shape))
		for k, d := range t.Shape {
			shape[k] = uint32(d)
		}
		messages = append(messages, &gipfelv1.Tensor{Name: t.Name, Shape: shape, Values: t.Data})
	}
	return messages
}

func tensorsFromProto(messages []*gipfelv1.Tensor) (tensors []Tensor) {
	for _, t := range messages {
		shape := make([]int, len(t.GetShape()))
		for k, d := range t.GetShape() {
			shape[k] = int(d)
		}
		tensors = append(tensors, Tensor{Name: t.GetName(), Shape: shape, Data: t.GetValues()})
	}
	return tensors
}

func specToProto(s Spec) *gipfelv1.NetSpec {
	return &gipfelv1.NetSpec{
		Game: s.Game, RulesVersion: uint32(s.RulesVersion),
		Width: uint32(s.Width), Height: uint32(s.Height), InputPlanes: uint32(s.InputPlanes),
		PolicyPlanes: uint32(s.PolicyPlanes), ExtraActions: uint32(s.ExtraActions), Players: uint32(s.Players),
		Channels: uint32(s.Channels), Blocks: uint32(s.Blocks), PoolEvery: uint32(s.PoolEvery),
		PolicyChannels: uint32(s.PolicyChannels), ValueChannels: uint32(s.ValueChannels), ValueHidden: uint32(s.ValueHidden),
		ReplyHead: s.Heads.Reply, OwnerHead: s.Heads.Owner, MarginHead: s.Heads.Margin, MovesLeftHead: s.Heads.MovesLeft,
	}
}

func specFromProto(m *gipfelv1.NetSpec) Spec {
	return Spec{
		Game: m.GetGame(), RulesVersion: int(m.GetRulesVersion()),
		Width: int(m.GetWidth()), Height: int(m.GetHeight()), InputPlanes: int(m.GetInputPlanes()),
		PolicyPlanes: int(m.GetPolicyPlanes()), ExtraActions: int(m.GetExtraActions()), Players: int(m.GetPlayers()),
		Channels: int(m.GetChannels()), Blocks: int(m.GetBlocks()), PoolEvery: int(m.GetPoolEvery()),
		PolicyChannels: int(m.GetPolicyChannels()), ValueChannels: int(m.GetValueChannels()), ValueHidden: int(m.GetValueHidden()),
		Heads: Heads{Reply: m.GetReplyHead(), Owner: m.GetOwnerHead(), Margin: m.GetMarginHead(), MovesLeft: m.GetMovesLeftHead()},
	}
}
