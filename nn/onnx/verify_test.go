package onnx_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
	"gipfel/nn/onnx"
	onnxv1 "gipfel/proto/gipfel/onnx/v1"
)

// square is a net in which nothing shows in the shapes: as many input planes as channels and as many of these as actions a cell.
func square() nn.Spec {
	return nn.Spec{
		Game: "square", RulesVersion: 1, Width: 4, Height: 4, InputPlanes: 4, PolicyPlanes: 4, ExtraActions: 4, Players: 3,
		Channels: 4, Blocks: 2, PoolEvery: 2, PolicyChannels: 4, ValueChannels: 2, ValueHidden: 4,
	}
}

func engine(t testing.TB, w *nn.Weights) nn.Model {
	t.Helper()
	e, err := native.New(w)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func positions(s nn.Spec, n int) [][]float32 {
	in := reference.RandomInputs(s, n, rand.New(rand.NewPCG(3, 4)))
	return slices.Collect(slices.Chunk(in, s.InputSize()))
}

func TestVerify(t *testing.T) {
	for _, s := range specs() {
		w := randomWeights(t, s)
		for _, n := range []int{64, 100} {
			r, err := onnx.Verify(t.Context(), export(t, w), engine(t, w), positions(s, n))
			if err != nil {
				t.Fatal(err)
			}
			if want := map[int]int{64: 84, 100: 84 + 1 + 2 + 17}[n]; r.Rows != want || r.Positions != n {
				t.Errorf("%d rows of %d positions, want %d of %d", r.Rows, r.Positions, want, n)
			}
			if !r.Varied || r.Policy > onnx.Tolerance/5 || r.Outcome > onnx.Tolerance/5 {
				t.Errorf("%+v: report %+v, want small differences of outputs that vary", s, r)
			}
		}
	}
}

// With fewer positions than rows in a batch, batches go round.
func TestVerifySaysWhenOutputsAreFlat(t *testing.T) {
	w, err := nn.Init(square(), 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := onnx.Verify(t.Context(), export(t, w), engine(t, w), positions(w.Spec, 64))
	if err != nil {
		t.Fatal(err)
	}
	if r.Varied {
		t.Error("an untrained net's outputs count as varied")
	}
}

// change reads a file, changes it and writes it again.
func change(t testing.TB, data []byte, f func(m *onnxv1.ModelProto)) []byte {
	t.Helper()
	var m onnxv1.ModelProto
	if err := proto.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	f(&m)
	changed, err := proto.Marshal(&m)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func constant(m *onnxv1.ModelProto, name string) *onnxv1.TensorProto {
	for _, c := range m.GetGraph().GetInitializer() {
		if c.GetName() == name {
			return c
		}
	}
	panic("no constant " + name)
}

func node(m *onnxv1.ModelProto, name string) *onnxv1.NodeProto {
	for _, n := range m.GetGraph().GetNode() {
		if n.GetName() == name {
			return n
		}
	}
	panic("no node " + name)
}

// permute puts the elements of a 4-dimensional tensor of equal sides a and of equal sides b into another order.
func permute(c *onnxv1.TensorProto, from func(o, i, y, x, side int) int) {
	d := c.GetDims()
	old := slices.Clone(c.GetRawData())
	k := 0
	for o := range int(d[0]) {
		for i := range int(d[1]) {
			for y := range int(d[2]) {
				for x := range int(d[3]) {
					at := from(o, i, y, x, int(d[0]))
					copy(c.RawData[4*k:], old[4*at:4*at+4])
					k++
				}
			}
		}
	}
}

// Files that load but compute something else, all by mistakes that are easily made.
func TestVerifyFindsWrongFiles(t *testing.T) {
	w := randomWeights(t, square())
	data, model, inputs := export(t, w), engine(t, w), positions(w.Spec, 64)
	for what, spoil := range map[string]func(m *onnxv1.ModelProto){
		"tensors swapped": func(m *onnxv1.ModelProto) {
			a, b := constant(m, "block0/conv1/weight"), constant(m, "block1/conv1/weight")
			a.RawData, b.RawData = b.RawData, a.RawData
		},
		"biases swapped": func(m *onnxv1.ModelProto) {
			a, b := constant(m, "policy/extra/bias"), constant(m, "policy/logits/bias")
			a.RawData, b.RawData = b.RawData, a.RawData
		},
		"in and out of a convolution exchanged": func(m *onnxv1.ModelProto) {
			permute(constant(m, "block0/conv1/weight"), func(o, i, y, x, side int) int { return ((i*side+o)*3+y)*3 + x })
		},
		"x and y of a convolution exchanged": func(m *onnxv1.ModelProto) {
			permute(constant(m, "block0/conv1/weight"), func(o, i, y, x, side int) int { return ((o*side+i)*3+x)*3 + y })
		},
		"a convolution turned round": func(m *onnxv1.ModelProto) {
			permute(constant(m, "stem/weight"), func(o, i, y, x, side int) int { return ((o*side+i)*3+2-y)*3 + 2 - x })
		},
		"no softmax": func(m *onnxv1.ModelProto) {
			m.Graph.Node = slices.DeleteFunc(m.Graph.Node, func(n *onnxv1.NodeProto) bool { return n.GetOpType() == "Softmax" })
			node(m, "outcome/logits").Output[0] = "outcome"
		},
		"positions taken for CHW": func(m *onnxv1.ModelProto) { node(m, "planes/chw").Attribute[0].Ints = []int64{0, 1, 2, 3} },
		"rows and columns exchanged": func(m *onnxv1.ModelProto) {
			node(m, "planes/chw").Attribute[0].Ints = []int64{0, 3, 2, 1}
		},
		"policy left in CHW":  func(m *onnxv1.ModelProto) { node(m, "policy/hwc").Attribute[0].Ints = []int64{0, 1, 2, 3} },
		"extra actions first": func(m *onnxv1.ModelProto) { slices.Reverse(node(m, "policy").Input) },
		"maxima before means": func(m *onnxv1.ModelProto) { slices.Reverse(node(m, "policy/pooled").Input) },
		"no α": func(m *onnxv1.ModelProto) {
			constant(m, "block1/conv2/weight").RawData = make([]byte, 4*4*4*9)
		},
		"no pooled bias": func(m *onnxv1.ModelProto) { node(m, "block1/conv1/relu").Input[0] = "block1/conv1" },
		"no residual":    func(m *onnxv1.ModelProto) { node(m, "block0/relu").Input[0] = "block0/conv2" },
	} {
		r, err := onnx.Verify(t.Context(), change(t, data, spoil), model, inputs)
		switch {
		case err == nil:
			t.Errorf("%s: not found", what)
		case r == nil || !strings.Contains(err.Error(), "row 0") || max(r.Policy, r.Outcome) <= onnx.Tolerance:
			t.Errorf("%s: error %v with report %+v, want one about row 0", what, err, r)
		}
	}
}

// A file whose first rows are right and all others wrong: each logit gets a share of the same one of the row before. The rows are
// made the height of a board, and a convolution looks one up.
func TestVerifyFindsWrongRowsBehindTheFirst(t *testing.T) {
	w := randomWeights(t, square())
	data := change(t, export(t, w), func(m *onnxv1.ModelProto) {
		const planes, taps = 4, 3
		weight := make([]float32, planes*planes*taps)
		for p := range planes {
			weight[(p*planes+p)*taps], weight[(p*planes+p)*taps+1] = 0.5, 1
		}
		m.Graph.Initializer = append(m.Graph.Initializer, &onnxv1.TensorProto{
			Name: "mix", DataType: 1, Dims: []int64{planes, planes, taps, 1}, FloatData: weight,
		})
		exchange := []*onnxv1.AttributeProto{{Name: "perm", Type: 7, Ints: []int64{2, 1, 0, 3}}}
		pads := []*onnxv1.AttributeProto{{Name: "pads", Type: 7, Ints: []int64{1, 0, 1, 0}}}
		i := slices.IndexFunc(m.Graph.Node, func(n *onnxv1.NodeProto) bool { return n.GetName() == "policy/hwc" })
		m.Graph.Node[i].Input[0] = "apart"
		m.Graph.Node = slices.Insert(m.Graph.Node, i,
			&onnxv1.NodeProto{OpType: "Transpose", Input: []string{"policy/logits"}, Output: []string{"on a board"}, Attribute: exchange},
			&onnxv1.NodeProto{OpType: "Conv", Input: []string{"on a board", "mix"}, Output: []string{"mixed"}, Attribute: pads},
			&onnxv1.NodeProto{OpType: "Transpose", Input: []string{"mixed"}, Output: []string{"apart"}, Attribute: exchange})
	})
	wantError(t, "batch of 2 from position 1: row 1: policy entry", func() error {
		_, err := onnx.Verify(t.Context(), data, engine(t, w), positions(w.Spec, 64))
		return err
	})
}

func TestVerifyNeedsTheSameNetAndPositions(t *testing.T) {
	w := randomWeights(t, square())
	data, model := export(t, w), engine(t, w)
	wantError(t, "63 positions, want at least 64", func() error {
		_, err := onnx.Verify(t.Context(), data, model, positions(w.Spec, 63))
		return err
	})
	wantError(t, "the file says that its net is", func() error {
		other := randomWeights(t, tiny())
		_, err := onnx.Verify(t.Context(), export(t, other), model, positions(w.Spec, 64))
		return err
	})
	wantError(t, "position 0: predict 1 rows: 12 inputs, want 64", func() error {
		_, err := onnx.Verify(t.Context(), data, model, positions(tiny(), 64))
		return err
	})
	wantError(t, "after 0 rows: context canceled", func() error {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := onnx.Verify(ctx, data, model, positions(w.Spec, 64))
		return err
	})
	wantError(t, "this is no ONNX file", func() error {
		_, err := onnx.Verify(t.Context(), []byte("no file"), model, positions(w.Spec, 64))
		return err
	})
}

// wantError checks that f fails and says so.
func wantError(t *testing.T, want string, f func() error) {
	t.Helper()
	if err := f(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one that says %q", err, want)
	}
}
