package uai

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDocumentation holds docs/uai.md to name every command, option and term.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "uai.md"))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	words = slices.AppendSeq(words, maps.Keys(commands))
	for _, o := range options {
		words = append(words, o.names[0])
	}
	for _, o := range settingsOptions {
		words = append(words, o.key)
	}
	words = append(words, "movetime", "btime", "wtime", "binc", "winc", "p1time", "movestogo", "nodes", "depth", "infinite", "p1turn", "gameover")
	for _, word := range words {
		if !slices.ContainsFunc([]string{"`" + word, " " + word + "`", " " + word + " T"}, func(s string) bool {
			return strings.Contains(string(data), s)
		}) {
			t.Errorf("docs/uai.md does not speak of %s", word)
		}
	}
}
