package shard

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// memoryDisk is a disk in memory that fails when told to.
type memoryDisk struct {
	files map[string][]byte
	// space is the number of bytes that fit if limited is set.
	limited bool
	space   int
	// fail is the operation that fails: "create", "sync", "close", "publish", "syncDir".
	fail string
}

type memoryFile struct {
	disk *memoryDisk
	name string
}

var errFault = errors.New("fault injected")

func (d *memoryDisk) failing(operation string) error {
	if d.fail == operation {
		return errFault
	}
	return nil
}

func (d *memoryDisk) create(name string) (diskFile, error) {
	if err := d.failing("create"); err != nil {
		return nil, err
	}
	if _, ok := d.files[name]; ok {
		return nil, fs.ErrExist
	}
	if d.files == nil {
		d.files = make(map[string][]byte)
	}
	d.files[name] = []byte{}
	return &memoryFile{d, name}, nil
}

func (d *memoryDisk) publish(temporary, final string) error {
	if err := d.failing("publish"); err != nil {
		return err
	}
	if _, ok := d.files[final]; ok {
		return fs.ErrExist
	}
	d.files[final] = d.files[temporary]
	delete(d.files, temporary)
	return nil
}

func (d *memoryDisk) remove(name string) error {
	if _, ok := d.files[name]; !ok {
		return fs.ErrNotExist
	}
	delete(d.files, name)
	return nil
}

func (d *memoryDisk) syncDir(string) error { return d.failing("syncDir") }

func (f *memoryFile) Write(data []byte) (int, error) {
	n := len(data)
	if f.disk.limited {
		n = min(n, f.disk.space)
		f.disk.space -= n
	}
	f.disk.files[f.name] = append(f.disk.files[f.name], data[:n]...)
	if n < len(data) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func (f *memoryFile) Sync() error  { return f.disk.failing("sync") }
func (f *memoryFile) Close() error { return f.disk.failing("close") }

// writeTo writes records, one a frame, and returns the first error.
func writeTo(d disk, path string, records []*Record) error {
	w, err := create(d, path, testHeader())
	if err != nil {
		return err
	}
	for _, r := range records {
		if err := w.Add(r); err != nil {
			return errors.Join(err, w.Abort())
		}
		w.flush()
	}
	_, err = w.Commit()
	return err
}

// Wherever the disk fills up, the error says so and nothing is left behind.
func TestDiskFull(t *testing.T) {
	records := playGames(5)
	var whole memoryDisk
	if err := writeTo(&whole, "a", records); err != nil {
		t.Fatal(err)
	}
	size := len(whole.files["a"])
	for space := range size + 1 {
		d := &memoryDisk{limited: true, space: space}
		err := writeTo(d, "a", records)
		if space == size {
			if err != nil || len(d.files["a"]) != size {
				t.Errorf("with just enough space: %v", err)
			}
			continue
		}
		if !errors.Is(err, syscall.ENOSPC) || len(d.files) > 0 {
			t.Fatalf("space for %d bytes: error %v, files %v", space, err, d.files)
		}
	}
}

func TestDiskFaults(t *testing.T) {
	for _, fail := range []string{"create", "sync", "close", "publish", "syncDir"} {
		d := &memoryDisk{fail: fail}
		if err := writeTo(d, "a", playGames(2)); !errors.Is(err, errFault) {
			t.Errorf("%s fails: error is %v", fail, err)
		}
		if len(d.files) > 0 {
			t.Errorf("%s fails: %d files are left", fail, len(d.files))
		}
	}
}

// The error of Commit names the shard.
func TestDiskFaultNamesTheShard(t *testing.T) {
	err := writeTo(&memoryDisk{fail: "sync"}, "some/dir/a.shard", playGames(1))
	if err == nil || !strings.Contains(err.Error(), "some/dir/a.shard") {
		t.Errorf("error is %v", err)
	}
}

func TestMissingDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "a"+Extension)
	if _, err := Create(path, testHeader()); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error is %v", err)
	}
}

// A directory that cannot be written to. Root may write everywhere, so the test puts a file where the directory should be;
// permissions are tested as well where they count.
func TestUnwritableDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(file, "a"+Extension), testHeader()); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: error is %v", err)
	}
	if os.Geteuid() == 0 {
		return
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(dir, "a"+Extension), testHeader()); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("without permission: error is %v", err)
	}
}

// What a process that died has left does not stop the next one.
func TestLeftTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a"+Extension)
	for i := range 3 {
		if err := os.WriteFile(fmt.Sprintf("%s.tmp%d", path, i), []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeTo(osDisk{os.Link}, path, playGames(2)); err != nil {
		t.Fatal(err)
	}
	base := filepath.Base(path)
	if names, want := listDir(t, dir), []string{base, base + ".tmp0", base + ".tmp1", base + ".tmp2"}; !slices.Equal(names, want) {
		t.Errorf("the directory holds %q, want %q", names, want)
	}
}

// A file system without links publishes by renaming, and does not replace a file either.
func TestPublishWithoutLinks(t *testing.T) {
	d := osDisk{func(string, string) error { return &os.LinkError{Op: "link", Err: syscall.EPERM} }}
	dir := t.TempDir()
	path := filepath.Join(dir, "a"+Extension)
	if err := writeTo(d, path, playGames(2)); err != nil {
		t.Fatal(err)
	}
	before := readFile(t, path)
	w, err := create(d, path+"2", testHeader())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+"2"); err != nil {
		t.Fatal(err)
	}
	if err := w.Add(playGame(testGame, 9)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Commit over an existing file: %v", err)
	}
	if got := readFile(t, path+"2"); !slices.Equal(got, before) || len(listDir(t, dir)) != 1 {
		t.Errorf("the directory holds %q", listDir(t, dir))
	}
}
