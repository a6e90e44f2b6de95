package alphabeta

import (
	"math"
	"math/rand/v2"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/catalog"
	"gipfel/game/gametest"
)

// variants of the search that must all find the same values: with and without a table, a table so small that entries are
// replaced all the time, and with and without an order of moves.
func variants(g *game.Game) map[string]*Search {
	all := map[string]*Search{
		"table": New(g, 1<<20), "tiny table": New(g, 64), "no table": New(g, 0), "no order": New(g, 1<<20), "nothing": New(g, 0),
	}
	all["no order"].unordered = true
	all["nothing"].unordered = true
	return all
}

// checkExact compares all variants with plain search in one position.
func checkExact(t *testing.T, g *game.Game, searches map[string]*Search, position game.State, depth int) {
	t.Helper()
	values := map[int]int{}        // of plain search, by depth
	moved := map[game.Action]int{} // of the position after a move
	for name, s := range searches {
		r := mustRun(t, s, position, Limits{Depth: depth})
		want, known := values[r.Depth]
		if !known {
			want = plain(s, position, r.Depth)
			values[r.Depth] = want
		}
		if r.Value != want || !r.Certain && !s.rolled && r.Depth != depth && g.Players == 2 {
			t.Fatalf("%s, %s: %q at depth %d of %d is worth %d, but plain search says %d",
				g.Name, name, g.Notation.FormatState(position), r.Depth, depth, r.Value, want)
		}
		if _, known := moved[r.Move]; !known {
			moved[r.Move] = fade(plain(s, after(g, position, r.Move), r.Depth-1))
		}
		if moved[r.Move] != want {
			t.Fatalf("%s, %s: %q: the move %s is worth %d, not %d",
				g.Name, name, g.Notation.FormatState(position), g.Notation.FormatAction(position, r.Move), moved[r.Move], want)
		}
	}
}

// TestEqualsPlainSearch compares values and moves in random positions of every game, among them positions where clocks run out
// and others repeat.
func TestEqualsPlainSearch(t *testing.T) {
	near := map[string][]string{
		"ataxx-4x4": {"x2o/4/4/o2x x 97 9", "x-2/-3/4/3o x 96 9"},
		"atimo-5x5": {"1B3/5/b4/3a1/Ab1a1 b 0,0 146"},
		"xima-5x5":  {"2a2/5/5/4b/(ab)4 a 2x,3= 38 9", "2a2/5/5/4b/(ab)4 a 2x,3= 0 397", "1aA2/5/5/2b2/1b2B b 0,0 0 9"},
	}
	games := append(catalog.All(), gametest.Tiny, gametest.Tiny3, gametest.TinyDice)
	for _, limit := range []int{2, 3} { // clocks that run out within a search
		g, err := ataxx.New(ataxx.Rules{Size: 4, NoCloneLimit: limit})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for _, g := range games {
		t.Run(g.Name, func(t *testing.T) {
			searches := variants(g)
			rng := rand.New(rand.NewPCG(1, 2))
			for _, from := range append([]string{""}, near[g.Name]...) {
				start := read(t, g, from)
				for range exactPositions(g) {
					position := randomPosition(t, g, start, rng, 60)
					checkExact(t, g, searches, position, exactDepth(position))
				}
			}
		})
	}
}

// exactDepth returns the depth to which plain search is quick: some ten thousand positions.
func exactDepth(position game.State) int {
	width := len(position.AppendActions(nil)) + 1
	return max(2, min(5, int(math.Log(10_000)/math.Log(float64(width)))))
}

func exactPositions(g *game.Game) int {
	switch {
	case g.Cells() > 81:
		return 1 // two plies are ten thousand positions
	case testing.Short():
		return 4
	}
	return 10
}

// TestRepeatedPositions shuffles to and fro until positions come back, and compares again.
func TestRepeatedPositions(t *testing.T) {
	for _, name := range []string{"atimo-5x5", "xima-5x5"} {
		g, err := catalog.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		start := read(t, g, map[string]string{
			"atimo-5x5": "a3b/5/A3B/5/a3b a 0,0 20",
			"xima-5x5":  "a4/5/5/5/4b a 0x,0x 0 9",
		}[name])
		searches := variants(g)
		rng := rand.New(rand.NewPCG(5, 6))
		repeated := 0
		for range 20 {
			position, seen := shuffle(g, start, rng)
			repeated += seen
			checkExact(t, g, searches, position, 3)
		}
		if repeated < 10 {
			t.Errorf("%s: only %d positions came back", name, repeated)
		}
	}
}

// shuffle plays moves that often lead back to where the game has been, and counts those that did.
func shuffle(g *game.Game, start game.State, rng *rand.Rand) (position game.State, repeated int) {
	position = g.New()
	position.CopyFrom(start)
	met := map[uint64]bool{}
	for range 12 {
		var back, all []game.State
		for _, a := range position.AppendActions(nil) {
			next := after(g, position, a)
			if next.ToMove() == game.Terminal {
				continue
			}
			all = append(all, next)
			if key, _ := next.(game.Hasher).Hash(0); met[key] {
				back = append(back, next)
			}
		}
		if len(all) == 0 {
			return position, repeated
		}
		from := all
		if len(back) > 0 {
			from = back
			repeated++
		}
		position = from[rng.IntN(len(from))]
		key, _ := position.(game.Hasher).Hash(0)
		met[key] = true
	}
	return position, repeated
}

// TestTinyGamesAreSolved searches the tiny games to their ends: the value must be the exact one.
func TestTinyGamesAreSolved(t *testing.T) {
	for _, g := range []*game.Game{gametest.Tiny, gametest.TinyDice} {
		s := New(g, 1<<20)
		rng := rand.New(rand.NewPCG(3, 4))
		start := g.New()
		start.Apply(start.AppendActions(nil)[0]) // a roll, or a mark in a corner
		for range 20 {
			position := randomPosition(t, g, start, rng, 6)
			if g == gametest.TinyDice && len(position.AppendActions(nil)) > 6 {
				continue // dice make it wide
			}
			r := mustRun(t, s, position, Limits{Depth: g.MaxPlies})
			want := gametest.Minimax(g, position)[position.ToMove()]
			// Each ply takes one of 30,000 from the value of an end, and each average is rounded.
			if got := float64(r.Value) / Win; math.Abs(got-want) > 0.001 {
				t.Errorf("%s: %s is worth %v, want %v", g.Name, g.Notation.FormatState(position), got, want)
			}
		}
	}
}

// TestParanoidKeepsItsPromise: with three seats the value is a promise, whatever the others do.
func TestParanoidKeepsItsPromise(t *testing.T) {
	g := gametest.Tiny3
	s := New(g, 1<<20)
	if mustRun(t, s, g.New(), Limits{Depth: g.MaxPlies}).Certain {
		t.Error("a value against all others passes for that of best play")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	promised := 0
	for range 200 {
		position := randomPosition(t, g, g.New(), rng, 4)
		seat := position.ToMove()
		if mustRun(t, s, position, Limits{Depth: g.MaxPlies}).Value <= 0 {
			continue
		}
		promised++
		for position.ToMove() != game.Terminal {
			legal := position.AppendActions(nil)
			a := legal[rng.IntN(len(legal))]
			if position.ToMove() == seat {
				a = mustRun(t, s, position, Limits{Depth: g.MaxPlies}).Move
			}
			position.Apply(a)
		}
		returns := make([]float32, g.Players)
		position.Returns(returns)
		if returns[seat] < 1 {
			t.Fatal("a promised win was not kept")
		}
	}
	if promised < 20 {
		t.Errorf("only %d wins were promised", promised)
	}
}

// TestPassIsSearched: in Ataxx a seat without a move passes, and the other moves twice in a row.
func TestPassIsSearched(t *testing.T) {
	g := ataxx.Size4
	position := read(t, g, "oo2/oo2/4/--xx x 0 1")
	searches := variants(g)
	checkExact(t, g, searches, position, 4)
	passing := read(t, g, "x--o/---o/---o/3o x 0 1")
	if legal := passing.AppendActions(nil); len(legal) != 1 || g.Notation.FormatAction(passing, legal[0]) != "0000" {
		t.Fatal("x can move: the position is no test")
	}
	checkExact(t, g, searches, passing, 5)
}
