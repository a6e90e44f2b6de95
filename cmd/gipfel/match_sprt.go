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

// sprtOptions are what can be said of a sequential test.
var sprtOptions = []option[arena.SPRT]{
	sprtOption("elo0", "a number", func(s *arena.SPRT, x float64) bool { s.Elo0 = arena.Elo(x); return true }),
	sprtOption("elo1", "a number", func(s *arena.SPRT, x float64) bool { s.Elo1 = arena.Elo(x); return true }),
	sprtOption("score0", "a number above 0 and below 1", func(s *arena.SPRT, x float64) bool { s.Elo0 = arena.EloOf(x); return x > 0 && x < 1 }),
	sprtOption("score1", "a number above 0 and below 1", func(s *arena.SPRT, x float64) bool { s.Elo1 = arena.EloOf(x); return x > 0 && x < 1 }),
	sprtOption("alpha", "a rate above 0 and below 0.5", func(s *arena.SPRT, x float64) bool { s.Alpha = x; return x > 0 && x < 0.5 }),
	sprtOption("beta", "a rate above 0 and below 0.5", func(s *arena.SPRT, x float64) bool { s.Beta = x; return x > 0 && x < 0.5 }),
	sprtOption("min", "a whole number from 1 to 1000000", func(s *arena.SPRT, x float64) bool {
		s.MinimumPairs = int(x)
		return x >= 1 && x <= 1e6 && x == math.Trunc(x)
	}),
}

// sprtOption is an option whose value is a number. set applies it, and says whether it may be.
func sprtOption(key, want string, set func(s *arena.SPRT, x float64) bool) option[arena.SPRT] {
	return option[arena.SPRT]{key, want, func(s *arena.SPRT, value string) error {
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || !set(s, x) {
			return errValue
		}
		return nil
	}}
}

func (f *sprtFlag) String() string { return f.text }

func (f *sprtFlag) Type() string { return "test" }

// Set reads a test. What is not said is elo0=0, elo1=10, alpha=0.05, beta=0.05 and min=10.
func (f *sprtFlag) Set(text string) error {
	test := arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, MinimumPairs: arena.DefaultMinimumPairs}
	if err := setOptions(sprtOptions, &test, text); err != nil {
		return err
	}
	given := func(key string) bool { return strings.Contains(","+text, ","+key+"=") }
	for _, n := range []string{"0", "1"} {
		if given("elo"+n) && given("score"+n) {
			return fmt.Errorf("both elo%s and score%s: want one of them", n, n)
		}
	}
	if err := test.Validate(); err != nil {
		return err
	}
	f.text, f.test = text, test
	return nil
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
