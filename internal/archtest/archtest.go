// Package archtest holds the program to its architecture: its test states which package may import which, and fails on any
// other import. See docs/architecture.md for the reasons.
package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// module is the path of ours that all imports of our own begin with.
const module = "gipfel/"

// rules say what a package may import of ours. A pattern that ends in "/..." stands for a folder and all below it.
var rules = map[string][]string{
	"game":                  {},
	"game/ataxx":            {"game"},
	"game/atimo":            {"game"},
	"game/atimo/solve":      {"game", "game/atimo", "internal/durable"},
	"game/xima":             {"game"},
	"game/svg":              {"game"},
	"game/gametest":         {"game"},
	"game/catalog":          {"game", "game/ataxx", "game/atimo", "game/xima"},
	"mcts":                  {"game"},
	"proto/gipfel/v1":       {},
	"nn":                    {"proto/gipfel/v1", "nn/internal/sealed"},
	"nn/internal/sealed":    {"internal/durable"},
	"nn/internal/reference": {"nn"},
	"nn/native":             {"nn", "nn/native/kernel"},
	"nn/native/kernel":      {},
	"proto/gipfel/onnx/v1":  {},
	"nn/onnx":               {"nn", "proto/gipfel/onnx/v1"},
	"nn/onnx/ort":           {"nn", "nn/onnx"},
	"nn/train":              {"nn", "nn/native/kernel", "nn/internal/sealed", "proto/gipfel/v1"},
	"selfplay/shard":        {"game", "proto/gipfel/v1", "internal/durable"},
	"selfplay/ledger":       {},
	"selfplay/replay":       {"game", "nn", "selfplay/shard"},
	"selfplay/alphabeta":    {"game"},
	"selfplay/arena":        {"game", "mcts", "nn", "selfplay/alphabeta"},
	"selfplay/rating":       {},
	"selfplay/evaluator":    {"game", "nn"},
	"selfplay/matchbook":    {"game", "selfplay/arena", "selfplay/ledger"},
	"selfplay/tournament":   {"game", "selfplay/arena", "selfplay/ledger", "selfplay/matchbook"},
	"selfplay/ladder":       {"game", "selfplay/arena", "selfplay/ledger", "selfplay/matchbook", "selfplay/rating"},
	"selfplay/truth":        {"game", "game/atimo", "game/atimo/solve", "nn", "selfplay/alphabeta", "selfplay/arena", "selfplay/shard"},
	"selfplay/uai":          {"game", "mcts", "selfplay/arena"},
	"selfplay": {
		"game", "game/catalog", "mcts", "nn", "nn/native", "nn/train", "selfplay/...",
		"internal/config", "internal/durable", "internal/progress", "internal/version",
	},
	"cmd/gipfel": {
		"game", "game/atimo/solve", "game/catalog", "game/svg", "mcts", "nn", "nn/native", "nn/native/kernel", "nn/onnx", "nn/onnx/ort",
		"selfplay/...", "internal/config", "internal/durable", "internal/progress", "internal/version",
	},
	"internal/config":   {},
	"internal/durable":  {},
	"internal/progress": {},
	"internal/version":  {},
	"internal/archtest": {},
	"internal/e2e/nets": {"game", "game/catalog", "nn"},
}

// testRules say what the tests of a package may import beside that. From the search upwards, tests may play any game.
var testRules = map[string][]string{
	"game/ataxx":          {"game/gametest"},
	"game/atimo":          {"game/gametest"},
	"game/atimo/solve":    {"game/gametest"},
	"game/xima":           {"game/gametest"},
	"game/svg":            {"game/..."},
	"mcts":                {"game/..."},
	"nn":                  {"nn/internal/reference"},
	"nn/native":           {"nn/internal/reference"},
	"nn/onnx":             {"nn/internal/reference", "nn/native"},
	"nn/onnx/ort":         {"nn/internal/reference", "nn/native"},
	"nn/train":            {"nn/internal/reference", "nn/native"},
	"selfplay/shard":      {"game/..."},
	"selfplay/replay":     {"game/..."},
	"selfplay/alphabeta":  {"game/..."},
	"selfplay/arena":      {"game/..."},
	"selfplay/evaluator":  {"game/...", "nn/native"},
	"selfplay/matchbook":  {"game/..."},
	"selfplay/tournament": {"game/..."},
	"selfplay/ladder":     {"game/...", "selfplay/tournament"},
	"selfplay/truth":      {"game/...", "mcts"},
	"selfplay/uai":        {"game/..."},
	"selfplay":            {"game/..."},
	"cmd/gipfel":          {"game/..."},
}

// exclusive names the packages of others that only some of ours may import, tests included.
var exclusive = map[string][]string{
	"gorgonia.org/":               {"nn/train"},
	"google.golang.org/protobuf/": {"nn", "nn/onnx", "nn/train", "selfplay/shard", "proto/gipfel/v1", "proto/gipfel/onnx/v1"},
	"github.com/yalue/":           {"nn/onnx/ort"},
	"modernc.org/sqlite":          {"selfplay/ledger"},
}

// Check returns a line for each import below root that the rules do not allow, and for each package of which they know nothing.
func Check(root fs.FS) (violations []string, err error) {
	err = fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && file != "." || d.Name() == "testdata" || isOtherModule(root, file)):
			return fs.SkipDir
		case d.IsDir() || path.Ext(file) != ".go":
			return nil
		}
		data, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, data, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		violations = append(violations, checkFile(filepath.ToSlash(file), parsed)...)
		return nil
	})
	return violations, err
}

// isOtherModule reports whether a folder is a module of its own, such as a generator with its own dependencies: what it imports
// never reaches the program.
func isOtherModule(root fs.FS, folder string) bool {
	if folder == "." {
		return false
	}
	_, err := fs.Stat(root, path.Join(folder, "go.mod"))
	return err == nil
}

// checkFile checks one file.
func checkFile(file string, parsed *ast.File) (violations []string) {
	pkg := path.Dir(file)
	allowed, known := rules[pkg]
	if !known {
		return []string{fmt.Sprintf("%s: archtest has no rule for package %s", file, pkg)}
	}
	allowed = slices.Clone(allowed)
	if strings.HasSuffix(file, "_test.go") {
		allowed = append(allowed, testRules[pkg]...)
		allowed = append(allowed, pkg) // an external test
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the compiler speaks of it
		}
		if ours, ok := strings.CutPrefix(imported, module); ok && !matchesAny(allowed, ours) {
			violations = append(violations, fmt.Sprintf("%s: %s must not import %s", file, pkg, ours))
		}
		for _, prefix := range slices.Sorted(maps.Keys(exclusive)) {
			only := exclusive[prefix]
			if strings.HasPrefix(imported, prefix) && !slices.Contains(only, pkg) {
				violations = append(violations, fmt.Sprintf("%s: only %s may import %s", file, strings.Join(only, ", "), imported))
			}
		}
	}
	if matchesAny([]string{"game/..."}, pkg) && !strings.HasSuffix(file, "_test.go") {
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				violations = append(violations, fmt.Sprintf("%s: games are listed in game/catalog, not registered by init", file))
			}
		}
	}
	return violations
}

// matchesAny reports whether a package is one of those that the patterns stand for.
func matchesAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if folder, ok := strings.CutSuffix(p, "/..."); ok {
			return pkg == folder || strings.HasPrefix(pkg, folder+"/")
		}
		return p == pkg
	})
}
