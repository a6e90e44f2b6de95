package xima

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// variantNamed returns the game of a name.
func variantNamed(t testing.TB, name string) *game.Game {
	t.Helper()
	for _, g := range Variants() {
		if g.Name == name {
			return g
		}
	}
	t.Fatalf("there is no variant %q", name)
	return nil
}

// readLines returns the lines of a file in testdata that are neither empty nor comments, each with the comment before it.
func readLines(t testing.TB, name string) (lines, comments []string) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	comment := ""
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		switch {
		case line == "":
		case line[0] == '#':
			comment = line
		default:
			lines, comments = append(lines, line), append(comments, comment)
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return lines, comments
}

func TestPerft(t *testing.T) {
	gametest.Perft(t, "testdata/xima-perft.txt", gametest.Moves(Variants()...), 5_000_000)
}

// TestPerftWon checks what the two finished games of the perft table do not say: who has won them and why.
func TestPerftWon(t *testing.T) {
	want := []struct {
		winner game.Player
		reason string
	}{{0, reasonAhogado}, {0, reasonNoMeans}}
	lines, _ := readLines(t, "xima-perft.txt")
	for _, line := range lines {
		start, counts, _ := strings.Cut(line, ";")
		if strings.TrimSpace(counts) != "0" {
			continue
		}
		_, s, err := gametest.Moves(Variants()...)(strings.TrimSpace(start))
		if err != nil {
			t.Fatal(err)
		}
		if len(want) == 0 {
			t.Fatal("there are more than two finished games")
		}
		if got := s.(*state); got.phase != over || got.winner != want[0].winner || got.reason != want[0].reason {
			t.Errorf("%s: winner %d, %q; want %d, %q", start, got.winner, got.reason, want[0].winner, want[0].reason)
		}
		want = want[1:]
	}
	if len(want) > 0 {
		t.Errorf("%d finished games are missing", len(want))
	}
}

func TestMoveCounts(t *testing.T) {
	g := variantNamed(t, "xima")
	lines, _ := readLines(t, "xima-move-counts.txt")
	for _, line := range lines {
		moves, count, _ := strings.Cut(line, ";")
		s := g.New()
		if err := game.Replay(g.Notation, s, strings.Fields(moves)); err != nil {
			t.Fatal(err)
		}
		want, err := strconv.Atoi(strings.TrimSpace(count))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(s.AppendActions(nil)); got != want {
			t.Errorf("after %q there are %d moves, want %d", moves, got, want)
		}
	}
}

// TestPublishedGames replays the published games, with and without the x of captures.
func TestPublishedGames(t *testing.T) {
	g := variantNamed(t, "xima")
	lines, comments := readLines(t, "xima-games.txt")
	for i, line := range lines {
		for _, text := range []string{line, strings.ReplaceAll(line, "x", ""), strings.ToLower(line)} {
			s := g.New()
			moves := strings.Fields(text)
			if err := game.Replay(g.Notation, s, moves); err != nil {
				t.Errorf("%s: %v", comments[i], err)
				continue
			}
			plies := strings.Contains(comments[i], ": "+strconv.Itoa(len(moves))+" plies")
			winner := strings.HasSuffix(comments[i], "seat "+strconv.Itoa(int(s.(*state).winner)+1))
			if s.ToMove() != game.Terminal || s.Ending().Reason != reasonSummit || !plies || !winner {
				t.Errorf("%s: %d plies, ending %+v, winner %d", comments[i], len(moves), s.Ending(), s.(*state).winner)
			}
		}
	}
}
