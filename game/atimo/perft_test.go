package atimo

import (
	"testing"

	"gipfel/game/gametest"
)

// TestPerft compares move generation with independently computed counts. The games of the table include positions just
// before a third occurrence and before the last move.
func TestPerft(t *testing.T) {
	gametest.Perft(t, "testdata/perft.txt", gametest.Moves(Variants()...), 10_000_000)
}
