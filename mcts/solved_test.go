package mcts

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/atimo"
)

// TestSolvedAtimo proves the won positions of the solved game: each of five plies or fewer, within 20,000 simulations and with
// a net that knows nothing, and with the length that best play has.
func TestSolvedAtimo(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "game", "atimo", "testdata", "solved5x5.txt"))
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(line, " ; ")
		if len(fields) != 3 || !strings.HasPrefix(fields[1], "W ") {
			continue
		}
		plies, err := strconv.Atoi(fields[1][2:])
		if err != nil {
			t.Fatal(err)
		}
		if plies > 5 {
			continue
		}
		won++
		s, err := atimo.Small.Notation.ParseState(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, decisive := range []bool{false, true} {
			cfg := DefaultConfig()
			cfg.DecisiveMoves = decisive
			provenWin(t, cfg, s, plies)
		}
	}
	if won < 15 {
		t.Errorf("only %d won positions were read", won)
	}
}

// provenWin checks that a search proves the win of the seat to move, and how long it takes.
func provenWin(t *testing.T, cfg Config, s game.State, plies int) {
	t.Helper()
	tr := New(atimo.Small, cfg)
	tr.Reset(s)
	tr.Begin(SearchOptions{Simulations: 20_000})
	Run(tr, constant)
	outcome, distance, ok := tr.Proven()
	if !ok || outcome != int(s.ToMove()) || distance != plies {
		t.Errorf("%s, decisive moves %v: proven %v, outcome %d in %d after %d simulations; want a win in %d",
			atimo.Small.Notation.FormatState(s), cfg.DecisiveMoves, ok, outcome, distance, tr.Simulations(), plies)
	}
}
