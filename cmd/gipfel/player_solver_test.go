package main

import "testing"

// TestSolverIdentity: the same solver has one identity, however it was written.
func TestSolverIdentity(t *testing.T) {
	for argument, want := range map[string]string{
		"": "solver", "draws=any": "solver", "draws=trappy": "solver:draws=trappy",
	} {
		if got, err := identifySolver(argument); err != nil || got != want {
			t.Errorf("%q is identified as %q (%v), want %q", argument, got, err, want)
		}
	}
	if _, err := identifySolver("draws=all"); err == nil {
		t.Error("an option that there is not has an identity")
	}
}
