package onnx

import (
	"reflect"
	"slices"
	"testing"

	"gipfel/nn"
)

// Work is about the number of operations that a row takes.
func (n *Net) Work() int { return n.work }

// A new field of nn.Spec is either one that files say, or one that does not change what a net computes in play.
func TestFilesSayTheWholeSpec(t *testing.T) {
	silent := []string{"Game", "RulesVersion", "Heads"} // the first two are properties of their own
	file := reflect.TypeFor[architecture]()
	for field := range reflect.TypeFor[nn.Spec]().Fields() {
		_, said := file.FieldByName(field.Name)
		if said == slices.Contains(silent, field.Name) {
			t.Errorf("nn.Spec has %s: decide whether the file has to say it", field.Name)
		}
	}
}
