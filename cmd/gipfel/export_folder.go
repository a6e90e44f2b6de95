package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gipfel/internal/durable"
)

// folder is a folder of files that appear all or not at all. They are written into a temporary folder: beside a new folder, whose
// name it gets in the end, or inside one that exists, which stays what it is, be it a mount point, a link or the working directory.
type folder struct {
	out, temporary string
	inside         bool     // whether out exists, and the temporary folder is inside
	files          []string // in the order in which they were written
	sums           map[string]string
}

// beginFolder begins a folder. It refuses one that holds anything.
func beginFolder(out string) (*folder, error) {
	if out == "" {
		return nil, &usageError{errors.New("--out: the name of the folder is empty")}
	}
	out = filepath.Clean(out)
	f := &folder{out: out, sums: map[string]string{}}
	entries, err := os.ReadDir(out)
	switch {
	case err == nil && len(entries) > 0:
		return nil, fmt.Errorf("--out %s: the folder is not empty (it holds %s); name a new one", out, entries[0].Name())
	case err == nil:
		f.inside = true
		f.temporary, err = newFolder(filepath.Join(out, "export"))
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(out); err == nil {
			return nil, fmt.Errorf("--out %s: it is a link to what does not exist; want a folder", out)
		}
		if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
			return nil, fmt.Errorf("--out %s: %w", out, err)
		}
		f.temporary, err = newFolder(out)
	default:
		return nil, fmt.Errorf("--out %s: want a folder: %w", out, err)
	}
	if err != nil {
		return nil, fmt.Errorf("--out %s: %w", out, err)
	}
	return f, nil
}

// newFolder makes a folder whose name begins in some way. Unlike one of os.MkdirTemp it is as private as the user's others.
func newFolder(begin string) (path string, err error) {
	for range 1000 {
		path = fmt.Sprintf("%s.tmp-%d", begin, rand.Uint32())
		if err = os.Mkdir(path, 0o777); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return path, err
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

// publish puts the files where they belong. After that, abandon does nothing.
func (f *folder) publish() error {
	publish, changed := f.rename, filepath.Dir(f.out)
	if f.inside {
		publish, changed = f.fill, f.out
	}
	if err := publish(); err != nil {
		return fmt.Errorf("--out %s: %w", f.out, err)
	}
	f.temporary = ""
	return durable.SyncDir(changed)
}

// rename gives a new folder its name.
func (f *folder) rename() error {
	if _, err := os.Lstat(f.out); err == nil { // an empty folder would be replaced on some systems
		return errors.New("it has appeared meanwhile")
	}
	return os.Rename(f.temporary, f.out)
}

// fill moves the files into a folder that was there before, and takes them back if it cannot.
func (f *folder) fill() (err error) {
	entries, err := os.ReadDir(f.out)
	if err != nil {
		return err
	}
	if len(entries) != 1 {
		return errors.New("the folder has been filled meanwhile")
	}
	var moved []string
	defer func() {
		if err != nil {
			for _, path := range moved {
				err = errors.Join(err, os.Remove(path))
			}
		}
	}()
	for _, name := range f.files {
		path := filepath.Join(f.out, name)
		if err := os.Rename(f.path(name), path); err != nil {
			return err
		}
		moved = append(moved, path)
	}
	return os.Remove(f.temporary)
}

// abandon removes what has not been published.
func (f *folder) abandon() {
	if f.temporary != "" {
		_ = os.RemoveAll(f.temporary) // the error that led here says more
	}
}
