package train

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// operation is a Gorgonia Op over dense float32 tensors that owns its output: it allocates once and overwrites from then on.
// An operation may also keep what its gradient needs in memory that it shares with the gradient's operations; the graph's
// edges see to it that they run later in the same pass.
//
// A panic inside an Op would kill the process, since Gorgonia runs it in a goroutine of its own. All shapes are therefore
// checked when the graph is built.
type operation struct {
	name  string
	id    int // unique within the graph: Gorgonia merges nodes whose hashes are equal
	arity int
	shape tensor.Shape
	typ   hm.Type
	out   *tensor.Dense

	// run overwrites out, given the inputs' values in row-major order.
	run func(out []float32, in [][]float32)
	// gradient returns the gradients of the inputs; nil entries are inputs that need none. A nil function means that the
	// operation has no gradient.
	gradient func(inputs G.Nodes, output, grad *G.Node) G.Nodes
	needs    []bool // which inputs have gradients

	in [][]float32 // scratch of Do
}

// apply adds an operation to the graph of its inputs.
func (b *builder) apply(o *operation, shape tensor.Shape, inputs ...*G.Node) *G.Node {
	b.operations++
	o.id, o.arity, o.shape = b.operations, len(inputs), shape
	o.out = tensor.New(tensor.Of(tensor.Float32), tensor.WithShape(shape...))
	o.in = make([][]float32, len(inputs))
	types := make([]hm.Type, 0, len(inputs)+1)
	for _, in := range inputs {
		types = append(types, tensorType(in.Dims()))
	}
	o.typ = hm.NewFnType(append(types, tensorType(len(shape)))...)
	if o.needs == nil {
		o.needs = make([]bool, len(inputs))
		for i := range o.needs {
			o.needs[i] = o.gradient != nil
		}
	}
	return must(G.ApplyOp(o, inputs...))
}

func tensorType(dims int) hm.Type { return G.TensorType{Dims: dims, Of: tensor.Float32} }

// Do is part of G.Op.
func (o *operation) Do(values ...G.Value) (G.Value, error) {
	if len(values) != o.arity {
		return nil, fmt.Errorf("%s: %d inputs, want %d", o.name, len(values), o.arity)
	}
	for i, v := range values {
		data, ok := v.Data().([]float32)
		if !ok {
			return nil, fmt.Errorf("%s: input %d is a %T, want float32 values", o.name, i, v.Data())
		}
		o.in[i] = data
	}
	o.run(o.out.Data().([]float32), o.in)
	return o.out, nil
}

// SymDiff is part of G.SDOp.
func (o *operation) SymDiff(inputs G.Nodes, output, grad *G.Node) (G.Nodes, error) {
	return o.gradient(inputs, output, grad), nil
}

// The rest of G.SDOp says what the fields say.

func (o *operation) Arity() int                                     { return o.arity }
func (o *operation) Type() hm.Type                                  { return o.typ }
func (o *operation) InferShape(...G.DimSizer) (tensor.Shape, error) { return o.shape.Clone(), nil }
func (o *operation) ReturnsPtr() bool                               { return true }
func (o *operation) CallsExtern() bool                              { return false }
func (o *operation) OverwritesInput() int                           { return -1 }
func (o *operation) WriteHash(h hash.Hash)                          { _, _ = fmt.Fprintf(h, "%s#%d", o.name, o.id) }
func (o *operation) String() string                                 { return o.name }
func (o *operation) DiffWRT(int) []bool                             { return o.needs }

// Hashcode is part of G.Op.
func (o *operation) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}
