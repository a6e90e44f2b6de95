package solve

import (
	"bytes"
	"os"
	"testing"

	"gipfel/game/gametest"
)

// TestKnown looks positions up in the database that is part of the program, and compares them with known values. All of it is
// whole.
func TestKnown(t *testing.T) {
	for n := range Known().blocks {
		if _, err := Known().block(n); err != nil {
			t.Error(err)
		}
	}
	for _, c := range readKnown(t) {
		if got, err := Known().Answer(c.State); err != nil || got != c.Answer {
			t.Errorf("%s:%d: %s is %q (%v), want %q", knownValues, c.Line, c.Position, got, err, c.Answer)
		}
	}
}

// TestKnownIsFresh: the database that is part of the program is what solving comes to, byte by byte.
func TestKnownIsFresh(t *testing.T) {
	if !gametest.Long() {
		t.Skip("it takes half a minute; GIPFEL_LONG=1 runs it")
	}
	d, err := Solve(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/fresh.db"
	if _, err := d.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	fresh, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(fresh, knownFile) {
		t.Errorf("a fresh solution has %d bytes that differ from the %d of the program; make generate makes them again", len(fresh), len(knownFile))
	}
}
