package ladder

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/catalog"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

// kept makes a directory with a ledger of the given schema version, from a file that stays as it is: version 1 has a run at
// atimo-5x5; version 2 has matches at ataxx-4x4, one of a player against itself and one from given positions among them, at
// atimo-9x9-4p and at xima-dice.
func kept(t *testing.T, version string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "ledger", "testdata", "version"+version+".sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ledger.FileName), data, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func mustMake(t *testing.T, o Options, dirs ...string) []*Ladder {
	t.Helper()
	o.Find = catalog.ByName
	ladders, notes, err := Make(t.Context(), dirs, o)
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	return ladders
}

// TestGolden compares all forms of the same ladders with files.
func TestGolden(t *testing.T) {
	ladders := mustMake(t, Options{}, kept(t, "2"))
	each := func(write func(*Ladder, io.Writer) error) func(io.Writer) error {
		return func(w io.Writer) error {
			for _, l := range ladders {
				if err := write(l, w); err != nil {
					return err
				}
			}
			return nil
		}
	}
	for file, write := range map[string]func(io.Writer) error{
		"ladder.txt": each(func(l *Ladder, w io.Writer) error { return l.WriteText(w, true) }),
		"ladder.md":  each(func(l *Ladder, w io.Writer) error { return l.WriteMarkdown(w, true) }),
		"ladder.csv": func(w io.Writer) error { return WriteCSV(w, ladders) },
		"ladder.svg": func(w io.Writer) error { return WriteSVG(w, ladders) },
		"games.txt":  each((*Ladder).WriteGames),
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", file)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s is another one; look at what -update makes of it:\n%s", file, b.String())
		}
	}
}

func TestCSVReads(t *testing.T) {
	ladders := mustMake(t, Options{}, kept(t, "2"), kept(t, "1"))
	var b bytes.Buffer
	if err := WriteCSV(&b, ladders); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	players := 0
	for _, l := range ladders {
		players += len(l.Entries)
	}
	if len(rows) != players+1 || len(ladders) != 4 {
		t.Errorf("%d rows for %d players of %d games", len(rows), players, len(ladders))
	}
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(mustMake(t, Options{}, kept(t, "2"))[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"game":"ataxx-4x4"`, `"entries":[{"name":"`, `"superiority":[[`, `"identities":{`, `"seats":[{"name":"x","wins":`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// TestOptions: what is read can be narrowed down, and a ledger that is named twice counts once.
func TestOptions(t *testing.T) {
	dir := kept(t, "2")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	one := mustMake(t, Options{Game: "ataxx-4x4"}, dir, link, dir+"/.")
	if len(one) != 1 || one[0].Games != 40 {
		t.Errorf("%d ladders, the first of %d games; want 1 of 40", len(one), one[0].Games)
	}
	two := mustMake(t, Options{Game: "ataxx-4x4", Players: []string{"random", "greedy"}}, dir)
	if len(two[0].Entries) != 2 || two[0].Games != 6 {
		t.Errorf("of two players, the ladder has %d and %d games", len(two[0].Entries), two[0].Games)
	}
	anchored := mustMake(t, Options{Anchor: "mcts:simulations=8"}, dir)
	if anchored[0].Anchors[0] != "mcts:simulations=8" || anchored[1].Anchors[0] != "random" {
		t.Errorf("the anchors are %v and %v", anchored[0].Anchors, anchored[1].Anchors)
	}
	o := Options{Anchor: "nobody", Find: catalog.ByName}
	if _, _, err := Make(t.Context(), []string{dir}, o); err == nil || !strings.Contains(err.Error(), `"nobody" is none`) {
		t.Errorf("another anchor: %v", err)
	}
	if _, _, err := Make(t.Context(), []string{t.TempDir()}, Options{Find: catalog.ByName}); err == nil {
		t.Error("a directory without a ledger is read")
	}
}

// TestOldRun: the matches of a run by the first program are rated, and checkpoints that searched in several ways are told apart.
func TestOldRun(t *testing.T) {
	l := mustMake(t, Options{}, kept(t, "1"))[0]
	var b strings.Builder
	if err := l.WriteText(&b, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"atimo-5x5: 6 players, 12 games in 4 matches", "iteration-0000 (temperature 0) ", "iteration-0000 (temperature 0.25) ",
		"2 groups of players have not met", "random ",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing:\n%s", want, b.String())
		}
	}
}

func newLedger(t *testing.T) (l *ledger.Ledger, dir string) {
	t.Helper()
	dir = t.TempDir()
	l, err := ledger.Create(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l, dir
}

func play(t *testing.T, l *ledger.Ledger, g *game.Game, a, b matchbook.Contender, conditions any) {
	t.Helper()
	m := matchbook.Match{Kind: ledger.KindMatch, Conditions: conditions, Settings: arena.Settings{Pairs: 2, Seed: 1, OpeningMin: 2, OpeningMax: 2}}
	if _, err := matchbook.Play(context.Background(), l, g, m, a, b); err != nil {
		t.Fatal(err)
	}
}

func called(name, identity string, p arena.Player) matchbook.Contender {
	p.Name = name
	return matchbook.Contender{Player: p, Identity: identity}
}

// TestNames: the same player under two names is one, two under the same name are two, and repeated games are found.
func TestNames(t *testing.T) {
	g := ataxx.Size4
	l, dir := newLedger(t)
	random := called("random", "random", arena.Random(g))
	play(t, l, g, called("net", `{"net":"aaaabbbbcccc","Simulations":5}`, arena.Greedy(g)), random, nil)
	play(t, l, g, called("net", `{"net":"ddddeeeeffff","Simulations":5}`, arena.Greedy(g)), random, nil)
	play(t, l, g, called("x", "1", arena.Greedy(g)), random, nil)
	play(t, l, g, random, called("x", "2", arena.Greedy(g)), nil)
	play(t, l, g, called("later", "random", arena.Random(g)), called("greedy", "greedy", arena.Greedy(g)), 1)
	play(t, l, g, called("soon", "random", arena.Random(g)), called("greedy", "greedy", arena.Greedy(g)), 2)
	ladder := mustMake(t, Options{}, dir)[0]
	want := map[string]string{
		"net (net aaaabbbb)": `{"net":"aaaabbbbcccc","Simulations":5}`, "net (net ddddeeee)": `{"net":"ddddeeeeffff","Simulations":5}`,
		"random": "random", "greedy": "greedy", "x#6b86b273": "1", "x#d4735e3a": "2",
	}
	if len(ladder.Identities) != len(want) {
		t.Errorf("players are %v", ladder.Identities)
	}
	for name, identity := range want {
		if ladder.Identities[name] != identity {
			t.Errorf("%s is %q, want %q", name, ladder.Identities[name], identity)
		}
	}
	if ladder.DuplicateGames != 4 {
		t.Errorf("%d duplicate games, want those of the last match", ladder.DuplicateGames)
	}
}

// TestLeftOut: what this program cannot read is said, and does not spoil the rest.
func TestLeftOut(t *testing.T) {
	g := *ataxx.Size4
	l, dir := newLedger(t)
	play(t, l, &g, called("a", "a", arena.Random(&g)), called("b", "b", arena.Greedy(&g)), nil)
	g.Version++
	play(t, l, &g, called("a", "a", arena.Random(&g)), called("b", "b", arena.Greedy(&g)), nil)
	if _, err := l.StartMatch(t.Context(), ledger.Match{Kind: ledger.KindMatch, A: "a", B: "b"}); err != nil {
		t.Fatal(err)
	}
	ladders, notes, err := Make(t.Context(), []string{dir}, Options{Find: catalog.ByName})
	if err != nil || len(ladders) != 1 || ladders[0].Games != 4 {
		t.Fatalf("%d ladders, %v", len(ladders), err)
	}
	if len(notes) != 2 || !strings.Contains(notes[0], "version 2 of the rules of ataxx-4x4") || !strings.Contains(notes[1], "what game") {
		t.Errorf("notes are %q", notes)
	}
}

// TestDamagedRows: what no program of ours has written is an error that says where it is.
func TestDamagedRows(t *testing.T) {
	for want, row := range map[string]ledger.MatchGame{
		"seats are \"ABA\"": {Seats: "ABA", Plies: 3, Outcome: 1, Result: ledger.Win},
		"seats are \"AC\"":  {Seats: "AC", Plies: 3, Outcome: 1, Result: ledger.Win},
		"outcome 7":         {Seats: "AB", Plies: 3, Outcome: 7, Result: ledger.Win},
		"pair 0, game 0":    {Seats: "AB", Moves: "z9", Result: ledger.Win},
	} {
		l, dir := newLedger(t)
		id, err := l.StartMatch(t.Context(), ledger.Match{
			Kind: ledger.KindMatch, A: "a", B: "b", PlayerA: "a", PlayerB: "b", Game: "ataxx-4x4", RulesVersion: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		row.Match = id
		if err := l.AddMatchGames(t.Context(), []ledger.MatchGame{row}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Make(t.Context(), []string{dir}, Options{Find: catalog.ByName}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
