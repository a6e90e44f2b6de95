package onnx

import (
	"fmt"

	"gipfel/nn"
)

// Spec is the architecture, as the file's properties say.
func (n *Net) Spec() nn.Spec { return n.spec }

// Property returns a property of the file, or "" if it has none of that name.
func (n *Net) Property(key string) string { return n.properties[key] }

// Predict evaluates positions, as nn.Model says, all rows in one pass through the graph.
func (n *Net) Predict(rows int, in []float32, out nn.Outputs) error {
	if err := nn.CheckPredict(n.spec, rows, in, out); err != nil {
		return err
	}
	if rows == 0 {
		return nil
	}
	values := map[string]tensor{InputPlanes: {n.inputShape(rows), in}}
	for i := range n.nodes {
		node := &n.nodes[i]
		if err := n.compute(node, values); err != nil {
			return fmt.Errorf("predict %d rows: %w", rows, node.errorf(err))
		}
		for _, name := range node.unneeded {
			delete(values, name)
		}
	}
	for name, dst := range map[string][]float32{OutputPolicy: out.Policy, OutputOutcome: out.Outcome} {
		if got := values[name]; len(got.data) != len(dst) {
			return fmt.Errorf("predict %d rows: output %q has shape %v", rows, name, got.shape)
		}
		copy(dst, values[name].data)
	}
	return nil
}

// compute computes a node. Shapes are checked again, since the number of rows is another.
func (n *Net) compute(node *node, values map[string]tensor) error {
	in := make([]tensor, len(node.inputs))
	shapes := make([][]int, len(node.inputs))
	for i, name := range node.inputs {
		t, constant := n.constants[name]
		if !constant {
			t = values[name]
		}
		in[i], shapes[i] = t, t.shape
	}
	shape, _, err := node.operator.shape(node.attributes, shapes)
	if err != nil {
		return err
	}
	elements, err := size(shape)
	if err != nil {
		return err
	}
	out := tensor{shape, make([]float32, elements)}
	node.operator.compute(node.attributes, in, out)
	values[node.output] = out
	return nil
}
