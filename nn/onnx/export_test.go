package onnx_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/onnx"
)

var update = flag.Bool("update", false, "write testdata again")

var _ nn.Model = (*onnx.Net)(nil)

// metadata is what a net's file says, with numbered names.
func metadata(s nn.Spec) onnx.Metadata {
	names := func(what string, n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("%s %d", what, i)
		}
		return list
	}
	return onnx.Metadata{
		Version: "1.2.3", Title: "Test", Author: "Nobody", Seats: names("seat", s.Players),
		Planes: names("plane", s.InputPlanes), ActionPlanes: names("action", s.PolicyPlanes), ExtraActions: names("extra", s.ExtraActions),
	}
}

func randomWeights(t testing.TB, s nn.Spec) *nn.Weights {
	t.Helper()
	w, err := reference.RandomWeights(s, 5)
	if err != nil {
		t.Fatal(err)
	}
	w.Step = 42
	return w
}

func export(t testing.TB, w *nn.Weights) []byte {
	t.Helper()
	data, err := onnx.Export(w, metadata(w.Spec))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func load(t testing.TB, data []byte) *onnx.Net {
	t.Helper()
	net, err := onnx.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// tiny is a net with every kind of tensor whose file is small.
func tiny() nn.Spec {
	return nn.Spec{
		Game: "tiny", RulesVersion: 3, Width: 3, Height: 2, InputPlanes: 2, PolicyPlanes: 2, ExtraActions: 1, Players: 2,
		Channels: 2, Blocks: 1, PoolEvery: 1, PolicyChannels: 2, ValueChannels: 1, ValueHidden: 2,
	}
}

// specs are the nets of package reference and one for each board from 4×4 to 13×13, or with -short up to 7×7, which differ in
// extra actions, players, blocks and pooling.
func specs() []nn.Spec {
	list := append(reference.Specs(), tiny())
	widest := 13
	if testing.Short() {
		widest = 7
	}
	for side := 4; side <= widest; side++ {
		list = append(list, nn.Spec{
			Game: "test", RulesVersion: 1, Width: side, Height: side, InputPlanes: side, PolicyPlanes: 1 + side%4,
			ExtraActions: side % 3, Players: 2 + side%3, Channels: 4 + side, Blocks: side % 4, PoolEvery: side % 3,
			PolicyChannels: 3, ValueChannels: 5, ValueHidden: 7,
		})
	}
	return list
}

// Every kind of net, exported and read again, computes what the plain reference does, in every row.
func TestExportedNetsComputeTheSame(t *testing.T) {
	const rows, tolerance = 5, 2e-5
	for _, s := range specs() {
		w := randomWeights(t, s)
		net := load(t, export(t, w))
		if net.Spec() != s.Playing() {
			t.Errorf("the file's net is %+v, want %+v", net.Spec(), s.Playing())
		}
		in := reference.RandomInputs(s, rows, rand.New(rand.NewPCG(1, 2)))
		out := nn.NewOutputs(s, rows)
		if err := net.Predict(rows, in, out); err != nil {
			t.Fatal(err)
		}
		ref := reference.New(w)
		for row := range rows {
			policy, outcome := ref.Forward(in[row*s.InputSize() : (row+1)*s.InputSize()])
			near(t, fmt.Sprintf("%+v row %d policy", s, row), out.Policy[row*s.Actions():(row+1)*s.Actions()], policy, tolerance)
			near(t, fmt.Sprintf("%+v row %d outcome", s, row), out.Outcome[row*s.Outcomes():(row+1)*s.Outcomes()],
				reference.Softmax(outcome), tolerance)
		}
	}
}

func near(t *testing.T, what string, got []float32, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		if d := math.Abs(float64(got[i])-w) / max(1, math.Abs(w)); !(d <= tolerance) {
			t.Errorf("%s: entry %d is %v, want %v", what, i, got[i], w)
			return
		}
	}
}

// The bytes of a file are those of the one in testdata, whatever was exported before.
func TestExportIsStable(t *testing.T) {
	golden := filepath.Join("testdata", "tiny.onnx")
	data := export(t, randomWeights(t, tiny()))
	if *update {
		if err := os.WriteFile(golden, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, want) {
		t.Errorf("the file differs from %s; -update writes it again", golden)
	}
	if again := export(t, randomWeights(t, tiny())); !bytes.Equal(again, data) {
		t.Error("the same weights gave other bytes")
	}
}

// Heads that only training needs leave no trace in the file.
func TestTrainingHeadsAreLeftOut(t *testing.T) {
	plain := randomWeights(t, tiny())
	s := tiny()
	s.Heads = nn.Heads{Reply: true, Owner: true, Margin: true, MovesLeft: true}
	w := randomWeights(t, s)
	if len(w.Tensors) <= len(plain.Tensors) {
		t.Fatal("the heads have no tensors")
	}
	for i := range w.Tensors[:len(plain.Tensors)] {
		copy(w.Tensors[i].Data, plain.Tensors[i].Data)
	}
	if !bytes.Equal(export(t, w), export(t, plain)) {
		t.Error("the heads for training change the file")
	}
	if _, err := onnx.Verify(t.Context(), export(t, w), engine(t, w), positions(s, 64)); err != nil {
		t.Error(err)
	}
}

func TestFilesSayWhatTheyAre(t *testing.T) {
	net := load(t, export(t, randomWeights(t, tiny())))
	for key, want := range map[string]string{
		onnx.KeyGame:         "tiny",
		onnx.KeyRulesVersion: "3",
		onnx.KeyTitle:        "Test",
		onnx.KeyAuthor:       "Nobody",
		onnx.KeySeats:        `["seat 0","seat 1"]`,
		onnx.KeyInputPlanes:  `["plane 0","plane 1"]`,
		onnx.KeyInputLayout: "planes[row, y, x, plane], float32; cell y=0, x=0 is the bottom-left corner; " +
			"flat index within a row: (y*3 + x)*2 + plane",
		onnx.KeyActionPlanes: `["action 0","action 1"]`,
		onnx.KeyExtraActions: `["extra 0"]`,
		onnx.KeyActionLayout: "policy[row, action], logits; action = cell*2 + plane with cell = y*3 + x; extra action i is 12 + i; " +
			"illegal actions have logits too and must be masked before the softmax",
		onnx.KeyOutcomes: "outcome[row, i], probabilities; i = 0 that the seat to move wins, i = k below 2 that the k-th seat after it " +
			"wins, i = 2 that the game is drawn",
		onnx.KeyTrainingStep: "42",
		onnx.KeySpec: `{"width":3,"height":2,"input_planes":2,"policy_planes":2,"extra_actions":1,"players":2,"channels":2,"blocks":1,` +
			`"pool_every":1,"policy_channels":2,"value_channels":1,"value_hidden":2}`,
	} {
		if got := net.Property(key); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
}

func TestExportRefuses(t *testing.T) {
	w := randomWeights(t, tiny())
	m := metadata(w.Spec)
	m.Planes = m.Planes[1:]
	wantError(t, "metadata: 1 names for input planes, but the net has 2", func() error { _, err := onnx.Export(w, m); return err })
	w.Tensors[0].Data[0] = float32(math.NaN())
	wantError(t, `tensor "stem/weight": value 0 is NaN`, func() error { _, err := onnx.Export(w, metadata(w.Spec)); return err })
}
