package onnx

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"gipfel/nn"
	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

const (
	irVersion = 8
	opset     = 17
)

// Producer is the name of the program in its files.
const Producer = "gipfel"

// Export returns the file of a net. It refuses weights that are not all finite and metadata that does not fit them.
func Export(w *nn.Weights, m Metadata) ([]byte, error) {
	if err := w.Check(); err != nil {
		return nil, fmt.Errorf("export onnx: %w", err)
	}
	if err := m.check(w.Spec); err != nil {
		return nil, fmt.Errorf("export onnx: %w", err)
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(model(w, m))
	if err != nil {
		return nil, fmt.Errorf("export onnx: %w", err)
	}
	return data, nil
}

func model(w *nn.Weights, m Metadata) *onnxv1.ModelProto {
	return &onnxv1.ModelProto{
		IrVersion:       proto.Int64(irVersion),
		ProducerName:    Producer,
		ProducerVersion: m.Version,
		DocString:       fmt.Sprintf("A net for %s (%s, by %s).", w.Spec.Game, m.Title, m.Author),
		Graph:           graph(w),
		OpsetImport:     []*onnxv1.OperatorSetIdProto{{Version: proto.Int64(opset)}},
		MetadataProps:   properties(w, m),
	}
}

// graph builds the net of the package comment of nn.
func graph(w *nn.Weights) *onnxv1.GraphProto {
	s := w.Spec
	b := &builder{weights: w, graph: &onnxv1.GraphProto{
		Name:  s.Game,
		Input: []*onnxv1.ValueInfoProto{rows(InputPlanes, InputLayout(s), s.Height, s.Width, s.InputPlanes)},
		Output: []*onnxv1.ValueInfoProto{
			rows(OutputPolicy, ActionLayout(s), s.Actions()), rows(OutputOutcome, OutcomeLayout(s), s.Outcomes()),
		},
	}}
	h := b.tower()
	b.policy(h)
	b.outcome(h)
	return b.graph
}

// tower adds the residual tower and returns the name of the stream h.
func (b *builder) tower() string {
	x := b.node("Transpose", InputPlanes+"/chw", []string{InputPlanes}, ints("perm", 0, 3, 1, 2))
	h := b.relu("stem", b.convolve("stem", x, 1))
	for i := range b.weights.Spec.Blocks {
		name := fmt.Sprintf("block%d", i)
		y := b.convolve(name+"/conv1", h, 1)
		if b.weights.Spec.Pooled(i) {
			y = b.add(name+"/biased", y, b.pooledBias(name+"/pool", b.pool(name, h)))
		}
		y = b.convolve(name+"/conv2", b.relu(name+"/conv1", y), b.weights.Tensor(name + "/alpha")[0])
		h = b.relu(name, b.add(name+"/sum", h, y))
	}
	return h
}

// policy adds the head that gives the logits.
func (b *builder) policy(h string) {
	pooled := b.pool("policy", h)
	p := b.add("policy/biased", b.everyCell("policy/conv", h), b.pooledBias("policy/pool", pooled))
	logits := b.everyCell("policy/logits", b.relu("policy/conv", p))
	logits = b.node("Transpose", "policy/hwc", []string{logits}, ints("perm", 0, 2, 3, 1))
	if b.weights.Spec.ExtraActions == 0 {
		b.flatten(OutputPolicy, logits)
		return
	}
	cells := b.flatten("policy/cells", logits)
	extra := b.linear("policy/extra", b.flatten("policy/pooled/flat", pooled))
	b.node("Concat", OutputPolicy, []string{cells, extra}, integer("axis", 1))
}

// outcome adds the head that gives the probabilities of the outcomes.
func (b *builder) outcome(h string) {
	v := b.relu("outcome/conv", b.everyCell("outcome/conv", h))
	v = b.flatten("outcome/flat", b.pool("outcome", v))
	v = b.relu("outcome/hidden", b.linear("outcome/hidden", v))
	b.node("Softmax", OutputOutcome, []string{b.linear("outcome/logits", v)}, integer("axis", 1))
}
