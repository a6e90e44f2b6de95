package main

import (
	"strings"
	"testing"

	"gipfel/selfplay/arena"
)

func TestSPRTFlag(t *testing.T) {
	for text, want := range map[string]arena.SPRT{
		"elo0=-5,elo1=15,alpha=0.01,beta=0.1,min=40": {Elo0: -5, Elo1: 15, Alpha: 0.01, Beta: 0.1, MinimumPairs: 40},
		"elo1=20":                 {Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, MinimumPairs: 10},
		"score0=0.5,score1=0.625": {Elo0: 0, Elo1: arena.EloOf(0.625), Alpha: 0.05, Beta: 0.05, MinimumPairs: 10},
		"elo0=0,elo1=10,beta=0.2": {Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.2, MinimumPairs: 10},
	} {
		var f sprtFlag
		if err := f.Set(text); err != nil || f.test != want || f.String() != text || f.stop() == nil {
			t.Errorf("%q: %+v, %v", text, f, err)
		}
	}
	for text, message := range map[string]string{
		"":                     `no option ""; there are elo0, elo1, `,
		"elo=3":                `no option "elo"; there are elo0, `,
		"elo0=much":            "elo0=much: want a number",
		"elo1=+Inf":            "want a number",
		"elo1=NaN":             "want a number",
		"score1=1":             "score1=1: want a number above 0 and below 1",
		"alpha=0.5":            "want a rate above 0 and below 0.5",
		"beta":                 "beta=: want a rate",
		"min=2.5":              "want a whole number",
		"min=0":                "want a whole number",
		"elo0=10":              "elo0 10 and elo1 10: want the smaller one first",
		"elo1=1,elo1=2":        "elo1 is there twice",
		"elo1=30,score1=0.6":   "both elo1 and score1",
		"elo0=90000,elo1=9e10": "between 0 and 1",
	} {
		var f sprtFlag
		if err := f.Set(text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v, want %q in it", text, err, message)
		}
		if f.stop() != nil {
			t.Errorf("%q: there is a test all the same", text)
		}
	}
}
