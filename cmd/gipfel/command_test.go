package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"gipfel/game/catalog"
	"gipfel/internal/config"
	"gipfel/selfplay"
)

// TestHelp goes through all commands: each says in a line what it does, gives examples that are commands of the program, and
// prints help.
func TestHelp(t *testing.T) {
	var check func(c *cobra.Command, args []string)
	check = func(c *cobra.Command, args []string) {
		if len(args) > 0 && (args[0] == "help" || args[0] == "completion") {
			return // cobra's own
		}
		t.Run(strings.Join(append([]string{"gipfel"}, args...), " "), func(t *testing.T) {
			if c.Short == "" || strings.HasSuffix(c.Short, ".") {
				t.Errorf("Short is %q, want one line without a full stop", c.Short)
			}
			checkExamples(t, c)
			out := runQuietly(t, append(args, "--help")...)
			for _, want := range []string{"Usage:", c.Example} {
				if !strings.Contains(out, want) {
					t.Errorf("--help does not say %q:\n%s", want, out)
				}
			}
		})
		for _, sub := range c.Commands() {
			check(sub, append(args[:len(args):len(args)], sub.Name()))
		}
	}
	check(newRoot(&app{}), nil)
}

// checkExamples checks that each line of a command's examples calls a command of the program with flags that it has.
func checkExamples(t *testing.T, c *cobra.Command) {
	t.Helper()
	if c.Example == "" {
		t.Error("no Example")
	}
	for line := range strings.Lines(c.Example) {
		rest, ok := strings.CutPrefix(line, "  gipfel ")
		if !ok {
			t.Errorf("example %q does not begin with two spaces and gipfel", line)
			continue
		}
		rest, _, _ = strings.Cut(rest, " > ")
		words := strings.Fields(rest)
		called, args, err := newRoot(&app{}).Find(words)
		if err != nil {
			t.Errorf("example %q: %v", line, err)
			continue
		}
		if c.HasParent() && called.CommandPath() != c.CommandPath() && called.Parent().CommandPath() != c.CommandPath() {
			t.Errorf("example %q is one of %s", line, called.CommandPath())
		}
		if err := called.ParseFlags(args); err != nil {
			t.Errorf("example %q: %v", line, err)
		}
	}
}

// runQuietly runs the program, which must succeed and write nothing to standard error, and returns what it has printed.
func runQuietly(t *testing.T, args ...string) string {
	t.Helper()
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close() //nolint:errcheck // what matters is in the file
	var stdout bytes.Buffer
	code := run(args, strings.NewReader(""), &stdout, stderr)
	messages, err := os.ReadFile(stderr.Name())
	if err != nil {
		t.Fatal(err)
	}
	if code != exitOK || len(messages) > 0 {
		t.Fatalf("gipfel %s: exit code %d, messages:\n%s", strings.Join(args, " "), code, messages)
	}
	return stdout.String()
}

// TestConfigs checks the configs that come with the program, of which each variant has one.
func TestConfigs(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "configs", "*"))
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]string{} // by the name of the file
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			c := selfplay.DefaultConfig()
			if err := config.Load(file, nil, &c); err != nil {
				t.Fatal(err)
			}
			if err := c.Validate(); err != nil {
				t.Error(err)
			}
			g, err := catalog.ByName(c.Game)
			if err != nil {
				t.Fatal(err)
			}
			spec := c.Spec(g)
			if err := spec.Validate(); err != nil {
				t.Error(err)
			}
			games[name] = c.Game
			if variant := strings.TrimSuffix(name, "-demo"); variant != c.Game {
				t.Errorf("the config is for %s, but its name says %s", c.Game, variant)
			}
		})
	}
	for _, name := range catalog.Names() {
		if _, ok := games[name]; !ok {
			t.Errorf("there is no config for %s", name)
		}
	}
}
