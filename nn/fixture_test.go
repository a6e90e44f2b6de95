package nn_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

// fixtureSpec is the net whose files lie in testdata: plain.weights and plain.batch were written before nets had heads for
// training, heads.weights and heads.batch are of the same net with all of them.
func fixtureSpec(heads nn.Heads) nn.Spec {
	return nn.Spec{
		Game: "tiny", RulesVersion: 3, Width: 2, Height: 3, InputPlanes: 2, PolicyPlanes: 2, ExtraActions: 1, Players: 3,
		Channels: 3, Blocks: 1, PoolEvery: 1, PolicyChannels: 2, ValueChannels: 2, ValueHidden: 3, Heads: heads,
	}
}

var fixtures = map[string]nn.Heads{"plain": {}, "heads": reference.AllHeads}

// fixture returns the weights and the batch that a fixture holds. They follow from seeds.
func fixture(t *testing.T, heads nn.Heads) (*nn.Weights, *nn.Batch) {
	t.Helper()
	w, err := reference.RandomWeights(fixtureSpec(heads), 1)
	if err != nil {
		t.Fatal(err)
	}
	w.Step = 42
	return w, reference.RandomBatch(w.Spec, 4, 1)
}

// Files that people keep must always read, and mean what they meant.
func TestFixturesRead(t *testing.T) {
	for name, heads := range fixtures {
		want, batch := fixture(t, heads)
		got, err := nn.Load(filepath.Join("testdata", name+".weights"))
		if err != nil {
			t.Fatal(err)
		}
		if got.Spec != want.Spec || got.Step != 42 || !slices.Equal(got.AppendValues(nil), want.AppendValues(nil)) {
			t.Errorf("%s.weights is read as something else than was written: %+v", name, got.Spec)
		}
		spec, step, b, err := nn.LoadBatch(filepath.Join("testdata", name+".batch"))
		if err != nil {
			t.Fatal(err)
		}
		if spec != want.Spec || step != 42 || b.N != batch.N {
			t.Errorf("%s.batch is read as %d rows of %+v, step %d", name, b.N, spec, step)
		}
		sameBatch(t, b, batch)
	}
}

// Nets without heads for training have the files that they always had.
func TestPlainFilesAreWrittenAsBefore(t *testing.T) {
	w, batch := fixture(t, nn.Heads{})
	folder := t.TempDir()
	if err := w.Save(filepath.Join(folder, "plain.weights")); err != nil {
		t.Fatal(err)
	}
	if err := nn.SaveBatch(filepath.Join(folder, "plain.batch"), w.Spec, 42, batch); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"plain.weights", "plain.batch"} {
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is written otherwise than before: %d bytes, were %d", name, len(got), len(want))
		}
	}
}

// sameBatch compares all that batches hold.
func sameBatch(t *testing.T, got, want *nn.Batch) {
	t.Helper()
	for _, f := range []struct {
		name      string
		got, want []float32
	}{
		{"inputs", got.Inputs, want.Inputs},
		{"illegal", got.Illegal, want.Illegal},
		{"policy", got.Policy, want.Policy},
		{"policy weight", got.PolicyWeight, want.PolicyWeight},
		{"outcome", got.Outcome, want.Outcome},
		{"outcome weight", got.OutcomeWeight, want.OutcomeWeight},
		{"reply", got.Reply, want.Reply},
		{"reply weight", got.ReplyWeight, want.ReplyWeight},
		{"owner", got.Owner, want.Owner},
		{"owner weight", got.OwnerWeight, want.OwnerWeight},
		{"margin", got.Margin, want.Margin},
		{"margin weight", got.MarginWeight, want.MarginWeight},
		{"moves left", got.MovesLeft, want.MovesLeft},
		{"moves left weight", got.MovesLeftWeight, want.MovesLeftWeight},
	} {
		if !slices.Equal(f.got, f.want) {
			t.Errorf("%s: read something else than was written", f.name)
		}
	}
}
