package shard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// readBytes reads a shard from memory.
func readBytes(data []byte) ([]*Record, error) {
	r, err := newReader(bytes.NewReader(data), int64(len(data)), "memory")
	if err != nil {
		return nil, err
	}
	var records []*Record
	for record, err := range r.Records() {
		if err != nil {
			return records, errors.Join(err, r.Close())
		}
		records = append(records, record)
	}
	return records, r.Close()
}

// frameEnds returns where the frames of a sound shard end, with the offset of the first frame in front.
func frameEnds(t *testing.T, data []byte) []int {
	t.Helper()
	r, err := newReader(bytes.NewReader(data), int64(len(data)), "memory")
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{int(r.src.offset)}
	for {
		records, err := r.readFrame()
		if err != nil {
			t.Fatal(err)
		}
		if records == nil {
			closeOrFail(t, r)
			return ends
		}
		ends = append(ends, int(r.src.offset))
	}
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTruncatedAtEveryByte(t *testing.T) {
	const perFrame = 4
	records := playGames(20)
	path, _ := writeShard(t, records, perFrame)
	data := readFile(t, path)
	ends := frameEnds(t, data)
	for size := range data {
		frames := 0
		for frames+1 < len(ends) && ends[frames+1] <= size {
			frames++
		}
		offset := 0
		if size >= ends[0] {
			offset = ends[frames]
		}
		checkDamage(t, data[:size], records[:frames*perFrame], offset, fmt.Sprintf("cut after %d bytes", size))
	}
}

// checkDamage demands a DamageError at an offset after the given records. Offset -1 stands for any.
func checkDamage(t *testing.T, data []byte, want []*Record, offset int, what string) {
	t.Helper()
	got, err := readBytes(data)
	var damage *DamageError
	if !errors.As(err, &damage) {
		t.Fatalf("%s: error is %v, want a DamageError", what, err)
	}
	if offset >= 0 && damage.Offset != int64(offset) || damage.Recovered != len(want) || damage.Path != "memory" {
		t.Fatalf("%s: damage is %+v, want %d records and offset %d", what, damage, len(want), offset)
	}
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: the %d records before the damage are not what was written", what, len(got))
	}
}

func TestFlippedBits(t *testing.T) {
	const perFrame = 4
	records := playGames(20)
	path, _ := writeShard(t, records, perFrame)
	data := readFile(t, path)
	ends := frameEnds(t, data)
	rng := rand.New(rand.NewPCG(5, 5))
	for try := range 3000 {
		at := rng.IntN(len(data))
		if try < ends[0] {
			at = try // the header whole
		}
		spoilt := bytes.Clone(data)
		spoilt[at] ^= 1 << rng.IntN(8)
		got, err := readBytes(spoilt)
		var damage *DamageError
		var mismatch *MismatchError
		switch {
		case errors.As(err, &mismatch):
			if at >= len(magic)+4 || got != nil {
				t.Fatalf("byte %d flipped: %v", at, err)
			}
			continue
		case !errors.As(err, &damage):
			t.Fatalf("byte %d flipped: error is %v", at, err)
		}
		// A flip that the frame's own checksum cannot see (in its header) is noticed at the end.
		before := 0
		for before+1 < len(ends) && ends[before+1] <= at {
			before++
		}
		if len(got) != damage.Recovered || len(got) < before*perFrame || len(got) > 0 && !reflect.DeepEqual(got, records[:len(got)]) {
			t.Fatalf("byte %d flipped: %v; %d records came, %d frames lie before", at, err, len(got), before)
		}
	}
}

func TestDamageOfOtherKinds(t *testing.T) {
	records := playGames(8)
	path, _ := writeShard(t, records, 4)
	data := readFile(t, path)
	ends := frameEnds(t, data)
	first, second := data[ends[0]:ends[1]], data[ends[1]:ends[2]]
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	head, tail := data[:ends[0]], data[ends[2]:]
	length := func(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }

	checkDamage(t, join(data, []byte("x")), records, ends[2], "a byte after the end")
	checkDamage(t, join(head, first, tail), records[:4], ends[1], "a frame is missing")
	checkDamage(t, join(head, second, first, tail), append(records[4:], records[:4]...), ends[2], "frames swapped")
	checkDamage(t, join(head, first, length(maxFrame+1), second), records[:4], ends[1], "a length beyond the limit")
	checkDamage(t, join(head, first, length(maxFrame), second), records[:4], ends[1], "a length beyond the file")
	checkDamage(t, join(head, first, make([]byte, 100)), records[:4], ends[1], "zeros from a frame border on")
	checkDamage(t, join(head, frameOf(nil)), nil, ends[0], "a frame without records")
	checkDamage(t, join(head, frameOf([]byte{5, 1})), nil, ends[0], "a record longer than the frame")
	checkDamage(t, join(head, frameOf(make([]byte, maxContent+1))), nil, ends[0], "a frame that unpacks to too much")

	count := make([]byte, 0, 3*(maxPlies+1))
	for range maxPlies + 1 {
		count = append(count, pliesField<<3|2, 0)
	}
	checkDamage(t, join(head, frameOf(protowire.AppendBytes(nil, count))), nil, ends[0], "too many plies")
}

// frameOf packs any content into a frame with its length in front.
func frameOf(content []byte) []byte {
	frame := compressor().EncodeAll(content, nil)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(frame))), frame...)
}

func TestOtherFiles(t *testing.T) {
	path, _ := writeShard(t, playGames(4), 4)
	data := readFile(t, path)
	version := bytes.Clone(data)
	binary.LittleEndian.PutUint32(version[len(magic):], 2)
	newRules, otherSeats := *testGame, *testGame
	newRules.Version++
	otherSeats.Players++
	other := *testGame
	other.Name = "chess"
	for _, c := range []struct {
		name string
		data []byte
		err  func(path string) error
		want string
	}{
		{"another kind of file", []byte("SQLite format 3\x00…"), nil, `first bytes: FILE has "SQLite f", expected "GIPFEL\x1a\n"`},
		{"another format version", version, nil, "format version: FILE has 2, expected 1"},
		{"another game", data, func(p string) error { _, err := Verify(p, &other); return err },
			`game: FILE has "` + testGame.Name + `", expected "chess"`},
		{"other rules", data, func(p string) error { _, err := Verify(p, &newRules); return err },
			fmt.Sprintf("rules version of %s: FILE has %d, expected %d", testGame.Name, testGame.Version, testGame.Version+1)},
		{"other seats", data, func(p string) error { _, err := Verify(p, &otherSeats); return err },
			"seats of " + testGame.Name + ": FILE has 2, expected 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x"+Extension)
			if err := os.WriteFile(path, c.data, 0o666); err != nil {
				t.Fatal(err)
			}
			if c.err == nil {
				c.err = func(p string) error { _, _, err := ReadAll(p); return err }
			}
			err := c.err(path)
			var mismatch *MismatchError
			if !errors.As(err, &mismatch) {
				t.Fatalf("error is %v, want a MismatchError", err)
			}
			if got := strings.ReplaceAll(err.Error(), path, "FILE"); got != "shard: "+c.want {
				t.Errorf("error is\n%s, want\n%s", got, "shard: "+c.want)
			}
		})
	}
}

func TestOpenWhatIsNoFile(t *testing.T) {
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("Open of a directory: %v", err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Open of nothing: %v", err)
	}
}

func TestRecordsOnlyOnce(t *testing.T) {
	path, _ := writeShard(t, playGames(4), 4)
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer closeOrFail(t, r)
	for _, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	for record, err := range r.Records() {
		if record != nil || err == nil {
			t.Errorf("the second reading gave %v, %v", record, err)
		}
	}
}

func FuzzReader(f *testing.F) {
	path, _ := writeShard(f, playGames(6), 2)
	data := readFile(f, path)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(readFile(f, "testdata/golden-v1"+Extension))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, err := readBytes(data)
		var damage *DamageError
		if errors.As(err, &damage) && damage.Recovered != len(records) {
			t.Errorf("%d records came, but the error says %v", len(records), err)
		}
	})
}

// FuzzFrame gets past the checksums: the content of a frame is anything.
func FuzzFrame(f *testing.F) {
	var content []byte
	for i := range uint64(3) {
		encoded, err := playGame(testGame, i).AppendBinary(nil)
		if err != nil {
			f.Fatal(err)
		}
		content = protowire.AppendBytes(content, encoded)
		f.Add(content)
	}
	f.Add([]byte{4, pliesField<<3 | 2, 2, 0x08, 0xff})
	f.Fuzz(func(t *testing.T, content []byte) {
		records, err := decodeContent(content)
		if err != nil {
			return
		}
		for _, r := range records {
			first, err := r.AppendBinary(nil)
			if err != nil {
				t.Fatalf("what was read cannot be written: %v", err)
			}
			var again Record
			if err := again.UnmarshalBinary(first); err != nil {
				t.Fatalf("what was written cannot be read: %v", err)
			}
			second, err := again.AppendBinary(nil)
			if err != nil || !bytes.Equal(first, second) {
				t.Fatalf("a record changes when it is written and read: %v", err)
			}
			_ = r.Check(testGame) // must not panic; almost anything is an error
		}
	})
}

// The checksum is the one that the format names.
func TestChecksumIsCRC32C(t *testing.T) {
	if got := crc32.Checksum([]byte("123456789"), castagnoli); got != 0xe3069283 {
		t.Errorf("checksum is %08x", got)
	}
}
