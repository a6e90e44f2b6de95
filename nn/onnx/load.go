package onnx

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	"gipfel/nn"
	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// maxWork bounds the multiplications that a file may ask for, for each row.
const maxWork = 1 << 36

// Net is a file that has been read. It is an [nn.Model], the slowest there is: each node is computed as the standard says, with
// sums in float64.
type Net struct {
	spec       nn.Spec
	properties map[string]string
	constants  map[string]tensor
	nodes      []node
	work       int // multiplications, or what takes as long, for a row
}

// node is an operation of a Net.
type node struct {
	name       string
	kind       string
	operator   *operator
	attributes attributes
	inputs     []string
	output     string
	// unneeded are the values that no later node takes.
	unneeded []string
}

// errorf names the node in front of an error.
func (n *node) errorf(err error) error { return fmt.Errorf("node %q (%s): %w", n.name, n.kind, err) }

// Load reads a file. What it returns is known to work: all nodes are understood and all shapes fit, whatever the number of rows.
func Load(data []byte) (*Net, error) {
	n, err := load(data)
	if err != nil {
		return nil, fmt.Errorf("load onnx: %w", err)
	}
	return n, nil
}

func load(data []byte) (*Net, error) {
	var m onnxv1.ModelProto
	if err := proto.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("this is no ONNX file: %w", err)
	}
	if err := checkVersions(&m); err != nil {
		return nil, err
	}
	n := &Net{properties: map[string]string{}, constants: map[string]tensor{}}
	for _, p := range m.GetMetadataProps() {
		n.properties[p.GetKey()] = p.GetValue()
	}
	var err error
	if n.spec, err = readSpec(n.properties); err != nil {
		return nil, err
	}
	g := m.GetGraph()
	if err := checkInterface(g, n.spec); err != nil {
		return nil, err
	}
	for _, t := range g.GetInitializer() {
		if _, twice := n.constants[t.GetName()]; twice || t.GetName() == InputPlanes {
			return nil, fmt.Errorf("initializer %q is there twice", t.GetName())
		}
		if n.constants[t.GetName()], err = readTensor(t); err != nil {
			return nil, fmt.Errorf("initializer %q: %w", t.GetName(), err)
		}
	}
	if err := n.readNodes(g.GetNode()); err != nil {
		return nil, err
	}
	for batch := 2; batch <= 3; batch++ { // a graph that is made for one number of rows would show
		if err := n.checkShapes(batch); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func checkVersions(m *onnxv1.ModelProto) error {
	if m.GetGraph() == nil {
		return errors.New("this is no ONNX file: it has no graph")
	}
	if v := m.GetIrVersion(); v != irVersion {
		return fmt.Errorf("version %d of the format, want %d", v, irVersion)
	}
	if len(m.GetOpsetImport()) != 1 {
		return fmt.Errorf("%d sets of operators, want one", len(m.GetOpsetImport()))
	}
	if o := m.GetOpsetImport()[0]; o.GetDomain() != "" || o.GetVersion() != opset {
		return fmt.Errorf("operators %q of version %d, want ONNX's own of version %d", o.GetDomain(), o.GetVersion(), opset)
	}
	return nil
}

// checkInterface compares the inputs and outputs with those that a net of this architecture has.
func checkInterface(g *onnxv1.GraphProto, s nn.Spec) error {
	if len(g.GetInput()) != 1 || len(g.GetOutput()) != 2 {
		return fmt.Errorf("%d inputs and %d outputs, want 1 and 2", len(g.GetInput()), len(g.GetOutput()))
	}
	for _, c := range []struct{ got, want *onnxv1.ValueInfoProto }{
		{g.GetInput()[0], rows(InputPlanes, "", s.Height, s.Width, s.InputPlanes)},
		{g.GetOutput()[0], rows(OutputPolicy, "", s.Actions())},
		{g.GetOutput()[1], rows(OutputOutcome, "", s.Outcomes())},
	} {
		if c.got.GetName() != c.want.GetName() || !proto.Equal(c.got.GetType(), c.want.GetType()) {
			return fmt.Errorf("%q is %s, want %q: %s", c.got.GetName(), typeText(c.got), c.want.GetName(), typeText(c.want))
		}
	}
	return nil
}

// typeText writes the type of an input or output for people: "float32 [batch 5 5 11]".
func typeText(v *onnxv1.ValueInfoProto) string {
	t := v.GetType().GetTensorType()
	var dims []any
	for _, d := range t.GetShape().GetDim() {
		if name := d.GetDimParam(); name != "" {
			dims = append(dims, name)
		} else {
			dims = append(dims, d.GetDimValue())
		}
	}
	kind := "float32"
	if t.GetElemType() != elementFloat {
		kind = fmt.Sprintf("type %d", t.GetElemType())
	}
	return fmt.Sprintf("%s %v", kind, dims)
}

// readNodes reads the nodes, each of which may take only what is there before it.
func (n *Net) readNodes(list []*onnxv1.NodeProto) error {
	there := map[string]bool{InputPlanes: true}
	for name := range n.constants {
		there[name] = true
	}
	for _, m := range list {
		read := node{name: m.GetName(), kind: m.GetOpType(), inputs: m.GetInput()}
		err := read.fill(m)
		if err != nil {
			return read.errorf(err)
		}
		for _, input := range read.inputs {
			if !there[input] {
				return read.errorf(fmt.Errorf("input %q is not there yet", input))
			}
		}
		if there[read.output] {
			return read.errorf(fmt.Errorf("output %q is there already", read.output))
		}
		there[read.output] = true
		n.nodes = append(n.nodes, read)
	}
	for _, name := range []string{OutputPolicy, OutputOutcome} {
		if _, constant := n.constants[name]; constant || !there[name] {
			return fmt.Errorf("no node gives the output %q", name)
		}
	}
	n.findUnneeded()
	return nil
}

// fill reads all of a node but its name, kind and inputs.
func (n *node) fill(m *onnxv1.NodeProto) (err error) {
	if n.operator = operators[n.kind]; n.operator == nil || m.GetDomain() != "" {
		return errors.New("the operator is not supported")
	}
	if len(n.inputs) < n.operator.fewest || len(n.inputs) > n.operator.most {
		return fmt.Errorf("%d inputs, want %d to %d", len(n.inputs), n.operator.fewest, n.operator.most)
	}
	if len(m.GetOutput()) != 1 || m.GetOutput()[0] == "" {
		return fmt.Errorf("outputs %q, want one", m.GetOutput())
	}
	n.output = m.GetOutput()[0]
	n.attributes, err = readAttributes(m.GetAttribute(), n.operator.attributes)
	return err
}

// findUnneeded finds for each node the values whose memory can go when it has been computed.
func (n *Net) findUnneeded() {
	needed := map[string]bool{OutputPolicy: true, OutputOutcome: true}
	for name := range n.constants {
		needed[name] = true
	}
	for i := len(n.nodes) - 1; i >= 0; i-- {
		for _, input := range append([]string{n.nodes[i].output}, n.nodes[i].inputs...) {
			if !needed[input] {
				n.nodes[i].unneeded = append(n.nodes[i].unneeded, input)
			}
			needed[input] = true
		}
	}
}

// checkShapes goes through the graph without numbers.
func (n *Net) checkShapes(batch int) error {
	shapes := map[string][]int{InputPlanes: n.inputShape(batch)}
	for name, t := range n.constants {
		shapes[name] = t.shape
	}
	work, memory := 0, 0
	for i := range n.nodes {
		node := &n.nodes[i]
		in := make([][]int, len(node.inputs))
		for k, name := range node.inputs {
			in[k] = shapes[name]
		}
		out, cost, err := node.operator.shape(node.attributes, in)
		if err != nil {
			return node.errorf(err)
		}
		elements, err := size(out)
		if err != nil {
			return node.errorf(err)
		}
		if work += elements * cost; work > batch*maxWork {
			return node.errorf(fmt.Errorf("more than %d multiplications a row", maxWork))
		}
		if memory += elements; memory > batch*maxElements {
			return node.errorf(fmt.Errorf("more than %d values a row", maxElements))
		}
		shapes[node.output] = out
	}
	n.work = work / batch
	for name, width := range map[string]int{OutputPolicy: n.spec.Actions(), OutputOutcome: n.spec.Outcomes()} {
		if got := shapes[name]; len(got) != 2 || got[0] != batch || got[1] != width {
			return fmt.Errorf("output %q has shape %v for %d rows, want [%d %d]", name, got, batch, batch, width)
		}
	}
	return nil
}

func (n *Net) inputShape(batch int) []int {
	return []int{batch, n.spec.Height, n.spec.Width, n.spec.InputPlanes}
}
