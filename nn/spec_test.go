package nn_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

func TestSpecSizes(t *testing.T) {
	s := nn.Spec{
		Game: "test", Width: 5, Height: 4, InputPlanes: 3, PolicyPlanes: 2, ExtraActions: 1, Players: 2,
		Channels: 8, Blocks: 2, PoolEvery: 2, PolicyChannels: 4, ValueChannels: 5, ValueHidden: 6,
	}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	if s.Cells() != 20 || s.Actions() != 41 || s.InputSize() != 60 || s.Outcomes() != 3 {
		t.Errorf("%d cells, %d actions, %d inputs, %d outcomes", s.Cells(), s.Actions(), s.InputSize(), s.Outcomes())
	}
	stem, conv := 9*3*8, 9*8*8
	convolutions := stem + 4*conv
	policy, outcome := 8*4+4*2, 8*5
	pooled := 16*8 + 16*4 + 16*1 + 10*6 + 6*3
	biases := 8 + 4*8 + 4 + 2 + 1 + 5 + 6 + 3
	if got, want := s.Parameters(), convolutions+policy+outcome+pooled+biases+2; got != want {
		t.Errorf("%d parameters, want %d", got, want)
	}
	if got, want := s.FLOPs(), float64(2*20*(convolutions+policy+outcome)+2*pooled); got != want {
		t.Errorf("%v operations, want %v", got, want)
	}
	if s.Pooled(0) || !s.Pooled(1) {
		t.Error("the second block of two should be the pooled one")
	}
}

func TestSpecErrors(t *testing.T) {
	for want, spoil := range map[string]func(*nn.Spec){
		"game":            func(s *nn.Spec) { s.Game = "" },
		"rules version":   func(s *nn.Spec) { s.RulesVersion = -1 },
		"width":           func(s *nn.Spec) { s.Width = 0 },
		"height":          func(s *nn.Spec) { s.Height = 65 },
		"input planes":    func(s *nn.Spec) { s.InputPlanes = 0 },
		"policy planes":   func(s *nn.Spec) { s.PolicyPlanes = 0 },
		"extra actions":   func(s *nn.Spec) { s.ExtraActions = -1 },
		"players":         func(s *nn.Spec) { s.Players = 1 },
		"channels":        func(s *nn.Spec) { s.Channels = 0 },
		"blocks":          func(s *nn.Spec) { s.Blocks = -1 },
		"pool every":      func(s *nn.Spec) { s.PoolEvery = -1 },
		"policy channels": func(s *nn.Spec) { s.PolicyChannels = 0 },
		"value channels":  func(s *nn.Spec) { s.ValueChannels = 0 },
		"value hidden":    func(s *nn.Spec) { s.ValueHidden = 0 },
		"actions":         func(s *nn.Spec) { s.PolicyPlanes = 4096 },
		"parameters":      func(s *nn.Spec) { s.Channels = 4096 },
	} {
		s := reference.Specs()[0]
		spoil(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %s", err, want)
		}
		if _, err := nn.Init(s, 1); err == nil {
			t.Errorf("weights were made for a spec with bad %s", want)
		}
	}
}

func TestInit(t *testing.T) {
	s := reference.Specs()[1]
	a, err := nn.Init(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	b, _ := nn.Init(s, 1)
	c, _ := nn.Init(s, 2)
	if !slices.Equal(a.AppendValues(nil), b.AppendValues(nil)) {
		t.Error("equal seeds give different weights")
	}
	if slices.Equal(a.AppendValues(nil), c.AppendValues(nil)) {
		t.Error("different seeds give equal weights")
	}
	for _, name := range []string{"policy/logits/weight", "policy/extra/weight", "outcome/logits/weight", "stem/bias"} {
		if slices.ContainsFunc(a.Tensor(name), func(v float32) bool { return v != 0 }) {
			t.Errorf("%s is not zero", name)
		}
	}
	var sum float64
	conv := a.Tensor("block0/conv1/weight")
	for _, v := range conv {
		sum += float64(v) * float64(v)
	}
	if got, want := sum/float64(len(conv)), 2/float64(9*s.Channels); math.Abs(got-want) > 0.1*want {
		t.Errorf("variance of a convolution's weights is %v, want %v", got, want)
	}
}

func TestWeightsValues(t *testing.T) {
	w, err := reference.RandomWeights(reference.Specs()[3], 1)
	if err != nil {
		t.Fatal(err)
	}
	c := w.Clone()
	values := w.AppendValues(nil)
	for i := range values {
		values[i]++
	}
	w.SetValues(values)
	if !slices.Equal(w.AppendValues(nil), values) {
		t.Error("SetValues and AppendValues disagree")
	}
	if c.Tensors[0].Data[0] != values[0]-1 {
		t.Error("a clone changed with its original")
	}
}
