package nn_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

// tiny is the smallest net, so that every byte of its file can be tried.
func tiny(t testing.TB) *nn.Weights {
	t.Helper()
	w, err := reference.RandomWeights(nn.Spec{
		Game: "tiny", RulesVersion: 3, Width: 2, Height: 2, InputPlanes: 1, PolicyPlanes: 1, Players: 2,
		Channels: 2, Blocks: 1, PoolEvery: 1, PolicyChannels: 1, ValueChannels: 1, ValueHidden: 1,
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	w.Step = 42
	return w
}

func TestWeightsFileRoundTrip(t *testing.T) {
	for i, s := range append(reference.Specs(), withHeads()...) {
		w, err := reference.RandomWeights(s, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		w.Step = 1 << 40
		file := filepath.Join(t.TempDir(), "net")
		for range 2 { // the second time over a file that exists
			if err := w.Save(file); err != nil {
				t.Fatal(err)
			}
		}
		got, err := nn.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		if got.Spec != w.Spec || got.Step != w.Step || !slices.Equal(got.AppendValues(nil), w.AppendValues(nil)) {
			t.Errorf("net %d: read something else than was written", i)
		}
		left, err := os.ReadDir(filepath.Dir(file))
		if err != nil || len(left) != 1 {
			t.Errorf("the folder holds %v, %v; want the file alone", left, err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if encoded, err := w.Encode(); err != nil || !bytes.Equal(encoded, data) {
			t.Errorf("Encode gives something else than Save writes, %v", err)
		}
	}
}

func TestTruncatedWeightsAreRefused(t *testing.T) {
	data, err := tiny(t).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := nn.Decode(data[:n]); err == nil || !strings.Contains(err.Error(), "offset") {
			t.Fatalf("%d of %d bytes: error %v, want one with the offset", n, len(data), err)
		}
	}
	if _, err := nn.Decode(append(slices.Clone(data), 0)); err == nil {
		t.Error("a byte too many was accepted")
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	data, err := tiny(t).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		for bit := range 8 {
			damaged := slices.Clone(data)
			damaged[i] ^= 1 << bit
			if _, err := nn.Decode(damaged); err == nil || !strings.Contains(err.Error(), "offset") {
				t.Fatalf("bit %d of byte %d flipped: error %v, want one with the offset", bit, i, err)
			}
		}
	}
}

func TestLoadErrorsNameTheFile(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing")
	if _, err := nn.Load(missing); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("error %v, want one that names %s", err, missing)
	}
	text := filepath.Join(folder, "text")
	if err := os.WriteFile(text, []byte("this is not a net, but a text of some length"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := nn.Load(text); err == nil || !strings.Contains(err.Error(), text) || !strings.Contains(err.Error(), "not a weights file") {
		t.Errorf("error %v, want one that names %s and says that it is not a weights file", err, text)
	}
	batch := filepath.Join(folder, "batch")
	s := reference.Specs()[3]
	if err := nn.SaveBatch(batch, s, 1, reference.RandomBatch(s, 2, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := nn.Load(batch); err == nil || !strings.Contains(err.Error(), "not a weights file") {
		t.Errorf("error %v, want one that says that it is not a weights file", err)
	}
}

func TestSaveRefusesWhatCannotPlay(t *testing.T) {
	for want, spoil := range map[string]func(*nn.Weights){
		`"stem/weight": value 3 is NaN`: func(w *nn.Weights) { w.Tensors[0].Data[3] = float32(math.NaN()) },
		`"stem/bias": value 0 is +Inf`:  func(w *nn.Weights) { w.Tensors[1].Data[0] = float32(math.Inf(1)) },
		`"stem/bias" has shape [7]`:     func(w *nn.Weights) { w.Tensors[1].Shape = []int{7} },
		`"stem/bias" has 1 values`:      func(w *nn.Weights) { w.Tensors[1].Data = w.Tensors[1].Data[:1] },
		`tensor 0 is "stem/bias"`:       func(w *nn.Weights) { w.Tensors[0], w.Tensors[1] = w.Tensors[1], w.Tensors[0] },
		"tensors, want":                 func(w *nn.Weights) { w.Tensors = w.Tensors[1:] },
		"blocks":                        func(w *nn.Weights) { w.Spec.Blocks = -1 },
	} {
		w := tiny(t)
		file := filepath.Join(t.TempDir(), "net")
		if err := w.Save(file); err != nil {
			t.Fatal(err)
		}
		spoil(w)
		if err := w.Save(file); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("error %v, want one that names the file and says %s", err, want)
		}
		if _, err := nn.Load(file); err != nil {
			t.Errorf("the file that was there is gone: %v", err)
		}
	}
}

func TestFromProtoRefusesOtherShapes(t *testing.T) {
	m := nn.ToProto(tiny(t))
	m.Spec.Channels++
	if _, err := nn.FromProto(m); err == nil || !strings.Contains(err.Error(), "stem/weight") {
		t.Errorf("error %v, want one that names the first tensor that does not fit", err)
	}
	m.Spec = nil
	if _, err := nn.FromProto(m); err == nil || !strings.Contains(err.Error(), "spec") {
		t.Errorf("error %v, want one about the spec", err)
	}
}

func TestSaveIntoNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "none", "net")
	if err := tiny(t).Save(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v, want one that names %s", err, file)
	}
}

// Whatever the bytes, reading must not panic, and what is accepted must be usable.
func FuzzDecode(f *testing.F) {
	data, err := tiny(f).Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte("GIPFELWT"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if w, err := nn.Decode(data); err == nil && w.Check() != nil {
			t.Errorf("accepted weights that are wrong: %v", w.Check())
		}
	})
}
