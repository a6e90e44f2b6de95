package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gipfel/game/gametest"
	"gipfel/selfplay/arena"
	"gipfel/selfplay/ledger"
	"gipfel/selfplay/matchbook"
)

var g = gametest.Tiny

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

// field returns players with these names, which are their identities, too. All of them play at random.
func field(names ...string) []matchbook.Contender {
	var players []matchbook.Contender
	for _, name := range names {
		p := arena.Random(g)
		p.Name = name
		players = append(players, matchbook.Contender{Player: p, Identity: name})
	}
	return players
}

func settings() Settings {
	return Settings{Match: arena.Settings{Pairs: 2, Seed: 3, OpeningMax: 2, Lanes: 2, Slots: 2}}
}

// contents sums up the matches of a ledger: "a-b 4, a-c 4".
func contents(t *testing.T, l *ledger.Ledger) string {
	t.Helper()
	matches, err := l.Matches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range matches {
		list = append(list, fmt.Sprintf("%s-%s %d", m.A, m.B, m.Played()))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func mustPlay(t *testing.T, l *ledger.Ledger, s Settings, players ...string) []*arena.Result {
	t.Helper()
	results, err := Play(t.Context(), l, g, s, field(players...))
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestPairings(t *testing.T) {
	for _, c := range []struct {
		players  int
		gauntlet bool
		want     string
	}{
		{2, false, "[{0 1}]"}, {4, false, "[{0 1} {0 2} {0 3} {1 2} {1 3} {2 3}]"}, {4, true, "[{0 1} {0 2} {0 3}]"},
	} {
		if got := fmt.Sprint(Pairings(c.players, c.gauntlet)); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestRoundRobinGrows: rounds, players and the order of players can be changed, and only what is missing is played.
func TestRoundRobinGrows(t *testing.T) {
	l, s := newLedger(t), settings()
	last := 0
	s.Progress = func(finished, planned int) {
		if finished < last || finished > planned {
			t.Errorf("progress goes from %d to %d of %d", last, finished, planned)
		}
		last = finished
	}
	s.Match.Progress = func(int, int) { t.Error("the match's own progress is used") }
	results := mustPlay(t, l, s, "a", "b", "c")
	if got := contents(t, l); got != "a-b 4, a-c 4, b-c 4" || len(results) != 3 || last != 12 {
		t.Errorf("matches are %s, %d results, progress %d", got, len(results), last)
	}
	for i := range results {
		for j := range results[i].Games {
			if !slices.Equal(results[i].Games[j].Opening, results[0].Games[j].Opening) {
				t.Errorf("game %d of pairing %d has an opening of its own", j, i)
			}
		}
	}
	last = 0
	mustPlay(t, l, s, "d", "c", "a", "b")
	if got := contents(t, l); got != "a-b 4, a-c 4, b-c 4, d-a 4, d-b 4, d-c 4" || last != 24 {
		t.Errorf("with one more, matches are %s, progress %d", got, last)
	}
	last, s.Rounds = 0, 3
	mustPlay(t, l, s, "a", "b")
	if got := contents(t, l); got != "a-b 12, a-c 4, b-c 4, d-a 4, d-b 4, d-c 4" || last != 12 {
		t.Errorf("after three rounds, matches are %s, progress %d", got, last)
	}
	s.Gauntlet, s.Rounds, last = true, 1, 0
	mustPlay(t, l, s, "e", "a", "b")
	if got := contents(t, l); got != "a-b 12, a-c 4, b-c 4, d-a 4, d-b 4, d-c 4, e-a 4, e-b 4" || last != 8 {
		t.Errorf("after a gauntlet, matches are %s, progress %d", got, last)
	}
}

// TestInterruptedTournament ends as one that was not interrupted, and its pairings grow evenly.
func TestInterruptedTournament(t *testing.T) {
	want := mustPlay(t, newLedger(t), Settings{Match: settings().Match, Rounds: 3}, "a", "b", "c")
	l := newLedger(t)
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		s := settings()
		s.Rounds = 3
		before, first := 0, true
		s.Progress = func(finished, _ int) {
			if first {
				before, first = finished, false
			}
			if finished >= 5*(stops+1) && finished > before {
				cancel()
			}
		}
		results, err := Play(ctx, l, g, s, field("a", "b", "c"))
		cancel()
		if err == nil {
			for i := range want {
				if results[i].Record != want[i].Record {
					t.Errorf("pairing %d: %v, want %v", i, results[i].Record, want[i].Record)
				}
			}
			if stops < 3 {
				t.Errorf("it was stopped %d times only", stops)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || stops > 50 {
			t.Fatal(err)
		}
		matches, err := l.Matches(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range matches {
			if len(matches) == 3 && matches[0].Played()-m.Played() > 4 {
				t.Errorf("after %d stops: %s", stops, contents(t, l))
			}
		}
	}
}

func TestValidate(t *testing.T) {
	same := field("a", "b")
	same[1].Identity = "a"
	namesakes := field("a", "a")
	namesakes[1].Identity = "b"
	for want, players := range map[string][]matchbook.Contender{
		"1 players: want 2 or more":   field("a"),
		"a and b are the same player": same,
		"two players are called a":    namesakes,
	} {
		if _, err := Play(t.Context(), newLedger(t), g, settings(), players); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
