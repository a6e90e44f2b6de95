package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestCreateLines: a file that has lines of JSON is emptied, and what is opened cannot be read. Through a file that can be read, too, a
// pipe would keep a reader, and writing would wait forever once all others are gone.
func TestCreateLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.jsonl")
	for range 2 {
		f, err := createLines(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Read(make([]byte, 1)); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("the file can be read: %v", err)
		}
		if _, err := f.WriteString("{}\n"); err != nil {
			t.Error(err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != "{}\n" {
			t.Errorf("the file holds %q, %v", got, err)
		}
	}
	if err := os.WriteFile(path, []byte(" {}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := createLines(path); err == nil || err.Error() != path+" exists and holds no lines of JSON; it would be lost" {
		t.Errorf("error %v", err)
	}
	if _, err := createLines(filepath.Dir(path)); err == nil {
		t.Error("a folder is taken for a file")
	}
}
