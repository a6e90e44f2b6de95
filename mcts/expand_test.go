package mcts

import (
	"math"
	"testing"

	"gipfel/game"
)

func TestExpNegative(t *testing.T) {
	for x := 0.0; x > -87; x -= 0.00317 {
		got, want := float64(expNegative(float32(x))), math.Exp(float64(float32(x)))
		if tolerance := max(1e-6, -x*1e-7); math.Abs(got-want) > tolerance*want {
			t.Fatalf("e^%g: got %g, want %g", x, got, want)
		}
	}
	if expNegative(0) != 1 || expNegative(-88) != 0 || expNegative(-math.MaxFloat32) != 0 {
		t.Errorf("at the ends: %g, %g, %g", expNegative(0), expNegative(-88), expNegative(-math.MaxFloat32))
	}
}

// TestSoftmaxOverLegalActions: the mask comes before the softmax, so that illegal actions take no mass, however large
// their logits are.
func TestSoftmaxOverLegalActions(t *testing.T) {
	inf := float32(math.Inf(1))
	logits := []float32{inf, 1000, 1001, inf, 999}
	got := softmax(nil, logits, []game.Action{1, 2, 4})
	sum := 0.0
	for i, want := range []float64{math.Exp(-1), 1, math.Exp(-2)} {
		near(t, "probability", float64(got[i]), want/(1+math.Exp(-1)+math.Exp(-2)), 1e-6)
		sum += float64(got[i])
	}
	near(t, "sum", sum, 1, 1e-6)
}

// TestOutcomeIsTurnedToSeats: a net that speaks of the mover, the next seat and so on must be understood at every seat.
func TestOutcomeIsTurnedToSeats(t *testing.T) {
	for players := 2; players <= game.MaxPlayers; players++ {
		for mover := range players {
			f := &forest{}
			tr := searched(players, f.turn(game.Player(mover), f.end(0), f.end(0)), 1,
				func(_ game.State, _, outcome []float32) {
					clear(outcome)
					outcome[0], outcome[1], outcome[players] = 0.6, 0.3, 0.1
				})
			value := make([]float32, players+1)
			tr.RootValue(value)
			for seat, p := range value {
				want := map[int]float64{mover: 0.6, (mover + 1) % players: 0.3, players: 0.1}[seat]
				near(t, "probability", float64(p), want, 1e-6)
			}
		}
	}
}
