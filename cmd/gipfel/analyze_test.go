package main

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestAnalysisDoesNotDependOnThreads: as many leaves at once give the same moves, whoever evaluates them.
func TestAnalysisDoesNotDependOnThreads(t *testing.T) {
	analyzed := func(threads string) (info analysis) {
		out := runQuietly(t, "analyze", "--game", "ataxx", "--moves", "g2 a2", "--simulations", "400", "--leaves", "4", "--threads", threads, "--json")
		if err := json.Unmarshal([]byte(out), &info); err != nil {
			t.Fatal(err)
		}
		return info
	}
	one, three := analyzed("1"), analyzed("3")
	if one.Threads != 1 || three.Threads != 3 || one.Simulations != 400 || len(one.Moves) == 0 {
		t.Errorf("%d and %d threads, %d simulations, %d moves", one.Threads, three.Threads, one.Simulations, len(one.Moves))
	}
	if !reflect.DeepEqual(one.Moves, three.Moves) || !reflect.DeepEqual(one.Value, three.Value) {
		t.Error("three threads find other moves or values than one")
	}
}

func TestThousands(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 999.4: "999", 1000: "1,000", 1234567.5: "1,234,568", 123456: "123,456"} {
		if got := thousands(x); got != want {
			t.Errorf("%g is written %q, want %q", x, got, want)
		}
	}
}
