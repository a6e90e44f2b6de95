package main

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/selfplay/evaluator"
)

// TestSymmetryOption: the option and the flag decide how a net from a file is asked, the option before the flag.
func TestSymmetryOption(t *testing.T) {
	g, err := catalog.ByName("ataxx-4x4")
	if err != nil {
		t.Fatal(err)
	}
	path, weights := randomWeights(t, g)
	plain := func() nn.Model {
		m, err := native.New(weights)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	averaged, err := evaluator.Averaged(g, plain())
	if err != nil {
		t.Fatal(err)
	}
	random, err := evaluator.RandomSymmetry(g, plain(), symmetrySeed)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		options, flag string
		want          nn.Model
		name          string
	}{
		{"", "", plain(), "@7"},
		{",symmetry=none", "average", plain(), "@7,symmetry=none"},
		{",symmetry=average", "", averaged, "@7,symmetry=average"},
		{",symmetry=average", "random", averaged, "@7,symmetry=average"},
		{"", "average", averaged, "@7,symmetry=average"},
		{",symmetry=random", "", random, "@7,symmetry=random"},
		{"", "random", random, "@7,symmetry=random"},
		{"", "none", plain(), "@7"},
	} {
		p, err := parsePlayer(path+c.options, 7)
		if err != nil {
			t.Fatal(err)
		}
		if c.flag != "" {
			if err := p.ask(c.flag); err != nil {
				t.Fatal(err)
			}
		}
		m, err := p.model(g)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(policyAfter(t, g, m), policyAfter(t, g, c.want)) {
			t.Errorf("%q with --symmetry %q: the net is asked in another way", c.options, c.flag)
		}
		if want := "net" + c.name; filepath.Base(p.name) != want {
			t.Errorf("%q with --symmetry %q: the name is %q, want %q", c.options, c.flag, p.name, want)
		}
	}
	asked := policyAfter(t, g, plain())
	if slices.Equal(policyAfter(t, g, averaged), asked) || slices.Equal(policyAfter(t, g, random), asked) {
		t.Error("with this net and position, the symmetries make no difference")
	}
}

// randomWeights writes a net none of whose weights is zero, so that images of a position get other answers than it.
func randomWeights(t *testing.T, g *game.Game) (path string, w *nn.Weights) {
	t.Helper()
	s := evaluator.Uniform(g).Spec()
	s.Channels, s.Blocks, s.PolicyChannels, s.ValueChannels, s.ValueHidden = 8, 1, 8, 8, 8
	w, err := nn.Init(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 3))
	for _, tensor := range w.Tensors {
		for i := range tensor.Data {
			tensor.Data[i] += float32(rng.NormFloat64() * 0.1)
		}
	}
	path = filepath.Join(t.TempDir(), "net.weights")
	if err := w.Save(path); err != nil {
		t.Fatal(err)
	}
	return path, w
}

// policyAfter is what a model says of a position without symmetries of its own.
func policyAfter(t *testing.T, g *game.Game, m nn.Model) []float32 {
	t.Helper()
	s, err := g.Notation.ParseState("xo2/1x2/4/3o x 0 1")
	if err != nil {
		t.Fatal(err)
	}
	in, out := make([]float32, g.InputSize()), nn.NewOutputs(m.Spec(), 1)
	g.Encode(s, in)
	if err := m.Predict(1, in, out); err != nil {
		t.Fatal(err)
	}
	return out.Policy
}
