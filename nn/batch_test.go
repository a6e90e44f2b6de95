package nn_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
)

func TestNewBatchHasTheRightSizes(t *testing.T) {
	for _, s := range reference.Specs() {
		if err := nn.NewBatch(s, 3).Check(s); err != nil {
			t.Error(err)
		}
		if err := reference.RandomBatch(s, 9, 1).Check(s); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	s := reference.Specs()[3]
	b := reference.RandomBatch(s, 5, 1)
	if err := b.Check(reference.Specs()[0]); err == nil || !strings.Contains(err.Error(), "inputs has") {
		t.Errorf("error %v, want one about the inputs of another net", err)
	}
	b.Outcome = b.Outcome[1:]
	if err := b.Check(s); err == nil || !strings.Contains(err.Error(), "outcome has 24 values, want 25") {
		t.Errorf("error %v, want one about the outcome's size", err)
	}
}

func TestBatchFile(t *testing.T) {
	for _, s := range []nn.Spec{reference.Specs()[1], withHeads()[1]} {
		b := reference.RandomBatch(s, 5, 1)
		file := filepath.Join(t.TempDir(), "batch")
		if err := nn.SaveBatch(file, s, 7, b); err != nil {
			t.Fatal(err)
		}
		spec, step, got, err := nn.LoadBatch(file)
		if err != nil {
			t.Fatal(err)
		}
		if spec != s || step != 7 || got.N != b.N {
			t.Errorf("read %d rows of %+v, step %d", got.N, spec, step)
		}
		sameBatch(t, got, b)
	}
}
