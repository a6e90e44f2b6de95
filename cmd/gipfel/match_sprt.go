package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gipfel/selfplay/arena"
)

// sprtFlag is the sequential test that a match is to be decided by, as in elo0=0,elo1=10,alpha=0.05,beta=0.05. Its zero value
// is a match without one.
type sprtFlag struct {
	text string
	test arena.SPRT
}

const sprtHelp = "stop as soon as this sequential `test` on pairs has decided, as elo0=0,elo1=10,alpha=0.05,beta=0.05 or with " +
	"score0=0.5,score1=0.55; min=10 pairs are played in any case, --games at most"

// sprtKey is something that can be said of a sequential test.
type sprtKey struct {
	key  string
	want string // what values it takes, for messages
	set  func(s *arena.SPRT, x float64) bool
}

var sprtKeys = []sprtKey{
	{"elo0", "a number", func(s *arena.SPRT, x float64) bool { s.Elo0 = arena.Elo(x); return true }},
	{"elo1", "a number", func(s *arena.SPRT, x float64) bool { s.Elo1 = arena.Elo(x); return true }},
	{"score0", "a number above 0 and below 1", func(s *arena.SPRT, x float64) bool { s.Elo0 = arena.EloOf(x); return x > 0 && x < 1 }},
	{"score1", "a number above 0 and below 1", func(s *arena.SPRT, x float64) bool { s.Elo1 = arena.EloOf(x); return x > 0 && x < 1 }},
	{"alpha", "a rate above 0 and below 0.5", func(s *arena.SPRT, x float64) bool { s.Alpha = x; return x > 0 && x < 0.5 }},
	{"beta", "a rate above 0 and below 0.5", func(s *arena.SPRT, x float64) bool { s.Beta = x; return x > 0 && x < 0.5 }},
	{"min", "a whole number from 1 to 1000000", func(s *arena.SPRT, x float64) bool {
		s.MinimumPairs = int(x)
		return x >= 1 && x <= 1e6 && x == math.Trunc(x)
	}},
}

func (f *sprtFlag) String() string { return f.text }

func (f *sprtFlag) Type() string { return "test" }

// Set reads a test. What is not said is elo0=0, elo1=10, alpha=0.05, beta=0.05 and min=10.
func (f *sprtFlag) Set(text string) error {
	test := arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, MinimumPairs: arena.DefaultMinimumPairs}
	given := make(map[string]bool)
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		if given[key] {
			return fmt.Errorf("%s is there twice", key)
		}
		given[key] = true
		if err := setSPRT(&test, key, value); err != nil {
			return err
		}
	}
	for _, n := range []string{"0", "1"} {
		if given["elo"+n] && given["score"+n] {
			return fmt.Errorf("both elo%s and score%s: want one of them", n, n)
		}
	}
	if err := test.Validate(); err != nil {
		return err
	}
	f.text, f.test = text, test
	return nil
}

func setSPRT(test *arena.SPRT, key, value string) error {
	var keys []string
	for _, k := range sprtKeys {
		if k.key == key {
			x, err := strconv.ParseFloat(value, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || !k.set(test, x) {
				return fmt.Errorf("%s=%s: want %s", key, value, k.want)
			}
			return nil
		}
		keys = append(keys, k.key)
	}
	return fmt.Errorf("no %q in a sequential test; there are %s", key, strings.Join(keys, ", "))
}

// stop is for arena.Settings.Stop: nil if the match has no test.
func (f *sprtFlag) stop() func(*arena.Result) bool {
	if f.text == "" {
		return nil
	}
	return f.test.Stop
}

// sprtResult is a match for machines, with the decision of its test if it has one.
type sprtResult struct {
	*arena.Result
	SPRT *arena.SPRTDecision `json:"sprt,omitempty"`
}

// judge adds the test's decision to a result.
func (f *sprtFlag) judge(r *arena.Result) sprtResult {
	if f.text == "" {
		return sprtResult{Result: r}
	}
	d := f.test.Decide(r.PairScores, r.PlannedPairs)
	return sprtResult{r, &d}
}

// print writes the decision, if there is one, in the form of the match's other lines.
func (r sprtResult) print(w io.Writer) {
	if r.SPRT != nil {
		printf(w, "  SPRT: %v\n", r.SPRT)
	}
}
