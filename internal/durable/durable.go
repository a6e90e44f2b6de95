// Package durable writes files so that a crash leaves the old content or the new one, never something in between.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// WriteFile puts a file in place of another, or of none, in one step: it is written under a temporary name in the same
// folder (the file's name, ".tmp-" and a random number), synced and renamed, and the folder is synced. Its permissions are those
// of a new file. If the path is a symbolic link, the link stays, and the file that it leads to is written. What is refused is
// what [Check] refuses. After an error the old content stands, and no temporary file is left. Errors name the path.
func WriteFile(path string, data []byte) error {
	target, err := destination(path)
	if err != nil {
		return err
	}
	f, err := createTemporary(target)
	if err != nil {
		return about(path, err)
	}
	err = errors.Join(fill(f, data), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		return errors.Join(about(path, err), os.Remove(f.Name()))
	}
	// The file is in place; only its name may not have reached the disk yet.
	return SyncDir(folderOf(target))
}

// Check says why WriteFile would refuse a path, for those who want to know before they begin what takes long: it is no name of a
// file, something that is no regular file has the name, or there is no folder for it.
func Check(path string) error {
	target, err := destination(path)
	if err != nil {
		return err
	}
	stat, err := os.Stat(folderOf(target))
	if err != nil {
		return about(path, err)
	}
	if !stat.IsDir() {
		return fmt.Errorf("write %s: %s is no folder", path, folderOf(target))
	}
	return nil
}

// destination follows symbolic links to the file that is to be written: a regular file, or a name that is free.
func destination(path string) (string, error) {
	const maxLinks = 40 // as many as Linux follows
	target := path
	for range maxLinks {
		if _, name := filepath.Split(target); name == "" && !isFolder(target) {
			return "", fmt.Errorf("%q is no name of a file", path)
		}
		stat, err := os.Lstat(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return target, nil
		case err != nil:
			return "", about(path, err)
		case stat.Mode().IsRegular():
			return target, nil
		case stat.Mode()&fs.ModeSymlink == 0:
			return "", fmt.Errorf("%s is no regular file", path)
		}
		if target, err = follow(target); err != nil {
			return "", about(path, err)
		}
	}
	return "", fmt.Errorf("%s: more than %d symbolic links", path, maxLinks)
}

func isFolder(path string) bool {
	stat, err := os.Stat(path)
	return err == nil && stat.IsDir()
}

// follow returns where a symbolic link leads to.
func follow(link string) (string, error) {
	target, err := os.Readlink(link)
	if err != nil || filepath.IsAbs(target) {
		return target, err
	}
	folder, _ := filepath.Split(link)
	return folder + target, nil // not cleaned: where ".." leads behind a link is for the system to say
}

// folderOf returns the folder of a file. Unlike filepath.Dir it keeps "..", behind links too, as the system understands it.
func folderOf(path string) string {
	folder, _ := filepath.Split(path)
	if folder == "" {
		return "."
	}
	return folder
}

// createTemporary creates a file that is no other's, beside the one whose place it will take.
func createTemporary(path string) (f *os.File, err error) {
	for range 1000 {
		name := fmt.Sprintf("%s.tmp-%d", path, rand.Uint32())
		f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, err
}

// about makes an error one about the path that the caller knows.
func about(path string, err error) error {
	var of *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &of):
		err = of.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: "write", Path: path, Err: err}
}

// fill writes a temporary file to the disk.
func fill(f *os.File, data []byte) error {
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
