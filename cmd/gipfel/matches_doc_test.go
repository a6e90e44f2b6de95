package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gipfel/game/ataxx"
	"gipfel/selfplay/arena"
)

// TestMatchesPage reads the openings that the page shows, and looks for all flags of the ladder and all kinds of players.
func TestMatchesPage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "matches.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(data), "```")
	shown := ""
	for i := 1; i < len(blocks); i += 2 {
		if strings.HasPrefix(blocks[i], "\n# Comments") {
			shown = blocks[i]
		}
	}
	if list, err := arena.ReadOpenings(strings.NewReader(shown), "docs/matches.md", ataxx.Standard); err != nil || len(list) != 4 {
		t.Errorf("%d openings, %v; want 4", len(list), err)
	}
	for _, flag := range []string{"los", "svg", "markdown", "csv", "games", "game", "anchor", "confidence"} {
		if newLadder(&app{}).Flags().Lookup(flag) == nil || !strings.Contains(string(data), "`--"+flag) {
			t.Errorf("--%s is missing, on the page or in the program", flag)
		}
	}
}

// TestFormatsPage: the game that the page shows looks as the program writes it.
func TestFormatsPage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	games, err := os.ReadFile(filepath.Join("..", "..", "selfplay", "ladder", "testdata", "games.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(data), "[Event ")
	shown, _, _ = strings.Cut(shown, "```")
	if shown == "" || !strings.Contains(string(games), "[Event "+shown) {
		t.Errorf("no game of selfplay/ladder/testdata/games.txt is\n%s", shown)
	}
}
