package config

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWrite(t *testing.T) {
	cfg := defaults()
	cfg.Opponents = []opponent{{Name: "weak one", Visits: 10, Tags: []string{"fast", "odd"}}, {Name: "true", Visits: 500}}
	cfg.Grid = [][]float64{{1, 0.5}, nil}
	var out strings.Builder
	if err := Write(&out, cfg); err != nil {
		t.Fatal(err)
	}
	want := `# variant to learn
game: ataxx
# everything random follows from it
seed: 1
# go on with a run
resume: false
# time between checkpoints; in 1s..24h
every: 10m

# the tree search
search:
  # visits of a full search; in 1..100000
  simulations: 600
  # visits of a fast search; in ..100
  fast: 100
  # share of full searches; in (0..1]
  share: 0.25
  # weight of the noise; in [0..0.1)
  noise: 0
  # how the root is searched; one of puct, gumbel
  root: puct
  free: -1e-07

# whom the champion plays
opponents:
  - # how it is called
    name: "weak one"
    # visits of a search; in 1..
    visits: 10
    # labels; one of fast, slow, odd
    tags: [fast, odd]
  - name: "true"
    visits: 500
    tags: []
# widths; in 1..512
layers: [32, 32]
# rows of numbers
grid: [[1, 0.5], []]
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestWriteReadsBack(t *testing.T) {
	texts := []string{
		"x", "", " ", "true", "null", "~", "-", "- a", "5", "1e3", "0x1p4", "a: b", "a #b", "#", "[a", "{", "'", `"`, `\`, "a\nb\n",
		"\ttab", "\x00\x01\x7f", "ümlaut", "日本", "\ufeff", "\u2028", "\u0085", "\U0001F600", "<<", "&x", "*x", "!t", "%", "@", "`",
		"---", "...", "2026-01-02", "yes", "No", ".inf", ".nan", strings.Repeat("long words ", 40), "a, b", "=",
	}
	durations := []time.Duration{time.Second, time.Hour, 90 * time.Minute, time.Hour + time.Second, 24 * time.Hour, 1500 * time.Millisecond}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		cfg := defaults()
		cfg.Game = texts[rng.IntN(len(texts))] + texts[rng.IntN(len(texts))] + "x"
		cfg.Seed = rng.Uint64()
		cfg.Every = durations[rng.IntN(len(durations))]
		cfg.Search.Share = 1 - rng.Float64()
		cfg.Search.Noise = rng.Float32() * 0.0999
		cfg.Search.Free = math.Ldexp(rng.NormFloat64(), rng.IntN(2000)-1000)
		cfg.Opponents = nil
		for range rng.IntN(3) {
			cfg.Opponents = append(cfg.Opponents, opponent{Name: texts[rng.IntN(len(texts))] + "y", Visits: uint16(1 + rng.IntN(1000))})
		}
		var out strings.Builder
		if err := Write(&out, &cfg); err != nil {
			t.Fatal(err)
		}
		got := defaults()
		if err := Parse("written.yaml", []byte(out.String()), nil, &got); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		if diff := cmp.Diff(cfg, got, cmp.AllowUnexported(run{})); diff != "" {
			t.Fatalf("-written +read:\n%s\n%s", diff, out.String())
		}
	}
}

func TestWriteWrapsComments(t *testing.T) {
	type long struct {
		A int `yaml:"a" range:"1..9" doc:"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"`
	}
	var out strings.Builder
	if err := Write(&out, long{A: 3}); err != nil {
		t.Fatal(err)
	}
	want := "# one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen\n" +
		"# eighteen; in 1..9\na: 3\n"
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

func TestWriteErrors(t *testing.T) {
	cfg := defaults()
	cfg.Search.Free = math.NaN()
	if err := Write(&strings.Builder{}, cfg); err == nil || err.Error() != "config: write search.free: NaN is not a finite number" {
		t.Errorf("NaN: %v", err)
	}
	cfg = defaults()
	cfg.Game = "\xff"
	if err := Write(&strings.Builder{}, cfg); err == nil || err.Error() != `config: write game: "\xff" is not valid UTF-8` {
		t.Errorf("UTF-8: %v", err)
	}
	full := errors.New("disk full")
	if err := Write(failing{full}, defaults()); !errors.Is(err, full) {
		t.Errorf("writer: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
