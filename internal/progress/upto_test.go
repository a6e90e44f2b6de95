package progress

import (
	"slices"
	"testing"
)

// adding is a task that notes what is added.
type adding struct {
	Task
	added []int64
}

func (a *adding) Add(n int64) { a.added = append(a.added, n) }

func TestUpTo(t *testing.T) {
	task := &adding{}
	report := UpTo(task)
	for _, done := range []int{7, 8, 8, 12} { // seven were done earlier
		report(done, 20)
	}
	if want := []int64{7, 1, 0, 4}; !slices.Equal(task.added, want) {
		t.Errorf("added %v, want %v", task.added, want)
	}
}
