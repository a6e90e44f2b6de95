package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestErrors(t *testing.T) {
	tests := []struct {
		name, yaml string
		sets       []string
		want       []string // one a problem, in order
	}{
		// Keys.
		{"unknown key", "sead: 3", nil, []string{`run.yaml:1:1: sead: unknown key; did you mean "seed"?`}},
		{"unknown key in a section", "search:\n  simulatons: 5\n", nil,
			[]string{`run.yaml:2:3: search.simulatons: unknown key; did you mean "simulations"?`}},
		{"key of another section", "simulations: 5", nil,
			[]string{`run.yaml:1:1: simulations: unknown key; did you mean search.simulations?`}},
		{"key like none", "search: {zzz: 1}", nil,
			[]string{`run.yaml:1:10: search.zzz: unknown key; the keys of search are simulations, fast, share, noise, root, free`}},
		{"key like none at the top", "zzz: 1", nil,
			[]string{`run.yaml:1:1: zzz: unknown key; the keys are game, seed, resume, every, search, opponents, layers, grid`}},
		{"unknown key in a list", "opponents:\n- name: a\n  visits: 1\n  tag: [odd]\n", nil,
			[]string{`run.yaml:4:3: opponents[0].tag: unknown key; did you mean "tags"?`}},
		{"capitals", "Game: xima", nil, []string{`run.yaml:1:1: Game: unknown key; did you mean "game"?`}},
		{"repeated key", "seed: 1\ngame: xima\nseed: 2\n", nil,
			[]string{`run.yaml:3:1: seed: is set twice; the first time on line 1`}},
		{"repeated unknown key", "zz: 1\nzz: 2", nil, []string{
			`run.yaml:1:1: zz: unknown key; the keys are game, seed, resume, every, search, opponents, layers, grid`,
			`run.yaml:2:1: zz: unknown key; the keys are game, seed, resume, every, search, opponents, layers, grid`,
		}},
		{"key that is a list", "? [a]\n: 1\n", nil,
			[]string{`run.yaml:1:3: a key is a list, want one of game, seed, resume, every, search, opponents, layers, grid`}},
		{"empty key", "\"\": 1\n", nil,
			[]string{`run.yaml:1:1: "": unknown key; the keys are game, seed, resume, every, search, opponents, layers, grid`}},

		// Types.
		{"text for a whole number", "search:\n  simulations: many\n", nil,
			[]string{`run.yaml:2:16: search.simulations: is the text "many", want a whole number in 1..100000`}},
		{"fraction for a whole number", "search: {simulations: 1.5}", nil,
			[]string{`run.yaml:1:23: search.simulations: is the number 1.5, want a whole number in 1..100000`}},
		{"list for a whole number", "seed: [1]", nil,
			[]string{`run.yaml:1:7: seed: is a list, want a whole number that is not negative`}},
		{"section for a whole number", "seed: {a: 1}", nil,
			[]string{`run.yaml:1:7: seed: is a section, want a whole number that is not negative`}},
		{"empty", "seed:\n", nil, []string{`run.yaml:1:1: seed: is empty, want a whole number that is not negative`}},
		{"tilde", "seed: ~\n", nil, []string{`run.yaml:1:1: seed: is empty, want a whole number that is not negative`}},
		{"negative", "seed: -1", nil, []string{`run.yaml:1:7: seed: is the number -1, want a whole number that is not negative`}},
		{"too large for its type", "search: {fast: 300}", nil,
			[]string{`run.yaml:1:16: search.fast: is the number 300, want a whole number in ..100 of at most 8 bits`}},
		{"too large for any type", "seed: 99999999999999999999", nil,
			[]string{`run.yaml:1:7: seed: is the number 99999999999999999999, want a whole number that is not negative`}},
		{"octal", "seed: 010", nil,
			[]string{`run.yaml:1:7: seed: is the number 010, want a whole number that is not negative, in decimal without leading zeros`}},
		{"hexadecimal", "seed: 0x10", nil,
			[]string{`run.yaml:1:7: seed: is the number 0x10, want a whole number that is not negative, in decimal without leading zeros`}},
		{"octal for a number", "search: {free: 010}", nil,
			[]string{`run.yaml:1:16: search.free: is the number 010, want a number, in decimal without leading zeros`}},
		{"not a number", "search: {free: .nan}", nil,
			[]string{`run.yaml:1:16: search.free: is the number .nan, want a number, finite and without leading zeros`}},
		{"infinite", "search: {free: -.inf}", nil,
			[]string{`run.yaml:1:16: search.free: is the number -.inf, want a number, finite and without leading zeros`}},
		{"too large a number", "search: {noise: 1e39}", nil,
			[]string{`run.yaml:1:17: search.noise: is the number 1e39, want a number in [0..0.1) that is not so large`}},
		{"text for a number", "search: {free: a}", nil, []string{`run.yaml:1:16: search.free: is the text "a", want a number`}},
		{"number for a text", "game: 5", nil, []string{`run.yaml:1:7: game: is the number 5, want a text; put it in quotes`}},
		{"list for a text", "game: []", nil, []string{`run.yaml:1:7: game: is a list, want a text`}},
		{"bool for a text", "game: true", nil, []string{`run.yaml:1:7: game: is true, want a text; put it in quotes`}},
		{"text for a bool", "resume: yes", nil, []string{`run.yaml:1:9: resume: is the text "yes", want true or false`}},
		{"duration without a unit", "every: 90", nil,
			[]string{`run.yaml:1:8: every: is the number 90, want a duration with a unit, such as 1m30s in 1s..24h`}},
		{"scalar for a list", "layers: 5", nil,
			[]string{`run.yaml:1:9: layers: is the number 5, want a list such as [x, y] with at least 1 entry, each a whole number in 1..512`}},
		{"entry of a list", "layers:\n  - 5\n  - x\n", nil,
			[]string{`run.yaml:3:5: layers[1]: is the text "x", want a whole number in 1..512`}},
		{"entry of a list of lists", "grid: [[1], [2, x]]", nil,
			[]string{`run.yaml:1:17: grid[1][1]: is the text "x", want a number`}},
		{"empty entry", "layers: [~]", nil, []string{`run.yaml:1:10: layers[0]: is empty, want a whole number in 1..512`}},
		{"scalar for a section", "search: 5", nil,
			[]string{`run.yaml:1:9: search: is the number 5, want a section with the keys simulations, fast, share, noise, root, free`}},
		{"file that is a list", "- a\n- b\n", nil,
			[]string{`run.yaml:1:1: is a list, want a section with the keys game, seed, resume, every, search, opponents, layers, grid`}},
		{"file that is a text", "hello", nil,
			[]string{`run.yaml:1:1: is the text "hello", want a section with the keys game, seed, resume, every, search, opponents, layers, grid`}},

		// Limits.
		{"below the range", "search: {simulations: 0, fast: 0}", nil,
			[]string{`run.yaml:1:23: search.simulations: is 0, want a whole number in 1..100000`}},
		{"above the range", "search: {simulations: 100001}", nil,
			[]string{`run.yaml:1:23: search.simulations: is 100001, want a whole number in 1..100000`}},
		{"above a range without a low bound", "search: {fast: 101}", nil,
			[]string{`run.yaml:1:16: search.fast: is 101, want a whole number in ..100`}},
		{"open low bound", "search: {share: 0}", nil, []string{`run.yaml:1:17: search.share: is 0, want a number in (0..1]`}},
		{"open high bound", "search: {noise: 0.1}", nil, []string{`run.yaml:1:17: search.noise: is 0.1, want a number in [0..0.1)`}},
		{"short duration", "every: 5ms", nil,
			[]string{`run.yaml:1:8: every: is 5ms, want a duration with a unit, such as 1m30s in 1s..24h`}},
		{"not one of", "search: {root: gumble}", nil,
			[]string{`run.yaml:1:16: search.root: is the text "gumble", want one of puct, gumbel; did you mean gumbel?`}},
		{"not one of, in a list", "opponents: [{name: a, visits: 1, tags: [odd, even]}]", nil,
			[]string{`run.yaml:1:46: opponents[0].tags[1]: is the text "even", want one of fast, slow, odd`}},
		{"entry outside the range", "layers: [5, 0]", nil, []string{`run.yaml:1:13: layers[1]: is 0, want a whole number in 1..512`}},
		{"list too short", "layers: []", nil,
			[]string{`run.yaml:1:9: layers: has 0 entries, want a list such as [x, y] with at least 1 entry, each a whole number in 1..512`}},
		{"text too short", `game: ""`, nil, []string{`run.yaml:1:7: game: is the text "", want a text`}},
		{"entry leaves out a key", "seed: 1\nopponents:\n- visits: 2\n", nil,
			[]string{`run.yaml:3:3: opponents[0].name: is not set, want a text`}},

		// Checks of whole structs.
		{"section's own check", "seed: 1\nsearch:\n  simulations: 50\n  fast: 60\n", nil,
			[]string{`run.yaml:4:9: search.fast: 60 is more than simulations, 50`}},
		{"about a default", "search:\n  simulations: 50\n", nil, []string{`run.yaml: search.fast: 100 is more than simulations, 50`}},
		{"root's own check", "search:\n  simulations: 13\n  fast: 0\nseed: 13\n", nil,
			[]string{`run.yaml:2:16: search.simulations: is 13 and so is the seed`, `run.yaml: no luck: twice 13`}},
		{"not asked while values are wrong", "game: chess\nsearch: {simulations: 0, fast: 5}", nil,
			[]string{`run.yaml:2:23: search.simulations: is 0, want a whole number in 1..100000`}},

		// Several, sorted.
		{"several", "sead: 1\nsearch:\n  share: 2\n  simulations: x\nevery: 1\n", nil, []string{
			`run.yaml:1:1: sead: unknown key; did you mean "seed"?`,
			`run.yaml:3:10: search.share: is 2, want a number in (0..1]`,
			`run.yaml:4:16: search.simulations: is the text "x", want a whole number in 1..100000`,
			`run.yaml:5:8: every: is the number 1, want a duration with a unit, such as 1m30s in 1s..24h`,
		}},

		// YAML that is refused.
		{"anchor", "seed: &x 3", nil, []string{`run.yaml:1:7: seed: anchors and aliases are not supported; write the value out`}},
		{"alias", "zz: &x 3\nseed: *x", nil, []string{
			`run.yaml:1:1: zz: unknown key; the keys are game, seed, resume, every, search, opponents, layers, grid`,
			`run.yaml:2:7: seed: anchors and aliases are not supported; write the value out`,
		}},
		{"alias of itself", "grid: &x [*x]", nil,
			[]string{`run.yaml:1:7: grid: anchors and aliases are not supported; write the value out`}},
		{"anchored document", "&x\nseed: 3", nil, []string{`run.yaml:1:1: anchors and aliases are not supported; write the value out`}},
		{"merge key", "search:\n  <<: {fast: 3}\n", nil,
			[]string{`run.yaml:2:3: search: merge keys are not supported; write the values out`}},
		{"tag", "game: !!str 5", nil,
			[]string{`run.yaml:1:7: game: YAML tags such as !!str are not supported; write the value alone`}},
		{"local tag", "game: !secret x", nil,
			[]string{`run.yaml:1:7: game: YAML tags such as !secret are not supported; write the value alone`}},
		{"two documents", "seed: 1\n---\nseed: 2\n", nil, []string{`run.yaml:2: a second YAML document begins; want one`}},
		{"broken second document", "seed: 1\n---\n{", nil,
			[]string{`run.yaml:4: is not valid YAML: did not find expected node content`}},
		{"broken", "seed: 1\nsearch: {simulations: 5\n", nil, []string{`run.yaml:2: is not valid YAML: did not find expected ',' or '}'`}},
		{"tab", "search:\n\tfast: 3\n", nil,
			[]string{`run.yaml:2: is not valid YAML: found character that cannot start any token`}},
		{"binary", "\x00\x01\x02", nil, []string{`run.yaml: is not valid YAML: control characters are not allowed`}},
		{"not UTF-8", "game: \xff\xff", nil, []string{`run.yaml: is not valid YAML: invalid leading UTF-8 octet`}},
		{"deep nesting", strings.Repeat("[", 20000), nil, []string{`run.yaml: is not valid YAML: exceeded max depth of 10000`}},

		// Flags.
		{"set an unknown key", "", []string{"sead=3"}, []string{`--set sead=3: unknown key; did you mean "seed"?`}},
		{"set an unknown key in a section", "", []string{"search.sims=3"},
			[]string{`--set search.sims=3: unknown key; the keys of search are simulations, fast, share, noise, root, free`}},
		{"set a key of a section", "", []string{"fast=3"}, []string{`--set fast=3: unknown key; did you mean search.fast?`}},
		{"set below a value", "", []string{"seed.x=3"},
			[]string{`--set seed.x=3: seed is a whole number that is not negative and has no keys`}},
		{"set without a value", "", []string{"seed"}, []string{`--set seed: want key=value, such as --set game=value`}},
		{"set nothing", "", []string{""}, []string{`--set "": want key=value, such as --set game=value`}},
		{"set without a key", "", []string{"=3"},
			[]string{`--set =3: unknown key; the keys are game, seed, resume, every, search, opponents, layers, grid`}},
		{"set an empty value", "", []string{"seed="}, []string{`--set seed=: is empty, want a whole number that is not negative`}},
		{"set a comment", "", []string{"seed=#3"}, []string{`--set seed=#3: is empty, want a whole number that is not negative`}},
		{"set a wrong type", "", []string{"search.share=much"},
			[]string{`--set search.share=much: is the text "much", want a number in (0..1]`}},
		{"set out of range", "", []string{"search.share=0"}, []string{`--set search.share=0: is 0, want a number in (0..1]`}},
		{"set what the section's check refuses", "", []string{"search.simulations=50", "search.fast=60"},
			[]string{`--set search.fast=60: 60 is more than simulations, 50`}},
		{"set a list without brackets", "", []string{"layers=1,2"},
			[]string{`--set layers=1,2: is the text "1,2", want a list such as [x, y] with at least 1 entry, each a whole number in 1..512`}},
		{"set an entry", "", []string{"layers=[0]"}, []string{`--set layers=[0]: layers[0]: is 0, want a whole number in 1..512`}},
		{"set broken YAML", "", []string{"layers=[1"},
			[]string{`--set layers=[1: is not valid YAML: did not find expected ',' or ']'`}},
		{"set a text that is not UTF-8", "", []string{"game=\xff"}, []string{`--set "game=\xff": is not valid UTF-8`}},
		{"set with an anchor", "", []string{"seed=&x 3"},
			[]string{`--set seed=&x 3: anchors and aliases are not supported; write the value out`}},
		{"file first, then flags in their order", "seed: x\n", []string{"zzz=1", "every=1", "game="}, []string{
			`run.yaml:1:7: seed: is the text "x", want a whole number that is not negative`,
			`--set zzz=1: unknown key; the keys are game, seed, resume, every, search, opponents, layers, grid`,
			`--set every=1: is the number 1, want a duration with a unit, such as 1m30s in 1s..24h`,
			`--set game=: is the text "", want a text`,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg := defaults()
			err := Parse("run.yaml", []byte(test.yaml), test.sets, &cfg)
			if err == nil {
				t.Fatal("no error")
			}
			var got []string
			for _, e := range split(err) {
				got = append(got, e.Error())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(defaults(), cfg, cmp.AllowUnexported(run{})); diff != "" {
				t.Errorf("the struct changed:\n%s", diff)
			}
		})
	}
}

func TestErrorsOfDefaults(t *testing.T) {
	cfg := defaults()
	cfg.Game, cfg.Search.Share = "", 3
	err := Parse("", nil, nil, &cfg)
	want := "game: is not set, want a text\n" +
		"search.share: is not set, and its default is 3, want a number in (0..1]"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestErrorGivesItsPosition(t *testing.T) {
	cfg := defaults()
	err := Parse("run.yaml", []byte("seed: 1\n  \nsearch: {share: 7}\n"), []string{"every=x"}, &cfg)
	all := split(err)
	var first, second *Error
	if len(all) != 2 || !errors.As(all[0], &first) || !errors.As(all[1], &second) {
		t.Fatalf("got %v", err)
	}
	if line, column, ok := first.Position(); line != 3 || column != 17 || !ok || first.Path != "search.share" {
		t.Errorf("%s is at %d:%d, %v", first.Path, line, column, ok)
	}
	if _, _, ok := second.Position(); ok {
		t.Error("a flag has a position")
	}
}

func TestLongGarbageIsCut(t *testing.T) {
	cfg := defaults()
	long := strings.Repeat("ä", 1000)
	for _, yaml := range []string{long + ": 1", "seed: " + long} {
		err := Parse("run.yaml", []byte(yaml), nil, &cfg)
		if err == nil || len(err.Error()) > 500 || !strings.Contains(err.Error(), "ä…") {
			t.Errorf("message of %d bytes: %v", len(err.Error()), err)
		}
	}
}
