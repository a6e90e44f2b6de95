package uai

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"gipfel/game"
)

func TestParseGo(t *testing.T) {
	ms := time.Millisecond
	for text, want := range map[string]goCommand{
		"":                      {},
		"infinite":              {infinite: true},
		"ponder movetime 100":   {ponder: true, timed: true, moveTime: 100 * ms},
		"movetime 100.7":        {timed: true, moveTime: 100 * ms},
		"movetime -5":           {timed: true, moveTime: -5 * ms},
		"movetime 999999999999": {timed: true, moveTime: 24 * time.Hour},
		"nodes 5 depth 7":       {nodes: 5, depth: 7},
		"nodes 2000000000":      {nodes: maxNodes},
		"movestogo 9":           {movesToGo: 9},
		"btime 10 wtime -20 binc 3 winc 4": {clocks: [game.MaxPlayers]seatClock{
			{true, 10 * ms, 3 * ms}, {true, -20 * ms, 4 * ms},
		}},
		"p1time 1 p2time 2 p3time 3 p4inc 4": {clocks: [game.MaxPlayers]seatClock{
			{true, ms, 0}, {true, 2 * ms, 0}, {true, 3 * ms, 0}, {false, 0, 4 * ms},
		}},
		"quickly b time p5time 3": {ignored: []string{"quickly", "b", "time", "p5time", "3"}},
	} {
		got, err := parseGo(strings.Fields(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v (%v), want %+v", text, got, err, want)
		}
	}
}

func TestParsePosition(t *testing.T) {
	for text, want := range map[string]positionCommand{
		"startpos":                {moves: nil},
		"startpos moves":          {moves: []string{}},
		"startpos moves a b":      {moves: []string{"a", "b"}},
		"fen diamond":             {fen: "diamond"},
		"fen 7/7 x 0 1 moves g2":  {fen: "7/7 x 0 1", moves: []string{"g2"}},
		"fen 7/7   x moves moves": {fen: "7/7 x", moves: []string{"moves"}},
	} {
		got, err := parsePosition(strings.Fields(text))
		if err != nil || got.fen != want.fen || strings.Join(got.moves, " ") != strings.Join(want.moves, " ") {
			t.Errorf("%q is read as %+v (%v), want %+v", text, got, err, want)
		}
	}
}

func TestParseSetOption(t *testing.T) {
	for text, want := range map[string][2]string{
		"name Hash value 64":                    {"Hash", "64"},
		"name Move  Overhead   value  5 ":       {"Move Overhead", "5"},
		"name Model value my  nets/a b.weights": {"Model", "my  nets/a b.weights"},
		"name Clear Hash":                       {"Clear Hash", ""},
		"name Model value":                      {"Model", ""},
		"name Model value value 3":              {"Model", "value 3"},
	} {
		name, value, err := parseSetOption(text)
		if err != nil || name != want[0] || value != want[1] {
			t.Errorf("%q is read as %q, %q (%v), want %q", text, name, value, err, want)
		}
	}
}
