package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// run has every kind of field that a configuration can have.
type run struct {
	Game      string        `yaml:"game" minlen:"1" doc:"variant to learn"`
	Seed      uint64        `yaml:"seed" doc:"everything random follows from it"`
	Resume    bool          `yaml:"resume" doc:"go on with a run"`
	Every     time.Duration `yaml:"every" range:"1s..24h" doc:"time between checkpoints"`
	Search    search        `yaml:"search" doc:"the tree search"`
	Opponents []opponent    `yaml:"opponents" doc:"whom the champion plays"`
	Layers    []int         `yaml:"layers" range:"1..512" minlen:"1" doc:"widths"`
	Grid      [][]float64   `yaml:"grid" doc:"rows of numbers"`

	Scratch int `yaml:"-"`
	hidden  int
}

type search struct {
	Simulations int     `yaml:"simulations" range:"1..100000" doc:"visits of a full search"`
	Fast        int8    `yaml:"fast" range:"..100" doc:"visits of a fast search"`
	Share       float64 `yaml:"share" range:"(0..1]" doc:"share of full searches"`
	Noise       float32 `yaml:"noise" range:"[0..0.1)" doc:"weight of the noise"`
	Root        string  `yaml:"root" oneof:"puct|gumbel" doc:"how the root is searched"`
	Free        float64 `yaml:"free"`
}

type opponent struct {
	Name   string   `yaml:"name" minlen:"1" doc:"how it is called"`
	Visits uint16   `yaml:"visits" range:"1.." doc:"visits of a search"`
	Tags   []string `yaml:"tags" oneof:"fast|slow|odd" doc:"labels"`
}

func (s *search) Validate() error {
	if int(s.Fast) > s.Simulations {
		return fmt.Errorf("fast: %d is more than simulations, %d", s.Fast, s.Simulations)
	}
	return nil
}

func (r *run) Validate() error {
	var errs []error
	if r.Game == "chess" {
		errs = append(errs, errors.New("game: no game chess"))
	}
	if r.Seed == 13 && r.Search.Simulations == 13 {
		errs = append(errs, errors.New("search.simulations: is 13 and so is the seed"), errors.New("no luck: twice 13"))
	}
	return errors.Join(errs...)
}

func defaults() run {
	return run{
		Game: "ataxx", Seed: 1, Every: 10 * time.Minute,
		Search:  search{Simulations: 600, Fast: 100, Share: 0.25, Root: "puct", Free: -1e-7},
		Layers:  []int{32, 32},
		Scratch: 5, hidden: 6,
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, yaml string
		sets       []string
		want       func(*run)
	}{
		{"empty file", "", nil, func(*run) {}},
		{"comments only", "# nothing\n\n# here\n", nil, func(*run) {}},
		{"empty document", "---\n", nil, func(*run) {}},
		{"null document", "null\n", nil, func(*run) {}},
		{"one key", "game: xima\n", nil, func(r *run) { r.Game = "xima" }},
		{"byte order mark", "\ufeffgame: xima\n", nil, func(r *run) { r.Game = "xima" }},
		{"windows line ends", "game: xima\r\nseed: 3\r\n", nil, func(r *run) { r.Game, r.Seed = "xima", 3 }},
		{"flow style", "{game: xima, search: {simulations: 7, fast: 3}}", nil,
			func(r *run) { r.Game, r.Search.Simulations, r.Search.Fast = "xima", 7, 3 }},
		{"section keeps its other defaults", "search:\n  simulations: 100\n", nil,
			func(r *run) { r.Search.Simulations = 100 }},
		{"section without keys", "search:\n  # simulations: 5\nseed: 2\n", nil, func(r *run) { r.Seed = 2 }},
		{"largest seed", "seed: 18446744073709551615", nil, func(r *run) { r.Seed = 1<<64 - 1 }},
		{"underscores", "search:\n  simulations: 10_000", nil, func(r *run) { r.Search.Simulations = 10000 }},
		{"signs", "search: {fast: -5, free: +2.5}", nil, func(r *run) { r.Search.Fast, r.Search.Free = -5, 2.5 }},
		{"whole number for a number", "search: {free: 3}", nil, func(r *run) { r.Search.Free = 3 }},
		{"exponent", "search: {free: 1e-3}", nil, func(r *run) { r.Search.Free = 1e-3 }},
		{"bare points", "grid: [[.5, 5.]]", nil, func(r *run) { r.Grid = [][]float64{{0.5, 5}} }},
		{"float32 up to its bound", "search: {noise: 0.0999}", nil, func(r *run) { r.Search.Noise = 0.0999 }},
		{"closed bound", "search: {share: 1}", nil, func(r *run) { r.Search.Share = 1 }},
		{"bools", "resume: TRUE", nil, func(r *run) { r.Resume = true }},
		{"duration", "every: 1h30m", nil, func(r *run) { r.Every = 90 * time.Minute }},
		{"quoted", `game: "5"`, nil, func(r *run) { r.Game = "5" }},
		{"date is a text", "game: 2026-01-02", nil, func(r *run) { r.Game = "2026-01-02" }},
		{"list replaces", "layers: [1, 2, 3]", nil, func(r *run) { r.Layers = []int{1, 2, 3} }},
		{"list of structs", "opponents:\n- name: a\n  visits: 1\n- {name: b, visits: 2, tags: [odd]}\n", nil, func(r *run) {
			r.Opponents = []opponent{{Name: "a", Visits: 1}, {Name: "b", Visits: 2, Tags: []string{"odd"}}}
		}},
		{"list of lists", "grid: [[1, 2], [], [3]]", nil, func(r *run) { r.Grid = [][]float64{{1, 2}, nil, {3}} }},

		{"set", "", []string{"seed=7", "search.root=gumbel"}, func(r *run) { r.Seed, r.Search.Root = 7, "gumbel" }},
		{"set overrides the file", "seed: 3", []string{"seed=4"}, func(r *run) { r.Seed = 4 }},
		{"set overrides a bad value", "search: {simulations: 0}", []string{"search.simulations=500"},
			func(r *run) { r.Search.Simulations = 500 }},
		{"last set wins", "", []string{"seed=4", "seed=5"}, func(r *run) { r.Seed = 5 }},
		{"set a text that looks like a number", "", []string{"game=007"}, func(r *run) { r.Game = "007" }},
		{"set a text with signs", "", []string{"game=a=b: #c"}, func(r *run) { r.Game = "a=b: #c" }},
		{"set a list", "", []string{"layers=[5, 6]"}, func(r *run) { r.Layers = []int{5, 6} }},
		{"set a section", "", []string{"search={simulations: 200, root: gumbel}"},
			func(r *run) { r.Search.Simulations, r.Search.Root = 200, "gumbel" }},
		{"set a list of structs", "", []string{"opponents=[{name: a, visits: 3}]"},
			func(r *run) { r.Opponents = []opponent{{Name: "a", Visits: 3}} }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := defaults()
			test.want(&want)
			got := defaults()
			if err := Parse("run.yaml", []byte(test.yaml), test.sets, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(run{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestParseLeavesTheDefaultsListAlone(t *testing.T) {
	layers := []int{8, 9}
	cfg := defaults()
	cfg.Layers = layers
	if err := Parse("", []byte("layers: [1, 2]"), nil, &cfg); err != nil {
		t.Fatal(err)
	}
	if layers[0] != 8 || layers[1] != 9 {
		t.Errorf("the caller's list became %v", layers)
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "run.yaml")
	if err := os.WriteFile(file, []byte("seed: 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(dir, "large.yaml")
	if err := os.WriteFile(large, []byte(strings.Repeat("#", MaxSize+1)), 0o600); err != nil {
		t.Fatal(err)
	}

	cfg := defaults()
	if err := Load(file, []string{"game=xima"}, &cfg); err != nil {
		t.Fatal(err)
	}
	if cfg.Seed != 9 || cfg.Game != "xima" {
		t.Errorf("got seed %d and game %s", cfg.Seed, cfg.Game)
	}
	if err := Load("", []string{"seed=10"}, &cfg); err != nil || cfg.Seed != 10 {
		t.Errorf("without a file: seed %d, error %v", cfg.Seed, err)
	}
	for file, want := range map[string]string{
		filepath.Join(dir, "none.yaml"): "config: open ",
		dir:                             "config: read ",
		large:                           "is larger than 1048576 bytes",
	} {
		if err := Load(file, nil, &cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load(%s): error %v, want %q", file, err, want)
		}
	}
}

func TestKeys(t *testing.T) {
	want := []string{
		"game", "seed", "resume", "every", "search.simulations", "search.fast", "search.share", "search.noise", "search.root",
		"search.free", "opponents", "layers", "grid",
	}
	var got []string
	for _, key := range Keys(&run{}) {
		got = append(got, key.Path)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if doc := Keys(run{})[4].Doc; doc != "visits of a full search" {
		t.Errorf("doc is %q", doc)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []struct{ yaml, set string }{
		{"", ""},
		{"game: xima\nsearch:\n  simulations: 5\n  fast: 1\n", "seed=4"},
		{"opponents:\n- name: a\n  visits: 1\n  tags: [odd]\n", "layers=[1]"},
		{"a: &x [1]\nb: *x\n", "search={root: gumbel}"},
		{"<<: {a: b}\n", "opponents=[{name: x}]"},
		{"!!binary aGk=: 1", "grid=[[1], [2, .5]]"},
		{"game: |\n  two\n  lines\n", "game=\x00\ufeff\u2028\x85"},
		{"- a\n- b\n", "search.simulations.x=1"},
		{"a: 1\n---\nb: 2\n", "="},
		{"\x00\xff\xfe", "every=1h"},
		{"{{{{[[[[", "every=[[[["},
		{"? [a]\n: b\n", "seed=0x10"},
	} {
		f.Add([]byte(seed.yaml), seed.set)
	}
	f.Fuzz(func(t *testing.T, data []byte, set string) {
		got := defaults()
		if err := Parse("fuzz.yaml", data, []string{set}, &got); err != nil {
			if diff := cmp.Diff(defaults(), got, cmp.AllowUnexported(run{})); diff != "" {
				t.Fatalf("an error changed the struct: %s", diff)
			}
			if text := err.Error(); strings.Contains(text, "\x00") {
				t.Fatalf("raw control characters in the message %q", text)
			}
			return
		}
		var out strings.Builder
		if err := Write(&out, &got); err != nil {
			t.Fatal(err)
		}
		again := defaults()
		if err := Parse("again.yaml", []byte(out.String()), nil, &again); err != nil {
			t.Fatalf("what was written does not parse: %v\n%s", err, out.String())
		}
		if diff := cmp.Diff(got, again, cmp.AllowUnexported(run{})); diff != "" {
			t.Fatalf("-written +read:\n%s", diff)
		}
	})
}
