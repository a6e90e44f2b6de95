package nn_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

// tinyQuantized is a quantized net with arbitrary numbers.
func tinyQuantized(t testing.TB) *nn.Quantized {
	t.Helper()
	w := tiny(t)
	names, layout := w.Spec.QuantizedLayout()
	q := &nn.Quantized{Spec: w.Spec, Step: 42, Positions: 7}
	for _, l := range layout {
		q.Tensors = append(q.Tensors, nn.Tensor{Name: l.Name, Shape: l.Shape, Data: w.Tensor(l.Name)})
	}
	for i, name := range names {
		c := nn.QuantizedConvolution{
			Name: name, InputStep: 0.25, WeightSteps: []float32{0.5, 0.125}, Bias: []float32{-1, float32(i)}, Weights: make([]int8, 36),
		}
		for k := range c.Weights {
			c.Weights[k] = int8(127 - 7*k)
		}
		q.Convolutions = append(q.Convolutions, c)
	}
	return q
}

func TestQuantizedFileRoundTrip(t *testing.T) {
	q := tinyQuantized(t)
	file := filepath.Join(t.TempDir(), "net")
	if err := q.Save(file); err != nil {
		t.Fatal(err)
	}
	got, err := nn.LoadQuantized(file)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, q) {
		t.Errorf("read %+v, want %+v", got, q)
	}
	if is, err := nn.IsQuantizedFile(file); !is || err != nil {
		t.Errorf("IsQuantizedFile says %v, %v", is, err)
	}
	if _, err := nn.Load(file); err == nil || !strings.Contains(err.Error(), "not a weights file") {
		t.Errorf("error %v, want one that says that it is not a weights file", err)
	}
}

func TestIsQuantizedFile(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"empty": "", "short": "GIPFELQ", "other": "GIPFELWT and more"} {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if is, err := nn.IsQuantizedFile(file); is || err != nil {
			t.Errorf("%s: %v, %v; want false", name, is, err)
		}
	}
	if _, err := nn.IsQuantizedFile(filepath.Join(folder, "missing")); !os.IsNotExist(err) {
		t.Errorf("missing: error %v", err)
	}
}

// The layout must name each tensor of the net exactly once, in the convolutions or outside.
func TestQuantizedLayoutCoversTheNet(t *testing.T) {
	for _, s := range reference.Specs() {
		names, rest := s.QuantizedLayout()
		var got []string
		for _, l := range rest {
			got = append(got, l.Name)
		}
		for _, name := range names {
			got = append(got, name+"/weight", name+"/bias")
			if strings.HasSuffix(name, "conv2") {
				got = append(got, strings.TrimSuffix(name, "conv2")+"alpha")
			}
		}
		var want []string
		for _, l := range s.Layout() {
			want = append(want, l.Name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("the layout covers %v, want %v", got, want)
		}
	}
}

func TestQuantizedCheck(t *testing.T) {
	nan := float32(math.NaN())
	for want, spoil := range map[string]func(*nn.Quantized){
		"net spec: blocks":                        func(q *nn.Quantized) { q.Spec.Blocks = -1 },
		"no heads for training":                   func(q *nn.Quantized) { q.Spec.Heads.Owner = true },
		"tensors, want":                           func(q *nn.Quantized) { q.Tensors = q.Tensors[1:] },
		`"stem/weight": value 2`:                  func(q *nn.Quantized) { q.Tensors[0].Data[2] = nan },
		"1 quantized convolutions, want 2":        func(q *nn.Quantized) { q.Convolutions = q.Convolutions[:1] },
		`convolution 0 is "block0/conv2"`:         func(q *nn.Quantized) { q.Convolutions[0].Name = "block0/conv2" },
		`"block0/conv1": the input's step is 0`:   func(q *nn.Quantized) { q.Convolutions[0].InputStep = 0 },
		`"block0/conv1": the input's step is NaN`: func(q *nn.Quantized) { q.Convolutions[0].InputStep = nan },
		"1 steps of weights, want 2":              func(q *nn.Quantized) { q.Convolutions[0].WeightSteps = []float32{1} },
		"step 1 of the weights is -1":             func(q *nn.Quantized) { q.Convolutions[1].WeightSteps[1] = -1 },
		"0 biases, want 2":                        func(q *nn.Quantized) { q.Convolutions[1].Bias = nil },
		"bias 1 is NaN":                           func(q *nn.Quantized) { q.Convolutions[1].Bias[1] = nan },
		"35 weights, want 36":                     func(q *nn.Quantized) { q.Convolutions[1].Weights = q.Convolutions[1].Weights[1:] },
		"weight 5 is -128":                        func(q *nn.Quantized) { q.Convolutions[1].Weights[5] = -128 },
	} {
		q := tinyQuantized(t)
		file := filepath.Join(t.TempDir(), "net")
		if err := q.Save(file); err != nil {
			t.Fatal(err)
		}
		spoil(q)
		if err := q.Save(file); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("error %v, want one that names the file and says %s", err, want)
		}
		if _, err := nn.LoadQuantized(file); err != nil {
			t.Errorf("the file that was there is gone: %v", err)
		}
	}
}
