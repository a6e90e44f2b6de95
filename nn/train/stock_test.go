package train

import (
	"fmt"
	"math"
	"testing"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
)

// stock builds the net from Gorgonia's own operations, with activations in its layout (NCHW), to compare with.
type stock struct {
	g       *G.ExprGraph
	s       nn.Spec
	rows    int
	params  map[string]*G.Node
	learned G.Nodes

	h, pooled, p, v *G.Node // of the net, for the heads for training
}

func (b *stock) node(name string, values []float32, shape ...int) *G.Node {
	return G.NewTensor(b.g, tensor.Float32, len(shape), G.WithShape(shape...), G.WithName(name),
		G.WithValue(tensor.New(tensor.WithShape(shape...), tensor.WithBacking(values))))
}

// load makes the parameters, with convolutions as (out, in, ky, kx).
func (b *stock) load(w *nn.Weights) {
	b.params = map[string]*G.Node{}
	for _, t := range w.Tensors {
		shape, values := t.Shape, t.Data
		if isConvolution(t.Shape) {
			shape = []int{t.Shape[3], t.Shape[2], 3, 3}
			values = make([]float32, len(t.Data))
			eachConvolutionIndex(t.Shape, func(ours, theirs int) { values[theirs] = t.Data[ours] })
		} else if len(shape) == 1 {
			shape = []int{1, shape[0]}
		}
		b.params[t.Name] = b.node(t.Name, values, shape...)
		b.learned = append(b.learned, b.params[t.Name])
	}
}

func isConvolution(shape []int) bool { return len(shape) == 4 }

func eachConvolutionIndex(shape []int, f func(ours, theirs int)) {
	in, out := shape[2], shape[3]
	for tap := range 9 {
		for i := range in {
			for o := range out {
				f((tap*in+i)*out+o, (o*in+i)*9+tap)
			}
		}
	}
}

func (b *stock) conv(x *G.Node, name string) *G.Node {
	y := G.Must(G.Conv2d(x, b.params[name+"/weight"], tensor.Shape{3, 3}, []int{1, 1}, []int{1, 1}, []int{1, 1}))
	bias := G.Must(G.Reshape(b.params[name+"/bias"], tensor.Shape{1, b.s.Channels, 1, 1}))
	return G.Must(G.BroadcastAdd(y, bias, nil, []byte{0, 2, 3}))
}

// pool returns means and maxima, (rows, 2·channels).
func (b *stock) pool(x *G.Node, channels int) *G.Node {
	flat := G.Must(G.Reshape(x, tensor.Shape{b.rows * channels, b.s.Cells()}))
	mean := G.Must(G.Reshape(G.Must(G.Mean(flat, 1)), tensor.Shape{b.rows, channels}))
	most := G.Must(G.MaxPool2D(x, tensor.Shape{b.s.Height, b.s.Width}, []int{0, 0}, []int{b.s.Height, b.s.Width}))
	most = G.Must(G.Reshape(most, tensor.Shape{b.rows, channels}))
	return G.Must(G.Concat(1, mean, most))
}

func (b *stock) linear(x *G.Node, name string) *G.Node {
	return G.Must(G.BroadcastAdd(G.Must(G.Mul(x, b.params[name+"/weight"])), b.params[name+"/bias"], nil, []byte{0}))
}

// addToCells adds a bias of (rows, channels) to (rows, channels, height, width).
func (b *stock) addToCells(x, bias *G.Node, channels int) *G.Node {
	bias = G.Must(G.Reshape(bias, tensor.Shape{b.rows, channels, 1, 1}))
	return G.Must(G.BroadcastAdd(x, bias, nil, []byte{2, 3}))
}

// cellsFirst turns (rows, channels, height, width) into (rows·cells, channels).
func (b *stock) cellsFirst(x *G.Node, channels int) *G.Node {
	x = G.Must(G.Transpose(x, 0, 2, 3, 1))
	return G.Must(G.Reshape(x, tensor.Shape{b.rows * b.s.Cells(), channels}))
}

// pointwise is a 1×1 convolution.
func (b *stock) pointwise(x *G.Node, name string, in, out int) *G.Node {
	y := b.linear(b.cellsFirst(x, in), name)
	y = G.Must(G.Reshape(y, tensor.Shape{b.rows, b.s.Height, b.s.Width, out}))
	return G.Must(G.Transpose(y, 0, 3, 1, 2))
}

func (b *stock) net(x *G.Node) (policy, outcome *G.Node) {
	s := b.s
	h := G.Must(G.Rectify(b.conv(x, "stem")))
	for i := range s.Blocks {
		name := fmt.Sprintf("block%d", i)
		y := b.conv(h, name+"/conv1")
		if s.Pooled(i) {
			y = b.addToCells(y, G.Must(G.Mul(b.pool(h, s.Channels), b.params[name+"/pool/weight"])), s.Channels)
		}
		y = b.conv(G.Must(G.Rectify(y)), name+"/conv2")
		alpha := G.Must(G.Reshape(b.params[name+"/alpha"], tensor.Shape{1, 1, 1, 1}))
		y = G.Must(G.BroadcastHadamardProd(y, alpha, nil, []byte{0, 1, 2, 3}))
		h = G.Must(G.Rectify(G.Must(G.Add(h, y))))
	}
	pooled := b.pool(h, s.Channels)
	p := b.pointwise(h, "policy/conv", s.Channels, s.PolicyChannels)
	p = G.Must(G.Rectify(b.addToCells(p, G.Must(G.Mul(pooled, b.params["policy/pool/weight"])), s.PolicyChannels)))
	policy = b.linear(b.cellsFirst(p, s.PolicyChannels), "policy/logits")
	policy = G.Must(G.Reshape(policy, tensor.Shape{b.rows, s.Cells() * s.PolicyPlanes}))
	if s.ExtraActions > 0 {
		policy = G.Must(G.Concat(1, policy, b.linear(pooled, "policy/extra")))
	}
	b.h, b.pooled, b.p = h, pooled, p
	v := G.Must(G.Rectify(b.pointwise(h, "outcome/conv", s.Channels, s.ValueChannels)))
	v = G.Must(G.Rectify(b.linear(b.pool(v, s.ValueChannels), "outcome/hidden")))
	b.v = v
	return policy, b.linear(v, "outcome/logits")
}

// run computes the logits of a batch, and the gradient of the loss in the layout of nn.Spec.Layout.
func (b *stock) run(w *nn.Weights, batch *nn.Batch) (policy, outcome, gradient []float32, err error) {
	s := b.s
	nchw := make([]float32, len(batch.Inputs))
	for row := range b.rows {
		for cell := range s.Cells() {
			for c := range s.InputPlanes {
				nchw[(row*s.InputPlanes+c)*s.Cells()+cell] = batch.Inputs[(row*s.Cells()+cell)*s.InputPlanes+c]
			}
		}
	}
	b.load(w)
	policyNode, outcomeNode := b.net(b.node("x", nchw, b.rows, s.InputPlanes, s.Height, s.Width))
	var policyValue, outcomeValue G.Value
	G.Read(policyNode, &policyValue)
	G.Read(outcomeNode, &outcomeValue)
	masked := G.Must(G.Add(policyNode, b.node("illegal", batch.Illegal, b.rows, s.Actions())))
	cost := G.Must(G.Add(
		b.loss("policy", masked, batch.Policy, batch.PolicyWeight, 1),
		b.loss("outcome", outcomeNode, batch.Outcome, batch.OutcomeWeight, 1.5)))
	cost = b.addHeads(cost, batch)
	grads, err := G.Grad(cost, b.learned...)
	if err != nil {
		return nil, nil, nil, err
	}
	values := make([]G.Value, len(grads))
	for i, g := range grads {
		G.Read(g, &values[i])
	}
	if err := G.NewTapeMachine(b.g).RunAll(); err != nil {
		return nil, nil, nil, err
	}
	for i, t := range s.Layout() {
		theirs := values[i].Data().([]float32)
		ours := theirs
		if isConvolution(t.Shape) {
			ours = make([]float32, len(theirs))
			eachConvolutionIndex(t.Shape, func(o, k int) { ours[o] = theirs[k] })
		}
		gradient = append(gradient, ours...)
	}
	return policyValue.Data().([]float32), outcomeValue.Data().([]float32), gradient, nil
}

// loss is −factor · Σ weight/Σweight · target · log softmax(logits).
func (b *stock) loss(name string, logits *G.Node, target, weight []float32, factor float64) *G.Node {
	classes := len(target) / len(weight)
	coefficients := make([]float32, len(target))
	for i, v := range target {
		coefficients[i] = float32(-factor * float64(v) * float64(weight[i/classes]) / total(weight))
	}
	c := b.node(name+" coefficients", coefficients, len(weight), classes)
	return G.Must(G.Sum(G.Must(G.HadamardProd(c, G.Must(G.LogSoftMax(logits, 1))))))
}

// The graph, the engine and Gorgonia's own operations must agree on logits and gradients.
func TestAgreesWithStockGorgonia(t *testing.T) {
	specs := reference.Specs()
	for _, s := range reference.Specs() {
		s.Heads = reference.AllHeads
		specs = append(specs, s)
	}
	for i, s := range specs {
		for _, rows := range []int{2, 17} { // Gorgonia's pooling is wrong for a batch of one
			w, err := reference.RandomWeights(s, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			batch := reference.RandomBatch(s, rows, uint64(i))
			building.Lock()
			b := &stock{g: G.NewGraph(), s: s, rows: rows}
			policy, outcome, want, err := b.run(w, batch)
			building.Unlock()
			if err != nil {
				t.Fatal(err)
			}

			e, err := native.New(w)
			if err != nil {
				t.Fatal(err)
			}
			out := nn.NewOutputs(s, rows)
			if err := e.Predict(rows, batch.Inputs, out); err != nil {
				t.Fatal(err)
			}
			agree(t, fmt.Sprintf("net %d: native logits", i), out.Policy, policy)
			var probabilities []float32
			for row := range rows {
				logits := make([]float64, s.Outcomes())
				for k := range logits {
					logits[k] = float64(outcome[row*s.Outcomes()+k])
				}
				for _, p := range reference.Softmax(logits) {
					probabilities = append(probabilities, float32(p))
				}
			}
			agree(t, fmt.Sprintf("net %d: native outcome", i), out.Outcome, probabilities)
			got, _ := gradient(t, w, batch, 2)
			agree(t, fmt.Sprintf("net %d: gradient", i), got, want)
		}
	}
}

// agree compares up to 1e-5 of the largest value.
func agree(t *testing.T, what string, got, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	scale := 1.0
	for _, v := range want {
		scale = max(scale, math.Abs(float64(v)))
	}
	for k, v := range want {
		if d := math.Abs(float64(got[k]) - float64(v)); !(d <= 1e-5*scale) {
			t.Fatalf("%s: value %d is %v, want %v", what, k, got[k], v)
		}
	}
}
