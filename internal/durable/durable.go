// Package durable writes files so that a crash leaves the old content or the new one, never something in between.
package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteFile puts a file in place of another, or of none, in one step: it is written under a temporary name in the same
// folder (the file's name, ".tmp-" and a random number), synced and renamed, and the folder is synced. After an error the old
// content stands, and no temporary file is left.
func WriteFile(path string, data []byte) error {
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, filepath.Base(path)+".tmp-*")
	if err != nil {
		return err
	}
	err = errors.Join(fill(f, data), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	// The file is in place; only its name may not have reached the disk yet.
	return SyncDir(folder)
}

// fill writes a temporary file to the disk.
func fill(f *os.File, data []byte) error {
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Sync()
}

// SyncDir makes what happened to the names in a folder durable, where the system knows how.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, os.ErrPermission) { // Windows refuses to sync folders
		err = nil
	}
	return errors.Join(err, d.Close())
}
