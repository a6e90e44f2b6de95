package durable

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// TestRefused: what cannot be written is refused, before anything is, and the error names the path and no temporary file.
func TestRefused(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"full/inside", "empty"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for _, test := range []struct{ path, want string }{
		{"full", "full is no regular file"},
		{"empty", "empty is no regular file"},
		{"empty/", "empty/ is no regular file"},
		{".", ". is no regular file"},
		{"", `"" is no name of a file`},
		{"new/", `"new/" is no name of a file`},
		{"nowhere/file", "write nowhere/file: "},
		{"file/file", "write file/file: "},
	} {
		for what, err := range map[string]error{"write": WriteFile(test.path, []byte("text")), "check": Check(test.path)} {
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "tmp") {
				t.Errorf("%s %q: error %v, want %q", what, test.path, err, test.want)
			}
		}
	}
	if err := WriteFile("nowhere/file", nil); !os.IsNotExist(err) {
		t.Errorf("error %v, want one that says that there is no such folder", err)
	}
	names(t, folder, "empty", "file", "full")
}

func TestCheckAccepts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for range 2 {
		if err := Check(path); err != nil {
			t.Error(err)
		}
		if err := WriteFile(path, []byte("text")); err != nil {
			t.Error(err)
		}
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
func names(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the folder holds %q, %v; want %q", got, err, want)
	}
}
