package matchbook

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
)

func newLedger(t *testing.T) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Create(t.Context(), t.TempDir())
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

func random(g *game.Game) Contender { return Contender{arena.Random(g), "random"} }

func greedy(g *game.Game) Contender { return Contender{arena.Greedy(g), "greedy"} }

// asked is a match of some pairs that somebody asks for.
func asked(pairs int) Match {
	return Match{Kind: ledger.KindMatch, Settings: arena.Settings{Pairs: pairs, Seed: 7, OpeningMax: 2, Lanes: 2, Slots: 3}}
}

func mustPlay(t *testing.T, l *ledger.Ledger, g *game.Game, m Match, a, b Contender) *arena.Result {
	t.Helper()
	r, err := Play(t.Context(), l, g, m, a, b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// diff compares games in all but the time they took.
func diff(got, want []arena.GameResult) string {
	return cmp.Diff(want, got, cmpopts.IgnoreFields(arena.GameResult{}, "Seconds"), cmpopts.IgnoreFields(arena.Thought{}, "Seconds"))
}

// only returns the only match of a ledger.
func only(t *testing.T, l *ledger.Ledger) ledger.Match {
	t.Helper()
	matches, err := l.Matches(t.Context())
	if err != nil || len(matches) != 1 {
		t.Fatalf("%d matches, %v; want 1", len(matches), err)
	}
	return matches[0]
}

// TestKeptGamesAreThoseOfTheMatch for games of all kinds: what is read from the ledger is what was played.
func TestKeptGamesAreThoseOfTheMatch(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.TinyDice, atimo.Four, ataxx.Size4} {
		l := newLedger(t)
		r := mustPlay(t, l, g, asked(3), random(g), greedy(g))
		m := only(t, l)
		if m.Finished.IsZero() || m.Game != g.Name || m.RulesVersion != g.Version || m.PlayerA != "random" || m.PlayerB != "greedy" {
			t.Errorf("the match is %+v", m)
		}
		games, err := Games(t.Context(), l, g, &m)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(games, r.Games); d != "" {
			t.Errorf("%s: %s", g.Name, d)
		}
		rows, err := l.MatchGames(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			if outcome, err := Outcome(g, &rows[i]); err != nil || outcome != r.Games[i].Outcome || rows[i].Plies != r.Games[i].Plies {
				t.Errorf("game %d: outcome %d (%v) after %d plies, want %d after %d", i, outcome, err, rows[i].Plies, r.Games[i].Outcome, r.Games[i].Plies)
			}
			rows[i].Plies, rows[i].Outcome = 0, 0 // as the first program left them
			if outcome, err := Outcome(g, &rows[i]); err != nil || outcome != r.Games[i].Outcome {
				t.Errorf("game %d: outcome by its moves %d (%v), want %d", i, outcome, err, r.Games[i].Outcome)
			}
		}
	}
}

// TestInterruptedMatchGoesOn: at whatever pair it is stopped, it ends as if it had not been.
func TestInterruptedMatchGoesOn(t *testing.T) {
	g := gametest.Tiny
	want := mustPlay(t, newLedger(t), g, asked(12), random(g), greedy(g))
	l := newLedger(t)
	for stops := 1; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		m, fresh := asked(12), 0
		m.Settings.Progress = func(int, int) {
			if fresh++; fresh == 7 {
				cancel()
			}
		}
		r, err := Play(ctx, l, g, m, random(g), greedy(g))
		cancel()
		if err == nil {
			if d := diff(r.Games, want.Games); d != "" || r.Record != want.Record {
				t.Errorf("after %d stops: %s", stops, d)
			}
			break
		}
		if !errors.Is(err, context.Canceled) || stops > 50 {
			t.Fatal(err)
		}
		if m := only(t, l); !m.Finished.IsZero() {
			t.Error("an interrupted match is finished")
		}
	}
	if m := only(t, l); m.Finished.IsZero() || m.Verdict != want.Score.Percent() || m.Played() != 24 {
		t.Errorf("the match is %+v", m)
	}
}

// TestMatchAskedForAgain is not played again; a longer one goes on, a shorter one is the beginning.
func TestMatchAskedForAgain(t *testing.T) {
	g, l := gametest.Tiny, newLedger(t)
	played := 0
	play := func(pairs int) []arena.GameResult {
		t.Helper()
		played = 0
		m := asked(pairs)
		m.Settings.Progress = func(int, int) { played++ }
		return mustPlay(t, l, g, m, random(g), greedy(g)).Games
	}
	long := mustPlay(t, newLedger(t), g, asked(9), random(g), greedy(g)).Games
	for _, c := range []struct{ pairs, played, planned int }{{4, 8, 8}, {4, 0, 8}, {2, 0, 8}, {9, 10, 18}, {3, 0, 18}} {
		if d := diff(play(c.pairs), long[:2*c.pairs]); d != "" || played != c.played {
			t.Errorf("%d pairs: %d games played, want %d: %s", c.pairs, played, c.played, d)
		}
		if m := only(t, l); m.Games != c.planned || m.Finished.IsZero() {
			t.Errorf("after %d pairs the match is %+v", c.pairs, m)
		}
	}
}

// TestOtherMatchesAreOthers: who plays, from what, and by what terms makes the match; what a player is called does not.
func TestOtherMatchesAreOthers(t *testing.T) {
	g, l := gametest.Tiny, newLedger(t)
	mustPlay(t, l, g, asked(1), random(g), greedy(g))
	renamed := random(g)
	renamed.Name = "dice"
	mustPlay(t, l, g, asked(1), renamed, greedy(g))
	only(t, l)

	changed := greedy(g)
	changed.Identity = "greedy of another kind"
	loaded := random(g)
	loaded.Identity = "random with loaded dice"
	seed, opening, condition, given := asked(1), asked(1), asked(1), asked(1)
	seed.Settings.Seed++
	opening.Settings.OpeningMax++
	condition.Conditions = "in the rain"
	given.Settings.Openings = []arena.Opening{{}}
	for i, f := range []func(){
		func() { mustPlay(t, l, g, asked(1), random(g), changed) },
		func() { mustPlay(t, l, g, asked(1), loaded, greedy(g)) },
		func() { mustPlay(t, l, g, asked(1), greedy(g), random(g)) },
		func() { mustPlay(t, l, g, seed, random(g), greedy(g)) },
		func() { mustPlay(t, l, g, opening, random(g), greedy(g)) },
		func() { mustPlay(t, l, g, condition, random(g), greedy(g)) },
		func() { mustPlay(t, l, g, given, random(g), greedy(g)) },
		func() { mustPlay(t, l, gametest.Tiny3, asked(1), random(gametest.Tiny3), greedy(gametest.Tiny3)) },
	} {
		f()
		if matches, err := l.Matches(t.Context()); err != nil || len(matches) != i+2 {
			t.Errorf("change %d: %d matches, %v; want %d", i, len(matches), err, i+2)
		}
	}
}

// TestStoppedEarly: a match that a test has decided is decided the same way when it is asked for again, and can be played on.
func TestStoppedEarly(t *testing.T) {
	g, l := gametest.Tiny, newLedger(t)
	m := asked(9)
	m.Settings.Stop = func(r *arena.Result) bool { return r.Pairs == 3 }
	for range 2 {
		if r := mustPlay(t, l, g, m, random(g), greedy(g)); !r.Stopped || r.Pairs != 3 {
			t.Errorf("stopped is %v after %d pairs", r.Stopped, r.Pairs)
		}
		if m := only(t, l); m.Finished.IsZero() || m.Played() != 6 {
			t.Errorf("the match is %+v", m)
		}
	}
	m.Settings.Stop = nil
	if r := mustPlay(t, l, g, m, random(g), greedy(g)); r.Pairs != 9 {
		t.Errorf("played on, it has %d pairs", r.Pairs)
	}
}

// quitter gives up at its second move.
type quitter struct{ arena.Agent }

func (q quitter) Choose(ctx context.Context, slots []int, states []game.State, out []game.Action) error {
	if err := q.Agent.Choose(ctx, slots, states, out); err != nil {
		return err
	}
	for i := range out {
		if !strings.HasPrefix(gametest.Tiny.Notation.FormatState(states[i]), "...") {
			out[i] = game.NoAction
		}
	}
	return nil
}

func (quitter) Forfeit(int) string { return "had enough" }

func TestForfeitsAreKept(t *testing.T) {
	g, l := gametest.Tiny, newLedger(t)
	q := random(g)
	steady := q.New
	q.New = func(slots int) (arena.Agent, error) {
		agent, err := steady(slots)
		return quitter{agent}, err
	}
	q.Name, q.Identity = "quitter", "quitter"
	first := mustPlay(t, l, g, asked(5), q, greedy(g))
	if first.Forfeits[arena.A] == 0 {
		t.Fatal("nothing was forfeited")
	}
	if again := mustPlay(t, l, g, asked(5), q, greedy(g)); diff(again.Games, first.Games) != "" || again.Forfeits != first.Forfeits {
		t.Errorf("%v forfeits, want %v: %s", again.Forfeits, first.Forfeits, diff(again.Games, first.Games))
	}
}

// TestPairsAreWhole: however results are written, no pair is ever there in part.
func TestPairsAreWhole(t *testing.T) {
	g, l := atimo.Four, newLedger(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m := asked(3)
	finished := 0
	m.Settings.Progress = func(int, int) {
		if finished++; finished == arena.PairGames(g)+3 {
			cancel()
		}
	}
	if _, err := Play(ctx, l, g, m, random(g), greedy(g)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	rows, err := l.MatchGames(t.Context(), only(t, l).ID)
	if err != nil || len(rows)%arena.PairGames(g) != 0 {
		t.Errorf("%d games are there, %v; want whole pairs of %d", len(rows), err, arena.PairGames(g))
	}
}

func TestReadsTamperedRows(t *testing.T) {
	g, l := gametest.Tiny, newLedger(t)
	mustPlay(t, l, g, asked(1), random(g), greedy(g))
	rows, err := l.MatchGames(t.Context(), only(t, l).ID)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(row *ledger.MatchGame){
		"ply 1: move \"z9\"":     func(row *ledger.MatchGame) { row.Moves = "z9" },
		"opening: ply 1":         func(row *ledger.MatchGame) { row.Opening = "z9" },
		"after the end":          func(row *ledger.MatchGame) { row.Moves += " pass" },
		"not over after its":     func(row *ledger.MatchGame) { row.Moves, row.MoveSeconds = "", "" },
		"times and 0 values for": func(row *ledger.MatchGame) { row.MoveSeconds += " 1" },
		"\"soon\" is no number": func(row *ledger.MatchGame) {
			row.MoveSeconds = "soon" + strings.Repeat(" 1", strings.Count(row.Moves, " "))
		},
		"position \"nowhere\"": func(row *ledger.MatchGame) { row.Start = "nowhere" },
		"value of move 1: \"much\"": func(row *ledger.MatchGame) {
			row.MoveValues = "much" + strings.Repeat(" -", strings.Count(row.Moves, " "))
		},
	} {
		row := rows[0]
		spoil(&row)
		if _, err := FromRow(g, &row); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func FuzzFromRow(f *testing.F) {
	f.Add("", "Ca1 Cb2", "Ma3", "0.1", "0.5", "AB")
	f.Add("5/5/5/5/5 a 0,0 0", "", "", "", "", "BA")
	g := atimo.Small
	f.Fuzz(func(t *testing.T, start, opening, moves, seconds, values, seats string) {
		row := ledger.MatchGame{Start: start, Opening: opening, Moves: moves, MoveSeconds: seconds, MoveValues: values, Seats: seats}
		r, err := FromRow(g, &row)
		if err != nil || r.Verify(g) != nil {
			return
		}
		again, err := toRow(g, 0, &r)
		if err != nil {
			t.Fatalf("a game that was read cannot be written: %v", err)
		}
		if back, err := FromRow(g, &again); err != nil || !slices.Equal(back.Moves, r.Moves) || back.Outcome != r.Outcome {
			t.Errorf("%+v becomes %+v, %v", r, back, err)
		}
	})
}

func TestNetIdentities(t *testing.T) {
	s := arena.NetSettings{Simulations: 5, LCB: true, Batch: 3}
	s.Search.CPUCTInit = 1.5
	got := Net("abc", s, nil)
	if want := `{"LCB":true,"Search":{"CPUCTInit":1.5},"Simulations":5,"net":"abc"}`; got != want {
		t.Errorf("identity %s, want %s", got, want)
	}
	s.Batch = 9
	if Net("abc", s, map[string]any{"threads": 0, "symmetry": ""}) != got {
		t.Error("the size of batches, or what was not said, makes another player")
	}
	for _, other := range []string{Net("abd", s, nil), Net("abc", s, map[string]any{"symmetry": "average"}), Net("abc", s, map[string]any{"threads": 2})} {
		if other == got {
			t.Errorf("%s is not told apart", other)
		}
	}
}
