package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gipfel/game"
)

func TestRoundTrip(t *testing.T) {
	records := playGames(60)
	path, info := writeShard(t, records, 7)
	header, got, err := ReadAll(path)
	if err != nil {
		t.Fatal(err)
	}
	if header != testHeader() {
		t.Errorf("header is %+v, want %+v", header, testHeader())
	}
	if diff := cmp.Diff(records, got); diff != "" {
		t.Errorf("records (-written +read):\n%s", diff)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	want := Info{Path: path, Games: len(records), Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
	for _, r := range records {
		want.Plies += len(r.Plies)
		want.Samples += r.Samples()
	}
	if info != want {
		t.Errorf("info is %+v, want %+v", info, want)
	}
	if names := listDir(t, filepath.Dir(path)); !slices.Equal(names, []string{filepath.Base(path)}) {
		t.Errorf("the directory holds %q", names)
	}
	if report, err := Verify(path, testGame); err != nil || report.Games != len(records) || report.Damage != nil {
		t.Errorf("Verify = %+v, %v", report, err)
	}
}

// Records that no rules would allow come back as they were, too.
func TestRoundTripOfAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	odd := []float32{0, 1, -1, math.MaxFloat32, math.SmallestNonzeroFloat32, float32(math.Inf(1)), float32(math.Copysign(0, -1))}
	floats := func(n int) []float32 {
		var out []float32
		for range n {
			out = append(out, odd[rng.IntN(len(odd))])
		}
		return out
	}
	for range 2000 {
		want := &Record{
			Number: rng.Uint64() >> rng.IntN(64), Model: rng.Uint32() >> rng.IntN(32), Outcome: rng.IntN(maxSeats + 1),
			Start: strings.Repeat("ä/", rng.IntN(4)), Truncated: rng.IntN(2) == 0, Ending: strings.Repeat("e", rng.IntN(3)),
		}
		for range rng.IntN(6) {
			p := Ply{
				Action: game.Action(rng.IntN(1<<16 - 1)), Simulations: rng.Uint32(), Full: rng.IntN(2) == 0,
				Value: floats(rng.IntN(5)), Weight: odd[rng.IntN(len(odd))],
			}
			for _, w := range floats(rng.IntN(4)) {
				p.Policy = append(p.Policy, Weight{game.Action(rng.IntN(1<<16 - 1)), w})
			}
			want.Plies = append(want.Plies, p)
		}
		data, err := want.AppendBinary([]byte("before"))
		if err != nil {
			t.Fatal(err)
		}
		got := &Record{Ending: "to be overwritten"}
		if err := got.UnmarshalBinary(data[len("before"):]); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("wrote %+v, read %+v", want, got)
		}
	}
}

func TestBytesAreDeterministic(t *testing.T) {
	records := playGames(30)
	_, first := writeShard(t, records, 4)
	_, second := writeShard(t, records, 4)
	if first.SHA256 != second.SHA256 {
		t.Errorf("the same records made %s and %s", first.SHA256, second.SHA256)
	}
}

// A frame is closed by itself when it gets long, and a record longer than a frame's goal gets one of its own.
func TestFramesAreBounded(t *testing.T) {
	var records []*Record
	for i := range 6 {
		r := &Record{Number: uint64(i), Truncated: true, Ending: "long"}
		for range []int{200, 400, 1000}[i%3] { // of 1.2 kB each
			p := Ply{Full: true, Simulations: 1, Weight: 1}
			for a := range 200 {
				p.Policy = append(p.Policy, Weight{game.Action(a), float32(i+a) * 0.137})
			}
			r.Plies = append(r.Plies, p)
		}
		records = append(records, r)
	}
	path, _ := writeShard(t, records, 1000)
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer closeOrFail(t, r)
	var sizes []int
	for {
		got, err := r.readFrame()
		if err != nil {
			t.Fatal(err)
		}
		if got == nil {
			break
		}
		sizes = append(sizes, len(got))
		if len(got) > 1 && len(r.content) > goalContent+16 {
			t.Errorf("a frame of %d records has %d bytes", len(got), len(r.content))
		}
	}
	if want := []int{2, 1, 2, 1}; !slices.Equal(sizes, want) {
		t.Errorf("records of the frames are %v, want %v", sizes, want)
	}
}

func TestNeverOverwrites(t *testing.T) {
	path, info := writeShard(t, playGames(3), 10)
	if _, err := Create(path, testHeader()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Create on an existing shard: %v", err)
	}

	// The file appears while another one is being written.
	other := filepath.Join(t.TempDir(), "late"+Extension)
	w, err := Create(other, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(playGame(testGame, 1)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Commit over an existing file: %v", err)
	}
	if data, err := os.ReadFile(other); err != nil || string(data) != "mine" {
		t.Errorf("the file is now %q, %v", data, err)
	}
	if names := listDir(t, filepath.Dir(other)); len(names) != 1 {
		t.Errorf("the directory holds %q", names)
	}
	if _, again, err := ReadAll(path); err != nil || len(again) != info.Games {
		t.Errorf("the first shard reads %d games, %v", len(again), err)
	}
}

func TestAbort(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a"+Extension)
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(playGame(testGame, 1)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
	}
	if names := listDir(t, dir); len(names) > 0 {
		t.Errorf("the directory holds %q", names)
	}
	if err := w.Add(playGame(testGame, 2)); err == nil {
		t.Error("Add after Abort succeeded")
	}
	if _, err := w.Commit(); err == nil {
		t.Error("Commit after Abort succeeded")
	}
}

func TestAbortAfterCommitKeepsTheShard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a"+Extension)
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(playGame(testGame, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if _, records, err := ReadAll(path); err != nil || len(records) != 1 {
		t.Errorf("read %d records, %v", len(records), err)
	}
}

func TestNothingToCommit(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "a"+Extension), testHeader())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); !errors.Is(err, ErrNoGames) {
		t.Errorf("Commit without games: %v", err)
	}
	if names := listDir(t, dir); len(names) > 0 {
		t.Errorf("the directory holds %q", names)
	}
}

// A record that cannot be written costs that record only.
func TestAddRefusesWhatDoesNotFit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a"+Extension)
	w, err := Create(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		record *Record
		want   string
	}{
		{&Record{Number: 7, Outcome: -1}, "game 7: outcome -1"},
		{&Record{Number: 7, Outcome: 9}, "game 7: outcome 9"},
		{&Record{Number: 7, Plies: make([]Ply, maxPlies+1)}, "65537 plies"},
		{&Record{Number: 7, Ending: "\xff"}, "UTF-8"},
		{&Record{Number: 7, Ending: strings.Repeat("x", maxContent)}, "at most"},
	} {
		if err := w.Add(c.record); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Add said %v, want %q", err, c.want)
		}
	}
	want := playGame(testGame, 8)
	if err := w.Add(want); err != nil {
		t.Fatal(err)
	}
	if info, err := w.Commit(); err != nil || info.Games != 1 {
		t.Errorf("Commit = %+v, %v", info, err)
	}
	if _, got, err := ReadAll(path); err != nil || !reflect.DeepEqual(got, []*Record{want}) {
		t.Errorf("ReadAll = %v, %v", got, err)
	}
}

func TestCreateChecksTheHeader(t *testing.T) {
	for want, h := range map[string]Header{
		"game is empty": {Players: 2},
		"seats":         {Game: "x", Players: 9},
		"rules version": {Game: "x", Players: 2, RulesVersion: -1},
		"at most":       {Game: "x", Players: 2, Program: strings.Repeat("x", maxMessage)},
	} {
		dir := t.TempDir()
		if _, err := Create(filepath.Join(dir, "a"+Extension), h); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Create said %v, want %q", err, want)
		}
		if names := listDir(t, dir); len(names) > 0 {
			t.Errorf("the directory holds %q", names)
		}
	}
}

var update = flag.Bool("update", false, "write testdata/golden-v1.shard anew; only for a new version of the format")

// The file was written by the first version of this package. It must always read.
func TestGolden(t *testing.T) {
	const path = "testdata/golden-v1" + Extension
	want := []*Record{
		{
			Number: 3, Model: 2, Outcome: 1, Ending: "board full",
			Plies: []Ply{
				{Action: 5, Weight: 1, Simulations: 400, Full: true, Value: []float32{0.25, 0.5, 0.25}, Policy: []Weight{{2, 0.125}, {5, 0.875}}},
				{Action: 0},
				{Action: 40000, Weight: 0.5, Simulations: 1 << 20, Value: []float32{0, 1, 0}},
			},
		},
		{Number: math.MaxUint64, Model: math.MaxUint32, Start: "x.x/... b", Truncated: true, Ending: "length limit, für immer"},
	}
	header := Header{Game: "some-game", RulesVersion: 7, Players: 2, Seed: 12345678901234567890, Program: "v0"}
	if *update {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		w, err := Create(path, header)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range want {
			if err := w.Add(r); err != nil {
				t.Fatal(err)
			}
			w.flush()
		}
		if _, err := w.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	gotHeader, got, err := ReadAll(path)
	if err != nil {
		t.Fatal(err)
	}
	if gotHeader != header {
		t.Errorf("header is %+v, want %+v", gotHeader, header)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
}

func listDir(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func closeOrFail(t *testing.T, r *Reader) {
	t.Helper()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
