package solve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// smallFile returns a solved small game and its file, in several blocks.
func smallFile(t testing.TB) (b *board, codes []code, data []byte) {
	t.Helper()
	b = newBoard(3, 2)
	codes, err := solve(t.Context(), b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b, codes, encode(b, codes, 1000)
}

// readAll returns all codes of a file.
func readAll(b *board, data []byte) ([]code, error) {
	d, err := fromFile(b, data)
	if err != nil {
		return nil, err
	}
	var codes []code
	for n := range d.blocks {
		part, err := d.block(n)
		if err != nil {
			return nil, err
		}
		codes = append(codes, part...)
	}
	return codes, nil
}

func TestFileRoundTrip(t *testing.T) {
	b, codes, data := smallFile(t)
	got, err := readAll(b, data)
	if err != nil || !bytes.Equal(got, codes) {
		t.Errorf("other codes come back, or an error: %v", err)
	}
	if len(codes)/1000 < 5 {
		t.Errorf("%d codes are too few for several blocks", len(codes))
	}
}

// TestDamage flips a bit of each byte of a file and cuts it off at each byte: always an error that says where.
func TestDamage(t *testing.T) {
	b, codes, data := smallFile(t)
	for i := range data {
		damaged := bytes.Clone(data)
		damaged[i] ^= 1 << (i % 8)
		if _, err := readAll(b, damaged); err == nil || !strings.Contains(err.Error(), "offset ") {
			t.Fatalf("byte %d is another one: error %v, want one with an offset", i, err)
		} else if inHeader := i >= 12 && i < tableStart; strings.Contains(err.Error(), "offset 28: checksum mismatch: the header") != inHeader {
			t.Errorf("byte %d is another one: error %v; in the header: %v", i, err, inHeader)
		}
		if _, err := readAll(b, data[:i]); err == nil || !strings.Contains(err.Error(), "offset ") {
			t.Fatalf("cut off at byte %d: error %v, want one with an offset", i, err)
		}
	}
	if _, err := readAll(b, append(bytes.Clone(data), 0)); err == nil || !strings.Contains(err.Error(), "should end here") {
		t.Errorf("a byte too many: error %v", err)
	}
	if got, err := readAll(b, data); err != nil || !bytes.Equal(got, codes) {
		t.Errorf("the file itself has been changed: %v", err)
	}
}

// TestDamageIsLocal damages the last block, which leaves the others as they are.
func TestDamageIsLocal(t *testing.T) {
	b, codes, data := smallFile(t)
	damaged := bytes.Clone(data)
	damaged[len(damaged)-1] ^= 1
	d, err := fromFile(b, damaged)
	if err != nil {
		t.Fatal(err)
	}
	if part, err := d.block(0); err != nil || !bytes.Equal(part, codes[:1000]) {
		t.Errorf("the first block suffers: %v", err)
	}
	if _, err := d.block(len(d.blocks) - 1); err == nil || !strings.Contains(err.Error(), "checksum mismatch: the block of ") {
		t.Errorf("the last block: error %v", err)
	}
}

// TestVerify damages each block.
func TestVerify(t *testing.T) {
	b, _, data := smallFile(t)
	whole, err := fromFile(b, data)
	if err != nil {
		t.Fatal(err)
	}
	if err := whole.Verify(); err != nil {
		t.Error(err)
	}
	for _, e := range whole.entries {
		damaged := bytes.Clone(data)
		damaged[e.offset+e.length/2] ^= 1
		d, err := fromFile(b, damaged)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Verify(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("offset %d: checksum mismatch", e.offset)) {
			t.Errorf("the block at %d: error %v", e.offset, err)
		}
	}
}

// TestCheckOut: what is not there, empty or a database may be written, sound or not; nothing else.
func TestCheckOut(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"empty": "", "database": magic + "and so on", "short": magic[:3], "text": "# some text"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"new": "", "empty": "", "database": "", "short": "exists and is no database", "text": "exists and is no database",
		".": "is no regular file",
	} {
		if err := CheckOut(filepath.Join(folder, name)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
}

// forge returns a file whose checksums are right, whatever has been done to the header or to a block.
func forge(data []byte, change func(data []byte)) []byte {
	data = bytes.Clone(data)
	change(data)
	binary.LittleEndian.PutUint32(data[headerSize:], checksum(data[:headerSize]))
	count := (binary.LittleEndian.Uint32(data[20:]) + 999) / 1000
	end := tableStart + int(count)*entrySize
	if end+sumSize > len(data) {
		return data
	}
	offset := end + sumSize
	for at := tableStart; at < end; at += entrySize {
		length := int(binary.LittleEndian.Uint32(data[at:]))
		if offset+length <= len(data) {
			binary.LittleEndian.PutUint32(data[at+4:], checksum(data[offset:offset+length]))
		}
		offset += length
	}
	binary.LittleEndian.PutUint32(data[end:], checksum(data[:end]))
	return data
}

// TestOtherFiles has files that are whole but not what is wanted.
func TestOtherFiles(t *testing.T) {
	b, _, data := smallFile(t)
	set := func(offset int, value byte) func([]byte) { return func(data []byte) { data[offset] = value } }
	for _, test := range []struct {
		name   string
		change func([]byte)
		want   string
	}{
		{"unchanged", func([]byte) {}, ""},
		{"magic", set(0, 'X'), "offset 0: no database of values of Atimo"},
		{"later format", set(8, 2), "offset 8: format version 2, want 1"},
		{"later rules", set(12, 9), "offset 12: version 9 of the rules, want 1"},
		{"larger board", set(16, 4), "offset 16: a board of 4×4 and 2 Masses each, want 3×3 and 2"},
		{"more Masses", set(18, 3), "offset 16: a board of 3×3 and 3 Masses each, want 3×3 and 2"},
		{"fewer indices", set(20, 1), "offset 20: "},
		{"empty blocks", func(data []byte) { copy(data[24:28], make([]byte, 4)) }, "offset 24: 0 indices in a block"},
		{"huge blocks", set(27, 255), "offset 24: "},
		{"longer first block", set(tableStart+1, 255), "the file ends early: its table of blocks announces "},
		{"another frame", func(data []byte) { data[len(data)-1] ^= 1 }, "decompress the block"},
	} {
		_, err := readAll(b, forge(data, test.change))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := readAll(b, encode(b, make([]code, b.indices-1), 1000)); err == nil {
		t.Error("a file of fewer indices is accepted")
	}
}

// TestBlockOfAnotherLength has a sound frame with a code too few.
func TestBlockOfAnotherLength(t *testing.T) {
	b, codes, data := smallFile(t)
	d, err := fromFile(b, encode(b, codes, 1000))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodeBlock(d.zstd, data, d.entries[0], 999); err == nil || !strings.Contains(err.Error(), "1000 indices, want 999") {
		t.Errorf("error %v", err)
	}
}

// FuzzFile reads any bytes as a file, with checksums made right so that damage goes deeper.
func FuzzFile(f *testing.F) {
	b, codes, data := smallFile(f)
	f.Add(data, false)
	f.Add(data, true)
	f.Add(data[:100], true)
	f.Add([]byte(magic), false)
	f.Fuzz(func(t *testing.T, data []byte, right bool) {
		if right && len(data) >= tableStart {
			data = forge(data, func([]byte) {})
		}
		got, err := readAll(b, data)
		if err == nil && len(got) != len(codes) {
			t.Fatalf("%d codes, want %d", len(got), len(codes))
		}
	})
}

// openSmall writes a small database to a file and opens it.
func openSmall(t *testing.T) (d *DB, path string) {
	t.Helper()
	b, codes, _ := smallFile(t)
	path = filepath.Join(t.TempDir(), "small.db")
	size, err := fromCodes(b, codes).WriteFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if stat, err := os.Stat(path); err != nil || stat.Size() != int64(size) {
		t.Fatalf("the file has %v bytes (%v), want %d", stat, err, size)
	}
	if d, err = open(path, b); err != nil {
		t.Fatal(err)
	}
	return d, path
}

func TestOpen(t *testing.T) {
	d, path := openSmall(t)
	_, codes, _ := smallFile(t)
	if got, err := d.block(0); err != nil || !bytes.Equal(got, codes) {
		t.Errorf("other codes come back, or an error: %v", err)
	}
	if _, err := d.WriteFile(path); err != nil {
		t.Errorf("write over the file itself: %v", err)
	}
	if err := errors.Join(d.Close(), d.Close()); err != nil {
		t.Error(err)
	}
	if _, err := d.block(0); err != nil {
		t.Errorf("what was read before Close is lost: %v", err)
	}
}

func TestClosed(t *testing.T) {
	d, path := openSmall(t)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.block(0); err == nil || !strings.Contains(err.Error(), path+": it has been closed") {
		t.Errorf("error %v, want one that says that the file is closed", err)
	}
}

func TestOpenErrors(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	_, small := openSmall(t)
	for _, test := range []struct{ path, want string }{
		{filepath.Join(folder, "none"), "no such file"},
		{folder, "no regular file"},
		{file("empty", ""), "offset 0: the file ends early, within its header"},
		{file("text", "some text"), "offset 0: no database of values of Atimo"},
		{small, "offset 16: a board of 3×3 and 2 Masses each, want 5×5 and 2"},
	} {
		if _, err := Open(test.path); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), test.path) {
			t.Errorf("%s: error %v, want %q", test.path, err, test.want)
		}
	}
}

// TestManyReaders looks everything up from many goroutines at once.
func TestManyReaders(t *testing.T) {
	b, codes, data := smallFile(t)
	d, err := fromFile(b, data)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i, c := range codes {
				p := b.unrank(index(i))
				if c == unused {
					continue
				}
				if v, err := d.value(p); err != nil || v != valueOf(c) {
					t.Errorf("index %d: %v, %v; want %v", i, v, err, valueOf(c))
					return
				}
			}
		})
	}
	all.Wait()
}
