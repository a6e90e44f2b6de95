package main

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make the pictures of docs/pictures anew")

var pictures = filepath.Join("..", "..", "docs", "pictures")

// TestPictures runs the commands that make the pictures of the documentation: each picture must be what its command draws,
// and there must be no other.
func TestPictures(t *testing.T) {
	var made []string
	for _, command := range pictureCommands(t) {
		words := splitWords(command)
		output := slices.Index(words, "--output")
		if len(words) < 2 || words[0] != "gipfel" || words[1] != "board" || output != len(words)-2 {
			t.Errorf("%q is not a command of the form: gipfel board ... --output docs/pictures/NAME.svg", command)
			continue
		}
		folder, name := path.Split(words[len(words)-1])
		if folder != "docs/pictures/" || slices.Contains(made, name) {
			t.Errorf("%q is not a new file in docs/pictures/", words[len(words)-1])
			continue
		}
		made = append(made, name)
		checkPicture(t, filepath.Join(pictures, name), runQuietly(t, words[1:output]...))
	}
	present, err := filepath.Glob(filepath.Join(pictures, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range present {
		if !slices.Contains(made, filepath.Base(file)) {
			t.Errorf("no command in commands.txt makes %s", file)
		}
	}
}

// checkPicture compares a file with what is drawn now, or writes it.
func checkPicture(t *testing.T, file, drawn string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(drawn), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	} else if string(data) != drawn {
		t.Errorf("%s is not what its command draws; to draw it again: make generate", file)
	}
}

// pictureCommands returns the lines of commands.txt that are neither empty nor comments.
func pictureCommands(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(pictures, "commands.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			commands = append(commands, line)
		}
	}
	if len(commands) == 0 {
		t.Fatal("commands.txt has no commands")
	}
	return commands
}

// splitWords splits a command at its spaces, as a shell does; what stands between double quotes stays together.
func splitWords(command string) (words []string) {
	for i, part := range strings.Split(command, `"`) {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
