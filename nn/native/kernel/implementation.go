package kernel

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
)

// Variable is the environment variable that says which implementation to use: "avx512", "avx2" or "go". If it is not set, it is
// the fastest that the processor can run.
const Variable = "GIPFEL_KERNELS"

// implementation is a way to compute everything.
type implementation struct {
	name    string
	vectors *vectors // nil: plain Go
	// quantized holds the kernels for quantized activations, which may be those of another implementation.
	quantized *vectors
}

var (
	// available are those that the processor can run, the fastest first. The last one is plain Go.
	available = append(vectorImplementations(), &implementation{name: "go"})
	// known are the names of those that some processor can run.
	known = []string{"avx512", "avx2", "go"}

	// selected is what new filters and the functions of this package use. It is chosen when it is first needed, not when the
	// program starts: that way, `go test` knows that a result depends on the environment variable.
	selected    *implementation
	errVariable error
	selecting   sync.Once
)

// current returns the implementation in use.
func current() *implementation {
	selecting.Do(func() { selected, errVariable = choose(os.Getenv(Variable)) })
	return selected
}

// choose finds what the environment variable asks for, or the fastest if it does not say. If it asks for what there is not, that
// is an error, and plain Go is used.
func choose(name string) (*implementation, error) {
	if name == "" {
		return available[0], nil
	}
	for _, i := range available {
		if i.name == name {
			return i, nil
		}
	}
	why := "there is no such implementation"
	if slices.Contains(known, name) {
		why = "this processor cannot run it"
	}
	return available[len(available)-1], fmt.Errorf("kernels %q: %s: want one of %s", name, why, strings.Join(Names(), ", "))
}

// Check says what is wrong with the environment variable, if anything is.
func Check() error {
	current()
	if errVariable != nil {
		return fmt.Errorf("environment variable %s: %w", Variable, errVariable)
	}
	return nil
}

// Names lists the implementations that this processor can run, the fastest first.
func Names() []string {
	names := make([]string, len(available))
	for i, a := range available {
		names[i] = a.name
	}
	return names
}

// Name is the implementation in use. Implementations differ in how they round.
func Name() string { return current().name }

// Use changes the implementation, for what is made from then on: what was made before must no longer be used. It is meant for
// tests and benchmarks, and not while anything else uses the package.
func Use(name string) error {
	current()
	i, err := choose(name)
	if err == nil {
		selected = i
	}
	return err
}
