package train

import (
	"fmt"
	"sync"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gipfel/nn"
)

// building guards Gorgonia's global state, which building and compiling graphs use. Running graphs do not.
var building sync.Mutex

// graph computes the losses of a fixed number of positions and the gradient of their weighted sum. The parameters are read
// from memory that all graphs share; everything else belongs to one goroutine at a time.
type graph struct {
	spec nn.Spec
	rows int

	// What a pass reads, in the layout of nn.Batch.
	inputs, illegal []float32
	terms           []term

	machine   G.VM
	gradients []G.Value // of the parameters, in the order of nn.Spec.Layout
}

// term is the part of the loss that belongs to an objective.
type term struct {
	objective
	// values is the target in the layout of nn.Batch, and weights the factor in the sum of each of the rows·parts losses.
	values, weights []float32
	losses          G.Value // rows·parts, unweighted
}

// builder is a graph under construction.
type builder struct {
	*graph
	g          *G.ExprGraph
	operations int // so far
	parameters map[string]*G.Node
	learned    G.Nodes // the parameters in the order of nn.Spec.Layout
}

// buildError is what must panics with and newGraph recovers from.
type buildError struct{ err error }

// must returns a new node. It keeps the errors of Gorgonia's constructors out of the description of the net.
func must(n *G.Node, err error) *G.Node {
	if err != nil {
		panic(buildError{err})
	}
	return n
}

// newGraph builds the graph for a number of positions. parameters holds the weights, tensor after tensor.
func newGraph(s nn.Spec, rows int, parameters []float32) (_ *graph, err error) {
	building.Lock()
	defer building.Unlock()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case buildError:
			err = fmt.Errorf("build training graph: %w", r.err)
		default:
			panic(r)
		}
	}()
	b := &builder{graph: &graph{spec: s, rows: rows}, g: G.NewGraph(), parameters: map[string]*G.Node{}}
	for _, t := range s.Layout() {
		columns := t.Shape[len(t.Shape)-1]
		n := t.Size()
		b.parameters[t.Name] = b.input(t.Name, parameters[:n:n], n/columns, columns)
		b.learned = append(b.learned, b.parameters[t.Name])
		parameters = parameters[n:]
	}
	gradients, err := G.Grad(b.losses(b.net()), b.learned...)
	if err != nil {
		return nil, fmt.Errorf("build training graph: %w", err)
	}
	b.gradients = make([]G.Value, len(gradients))
	for i, g := range gradients {
		G.Read(g, &b.gradients[i])
	}
	b.machine = G.NewTapeMachine(b.g)
	return b.graph, nil
}

// input adds a node that is read from memory.
func (b *builder) input(name string, values []float32, shape ...int) *G.Node {
	t := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(values))
	return G.NewTensor(b.g, tensor.Float32, len(shape), G.WithShape(shape...), G.WithName(name), G.WithValue(t))
}

// data adds a node for a part of the batch, and its memory.
func (b *builder) data(name string, memory *[]float32, shape ...int) *G.Node {
	*memory = make([]float32, tensor.Shape(shape).TotalSize())
	return b.input(name, *memory, shape...)
}

// on is the board that the net plays on.
func (b *builder) on() board { return board{b.rows, b.spec.Height, b.spec.Width} }

// conv3 adds a 3×3 convolution and its ReLU, if it has one. A bias of nil stands for the layer's own.
func (b *builder) conv3(name string, in int, x, bias *G.Node, rectify bool) *G.Node {
	c := convolution{board: b.on(), size: 3, in: in, out: b.spec.Channels, rectify: rectify, ownBias: bias != nil}
	c.leaf = name == "stem"
	if bias == nil {
		bias = b.parameters[name+"/bias"]
	}
	return b.convolve(c, x, b.parameters[name+"/weight"], bias)
}

// linear adds a 1×1 convolution, which on boards of one cell is a linear layer.
func (b *builder) linear(on board, name string, in, out int, x, bias *G.Node, rectify bool) *G.Node {
	c := convolution{board: on, size: 1, in: in, out: out, rectify: rectify, ownBias: bias != nil}
	if bias == nil {
		bias = b.parameters[name+"/bias"]
	}
	return b.convolve(c, x, b.parameters[name+"/weight"], bias)
}

// pooledBias adds the bias of every position that is computed from its pooled activations: linear(pooled) + the layer's bias.
func (b *builder) pooledBias(name, bias string, out int, pooled *G.Node) *G.Node {
	c := convolution{board: b.vectors(), size: 1, in: 2 * b.spec.Channels, out: out}
	return b.convolve(c, pooled, b.parameters[name+"/pool/weight"], b.parameters[bias])
}

// vectors is the board of layers behind pooling.
func (b *builder) vectors() board { return board{b.rows, 1, 1} }

// outputs are the nodes of what a net says: logits and numbers. Heads that the net lacks are nil.
type outputs struct{ policy, outcome, reply, owner, margin, moves *G.Node }

// net adds the net, as package nn describes it.
func (b *builder) net() (o outputs) {
	s, on := b.spec, b.on()
	x := b.data("inputs", &b.inputs, b.rows*s.Cells(), s.InputPlanes)
	h := b.conv3("stem", s.InputPlanes, x, nil, true)
	for i := range s.Blocks {
		name := fmt.Sprintf("block%d", i)
		var bias *G.Node
		if s.Pooled(i) {
			bias = b.pooledBias(name, name+"/conv1/bias", s.Channels, b.pool(on, s.Channels, h))
		}
		y := b.conv3(name+"/conv1", s.Channels, h, bias, true)
		y = b.conv3(name+"/conv2", s.Channels, y, nil, false)
		h = b.residual(h, y, b.parameters[name+"/alpha"])
	}

	pooled := b.pool(on, s.Channels, h)
	bias := b.pooledBias("policy", "policy/conv/bias", s.PolicyChannels, pooled)
	p := b.linear(on, "policy/conv", s.Channels, s.PolicyChannels, h, bias, true)
	o.policy = b.moves("policy", p, pooled)

	v := b.linear(on, "outcome/conv", s.Channels, s.ValueChannels, h, nil, true)
	v = b.pool(on, s.ValueChannels, v)
	v = b.linear(b.vectors(), "outcome/hidden", 2*s.ValueChannels, s.ValueHidden, v, nil, true)
	o.outcome = b.linear(b.vectors(), "outcome/logits", s.ValueHidden, s.Outcomes(), v, nil, false)

	if s.Heads.Reply {
		o.reply = b.moves("reply", p, pooled)
	}
	if s.Heads.Owner {
		o.owner = b.linear(on, "owner/logits", s.Channels, s.Owners(), h, nil, false)
	}
	if s.Heads.Margin {
		o.margin = b.linear(b.vectors(), "margin/value", s.ValueHidden, 1, v, nil, false)
	}
	if s.Heads.MovesLeft {
		o.moves = b.linear(b.vectors(), "moves/value", s.ValueHidden, 1, v, nil, false)
	}
	return o
}

// moves adds the logits of all actions: from the policy head's activations p, and for the extra actions from the tower's pooled
// ones.
func (b *builder) moves(name string, p, pooled *G.Node) *G.Node {
	s := b.spec
	logits := b.linear(b.on(), name+"/logits", s.PolicyChannels, s.PolicyPlanes, p, nil, false)
	if s.ExtraActions == 0 {
		return logits
	}
	extra := b.linear(b.vectors(), name+"/extra", 2*s.Channels, s.ExtraActions, pooled, nil, false)
	return b.join(logits, extra, b.rows, s.Cells()*s.PolicyPlanes, s.ExtraActions)
}

// losses adds the weighted sum of all losses.
func (b *builder) losses(o outputs) (sum *G.Node) {
	illegal := b.data("illegal", &b.illegal, b.rows, b.spec.Actions())
	list := objectives(b.spec)
	b.terms = make([]term, len(list)) // in one piece: the graph keeps pointers into it
	for i, objective := range list {
		t := &b.terms[i]
		t.objective = objective
		loss := b.loss(t, objective.output(&o), illegal)
		part := weighted(loss, b.data(t.name+" weight", &t.weights, b.rows*t.parts))
		if sum == nil {
			sum = part
		} else {
			sum = must(G.Add(sum, part))
		}
		G.Read(loss, &t.losses)
	}
	return sum
}

// loss adds the losses of a term, (rows·parts).
func (b *builder) loss(t *term, output, illegal *G.Node) *G.Node {
	n, classes := b.rows*t.parts, t.each/t.parts
	if t.number {
		return b.huber(output, b.data(t.name+" target", &t.values, n), n)
	}
	if !t.masked {
		illegal = nil
	}
	return b.crossEntropy(output, b.data(t.name+" target", &t.values, n, classes), illegal, n, classes)
}

// weighted adds the sum of losses times their weights, a scalar.
func weighted(loss, weight *G.Node) *G.Node { return must(G.Sum(must(G.HadamardProd(loss, weight)))) }

// run makes one pass over what the data fields hold.
func (g *graph) run() error {
	defer g.machine.Reset()
	if err := g.machine.RunAll(); err != nil {
		return fmt.Errorf("run training graph: %w", err)
	}
	return nil
}
