package main

import (
	"os"
	"path/filepath"
	"testing"
)

// An engine is the program that runs, which with a working directory of its own lies there and not here.
func TestEngineInAnotherFolderIsKnownByItsContent(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(t.TempDir())
	identity := func(content string) string {
		t.Helper()
		for _, name := range []string{"engine", "settings"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(name+content), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		id, err := identifyUAI("./engine settings,dir=" + dir)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	first := identity("one")
	if second := identity("two"); second == first {
		t.Errorf("another program is the same player: %s", first)
	}
	if again := identity("one"); again != first {
		t.Errorf("the same program is another player: %s and %s", first, again)
	}
	// The file that the command names counts, too.
	if err := os.WriteFile(filepath.Join(dir, "settings"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if other, err := identifyUAI("./engine settings,dir=" + dir); err != nil || other == first {
		t.Errorf("with another file the player is the same: %s, %v", other, err)
	}
}
