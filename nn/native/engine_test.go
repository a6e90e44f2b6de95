package native_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
	"gipfel/nn/native/kernel"
)

var _ nn.Model = (*native.Engine)(nil)

// eachImplementation runs a test with all kernels that this processor can run.
func eachImplementation(t *testing.T, f func(t *testing.T)) {
	for _, name := range kernel.Names() {
		t.Run(name, func(t *testing.T) {
			use(t, name)
			f(t)
		})
	}
}

// use changes the kernels until the test ends.
func use(t testing.TB, name string) {
	t.Helper()
	before := kernel.Name()
	if err := kernel.Use(name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kernel.Use(before); err != nil {
			t.Error(err)
		}
	})
}

func newEngine(t testing.TB, s nn.Spec, seed uint64) (*native.Engine, *nn.Weights) {
	t.Helper()
	w, err := reference.RandomWeights(s, seed)
	if err != nil {
		t.Fatal(err)
	}
	e, err := native.New(w)
	if err != nil {
		t.Fatal(err)
	}
	return e, w
}

// boards are nets on all boards from 4×4 to 13×13, or with -short up to 7×7, with the usual numbers of channels, and a few
// others.
func boards() (list []nn.Spec) {
	widest := 13
	if testing.Short() {
		widest = 7
	}
	for side := 4; side <= widest; side++ {
		list = append(list, nn.Spec{Width: side, Height: side, Channels: []int{24, 32, 64}[side%3]})
	}
	list = append(list,
		nn.Spec{Width: 5, Height: 6, Channels: 24}, nn.Spec{Width: 9, Height: 4, Channels: 40},
		nn.Spec{Width: 15, Height: 4, Channels: 16})
	for i := range list {
		s := &list[i]
		s.Game, s.RulesVersion, s.Players = "test", 1, 2
		s.InputPlanes, s.PolicyPlanes, s.ExtraActions = 3+i, 1+i, i%2
		s.Blocks, s.PoolEvery = 2, 2
		s.PolicyChannels, s.ValueChannels, s.ValueHidden = s.Channels, 16, 32
	}
	return list
}

func TestPredictEqualsReference(t *testing.T) { eachImplementation(t, testPredictEqualsReference) }

func testPredictEqualsReference(t *testing.T) {
	for i, s := range append(reference.Specs(), boards()...) {
		e, w := newEngine(t, s, uint64(i))
		ref := reference.New(w)
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		sizes := []int{1, 2, 17}
		if i >= len(reference.Specs()) {
			sizes = []int{1}
		}
		for _, n := range sizes {
			in := reference.RandomInputs(s, n, rng)
			out := nn.NewOutputs(s, n)
			if err := e.Predict(n, in, out); err != nil {
				t.Fatal(err)
			}
			for row := range n {
				policy, outcome := ref.Forward(in[row*s.InputSize() : (row+1)*s.InputSize()])
				near(t, s, "logits", out.Policy[row*s.Actions():(row+1)*s.Actions()], policy)
				near(t, s, "outcome", out.Outcome[row*s.Outcomes():(row+1)*s.Outcomes()], reference.Softmax(outcome))
			}
		}
	}
}

// near compares up to 1e-5 of the largest value.
func near(t *testing.T, s nn.Spec, what string, got []float32, want []float64) {
	t.Helper()
	scale := 1.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i, v := range want {
		if d := math.Abs(float64(got[i]) - v); !(d <= 1e-5*scale) {
			t.Fatalf("%dx%d: %s %d: got %v, want %v", s.Width, s.Height, what, i, got[i], v)
		}
	}
}

// A row must not depend on the rest of the batch, to the last bit.
func TestRowsAreIndependent(t *testing.T) { eachImplementation(t, testRowsAreIndependent) }

func testRowsAreIndependent(t *testing.T) {
	for i, s := range reference.Specs() {
		e, _ := newEngine(t, s, uint64(i))
		const n = 17
		in := reference.RandomInputs(s, n, rand.New(rand.NewPCG(2, uint64(i))))
		all := nn.NewOutputs(s, n)
		if err := e.Predict(n, in, all); err != nil {
			t.Fatal(err)
		}
		one := nn.NewOutputs(s, 1)
		for row := range n {
			if err := e.Predict(1, in[row*s.InputSize():(row+1)*s.InputSize()], one); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(one.Policy, all.Policy[row*s.Actions():(row+1)*s.Actions()]) ||
				!slices.Equal(one.Outcome, all.Outcome[row*s.Outcomes():(row+1)*s.Outcomes()]) {
				t.Fatalf("%dx%d: row %d of %d differs from the same position alone", s.Width, s.Height, row, n)
			}
		}
	}
}

func TestUntrainedNetIsUniform(t *testing.T) { eachImplementation(t, testUntrainedNetIsUniform) }

func testUntrainedNetIsUniform(t *testing.T) {
	for _, s := range reference.Specs() {
		w, err := nn.Init(s, 3)
		if err != nil {
			t.Fatal(err)
		}
		e, err := native.New(w)
		if err != nil {
			t.Fatal(err)
		}
		out := nn.NewOutputs(s, 1)
		if err := e.Predict(1, reference.RandomInputs(s, 1, rand.New(rand.NewPCG(1, 1))), out); err != nil {
			t.Fatal(err)
		}
		for a, v := range out.Policy {
			if v != 0 {
				t.Fatalf("logit %d is %v, want 0", a, v)
			}
		}
		for i, p := range out.Outcome {
			if math.Abs(float64(p)-1/float64(s.Outcomes())) > 1e-7 {
				t.Fatalf("outcome %d has probability %v of %d outcomes", i, p, s.Outcomes())
			}
		}
	}
}

func TestPredictDoesNotAllocate(t *testing.T) { eachImplementation(t, testPredictDoesNotAllocate) }

func testPredictDoesNotAllocate(t *testing.T) {
	for i, s := range reference.Specs() {
		e, _ := newEngine(t, s, uint64(i))
		const n = 3
		in := reference.RandomInputs(s, n, rand.New(rand.NewPCG(3, 3)))
		out := nn.NewOutputs(s, n)
		if allocs := testing.AllocsPerRun(10, func() {
			if err := e.Predict(n, in, out); err != nil {
				t.Fatal(err)
			}
		}); allocs != 0 {
			t.Errorf("%dx%d: %v allocations", s.Width, s.Height, allocs)
		}
	}
}

// Clones share the weights, so this is also a test for the race detector.
func TestClonesWorkAtTheSameTime(t *testing.T) { eachImplementation(t, testClonesWorkAtTheSameTime) }

func testClonesWorkAtTheSameTime(t *testing.T) {
	s := reference.Specs()[1]
	e, _ := newEngine(t, s, 1)
	in := reference.RandomInputs(s, 1, rand.New(rand.NewPCG(4, 4)))
	want := nn.NewOutputs(s, 1)
	if err := e.Predict(1, in, want); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		c := e.Clone()
		wg.Go(func() {
			out := nn.NewOutputs(s, 1)
			for range 10 {
				if err := c.Predict(1, in, out); err != nil {
					t.Error(err)
				}
				if !slices.Equal(out.Policy, want.Policy) || !slices.Equal(out.Outcome, want.Outcome) {
					t.Error("a clone computes something else")
				}
			}
		})
	}
	wg.Wait()
}

func TestEngineCopiesTheWeights(t *testing.T) { eachImplementation(t, testEngineCopiesTheWeights) }

func testEngineCopiesTheWeights(t *testing.T) {
	s := reference.Specs()[0]
	e, w := newEngine(t, s, 1)
	in := reference.RandomInputs(s, 1, rand.New(rand.NewPCG(5, 5)))
	before, after := nn.NewOutputs(s, 1), nn.NewOutputs(s, 1)
	if err := e.Predict(1, in, before); err != nil {
		t.Fatal(err)
	}
	for _, tensor := range w.Tensors {
		clear(tensor.Data)
	}
	if err := e.Predict(1, in, after); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(before.Policy, after.Policy) {
		t.Error("the engine changed with the weights it was made from")
	}
}

func TestPredictErrors(t *testing.T) {
	s := reference.Specs()[0]
	e, _ := newEngine(t, s, 1)
	in, out := make([]float32, 2*s.InputSize()), nn.NewOutputs(s, 2)
	for _, test := range []struct {
		n    int
		in   []float32
		out  nn.Outputs
		want string
	}{
		{-1, nil, nn.Outputs{}, "-1 rows"},
		{2, in[1:], out, "inputs"},
		{2, in, nn.Outputs{Policy: out.Policy[1:], Outcome: out.Outcome}, "logits"},
		{2, in, nn.Outputs{Policy: out.Policy, Outcome: out.Outcome[1:]}, "outcomes"},
	} {
		if err := e.Predict(test.n, test.in, test.out); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one about %q", err, test.want)
		}
	}
	if err := e.Predict(0, nil, nn.Outputs{}); err != nil {
		t.Errorf("no rows: %v", err)
	}
	in[s.InputSize()] = float32(math.NaN())
	if err := e.Predict(2, in, out); err == nil || !strings.Contains(err.Error(), "row 1") {
		t.Errorf("error %v, want one that names row 1", err)
	}
}

func TestNewRefusesBadWeights(t *testing.T) {
	_, w := newEngine(t, reference.Specs()[0], 1)
	w.Tensors[2].Data[5] = float32(math.Inf(1))
	if _, err := native.New(w); err == nil || !strings.Contains(err.Error(), w.Tensors[2].Name) {
		t.Errorf("error %v, want one that names %s", err, w.Tensors[2].Name)
	}
}
