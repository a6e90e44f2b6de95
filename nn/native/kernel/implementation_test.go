package kernel

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// use changes the implementation until the test ends.
func use(t testing.TB, name string) {
	t.Helper()
	before := Name()
	if err := Use(name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Use(before); err != nil {
			t.Error(err)
		}
	})
}

// eachImplementation runs a test with everything that this processor can run.
func eachImplementation(t *testing.T, f func(t *testing.T)) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			use(t, name)
			f(t)
		})
	}
}

func TestNames(t *testing.T) {
	names := Names()
	if names[len(names)-1] != "go" {
		t.Errorf("the implementations are %v, want plain Go as the last", names)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			t.Errorf("%q is available and not known", name)
		}
		use(t, name)
		if Name() != name {
			t.Errorf("%q is in use, want %q", Name(), name)
		}
	}
}

func TestChoose(t *testing.T) {
	if i, err := choose(""); err != nil || i != available[0] {
		t.Errorf("by default %v is chosen, error %v; want the fastest, %v", i, err, available[0])
	}
	for _, a := range available {
		if i, err := choose(a.name); err != nil || i != a {
			t.Errorf("for %q %v is chosen, error %v", a.name, i, err)
		}
	}
	i, err := choose("avx1024")
	if err == nil || !strings.Contains(err.Error(), `"avx1024": there is no such implementation: want one of `) {
		t.Errorf("error %v, want one that names the value and what would be right", err)
	}
	if i.vectors != nil {
		t.Errorf("after an error %s is used, want plain Go", i.name)
	}
	known = append(known, "later")
	defer func() { known = known[:len(known)-1] }()
	if _, err := choose("later"); err == nil || !strings.Contains(err.Error(), "this processor cannot run it") {
		t.Errorf("error %v, want one about the processor", err)
	}
}

// The tests can be run with any value of the environment variable: where it is wrong, that must not pass unseen.
func TestEnvironmentVariable(t *testing.T) {
	name := os.Getenv(Variable)
	if name == "" {
		name = available[0].name
	}
	if err := Check(); err != nil || Name() != name {
		t.Errorf("%q is in use, error %v; want %q", Name(), err, name)
	}
	defer func(err error) { errVariable = err }(errVariable)
	_, errVariable = choose("no such")
	if err := Check(); err == nil || !strings.Contains(err.Error(), Variable) {
		t.Errorf("error %v, want one that names %s", err, Variable)
	}
}
