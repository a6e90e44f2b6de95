package durable

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFileReplaces(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	for _, content := range []string{"first", "second, which is longer", ""} {
		if err := WriteFile(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("read %q, %v; want %q", got, err, content)
		}
	}
	names(t, folder, "file")
}

// TestWriteFileLeavesNothing replaces a folder, which fails at the last moment, when all has been written.
func TestWriteFileLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if err := os.MkdirAll(filepath.Join(path, "inside"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, []byte("text")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	names(t, folder, "file")
	if err := WriteFile(filepath.Join(folder, "no such folder", "file"), nil); err == nil {
		t.Error("a file was written in a folder that does not exist")
	}
}

func TestSyncDir(t *testing.T) {
	if err := SyncDir(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := SyncDir(filepath.Join(t.TempDir(), "no such folder")); !os.IsNotExist(err) {
		t.Errorf("error %v, want one that says that there is no such folder", err)
	}
}

// names checks what a folder holds.
func names(t *testing.T, folder, want string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 || entries[0].Name() != want {
		t.Errorf("the folder holds %v, %v; want %s alone", entries, err, want)
	}
}
