//go:build unix

package durable

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestWriteFileKeepsPipes: a pipe stands for all that is no regular file and would be lost, such as a device.
func TestWriteFileKeepsPipes(t *testing.T) {
	folder := t.TempDir()
	pipe, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "link")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pipe", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, link} {
		if err := WriteFile(path, []byte("text")); err == nil || err.Error() != path+" is no regular file" {
			t.Errorf("error %v, want that it is no regular file", err)
		}
	}
	if stat, err := os.Lstat(pipe); err != nil || stat.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe has become %v, %v", stat.Mode(), err)
	}
	names(t, folder, "link", "pipe")
}

// TestWriteFileFollowsLinks: to a file, to a name that is free, by two links, and by a folder that is a link.
func TestWriteFileFollowsLinks(t *testing.T) {
	for _, test := range []struct{ name, path, file string }{
		{"to a file", "link", "deep/er/file"},
		{"to a link", "second", "deep/er/file"},
		{"to a name that is free", "dangling", "deep/new"},
		{"absolute", "absolute", "deep/absolute"},
		{"up from a folder that is a link", "short/up", "deep/above"},
		{"up by a folder that is a link", "short/../beside", "deep/beside"},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			t.Chdir(folder)
			if err := os.MkdirAll("deep/er", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("deep/er/file", []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			for link, to := range map[string]string{
				"link": "deep/er/file", "second": "link", "dangling": "deep/new", "absolute": folder + "/deep/absolute",
				"short": "deep/er", "deep/er/up": "../above",
			} {
				if err := os.Symlink(to, link); err != nil {
					t.Fatal(err)
				}
			}
			before, _ := os.Readlink(test.path)
			if err := WriteFile(test.path, []byte("new")); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(test.file); err != nil || string(got) != "new" {
				t.Errorf("%s holds %q, %v", test.file, got, err)
			}
			if after, _ := os.Readlink(test.path); after != before {
				t.Errorf("the link led to %q and leads to %q", before, after)
			}
			names(t, folder, "absolute", "dangling", "deep", "link", "second", "short")
		})
	}
}

func TestWriteFileEndlessLink(t *testing.T) {
	path := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("link", path); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, nil); err == nil || !strings.Contains(err.Error(), path+": more than 40 symbolic links") {
		t.Errorf("error %v", err)
	}
}

// TestWriteFileHeedsUmask: a file is as private as the user wants new files to be.
func TestWriteFileHeedsUmask(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for mask, want := range map[int]fs.FileMode{0o077: 0o600, 0o022: 0o644, 0o002: 0o664} {
		old := syscall.Umask(mask)
		err := WriteFile(path, []byte("text"))
		syscall.Umask(old)
		if err != nil {
			t.Fatal(err)
		}
		if stat, err := os.Stat(path); err != nil || stat.Mode() != want {
			t.Errorf("with umask %03o the file has %v, %v; want %v", mask, stat.Mode(), err, want)
		}
	}
}
