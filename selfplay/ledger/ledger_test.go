package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func newLedger(t *testing.T) *Ledger {
	t.Helper()
	l, err := Create(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// check compares what a query returned.
func check[T any](t *testing.T, what string, got T, err error, want T) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func testModel(iteration int, status Status) Model {
	m := Model{
		Iteration: iteration, Path: fmt.Sprintf("checkpoints/%d", iteration), SHA256: fmt.Sprintf("sum %d", iteration),
		Parameters: 1000, Steps: int64(iteration) * 500, Created: time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC), Status: status,
	}
	if iteration > 0 {
		parent := iteration - 1
		m.Parent = &parent
	}
	return m
}

func testShard(iteration int, first uint64) Shard {
	return Shard{
		Iteration: iteration, FirstGame: first, Games: 10, Plies: 300, Samples: 250, Bytes: 4096, SHA256: "sum",
		Path: fmt.Sprintf("shards/%d-%d", iteration, first),
	}
}

func TestFacts(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	got, err := l.Facts(ctx)
	check(t, "facts of a new ledger", got, err, map[string]string{})
	must(t, l.SetFacts(ctx, []Fact{{"game", "atimo-5x5"}, {"config", "a: 1\nb: ü\n"}}))
	must(t, l.SetFacts(ctx, []Fact{{"config", "a: 2\n"}, {"seed", "1"}}))
	got, err = l.Facts(ctx)
	check(t, "facts", got, err, map[string]string{"game": "atimo-5x5", "config": "a: 2\n", "seed": "1"})
}

func TestModels(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	if _, err := l.Champion(ctx); !errors.Is(err, ErrNotFound) {
		t.Errorf("champion of a new ledger: %v", err)
	}
	if _, err := l.LastIteration(ctx); !errors.Is(err, ErrNotFound) {
		t.Errorf("last iteration of a new ledger: %v", err)
	}
	first, second, third := testModel(0, Champion), testModel(1, Candidate), testModel(2, Candidate)
	must(t, l.AddTraining(ctx, first, nil))
	metrics := []Metric{{1, 0, "samples", 7}, {1, 100, "loss", 0.5}}
	must(t, l.AddTraining(ctx, second, metrics))
	must(t, l.AddTraining(ctx, third, nil))
	got, err := l.MetricsOf(ctx, 1)
	check(t, "metrics of the training", got, err, []Metric{metrics[1], metrics[0]})

	must(t, l.Promote(ctx, 1))
	must(t, l.Reject(ctx, 2))
	first.Status, second.Status, third.Status = Retired, Champion, Rejected
	models, err := l.Models(ctx)
	check(t, "models", models, err, []Model{first, second, third})
	champion, err := l.Champion(ctx)
	check(t, "champion", champion, err, second)
	model, err := l.Model(ctx, 2)
	check(t, "model 2", model, err, third)
	last, err := l.LastIteration(ctx)
	check(t, "last iteration", last, err, 2)
	must(t, l.AddShard(ctx, testShard(3, 0)))
	last, err = l.LastIteration(ctx)
	check(t, "last iteration with a newer shard", last, err, 3)
}

func TestCreatedDefaultsToNow(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	m := testModel(0, Candidate)
	m.Created = time.Time{}
	must(t, l.AddTraining(ctx, m, nil))
	got, err := l.Model(ctx, 0)
	if err != nil || time.Since(got.Created) > time.Minute {
		t.Errorf("created %v, %v", got.Created, err)
	}
}

// What must not be is refused, and leaves everything as it was.
func TestRefusals(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	must(t, l.AddTraining(ctx, testModel(0, Champion), []Metric{{0, 0, "x", 1}}))
	must(t, l.AddTraining(ctx, testModel(1, Candidate), nil))
	must(t, l.AddShard(ctx, testShard(1, 100)))
	id, err := l.StartMatch(ctx, Match{Kind: KindGate, Iteration: 1, A: "1", B: "0", Games: 4})
	must(t, err)
	must(t, l.AddMatchGames(ctx, []MatchGame{{Match: id, Seats: "AB", Result: Win}}))
	done, err := l.StartMatch(ctx, Match{Kind: KindMatch, A: "x", B: "y"})
	must(t, err)
	must(t, l.FinishMatch(ctx, done, "x is stronger"))

	bad := func(change func(*Model)) Model {
		m := testModel(5, Candidate)
		m.Parent = nil
		change(&m)
		return m
	}
	nine := 9
	for _, c := range []struct {
		name string
		err  error
		is   error
		want string
	}{
		{"model twice", l.AddTraining(ctx, testModel(1, Candidate), []Metric{{1, 1, "lost", 1}}), ErrExists, "model of iteration 1"},
		{"path twice", l.AddTraining(ctx, bad(func(m *Model) { m.Path = testModel(0, "").Path }), nil), ErrExists, "path"},
		{"two champions", l.AddTraining(ctx, bad(func(m *Model) { m.Status = Champion }), nil), ErrExists, "status"},
		{"no status", l.AddTraining(ctx, bad(func(m *Model) { m.Status = "" }), nil), nil, "status"},
		{"unborn parent", l.AddTraining(ctx, bad(func(m *Model) { m.Parent = &nine }), nil), nil, "parent"},
		{"NaN", l.AddTraining(ctx, testModel(2, Candidate), []Metric{{2, 3, "loss", math.NaN()}}), nil, `metric "loss" of iteration 2, step 3`},
		{"promote the champion", l.Promote(ctx, 0), nil, "status is"},
		{"promote nobody", l.Promote(ctx, 77), ErrNotFound, "promote model 77"},
		{"reject the champion", l.Reject(ctx, 0), nil, "status is champion"},
		{"shard twice", l.AddShard(ctx, testShard(1, 100)), ErrExists, "shards/1-100"},
		{"shard of the same first game", l.AddShard(ctx, Shard{Iteration: 1, FirstGame: 100, Games: 1, Bytes: 1, Path: "other"}), ErrExists, "other"},
		{"shard of the same file", l.AddShard(ctx, Shard{Iteration: 2, FirstGame: 100, Games: 1, Bytes: 1, Path: "shards/1-100"}), ErrExists, "path"},
		{"empty shard", l.AddShard(ctx, Shard{Iteration: 2, Bytes: 1, Path: "none"}), nil, "games > 0"},
		{"huge number", l.AddShard(ctx, Shard{FirstGame: math.MaxUint64, Games: 1, Bytes: 1, Path: "none"}), nil, "at most"},
		{"kind", second(l.StartMatch(ctx, Match{Kind: "duel"})), nil, "kind"},
		{"settings", second(l.StartMatch(ctx, Match{Kind: KindGate, Settings: "{"})), nil, "json"},
		{"half a pair twice", l.AddMatchGames(ctx, []MatchGame{{Match: id, Pair: 3, Result: Win}, {Match: id, Result: Loss}}), ErrExists, "pair 0, game 0"},
		{"game of no match", l.AddMatchGames(ctx, []MatchGame{{Match: 99, Result: Win}}), ErrNotFound, "match 99"},
		{"result", l.AddMatchGames(ctx, []MatchGame{{Match: id, Pair: 4, Result: "lost"}}), nil, "result"},
		{"game of a finished match", l.AddMatchGames(ctx, []MatchGame{{Match: done, Result: Win}}), nil, "is finished"},
		{"finish twice", l.FinishMatch(ctx, done, "again"), nil, "is finished"},
		{"gate that is none", l.FinishGate(ctx, done, "promoted", true), nil, "is finished"},
		{"metric", l.AddMetrics(ctx, []Metric{{0, 0, "x", 2}, {0, 0, "y", math.NaN()}}), nil, `"y"`},
	} {
		if c.err == nil || c.is != nil && !errors.Is(c.err, c.is) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %q", c.name, c.err, c.want)
		}
	}

	models, err := l.Models(ctx)
	check(t, "models", models, err, []Model{testModel(0, Champion), testModel(1, Candidate)})
	shards, err := l.Shards(ctx)
	check(t, "shards", shards, err, []Shard{testShard(1, 100)})
	games, err := l.MatchGames(ctx, id)
	check(t, "games", games, err, []MatchGame{{Match: id, Seats: "AB", Result: Win}})
	metrics, err := l.MetricNames(ctx)
	check(t, "metrics", metrics, err, []string{"x"})
	x, err := l.Metric(ctx, "x")
	check(t, "metric x", x, err, []Metric{{0, 0, "x", 1}})
}

func second[T any](_ T, err error) error { return err }

func TestShards(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	a, b, c := testShard(1, 0), testShard(1, 10), testShard(2, 20)
	c.FirstGame = math.MaxInt64
	for _, s := range []Shard{c, b, a} {
		must(t, l.AddShard(ctx, s))
	}
	all, err := l.Shards(ctx)
	check(t, "all shards", all, err, []Shard{a, b, c})
	some, err := l.ShardsOf(ctx, 1)
	check(t, "shards of iteration 1", some, err, []Shard{a, b})
	none, err := l.ShardsOf(ctx, 9)
	check(t, "shards of iteration 9", none, err, nil)
}

func TestMatches(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	started := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	gate := Match{Kind: KindGate, Iteration: 1, A: "candidate 1", B: "champion 0", Games: 40, Settings: `{"simulations":64}`, Started: started}
	other := Match{Kind: KindEvaluation, Iteration: 1, A: "1", B: "greedy", Games: 2, Started: started}
	var err error
	gate.ID, err = l.StartMatch(ctx, gate)
	must(t, err)
	other.ID, err = l.StartMatch(ctx, other)
	must(t, err)
	other.Settings = "{}"

	games := []MatchGame{
		{Match: gate.ID, Pair: 0, Game: 0, Seats: "AB", Opening: "a1 b2", Moves: "c3", Plies: 3, Outcome: 0, Result: Win, Ending: "three in a row", Seconds: 1.5},
		{Match: gate.ID, Pair: 0, Game: 1, Seats: "BA", Opening: "a1 b2", Moves: "c2 c3", Plies: 4, Outcome: 2, Result: Draw, Ending: "board full"},
		{Match: gate.ID, Pair: 1, Game: 2, Seats: "AB", Outcome: 1, Result: Loss, Forfeit: true, Ending: "crashed"},
		{Match: gate.ID, Pair: 1, Game: 3, Seats: "BA", Outcome: 2, Result: Truncated, Ending: "length limit"},
	}
	must(t, l.AddMatchGames(ctx, games[2:])) // pairs may come in any order
	must(t, l.AddMatchGames(ctx, games[:2]))
	got, err := l.MatchGames(ctx, gate.ID)
	check(t, "games", got, err, games)

	gate.Wins, gate.Draws, gate.Losses, gate.Truncated = 1, 1, 1, 1
	match, err := l.Match(ctx, gate.ID)
	check(t, "match under way", match, err, gate)
	if match.Played() != 4 {
		t.Errorf("%d games played, want 4", match.Played())
	}
	all, err := l.Matches(ctx)
	check(t, "all matches", all, err, []Match{gate, other})
	some, err := l.MatchesOf(ctx, KindEvaluation, 1)
	check(t, "evaluations", some, err, []Match{other})

	must(t, l.FinishMatch(ctx, gate.ID, "stronger"))
	match, err = l.Match(ctx, gate.ID)
	if err != nil || match.Verdict != "stronger" || time.Since(match.Finished) > time.Minute {
		t.Errorf("finished match is %+v, %v", match, err)
	}
	if _, err := l.Match(ctx, 99); !errors.Is(err, ErrNotFound) {
		t.Errorf("match 99: %v", err)
	}
}

func TestFinishGate(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	must(t, l.AddTraining(ctx, testModel(0, Champion), nil))
	for iteration, promoted := range map[int]bool{1: true, 2: false} {
		must(t, l.AddTraining(ctx, func() Model { m := testModel(iteration, Candidate); m.Parent = nil; return m }(), nil))
		id, err := l.StartMatch(ctx, Match{Kind: KindGate, Iteration: iteration})
		must(t, err)
		must(t, l.FinishGate(ctx, id, "verdict", promoted))
		if m, err := l.Match(ctx, id); err != nil || m.Finished.IsZero() {
			t.Errorf("gate %d: %+v, %v", iteration, m, err)
		}
	}
	var statuses []Status
	models, err := l.Models(ctx)
	must(t, err)
	for _, m := range models {
		statuses = append(statuses, m.Status)
	}
	check(t, "statuses", statuses, nil, []Status{Retired, Champion, Rejected})

	// Nothing of it happens if the candidate is none.
	id, err := l.StartMatch(ctx, Match{Kind: KindGate, Iteration: 2})
	must(t, err)
	if err := l.FinishGate(ctx, id, "promoted", true); err == nil || !strings.Contains(err.Error(), "rejected") {
		t.Errorf("promoting a rejected model: %v", err)
	}
	if m, err := l.Match(ctx, id); err != nil || !m.Finished.IsZero() {
		t.Errorf("the gate is finished all the same: %+v, %v", m, err)
	}
	if champion, err := l.Champion(ctx); err != nil || champion.Iteration != 1 {
		t.Errorf("champion is %+v, %v", champion, err)
	}
}

func TestMetrics(t *testing.T) {
	l, ctx := newLedger(t), t.Context()
	must(t, l.AddMetrics(ctx, []Metric{{2, 10, "loss", 3}, {1, 20, "loss", 2}, {1, 10, "loss", 1}, {1, 0, "b", math.Inf(1)}}))
	must(t, l.AddMetrics(ctx, []Metric{{1, 20, "loss", 2.5}})) // done again
	got, err := l.Metric(ctx, "loss")
	check(t, "loss", got, err, []Metric{{1, 10, "loss", 1}, {1, 20, "loss", 2.5}, {2, 10, "loss", 3}})
	got, err = l.MetricsOf(ctx, 1)
	check(t, "iteration 1", got, err, []Metric{{1, 0, "b", math.Inf(1)}, {1, 10, "loss", 1}, {1, 20, "loss", 2.5}})
	names, err := l.MetricNames(ctx)
	check(t, "names", names, err, []string{"b", "loss"})
}

func TestCreateOpenView(t *testing.T) {
	ctx := t.Context()
	dir := filepath.Join(t.TempDir(), "100% of a?b#c & ü") // nothing in a path may be taken for syntax
	must(t, os.Mkdir(dir, 0o777))
	if _, err := View(ctx, dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("View without a ledger: %v", err)
	}
	l, err := Create(ctx, dir)
	must(t, err)
	must(t, l.SetFacts(ctx, []Fact{{"game", "x"}}))
	if _, err := Create(ctx, dir); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Create over a ledger: %v", err)
	}

	// Somebody looks on while the run works.
	view, err := View(ctx, dir)
	must(t, err)
	must(t, l.SetFacts(ctx, []Fact{{"seed", "1"}}))
	facts, err := view.Facts(ctx)
	check(t, "facts seen from outside", facts, err, map[string]string{"game": "x", "seed": "1"})
	if err := view.SetFacts(ctx, []Fact{{"game", "y"}}); err == nil {
		t.Error("a view could write")
	}
	must(t, view.Close())
	must(t, l.Close())

	// After closing, the ledger is one file.
	entries, err := os.ReadDir(dir)
	must(t, err)
	if len(entries) != 1 || entries[0].Name() != FileName {
		t.Errorf("the directory holds %v", entries)
	}
	l, err = Open(ctx, dir)
	must(t, err)
	facts, err = l.Facts(ctx)
	check(t, "facts after opening again", facts, err, map[string]string{"game": "x", "seed": "1"})
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "10000"} {
		var got string
		if err := l.db.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", pragma, got, want, err)
		}
	}
	must(t, l.Close())
}

func TestOpenMakesALedger(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), nil, 0o666); err != nil { // a creation that was interrupted
		t.Fatal(err)
	}
	l, err := Open(t.Context(), dir)
	must(t, err)
	must(t, l.AddTraining(t.Context(), testModel(0, Champion), nil))
	must(t, l.Close())
}

// Files that are not for this program are refused and stay as they are.
func TestForeignFiles(t *testing.T) {
	statement := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			t.Helper()
			db, err := sql.Open("sqlite", "file:"+url.PathEscape(path))
			must(t, err)
			_, err = db.Exec(text)
			must(t, err)
			must(t, db.Close())
		}
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"text", func(t *testing.T, path string) {
			must(t, os.WriteFile(path, []byte(strings.Repeat("no database\n", 100)), 0o666))
		}, "file of another kind"},
		{"another program's", statement("CREATE TABLE songs (title TEXT)"), "SQLite file of another program"},
		{"another program's with an id", statement("PRAGMA application_id = 7; CREATE TABLE songs (title TEXT)"), "application id 0x7, expected 0x4770666c"},
		{"a newer program's", statement(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(schema)+1)),
			fmt.Sprintf("schema version %d, this program knows only up to %d", len(schema)+1, len(schema))},
		{"a directory", func(t *testing.T, path string) { must(t, os.Mkdir(path, 0o777)) }, "open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			c.make(t, path)
			before, _ := os.ReadFile(path) // fails for the directory only
			for name, open := range map[string]func(context.Context, string) (*Ledger, error){"Open": Open, "Create": Create, "View": View} {
				_, err := open(t.Context(), dir)
				if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
					t.Errorf("%s: error is %v, want %q", name, err, c.want)
				}
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the file has changed")
			}
		})
	}
}

func TestCancelledContext(t *testing.T) {
	l := newLedger(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.AddTraining(ctx, testModel(0, Champion), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	must(t, l.AddTraining(t.Context(), testModel(0, Champion), nil))
}
