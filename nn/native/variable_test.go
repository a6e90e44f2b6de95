//go:build !js && !wasip1

package native_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"gipfel/nn"
	"gipfel/nn/internal/reference"
	"gipfel/nn/native"
)

// A wrong value of the environment variable must be an error, not silently something else.
func TestNewRefusesUnknownKernels(t *testing.T) {
	if os.Getenv("GIPFEL_KERNELS") != "no such" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestNewRefusesUnknownKernels$")
		cmd.Env = append(os.Environ(), "GIPFEL_KERNELS=no such")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	w, err := nn.Init(reference.Specs()[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := native.New(w); err == nil || !strings.Contains(err.Error(), "GIPFEL_KERNELS") {
		t.Errorf("error %v, want one that names the variable", err)
	}
	if native.Kernels() != "go" {
		t.Errorf("%s is used, want plain Go", native.Kernels())
	}
}
