package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/game/gametest"
)

// mostNodes is the largest count of a table that the short tests count through the program; the packages of the games count
// further.
const mostNodes = 100_000

// TestPublishedPerft has the program count every line of the games' tables.
func TestPublishedPerft(t *testing.T) {
	for _, table := range []string{"ataxx/testdata/perft.txt", "atimo/testdata/perft.txt", "xima/testdata/xima-perft.txt"} {
		for _, c := range readTable(t, table) {
			args := []string{"perft", "--game", "ataxx", "--position", c.Start}
			if !strings.HasPrefix(table, "ataxx") {
				name, moves, _ := strings.Cut(c.Start, " moves ")
				args = []string{"perft", "--game", strings.TrimSpace(name), "--moves", moves}
			}
			want := ""
			depth := 0
			for i, nodes := range c.Counts {
				if nodes > mostNodes && !gametest.Long() {
					break
				}
				depth = i + 1
				want += fmt.Sprintf("%d %d\n", depth, nodes)
			}
			if got := runQuietly(t, append(args, "--depth", fmt.Sprint(depth), "--quiet")...); got != want {
				t.Errorf("%s, line %d: the program counts\n%s, want\n%s", table, c.Line, got, want)
			}
		}
	}
}

// TestPublishedMoveCounts has the program count the moves of XIMA's openings.
func TestPublishedMoveCounts(t *testing.T) {
	for _, c := range readTable(t, "xima/testdata/xima-move-counts.txt") {
		got := runQuietly(t, "perft", "--game", "xima", "--moves", c.Start, "--depth", "1")
		if want := fmt.Sprintf("1 %d\n", c.Counts[0]); got != want {
			t.Errorf("after %q the program counts %q, want %q", c.Start, got, want)
		}
	}
}

// TestPublishedGames has the program replay the published games of XIMA. The comment before each says how it ended.
func TestPublishedGames(t *testing.T) {
	games := 0
	title := ""
	for line := range strings.Lines(readFile(t, "xima/testdata/xima-games.txt")) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			title = line
			continue
		}
		games++
		var info replayInfo
		if err := json.Unmarshal([]byte(runQuietly(t, "replay", "--game", "xima", "--moves", line, "--json")), &info); err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%d plies, won by seat %d", info.Plies, strings.Index("ab", info.Winner)+1)
		if info.Winner == "" || !strings.HasSuffix(title, got) {
			t.Errorf("%s: the program says %s", title, got)
		}
	}
	if games == 0 {
		t.Error("there are no games in the file")
	}
}

func readTable(t *testing.T, path string) []gametest.PerftCase {
	t.Helper()
	cases, err := gametest.ReadPerft(strings.NewReader(readFile(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// readFile reads a file below game.
func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "game", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
