package native_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
)

// binaryInputs returns n positions of zeros and ones.
func binaryInputs(s nn.Spec, n int, rng *rand.Rand) []float32 {
	in := make([]float32, n*s.InputSize())
	for i := range in {
		in[i] = float32(rng.IntN(2))
	}
	return in
}

// quantized returns a net with random weights, those of the stem multiples of 1/64, so that on positions of zeros and ones the
// stem rounds nothing.
func quantized(t testing.TB, s nn.Spec, seed uint64) (*nn.Weights, *nn.Quantized) {
	t.Helper()
	w, err := reference.RandomWeights(s, seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"stem/weight", "stem/bias"} {
		for i, v := range w.Tensor(name) {
			w.Tensor(name)[i] = float32(math.Round(float64(v)*64)) / 64
		}
	}
	q, err := native.Quantize(t.Context(), w, binaryInputs(s, 20, rand.New(rand.NewPCG(seed, 1))))
	if err != nil {
		t.Fatal(err)
	}
	return w, q
}

func newQuantizedEngine(t testing.TB, q *nn.Quantized) *native.Engine {
	t.Helper()
	e, err := native.NewQuantized(q)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Without pooled blocks nothing but the heads may round otherwise than the reference.
func TestQuantizedEqualsReference(t *testing.T) {
	eachImplementation(t, func(t *testing.T) {
		for i, s := range append(reference.Specs(), boards()...) {
			s.PoolEvery = 0
			_, q := quantized(t, s, uint64(i))
			e, ref := newQuantizedEngine(t, q), reference.NewQuantized(q)
			const n = 3
			in, out := binaryInputs(s, n, rand.New(rand.NewPCG(3, uint64(i)))), nn.NewOutputs(s, n)
			if err := e.Predict(n, in, out); err != nil {
				t.Fatal(err)
			}
			for row := range n {
				policy, outcome := ref.Forward(in[row*s.InputSize() : (row+1)*s.InputSize()])
				near(t, s, "logits", out.Policy[row*s.Actions():(row+1)*s.Actions()], policy)
				near(t, s, "outcome", out.Outcome[row*s.Outcomes():(row+1)*s.Outcomes()], reference.Softmax(outcome))
			}
		}
	})
}

// With pooled blocks a rounding may go the other way here and there, but all implementations compute nearly the same, and nearly
// what the net in floating point does.
func TestQuantizedIsNearTheNet(t *testing.T) {
	eachImplementation(t, func(t *testing.T) {
		for i, s := range append(reference.Specs(), boards()...) {
			w, q := quantized(t, s, uint64(i))
			e := newQuantizedEngine(t, q)
			float, err := native.New(w)
			if err != nil {
				t.Fatal(err)
			}
			const n = 4
			in := binaryInputs(s, n, rand.New(rand.NewPCG(3, uint64(i))))
			got, want := nn.NewOutputs(s, n), nn.NewOutputs(s, n)
			if err := e.Predict(n, in, got); err != nil {
				t.Fatal(err)
			}
			if err := float.Predict(n, in, want); err != nil {
				t.Fatal(err)
			}
			var difference, size float64
			for k, v := range want.Policy {
				d := float64(v - got.Policy[k])
				difference += d * d
				size += float64(v) * float64(v)
			}
			if !(difference <= 0.05*0.05*size) {
				t.Errorf("%dx%d, %d channels: the logits differ by %.3f of their size", s.Width, s.Height, s.Channels,
					math.Sqrt(difference/size))
			}
		}
	})
}

func TestQuantizedRowsAreIndependent(t *testing.T) {
	eachImplementation(t, func(t *testing.T) {
		for i, s := range reference.Specs() {
			_, q := quantized(t, s, uint64(i))
			e := newQuantizedEngine(t, q)
			const n = 5
			in, all, one := binaryInputs(s, n, rand.New(rand.NewPCG(4, 4))), nn.NewOutputs(s, n), nn.NewOutputs(s, 1)
			if err := e.Predict(n, in, all); err != nil {
				t.Fatal(err)
			}
			clone := e.Clone()
			for row := range n {
				if err := clone.Predict(1, in[row*s.InputSize():(row+1)*s.InputSize()], one); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(one.Policy, all.Policy[row*s.Actions():(row+1)*s.Actions()]) {
					t.Fatalf("%dx%d: row %d of %d differs from the same position alone", s.Width, s.Height, row, n)
				}
			}
			if got := testing.AllocsPerRun(20, func() { _ = e.Predict(n, in, all) }); got != 0 {
				t.Errorf("%dx%d: %v allocations", s.Width, s.Height, got)
			}
		}
	})
}

func TestQuantizeErrors(t *testing.T) {
	s := reference.Specs()[0]
	w, _ := quantized(t, s, 1)
	check := func(what string, err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one about %q", what, err, want)
		}
	}
	_, err := native.Quantize(t.Context(), w, nil)
	check("no positions", err, "0 values of positions")
	_, err = native.Quantize(t.Context(), w, make([]float32, s.InputSize()+1))
	check("half a position", err, "one or more times")
	in := make([]float32, s.InputSize())
	in[0] = float32(math.Inf(1))
	_, err = native.Quantize(t.Context(), w, in)
	check("an infinite position", err, "finite")
}

// A block whose weights are all zero, or a net that says nothing, is no reason to divide by zero.
func TestQuantizeZeros(t *testing.T) {
	s := reference.Specs()[0]
	w, err := nn.Zeros(s)
	if err != nil {
		t.Fatal(err)
	}
	q, err := native.Quantize(t.Context(), w, make([]float32, s.InputSize()))
	if err != nil {
		t.Fatal(err)
	}
	out := nn.NewOutputs(s, 1)
	if err := newQuantizedEngine(t, q).Predict(1, make([]float32, s.InputSize()), out); err != nil {
		t.Fatal(err)
	}
	if want := 1 / float32(s.Outcomes()); math.Abs(float64(out.Outcome[0]-want)) > 1e-6 {
		t.Errorf("outcome %v, want %v", out.Outcome[0], want)
	}
}

// Numbers at the edge of what a float32 holds must neither panic nor turn a weight's sign.
func TestQuantizeTinyNumbers(t *testing.T) {
	s := reference.Specs()[0]
	for _, tiny := range []float32{1e-37, 1e-40, math.SmallestNonzeroFloat32} {
		w, _ := quantized(t, s, 1)
		for _, name := range []string{"stem/weight", "stem/bias", "block0/alpha", "block1/conv1/weight"} {
			for i := range w.Tensor(name) {
				w.Tensor(name)[i] *= tiny
			}
		}
		q, err := native.Quantize(t.Context(), w, binaryInputs(s, 5, rand.New(rand.NewPCG(1, 1))))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range q.Convolutions {
			original := w.Tensor(c.Name + "/weight")
			for i, step := range c.Weights {
				if step != 0 && (step > 0) != (original[i] > 0) && c.Name != "block0/conv2" {
					t.Fatalf("%v: weight %d of %s is %v and becomes %d steps", tiny, i, c.Name, original[i], step)
				}
			}
		}
		if err := newQuantizedEngine(t, q).Predict(1, make([]float32, s.InputSize()), nn.NewOutputs(s, 1)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestQuantizeStops(t *testing.T) {
	s := reference.Specs()[0]
	w, _ := quantized(t, s, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := native.Quantize(ctx, w, binaryInputs(s, 5, rand.New(rand.NewPCG(1, 1)))); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
