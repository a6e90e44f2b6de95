package shard

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gipfel/internal/durable"
)

// disk is what a Writer asks of the operating system. Tests put one in its place that fails.
type disk interface {
	// create makes a file that does not exist yet.
	create(name string) (diskFile, error)
	// publish gives a file its final name. It fails with fs.ErrExist rather than replace a file.
	publish(temporary, final string) error
	remove(name string) error
	// syncDir makes what happened to the names in a directory durable.
	syncDir(dir string) error
}

type diskFile interface {
	io.Writer
	Sync() error
	Close() error
}

// osDisk is the real one.
type osDisk struct {
	link func(existing, name string) error // os.Link
}

func (osDisk) create(name string) (diskFile, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err // not f: a nil *os.File in an interface is not nil
	}
	return f, nil
}

// publish links instead of renaming, since a rename would replace a file without a word. Where the file system has no
// links, it looks and then renames: two processes at the same shard are kept apart by the run's lock.
func (d osDisk) publish(temporary, final string) error {
	err := d.link(temporary, final)
	switch {
	case err == nil:
		if err := os.Remove(temporary); err != nil {
			return errors.Join(err, os.Remove(final))
		}
		return nil
	case !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrPermission):
		return err
	}
	if _, err := os.Lstat(final); err == nil {
		return &fs.PathError{Op: "rename", Path: final, Err: fs.ErrExist}
	}
	return os.Rename(temporary, final)
}

func (osDisk) remove(name string) error { return os.Remove(name) }

func (osDisk) syncDir(dir string) error { return durable.SyncDir(dir) }

// createTemporary makes a new file beside path, named after it.
func createTemporary(d disk, path string) (diskFile, string, error) {
	const tries = 1000
	var name string
	for i := range tries {
		name = fmt.Sprintf("%s.tmp%d", path, i)
		f, err := d.create(name)
		if errors.Is(err, fs.ErrExist) {
			continue // left by a process that died
		}
		return f, name, err
	}
	return nil, "", fmt.Errorf("%s and those with smaller numbers exist already; remove them", name)
}
