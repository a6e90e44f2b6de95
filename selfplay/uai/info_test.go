package uai

import (
	"strings"
	"testing"
	"time"

	"gipfel/game"
)

// TestScores reads the numbers of an info line.
func TestScores(t *testing.T) {
	b := &board{game: mustGame(t, "ataxx")}
	b.state = b.game.New()
	k := &thinking{board: b}
	for _, c := range []struct {
		outcomes      []float32
		result, plies int
		proven        bool
		want          string
	}{
		{[]float32{0.5, 0.3, 0.2}, 0, 0, false, "cp 70 wdl 500 200 300"},
		{[]float32{0.25, 0.25, 0.5}, 0, 0, false, "cp 0 wdl 250 500 250"},
		{[]float32{1, 0, 0}, 0, 0, false, "cp 2000 wdl 1000 0 0"},
		{[]float32{0, 1, 0}, 0, 0, false, "cp -2000 wdl 0 0 1000"},
		{nil, 0, 1, true, "mate 1 wdl 1000 0 0"},
		{nil, 0, 5, true, "mate 3 wdl 1000 0 0"},
		{nil, 1, 2, true, "mate -1 wdl 0 0 1000"},
		{nil, 2, 4, true, "cp 0 wdl 0 1000 0"},
	} {
		if got := k.score(c.outcomes, c.result, c.plies, c.proven); got != c.want {
			t.Errorf("%v, proven %t: %q, want %q", c.outcomes, c.proven, got, c.want)
		}
	}
}

func TestShareOfATime(t *testing.T) {
	b := &board{game: mustGame(t, "ataxx")}
	b.state = b.game.New()
	for words, want := range map[string]time.Duration{
		"movetime 100": 95 * time.Millisecond, "movetime 6": 3 * time.Millisecond, "btime 2520": 100 * time.Millisecond,
		"wtime 9000 btime 2520 binc 100": 180 * time.Millisecond, "btime 1020 movestogo 1": time.Second,
	} {
		terms, err := parseGo(strings.Fields(words))
		if err != nil {
			t.Fatal(err)
		}
		k := &thinking{board: b, terms: terms, settings: settings{overhead: 5 * time.Millisecond}}
		if got, ok := k.budget(); !ok || got != want {
			t.Errorf("%s: %v (%t), want %v", words, got, ok, want)
		}
	}
	k := &thinking{board: b, terms: goCommand{clocks: [game.MaxPlayers]seatClock{1: {said: true}}}}
	if got, ok := k.budget(); ok {
		t.Errorf("another's clock gives %v", got)
	}
}
