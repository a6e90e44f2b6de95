package alphabeta

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/catalog"
	"gipfel/game/gametest"
)

// TestSolvedAtimo finds the wins of the solved game, with their lengths, by moves that keep them.
func TestSolvedAtimo(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "game", "atimo", "testdata", "solved5x5.txt"))
	if err != nil {
		t.Fatal(err)
	}
	g := atimo.Small
	s := New(g, 1<<20)
	decided := 0
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), " ; ")
		if len(fields) != 3 || strings.HasPrefix(fields[1], "D") || strings.HasPrefix(line, "#") {
			continue
		}
		plies, err := strconv.Atoi(fields[1][2:])
		if err != nil {
			t.Fatal(err)
		}
		if plies > 5 {
			continue
		}
		decided++
		position := read(t, g, fields[0])
		r := mustRun(t, s, position, Limits{Depth: plies + 2})
		want := Win - plies
		if fields[1][0] == 'L' {
			want = -want
		}
		move := g.Notation.FormatAction(position, r.Move)
		if !r.Certain || r.Value != want || r.Depth != plies {
			t.Errorf("%s: %s in %d is found as %+v", fields[0], fields[1][:1], plies, r)
		}
		if want > 0 && !slices.Contains(strings.Fields(fields[2]), move) {
			t.Errorf("%s: %s gives the win away", fields[0], move)
		}
	}
	if decided < 15 {
		t.Errorf("only %d decided positions were read", decided)
	}
}

// TestGameReplays: what was searched before changes nothing, neither moves nor nodes, whatever other games came between.
func TestGameReplays(t *testing.T) {
	for _, limits := range []Limits{{Depth: 2}, {Nodes: 2000}} {
		for _, name := range []string{"ataxx", "atimo-7x7", "xima-dice", "atimo-9x9-4p"} {
			g, err := catalog.ByName(name)
			if err != nil {
				t.Fatal(err)
			}
			s := New(g, 1<<16)
			first := playGame(t, s, limits, 12)
			other := randomPosition(t, g, g.New(), rand.New(rand.NewPCG(1, 1)), 9)
			mustRun(t, s, other, limits)
			if again := playGame(t, s, limits, 12); !slices.Equal(first, again) {
				t.Errorf("%s, %+v: the game went\n%v and then\n%v", name, limits, first, again)
			}
			if fresh := playGame(t, New(g, 1<<16), limits, 12); !slices.Equal(first, fresh) {
				t.Errorf("%s, %+v: the game went\n%v, and with a new search\n%v", name, limits, first, fresh)
			}
		}
	}
}

// playGame plays a game against itself and returns what each search found. Of rolls the first always comes.
func playGame(t testing.TB, s *Search, limits Limits, plies int) (results []Result) {
	t.Helper()
	position := s.game.New()
	for len(results) < plies && position.ToMove() != game.Terminal {
		legal := position.AppendActions(nil)
		if position.ToMove() == game.Chance {
			position.Apply(legal[0])
			continue
		}
		r := mustRun(t, s, position, limits)
		if !slices.Contains(legal, r.Move) {
			t.Fatalf("%s is no legal action of %s", s.game.Notation.FormatAction(position, r.Move), s.game.Notation.FormatState(position))
		}
		results = append(results, r)
		position.Apply(r.Move)
	}
	return results
}

// TestSeveralAtOnce plays the same game in several goroutines, which share nothing but the game.
func TestSeveralAtOnce(t *testing.T) {
	g := ataxx.Size5
	games := make([][]Result, 4)
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() { games[i] = playGame(t, New(g, 1<<16), Limits{Depth: 3}, 10) })
	}
	wg.Wait()
	for _, other := range games[1:] {
		if !slices.Equal(games[0], other) {
			t.Errorf("the game went\n%v and\n%v", games[0], other)
		}
	}
}

func TestNodesAreLimited(t *testing.T) {
	g := ataxx.Standard
	s := New(g, 1<<20)
	legal := g.New().AppendActions(nil)
	for _, most := range []int{1, 2, 17, 1000, 5000} {
		r := mustRun(t, s, g.New(), Limits{Nodes: most})
		if r.Nodes != most || !slices.Contains(legal, r.Move) {
			t.Errorf("%d nodes are allowed: %+v", most, r)
		}
	}
	shallow, deep := mustRun(t, s, g.New(), Limits{Depth: 3}), mustRun(t, s, g.New(), Limits{Depth: 5})
	if r := mustRun(t, s, g.New(), Limits{Depth: 3, Nodes: 1 << 30}); r != shallow {
		t.Errorf("with nodes to spare %+v, want %+v", r, shallow)
	}
	if deep.Nodes <= shallow.Nodes || deep.Depth != 5 {
		t.Errorf("to depth 3 %+v, to depth 5 %+v", shallow, deep)
	}
}

func TestTableAndOrderSaveNodes(t *testing.T) {
	g := ataxx.Standard
	searches := variants(g)
	nodes := map[string]int{}
	for name, s := range searches {
		nodes[name] = mustRun(t, s, read(t, g, "xx3oo/x4oo/2x2o1/2xx3/1ooxx2/oo3xx/o4xx o 0 20"), Limits{Depth: 3}).Nodes
	}
	if nodes["table"] >= nodes["no table"] || 2*nodes["no table"] > nodes["nothing"] {
		t.Errorf("nodes are %v", nodes)
	}
}

func TestTimeIsKept(t *testing.T) {
	const limit, generous = 20 * time.Millisecond, 10 * time.Second
	for _, g := range []*game.Game{ataxx.Standard, atimo.Standard} {
		began := time.Now()
		r := mustRun(t, New(g, 1<<20), g.New(), Limits{Time: limit})
		if took := time.Since(began); took > generous {
			t.Errorf("%s: %s allowed, %s taken", g.Name, limit, took)
		}
		if r.Move == game.NoAction || r.Nodes == 0 {
			t.Errorf("%s: %+v", g.Name, r)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ataxx.Standard, 0).Run(ctx, ataxx.Standard.New(), Limits{Depth: MaxDepth}); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was called off ends with %v", err)
	}
}

func TestLimitsAreChecked(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		want   string
	}{
		{Limits{}, "no limit: want a depth"},
		{Limits{Depth: -1}, "a depth of -1: want 1 to 100"},
		{Limits{Depth: 101}, "a depth of 101"},
		{Limits{Nodes: -1}, "a negative limit"},
		{Limits{Depth: 1, Time: -1}, "a negative limit"},
	} {
		if _, err := New(gametest.Tiny, 0).Run(t.Context(), gametest.Tiny.New(), c.limits); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one that says %q", c.limits, err, c.want)
		}
	}
}

// TestNoAllocations: searching does not allocate once the levels have grown.
func TestNoAllocations(t *testing.T) {
	for _, name := range []string{"ataxx", "atimo-7x7", "xima-5x5", "xima-dice"} {
		g, err := catalog.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		position := randomPosition(t, g, g.New(), rand.New(rand.NewPCG(2, 3)), 30)
		s := New(g, 1<<16)
		nodes := 0
		allocs := testing.AllocsPerRun(20, func() { nodes = mustRun(t, s, position, Limits{Nodes: 3000}).Nodes })
		if allocs != 0 {
			t.Errorf("%s: %v allocations in %d nodes", name, allocs, nodes)
		}
	}
}
