package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"gipfel/internal/durable"
)

// folder is a folder of files that appears complete or not at all: it is filled under a temporary name beside its own.
type folder struct {
	out, temporary string
	files          []string // in the order in which they were written
	sums           map[string]string
}

// beginFolder begins a folder. It refuses one that holds anything.
func beginFolder(out string) (*folder, error) {
	out = filepath.Clean(out)
	entries, err := os.ReadDir(out)
	switch {
	case err == nil && len(entries) > 0:
		return nil, fmt.Errorf("--out %s: the folder is not empty (it holds %s); name a new one", out, entries[0].Name())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("--out %s: want a folder: %w", out, err)
	}
	parent := filepath.Dir(out)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("--out %s: %w", out, err)
	}
	temporary, err := os.MkdirTemp(parent, filepath.Base(out)+".tmp-*")
	if err != nil {
		return nil, fmt.Errorf("--out %s: %w", out, err)
	}
	return &folder{out: out, temporary: temporary, sums: map[string]string{}}, nil
}

// path is where a file of the folder is before it is published.
func (f *folder) path(name string) string { return filepath.Join(f.temporary, name) }

// write adds a file.
func (f *folder) write(name string, data []byte) error {
	if err := durable.WriteFile(f.path(name), data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	sum := sha256.Sum256(data)
	f.sums[name] = hex.EncodeToString(sum[:])
	f.files = append(f.files, name)
	return nil
}

// writeJSON adds a file of JSON on one line, for lists of numbers that would be long otherwise.
func (f *folder) writeJSON(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return f.write(name, append(data, '\n'))
}

// checksums returns the SHA-256 of the files so far.
func (f *folder) checksums() map[string]string { return maps.Clone(f.sums) }

// publish gives the folder its name. After that, abandon does nothing.
func (f *folder) publish() error {
	if err := os.Chmod(f.temporary, 0o755); err != nil {
		return err
	}
	if err := os.Remove(f.out); err != nil && !errors.Is(err, fs.ErrNotExist) { // it is empty, or it has been filled meanwhile
		return fmt.Errorf("--out %s: %w", f.out, err)
	}
	if err := os.Rename(f.temporary, f.out); err != nil {
		return fmt.Errorf("--out %s: %w", f.out, err)
	}
	f.temporary = ""
	return durable.SyncDir(filepath.Dir(f.out))
}

// abandon removes what has not been published.
func (f *folder) abandon() {
	if f.temporary != "" {
		_ = os.RemoveAll(f.temporary) // the error that led here says more
	}
}
