package sealed

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var kind = Kind{Name: "test", Magic: "TESTTEST", Version: 2, MaxSize: 100}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, payload := range [][]byte{nil, []byte("something"), bytes.Repeat([]byte{7}, 100)} {
		if err := kind.Write(path, payload); err != nil {
			t.Fatal(err)
		}
		got, version, err := kind.Read(path)
		if err != nil || version != 2 || !bytes.Equal(got, payload) {
			t.Errorf("read %q, version %d, %v; want %q", got, version, err, payload)
		}
	}
}

func TestErrors(t *testing.T) {
	later := Kind{Name: "test", Magic: "TESTTEST", Version: 3, MaxSize: 100}
	large := Kind{Name: "test", Magic: "TESTTEST", Version: 2, MaxSize: 1000}
	for want, data := range map[string][]byte{
		"offset 0: not a test file: it begins with \"TEST!!!!\"": []byte("TEST!!!!TEST"),
		"offset 4: the file ends early":                          []byte("TEST"),
		"offset 8: format version 3; this program reads 1 to 2":  later.Encode(nil),
		"offset 12: payload of 101 bytes, want at most 100":      large.Encode(make([]byte, 101)),
		"offset 53: the file should end here":                    append(kind.Encode([]byte("x")), "tail"...),
	} {
		if _, _, err := kind.Decode(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

func TestWriteRefusesTooMuch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := kind.Write(path, make([]byte, 101)); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one that names the file", err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the file is there: %v", err)
	}
}

// A failed rename must not leave the temporary file behind.
func TestFailureLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "taken")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := kind.Write(path, []byte("x")); err == nil {
		t.Fatal("a folder was replaced by a file")
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}
