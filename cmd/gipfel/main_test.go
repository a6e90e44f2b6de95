package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gipfel/selfplay/ledger"
)

// TestMain puts the program itself into the scripts' PATH.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gipfel":   main,
		"stubborn": stubborn,
	})
}

// TestScripts runs the scripts of testdata/script, one for each subcommand. They find testdata/tiny.yaml in their folder and
// have these commands besides testscript's:
//
//	exits N COMMAND...             run a command, which must exit with just this code
//	json FILE [PATH=VALUE]...      FILE is JSON and has these values; see matchJSON
//	truncate FILE N                cut a file to N bytes; a negative N cuts -N bytes off
//	lock DIR                       hold the lock of a run directory until the script ends
//	await FILE                     wait until a command in the background has made a file
func TestScripts(t *testing.T) {
	tiny, err := os.ReadFile(filepath.Join("testdata", "tiny.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			return os.WriteFile(filepath.Join(env.WorkDir, "tiny.yaml"), tiny, 0o666)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"json":     matchJSON,
			"truncate": truncate,
			"lock":     lock,
			"await":    await,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// need stops a script that uses a command wrongly.
func need(ts *testscript.TestScript, neg bool, args []string, least int, usage string) {
	if neg || len(args) < least {
		ts.Fatalf("usage: %s", usage)
	}
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 2, "exits N COMMAND...")
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if want := number(ts, args[0]); code != want {
		ts.Fatalf("%s: exit code %d, want %d", strings.Join(args[1:], " "), code, want)
	}
}

// matchJSON reads a file ("stdout" for the last command's output) as JSON; several values, as in lines of JSON, count as a
// list of them. A path such as evaluations.0.b leads to a value; len stands for the length of a list.
func matchJSON(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "json FILE [PATH=VALUE]...")
	var values []any
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	decoder.UseNumber()
	for {
		var v any
		err := decoder.Decode(&v)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			ts.Fatalf("%s is no JSON: %v", args[0], err)
		}
		values = append(values, v)
	}
	var root any = values
	switch len(values) {
	case 0:
		ts.Fatalf("%s is empty", args[0])
	case 1:
		root = values[0]
	}
	for _, arg := range args[1:] {
		path, want, _ := strings.Cut(arg, "=")
		got, err := follow(root, path)
		ts.Check(err)
		if got := fmt.Sprint(got); got != want {
			ts.Fatalf("%s: %s is %s, want %s", args[0], path, got, want)
		}
	}
}

// follow goes from a decoded JSON value along a path of keys and indices.
func follow(v any, path string) (any, error) {
	for key := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[key]
			if !ok {
				return nil, fmt.Errorf("%s: no key %q in %v", path, key, v)
			}
			v = next
		case []any:
			if key == "len" {
				return len(x), nil
			}
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(x) {
				return nil, fmt.Errorf("%s: no %q in a list of %d", path, key, len(x))
			}
			v = x[i]
		default:
			return nil, fmt.Errorf("%s: %v has no %q", path, v, key)
		}
	}
	return v, nil
}

func truncate(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 2, "truncate FILE N")
	file, size := ts.MkAbs(args[0]), int64(number(ts, args[1]))
	if size < 0 {
		stat, err := os.Stat(file)
		ts.Check(err)
		size += stat.Size()
	}
	ts.Check(os.Truncate(file, size))
}

func lock(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "lock DIR")
	l, err := ledger.Lock(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Defer(func() { ts.Check(l.Unlock()) })
}

func await(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "await FILE")
	const patience = 20 * time.Second
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		if time.Since(start) > patience {
			ts.Fatalf("%s has not appeared", args[0])
		}
	}
}
