//go:build ort && cgo

package ort_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
	"gipfel/nn/onnx"
	"gipfel/nn/onnx/ort"
)

var _ nn.Model = (*ort.Model)(nil)

// The tests need the library: GIPFEL_ORT_LIBRARY says where it is. `make e2e` fetches one and runs them.
func TestMain(m *testing.M) {
	if os.Getenv(ort.LibraryVariable) == "" {
		panic("set " + ort.LibraryVariable + " to the path of libonnxruntime.so, as make e2e does")
	}
	os.Exit(m.Run())
}

// exported writes a net with random weights.
func exported(t testing.TB, s nn.Spec) (path string, w *nn.Weights) {
	t.Helper()
	s.Heads = nn.Heads{}
	w, err := reference.RandomWeights(s, 9)
	if err != nil {
		t.Fatal(err)
	}
	names := func(n int) []string { return make([]string, n) }
	data, err := onnx.Export(w, onnx.Metadata{
		Seats: names(s.Players), Planes: names(s.InputPlanes), ActionPlanes: names(s.PolicyPlanes), ExtraActions: names(s.ExtraActions),
	})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "net.onnx")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, w
}

func open(t testing.TB, path string) *ort.Session {
	t.Helper()
	session, err := ort.Open(path, ort.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	return session
}

// Every kind of net gives what the native engine gives, in every row of every batch.
func TestSameAsNative(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range reference.Specs() {
		path, w := exported(t, s)
		model := open(t, path).Model()
		if model.Spec() != w.Spec {
			t.Errorf("spec %+v, want %+v", model.Spec(), w.Spec)
		}
		engine, err := native.New(w)
		if err != nil {
			t.Fatal(err)
		}
		for _, rows := range []int{64, 1, 17, 0, 2} {
			in := reference.RandomInputs(s, rows, rng)
			got, want := nn.NewOutputs(s, rows), nn.NewOutputs(s, rows)
			if err := model.Predict(rows, in, got); err != nil {
				t.Fatal(err)
			}
			if err := engine.Predict(rows, in, want); err != nil {
				t.Fatal(err)
			}
			near(t, got.Policy, want.Policy)
			near(t, got.Outcome, want.Outcome)
		}
	}
}

func near(t *testing.T, got, want []float32) {
	t.Helper()
	for i, w := range want {
		if d := math.Abs(float64(got[i]-w)) / max(1, math.Abs(float64(w))); !(d <= onnx.Tolerance/5) {
			t.Fatalf("entry %d is %v, want %v", i, got[i], w)
		}
	}
}

// A row alone gives the same bits as among others, as nn.Model says.
func TestRowsAreIndependent(t *testing.T) {
	s := nn.Spec{
		Game: "test", RulesVersion: 1, Width: 7, Height: 7, InputPlanes: 6, PolicyPlanes: 17, ExtraActions: 1, Players: 2,
		Channels: 64, Blocks: 4, PoolEvery: 2, PolicyChannels: 32, ValueChannels: 16, ValueHidden: 64,
	}
	path, _ := exported(t, s)
	model := open(t, path).Model()
	const most = 64
	in := reference.RandomInputs(s, most, rand.New(rand.NewPCG(1, 2)))
	for _, rows := range []int{2, 3, 5, 17, most} {
		together, alone := nn.NewOutputs(s, rows), nn.NewOutputs(s, 1)
		if err := model.Predict(rows, in[:rows*s.InputSize()], together); err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			if err := model.Predict(1, in[row*s.InputSize():(row+1)*s.InputSize()], alone); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(alone.Policy, together.Policy[row*s.Actions():(row+1)*s.Actions()]) ||
				!slices.Equal(alone.Outcome, together.Outcome[row*s.Outcomes():(row+1)*s.Outcomes()]) {
				t.Errorf("row %d of %d differs from what it is alone", row, rows)
			}
		}
	}
}

// Models of one session work at the same time without disturbing each other.
func TestModelsShareASession(t *testing.T) {
	s := reference.Specs()[0]
	path, w := exported(t, s)
	session := open(t, path)
	engine, err := native.New(w)
	if err != nil {
		t.Fatal(err)
	}
	const rows = 8
	var group sync.WaitGroup
	for g := range 4 {
		in := reference.RandomInputs(s, rows, rand.New(rand.NewPCG(uint64(g), 3)))
		want := nn.NewOutputs(s, rows)
		if err := engine.Predict(rows, in, want); err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			model := session.Model()
			for range 50 {
				got := nn.NewOutputs(s, rows)
				if err := model.Predict(rows, in, got); err != nil {
					t.Error(err)
					return
				}
				for i, w := range want.Outcome {
					if math.Abs(float64(got.Outcome[i]-w)) > onnx.Tolerance {
						t.Errorf("outcome %v, want %v", got.Outcome, want.Outcome)
						return
					}
				}
			}
		})
	}
	group.Wait()
}

func TestOpenRefuses(t *testing.T) {
	path, _ := exported(t, reference.Specs()[0])
	open(t, path) // the library is loaded from here on
	text := filepath.Join(t.TempDir(), "text.onnx")
	if err := os.WriteFile(text, []byte("this is no file"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		o    ort.Options
		want string
	}{
		{text, ort.Options{}, text + ": load onnx: this is no ONNX file"},
		{text + "x", ort.Options{}, "no such file"},
		{path, ort.Options{Library: "/another/library.so"}, "so /another/library.so cannot be"},
	} {
		if _, err := ort.Open(c.path, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one that says %q", err, c.want)
		}
	}
}

func TestPredictChecksSizes(t *testing.T) {
	s := reference.Specs()[0]
	path, _ := exported(t, s)
	if err := open(t, path).Model().Predict(2, make([]float32, s.InputSize()), nn.NewOutputs(s, 2)); err == nil {
		t.Error("inputs for one row were taken for two")
	}
}
