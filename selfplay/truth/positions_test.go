package truth

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/atimo/solve"
	"gipfel/selfplay/shard"
)

// checkPositions checks that positions are different, without a past, and not over nor about to be cut off.
func checkPositions(t *testing.T, g *game.Game, positions []game.State) (texts []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, s := range positions {
		text := g.Notation.FormatState(s)
		board := text[:strings.LastIndexByte(text, ' ')] // without the number of moves
		if seen[board] {
			t.Errorf("%s is there twice", text)
		}
		seen[board] = true
		texts = append(texts, text)
		bare, err := g.Notation.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		_, past := s.(game.Hasher).Hash(Horizon)
		if _, want := bare.(game.Hasher).Hash(Horizon); past != want {
			t.Errorf("%s has a past", text)
		}
		if moves := text[len(board)+1:]; len(moves) == 3 && moves > "144" {
			t.Errorf("%s: less than %d plies are left", text, Horizon)
		}
		if s.ToMove() == game.Terminal {
			t.Errorf("%s is over", text)
		}
	}
	return texts
}

func TestRandom(t *testing.T) {
	for _, g := range []*game.Game{atimo.Small, atimo.Standard} {
		drawn := map[uint64]string{}
		for _, seed := range []uint64{1, 1, 2} {
			positions, err := Random(t.Context(), g, 400, seed)
			if err != nil || len(positions) != 400 {
				t.Fatalf("%d positions, %v", len(positions), err)
			}
			all := strings.Join(checkPositions(t, g, positions), "\n")
			if drawn[seed] != "" && drawn[seed] != all {
				t.Errorf("%s: the same seed gives other positions", g.Name)
			}
			drawn[seed] = all
			for _, part := range []string{" a ", " b ", " 0,0 ", " 1,2 "} { // early and late, of both seats
				if !strings.Contains(all, part) {
					t.Errorf("%s: no position has %q", g.Name, part)
				}
			}
		}
		if drawn[1] == drawn[2] {
			t.Errorf("%s: another seed gives the same positions", g.Name)
		}
	}
}

// TestRandomOfASmallGame asks for more positions than there are.
func TestRandomOfASmallGame(t *testing.T) {
	short := *solve.Game()
	short.MaxPlies = Horizon + 2 // only the start and what the first move leads to
	if _, err := Random(t.Context(), &short, 30, 1); err == nil || !strings.Contains(err.Error(), "after 13000 games there are only") {
		t.Errorf("error %v", err)
	}
}

// record plays a random game.
func record(g *game.Game, number uint64) *shard.Record {
	r := &shard.Record{Number: number}
	s := g.New()
	for _, a := range randomGame(g, rand.New(rand.NewPCG(4, number))) {
		r.Plies = append(r.Plies, shard.Ply{Action: a})
		s.Apply(a)
	}
	returns := make([]float32, g.Players)
	s.Returns(returns)
	r.Outcome, r.Ending, r.Truncated = game.OutcomeOf(returns), s.Ending().Reason, s.Ending().Truncated
	return r
}

// writeShard writes games to a file.
func writeShard(t *testing.T, g *game.Game, games ...*shard.Record) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games"+shard.Extension)
	w, err := shard.Create(path, shard.HeaderFor(g))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range games {
		if err := w.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSelfPlay(t *testing.T) {
	g := solve.Game()
	var games []*shard.Record
	known := map[string]bool{} // the positions of the games
	for number := range uint64(20) {
		r := record(g, number)
		games = append(games, r)
		s := g.New()
		for _, p := range r.Plies[:min(len(r.Plies), g.MaxPlies-Horizon)] {
			known[g.Notation.FormatState(s)] = true
			s.Apply(p.Action)
		}
	}
	elsewhere := record(g, 20) // as if from another start, which is the same here
	elsewhere.Start = g.Notation.FormatState(g.New())
	paths := []string{writeShard(t, g, games[:12]...), writeShard(t, g, append(games[12:], elsewhere)...)}

	some, err := SelfPlay(t.Context(), g, paths, 40, 1)
	if err != nil || len(some) != 40 {
		t.Fatalf("%d positions, %v", len(some), err)
	}
	all, err := SelfPlay(t.Context(), g, paths, 100_000, 1)
	if err != nil {
		t.Fatal(err)
	}
	texts := checkPositions(t, g, all)
	for _, text := range texts {
		if !known[text] {
			t.Errorf("%s is in none of the games", text)
		}
	}
	if strings.Join(checkPositions(t, g, some), "\n") != strings.Join(texts[:40], "\n") {
		t.Error("the same seed gives other positions")
	}
	boards := map[string]bool{}
	for text := range known {
		boards[text[:strings.LastIndexByte(text, ' ')]] = true
	}
	if len(all) != len(boards) {
		t.Errorf("%d positions, want all %d", len(all), len(boards))
	}
	other, err := SelfPlay(t.Context(), g, paths, 40, 2)
	if err != nil || strings.Join(checkPositions(t, g, other), "\n") == strings.Join(texts[:40], "\n") {
		t.Errorf("another seed gives the same positions, or %v", err)
	}
}

func TestSelfPlayErrors(t *testing.T) {
	g := solve.Game()
	bad := record(g, 1)
	bad.Plies[3].Action = game.Action(g.Actions() - 1)
	elsewhere := record(g, 2)
	elsewhere.Start = g.Notation.FormatState(g.New())
	for name, test := range map[string]struct {
		path, want string
	}{
		"no file":         {"nowhere", "nowhere"},
		"another game":    {writeShard(t, ataxx.Standard, record(ataxx.Standard, 1)), "ataxx"},
		"other starts":    {writeShard(t, g, elsewhere), "no positions in the games of 1 shards"},
		"an illegal move": {writeShard(t, g, bad), "shard: game 1: ply 4: action"},
	} {
		if _, err := SelfPlay(t.Context(), g, []string{test.path}, 100, 1); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}
