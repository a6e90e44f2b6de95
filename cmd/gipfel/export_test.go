package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/catalog"
	"gipfel/nn"
	"gipfel/nn/native"
	"gipfel/nn/onnx"
)

// TestActionPlanes holds what an export says of a game's actions against the notation: the text of a move names the cell that
// its number belongs to, and the other cell where the plane says that it is.
func TestActionPlanes(t *testing.T) {
	for _, g := range catalog.All() {
		sampled, err := samplePositions(t.Context(), g, 60, 1)
		if err != nil {
			t.Fatal(err)
		}
		diagram := g.Diagram(g.New())
		seen := map[int]bool{}
		for _, p := range sampled {
			for _, a := range p.state.AppendActions(nil) {
				text := g.Notation.FormatAction(p.state, a)
				cell, plane := int(a)/g.PolicyPlanes, int(a)%g.PolicyPlanes
				if cell >= g.Cells() {
					continue
				}
				seen[plane] = true
				d := g.ActionPlanes[plane]
				x, y := cell%g.Width+d.DX, cell/g.Width+d.DY
				if x < 0 || x >= g.Width || y < 0 || y >= g.Height {
					t.Fatalf("%s: move %s, action %d: plane %d (%s) leads off the board", g.Name, text, a, plane, d.Name)
				}
				for _, name := range []string{diagram.Name(cell), diagram.Name(y*g.Width + x)} {
					if !strings.Contains(text, name) {
						t.Fatalf("%s: move %s, action %d: its text has no %s, but plane %d is %q", g.Name, text, a, name, plane, d.Name)
					}
				}
			}
		}
		if len(seen) < 5 {
			t.Errorf("%s: only planes %v have been seen", g.Name, seen)
		}
	}
}

// TestExtraActions: passes and the outcomes of dice have the numbers and names that an export says.
func TestExtraActions(t *testing.T) {
	for _, g := range catalog.All() {
		s := g.New()
		if s.ToMove() != game.Chance {
			continue
		}
		for _, a := range s.AppendActions(nil) {
			text, name := g.Notation.FormatAction(s, a), extraNames(g)[int(a)-g.Cells()*g.PolicyPlanes]
			for _, digit := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
				if !strings.Contains(name, digit) || !strings.HasPrefix(name, "chance: ") {
					t.Errorf("%s: outcome %s, action %d, is called %q", g.Name, text, a, name)
				}
			}
		}
	}
}

// TestSamplePositions: as many positions as asked for, all with a seat to move, all different, from the same seed the same.
func TestSamplePositions(t *testing.T) {
	for _, g := range catalog.All() {
		n := 100
		if testing.Short() {
			n = 20
		}
		sampled, err := samplePositions(t.Context(), g, n, 3)
		if err != nil {
			t.Fatal(err)
		}
		again, err := samplePositions(t.Context(), g, n, 3)
		if err != nil {
			t.Fatal(err)
		}
		inputs := map[string]bool{}
		for i, p := range sampled {
			inputs[string(appendFloats(nil, p.input))] = true
			if p.state.ToMove() < 0 {
				t.Errorf("%s: seat %d is to move", g.Name, p.state.ToMove())
			}
			s := g.New()
			if p.start != "" {
				if s, err = g.ParsePosition(p.start); err != nil {
					t.Fatal(err)
				}
			}
			for _, a := range p.line {
				s.Apply(a)
			}
			replayed := make([]float32, g.InputSize())
			g.Encode(s, replayed)
			if !bytes.Equal(appendFloats(nil, replayed), appendFloats(nil, p.input)) {
				t.Errorf("%s: the line of position %d leads to another one", g.Name, i)
			}
			if !bytes.Equal(appendFloats(nil, again[i].input), appendFloats(nil, p.input)) {
				t.Errorf("%s: position %d is another one the second time", g.Name, i)
			}
		}
		if len(sampled) != n || len(inputs) != n {
			t.Errorf("%s: %d positions, %d of them different, want %d", g.Name, len(sampled), len(inputs), n)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := samplePositions(cancelled, catalog.All()[0], 10, 1); err == nil {
		t.Error("a cancelled context is ignored")
	}
}

func TestMaskedSoftmax(t *testing.T) {
	got := maskedSoftmax([]float32{1000, 3, 1001, 2000}, []game.Action{0, 2})
	if want := 1 / (1 + math.E); math.Abs(float64(got[0])-want) > 1e-6 || math.Abs(float64(got[0]+got[1])-1) > 1e-6 {
		t.Errorf("%v, want %v and the rest of 1", got, want)
	}
}

// TestExportThatFailsLeavesNothing: if the file does not compute what plays, a new folder does not appear, and one that exists
// stays empty.
func TestExportThatFailsLeavesNothing(t *testing.T) {
	g := catalog.All()[0]
	w := exportTestWeights(t, g)
	other := w.Clone()
	other.Tensor("outcome/logits/bias")[0]++
	model, err := native.New(other)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "export"), dir} {
		out, err := beginFolder(path)
		if err != nil {
			t.Fatal(err)
		}
		e := &export{game: g, weights: w, model: model}
		if _, err := e.write(t.Context(), out, exportOptions{positions: onnx.MinPositions}); err == nil || !strings.Contains(err.Error(), "outcome entry") {
			t.Errorf("error %v, want one about the outcome", err)
		}
		out.abandon()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
}

// TestExportBesideOthers: what has come into the folder meanwhile stays as it is, and the export fails.
func TestExportBesideOthers(t *testing.T) {
	for _, exists := range []bool{true, false} {
		dir := filepath.Join(t.TempDir(), "export")
		if exists {
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		out, err := beginFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := out.write(exportModel, []byte("net")); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, exportModel), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := out.publish(); err == nil || !strings.Contains(err.Error(), "meanwhile") {
			t.Errorf("exists %v: error %v", exists, err)
		}
		out.abandon()
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 || !left[0].IsDir() {
			t.Errorf("exists %v: %v is left, %v", exists, left, err)
		}
	}
}

// exportTestWeights returns a small net for a game.
func exportTestWeights(t *testing.T, g *game.Game) *nn.Weights {
	t.Helper()
	w, err := nn.Init(nn.Spec{
		Game: g.Name, RulesVersion: g.Version, Width: g.Width, Height: g.Height, InputPlanes: len(g.Planes),
		PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions, Players: g.Players,
		Channels: 4, PolicyChannels: 2, ValueChannels: 2, ValueHidden: 2,
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestExportReadme: the page of every game is complete.
func TestExportReadme(t *testing.T) {
	for _, g := range catalog.All() {
		w := exportTestWeights(t, g)
		model, err := native.New(w)
		if err != nil {
			t.Fatal(err)
		}
		e := &export{game: g, weights: w, model: model}
		sampled, err := samplePositions(t.Context(), g, 10, 1)
		if err != nil {
			t.Fatal(err)
		}
		examples, err := e.examples(sampled)
		if err != nil {
			t.Fatal(err)
		}
		var page bytes.Buffer
		card := e.card(nil, examples, &onnx.Report{})
		if err := writeExportReadme(&page, card, examples, 0); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		for _, bad := range []string{"<no value>", "%!", "|  |"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: the page says %q:\n%s", g.Name, bad, text)
			}
		}
		want := []string{g.Author, examples[1].Position, strings.Join(examples[1].Moves, " "), examples[1].top(1)[0].Move}
		for _, p := range g.Planes {
			want = append(want, p.Doc)
		}
		want = append(want, extraNames(g)...)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the page does not say %q", g.Name, part)
			}
		}
	}
}
