package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestImports(t *testing.T) {
	violations, err := Check(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

func TestRulesAreOfPackagesThatExist(t *testing.T) {
	for _, set := range []map[string][]string{rules, testRules} {
		for pkg, allowed := range set {
			for _, p := range append([]string{pkg}, allowed...) {
				folder := "../../" + strings.TrimSuffix(p, "/...")
				files, err := filepath.Glob(filepath.Join(folder, "*.go"))
				if err != nil {
					t.Fatal(err)
				}
				if len(files) == 0 {
					t.Errorf("the rule of %s names %s, where no Go files are", pkg, p)
				}
			}
		}
	}
}

func TestCheckFindsViolations(t *testing.T) {
	for _, test := range []struct {
		file, source, want string
	}{
		{"mcts/a.go", `package mcts; import _ "gipfel/nn"`, "mcts must not import nn"},
		{"game/a.go", `package game; import _ "gipfel/game/ataxx"`, "game must not import game/ataxx"},
		{"game/ataxx/a.go", `package ataxx; import _ "gipfel/game/gametest"`, "must not import game/gametest"},
		{"game/ataxx/a_test.go", `package ataxx; import _ "gipfel/game/gametest"`, ""},
		{"game/catalog/a.go", `package catalog; import _ "gipfel/game/gametest"`, "must not import game/gametest"},
		{"game/ataxx/a.go", `package ataxx; func init() {}`, "not registered by init"},
		{"nn/a.go", `package nn; import _ "gorgonia.org/tensor"`, "only nn/train may import gorgonia.org/tensor"},
		{"nn/train/a.go", `package train; import _ "gorgonia.org/tensor"`, ""},
		{"mcts/a.go", `package mcts; import _ "google.golang.org/protobuf/proto"`, "may import google.golang.org/protobuf/proto"},
		{"selfplay/a.go", `package selfplay; import _ "gipfel/proto/gipfel/v1"`, "must not import proto/gipfel/v1"},
		{"nn/native/a.go", `package native; import _ "gipfel/nn/train"`, "nn/native must not import nn/train"},
		{"nn/native/a_test.go", `package native_test; import _ "gipfel/nn/native"`, ""},
		{"helpers/a.go", `package helpers`, "no rule for package helpers"},
		{"selfplay/a.go", `package selfplay; import _ "gipfel/selfplay/arena"`, ""},
	} {
		violations, err := Check(fstest.MapFS{test.file: {Data: []byte(test.source)}})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(violations, "\n")
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %s: got %q, want %q", test.file, test.source, got, test.want)
		}
	}
}
