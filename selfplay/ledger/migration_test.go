package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// version1 makes a directory with the ledger of a run of the first program: two gates and two evaluations at atimo-5x5.
func version1(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	data, err := os.ReadFile(filepath.Join("testdata", "version1.sqlite"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, FileName), data, 0o666))
	return dir
}

// Ledgers that people keep must always read.
func TestOldLedgerReads(t *testing.T) {
	ctx := t.Context()
	l, err := View(ctx, version1(t))
	must(t, err)
	defer func() { must(t, l.Close()) }()
	matches, err := l.Matches(ctx)
	must(t, err)
	if len(matches) != 4 {
		t.Fatalf("%d matches, want 4", len(matches))
	}
	for i, m := range matches {
		if m.Game != "atimo-5x5" || m.RulesVersion != 1 || m.PlayerA != "" || m.PlayerB != "" || m.Finished.IsZero() {
			t.Errorf("match %d is %+v", i, m)
		}
		games, err := l.MatchGames(ctx, m.ID)
		must(t, err)
		if len(games) != m.Played() || len(games) == 0 {
			t.Errorf("match %d has %d games, and counts %d", i, len(games), m.Played())
		}
		for _, g := range games {
			if g.Moves == "" || g.Ending == "" || g.Start != "" || g.MoveSeconds != "" || g.MoveValues != "" {
				t.Errorf("match %d: game %+v", i, g)
			}
		}
	}
	if m := matches[3]; m.B != "greedy" || m.Wins != 3 || m.Losses != 1 {
		t.Errorf("the last match is %+v", m)
	}
	champion, err := l.Champion(ctx)
	must(t, err)
	if champion.Iteration != 0 || len(champion.SHA256) != 64 {
		t.Errorf("the champion is %+v", champion)
	}
}

// A run that is going on must not have its ledger changed under it.
func TestOldLedgerInUse(t *testing.T) {
	dir := version1(t)
	lock, err := Lock(dir)
	must(t, err)
	var locked *LockedError
	if _, err := View(t.Context(), dir); !errors.As(err, &locked) || !strings.Contains(err.Error(), "schema version 1") {
		t.Errorf("error %v, want that it is in use", err)
	}
	must(t, lock.Unlock())
	l, err := View(t.Context(), dir)
	must(t, err)
	must(t, l.Close())
}

func TestPlayersAndReopening(t *testing.T) {
	ctx := t.Context()
	l := newLedger(t)
	m := Match{Kind: KindMatch, A: "one", B: "two", PlayerA: "net 1", PlayerB: "net 2", Game: "g", RulesVersion: 3, Games: 2}
	id, err := l.StartMatch(ctx, m)
	must(t, err)
	renamed := m
	renamed.A, renamed.B = "two", "uno"
	renamed.PlayerA, renamed.PlayerB = m.PlayerB, m.PlayerA
	_, err = l.StartMatch(ctx, renamed)
	must(t, err)
	var players string
	must(t, l.db.QueryRowContext(ctx, "SELECT group_concat(identity || ' is ' || name, ', ') FROM players").Scan(&players))
	if players != "net 1 is one, net 2 is two" {
		t.Errorf("players are %s", players)
	}
	must(t, l.AddMatchGames(ctx, []MatchGame{{
		Match: id, Seats: "AB", Start: "p", Opening: "o", Moves: "m n", MoveSeconds: "1 2", MoveValues: "- 0.5", Outcome: 1, Result: Loss, Forfeit: true,
	}}))
	games, err := l.MatchGames(ctx, id)
	check(t, "games", games, err, []MatchGame{{
		Match: id, Seats: "AB", Start: "p", Opening: "o", Moves: "m n", MoveSeconds: "1 2", MoveValues: "- 0.5", Outcome: 1, Result: Loss, Forfeit: true,
	}})
	must(t, l.FinishMatch(ctx, id, "done"))
	must(t, l.ReopenMatch(ctx, id, 4))
	got, err := l.Match(ctx, id)
	must(t, err)
	if got.Games != 4 || !got.Finished.IsZero() || got.Verdict != "" || got.Losses != 1 ||
		got.PlayerA != "net 1" || got.PlayerB != "net 2" || got.Game != "g" || got.RulesVersion != 3 {
		t.Errorf("reopened, the match is %+v", got)
	}
	must(t, l.ReopenMatch(ctx, id, 2))
	if got, err := l.Match(ctx, id); err != nil || got.Games != 4 {
		t.Errorf("reopened with fewer games it has %d, %v", got.Games, err)
	}
	if err := l.ReopenMatch(ctx, 99, 2); !errors.Is(err, ErrNotFound) {
		t.Errorf("match 99: %v", err)
	}
}
