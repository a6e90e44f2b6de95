package catalog

import (
	"regexp"
	"strings"
	"testing"
)

func TestAll(t *testing.T) {
	seen := map[string]bool{}
	valid := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	for _, g := range All() {
		if !valid.MatchString(g.Name) {
			t.Errorf("the name %q is not made of lower-case letters, digits and -", g.Name)
		}
		if seen[g.Name] {
			t.Errorf("two games are called %s", g.Name)
		}
		seen[g.Name] = true
		if g.Title == "" || g.Author == "" || g.Version < 1 {
			t.Errorf("%s: title %q, author %q, version %d", g.Name, g.Title, g.Author, g.Version)
		}
		if got, err := ByName(g.Name); err != nil || got != g {
			t.Errorf("ByName(%s) = %v, %v", g.Name, got, err)
		}
	}
	for _, name := range []string{"ataxx", "atimo-5x5", "atimo-7x7", "atimo-9x9", "atimo-9x9-4p", "xima", "xima-3p", "xima-4p"} {
		if !seen[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestAuthorsAreNamed(t *testing.T) {
	for prefix, author := range map[string]string{
		"atimo": "Roberto Weinhold", "xima": "Yosdel Vicente Muiño Acevedo and Liz Power Suarez",
	} {
		for _, g := range All() {
			if strings.HasPrefix(g.Name, prefix) && g.Author != author {
				t.Errorf("%s is by %q, want %q", g.Name, g.Author, author)
			}
		}
	}
}

func TestAllIsACopy(t *testing.T) {
	first := All()[0]
	All()[0] = nil
	if All()[0] != first {
		t.Error("the caller's slice is the catalog's")
	}
}

func TestByNameErrors(t *testing.T) {
	tests := []struct{ name, want string }{
		{"atimo-5x", `no game "atimo-5x" (did you mean atimo-5x5?); the games are `},
		{"Ataxx", `no game "Ataxx" (did you mean ataxx?); the games are `},
		{"chess", `no game "chess"; the games are `},
		{"", `no game ""; the games are `},
		{strings.Repeat("a", 100), `no game "` + strings.Repeat("a", 100) + `"; the games are `},
	}
	for _, test := range tests {
		_, err := ByName(test.name)
		if want := test.want + strings.Join(Names(), ", "); err == nil || err.Error() != want {
			t.Errorf("ByName(%q): %v\nwant %s", test.name, err, want)
		}
	}
}
