package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestActualGap(t *testing.T) {
	for _, worth := range []float64{-8, -1, 0, 0.3, 2, 6} {
		for _, ahead := range []float64{-5, -0.1, 0, 0.4, 3, 9} {
			d := actualGap(ahead, worth)
			if math.Abs(d) < widestGap*math.Abs(ahead) {
				near(t, "mean of both seatings", (logistic(d+worth)+logistic(d-worth))/2, logistic(ahead), 1e-12)
			}
			near(t, "the other side's", actualGap(-ahead, worth), -d, 1e-12)
		}
	}
	near(t, "without a first move", actualGap(1.7, 0), 1.7, 1e-12)
	near(t, "at the bound", actualGap(0.3, 20), 1.2, 1e-12)
}

// TestFirstMoveOfEqualPlayers has the answer in closed form: the score of the first seat, with half a drawn game added.
func TestFirstMoveOfEqualPlayers(t *testing.T) {
	first := Pair{Games: []Game{{[]int{0, 1}, 0}, {[]int{1, 0}, 0}}, Count: 150}
	second := Pair{Games: []Game{{[]int{0, 1}, 1}, {[]int{1, 0}, 1}}, Count: 50}
	drawn := Pair{Games: []Game{{[]int{0, 1}, 2}, {[]int{1, 0}, 2}}, Count: 200}
	l := mustRate(t, []Match{{Game: "b", Players: []string{"x", "y"}, Pairs: []Pair{first, second, drawn}}}, Options{})
	f := l.FirstMove[0]
	share := (150 + 100 + 0.125) / 400.25
	if f.Game != "b" || f.Games != 800 || f.Score != 0.625 {
		t.Errorf("%+v", f)
	}
	near(t, "Elo", f.Elo, 400*math.Log10(share/(1-share)), 0.5)
	// The scatter of the shares of whole pairs: 0, a half and 1.
	deviation := math.Sqrt((150*0.375*0.375 + 50*0.625*0.625 + 200*0.125*0.125) / 400 / 400)
	half := 1.959964 * deviation / (share * (1 - share)) * 400 / math.Ln10
	near(t, "upper end", f.High-f.Elo, half, 0.05*half)
	near(t, "lower end", f.Elo-f.Low, half, 0.05*half)
}

// TestFirstMoveSeesThroughStrength plays strong players against weak ones, with which the first seat's plain score tells little.
func TestFirstMoveSeesThroughStrength(t *testing.T) {
	w := world{elo: []float64{0, 500}, firstMove: 200, rng: rand.New(rand.NewPCG(15, 16))}
	f := mustRate(t, []Match{w.match(0, 1, 20_000)}, Options{}).FirstMove[0]
	if f.Elo < 185 || f.Elo > 215 || f.Low > 200 || f.High < 200 || f.Score > 0.6 {
		t.Errorf("%+v, want 200 Elo and a score near a half", f)
	}
}

func TestFirstMoveStaysFinite(t *testing.T) {
	m := Match{Game: "g", Players: []string{"x", "y"}, Pairs: []Pair{{Games: []Game{{[]int{0, 1}, 0}, {[]int{1, 0}, 0}}, Count: 100}}}
	f := mustRate(t, []Match{m, scores("x", "y", 1, 2, 3, 4, 5)}, Options{}).FirstMove
	if len(f) != 1 || !(f[0].Elo > 800 && f[0].Elo < 2000 && f[0].Low > 0 && f[0].High < 5000) {
		t.Errorf("%+v", f)
	}
}

// TestFirstMoveIsNotMadeOfOneSurprise has a player that loses all games but one, and that one with the first seat: nothing can be
// said of what the seat is worth.
func TestFirstMoveIsNotMadeOfOneSurprise(t *testing.T) {
	swept := Pair{Games: []Game{{[]int{0, 1}, 1}, {[]int{1, 0}, 0}}, Count: 99}
	surprise := Pair{Games: []Game{{[]int{0, 1}, 0}, {[]int{1, 0}, 0}}, Count: 1}
	for telling := range 8 {
		surprise.Count = telling
		l := mustRate(t, []Match{{Game: "g", Players: []string{"weak", "strong"}, Pairs: []Pair{swept, surprise}}}, Options{})
		if got := len(l.FirstMove) == 1; got != (telling >= fewestTelling) {
			t.Errorf("with %d telling pairs there is an estimate: %v", telling, got)
		}
		if len(l.FirstMove) == 1 && l.FirstMove[0].TellingPairs != telling {
			t.Errorf("%d telling pairs are counted, want %d", l.FirstMove[0].TellingPairs, telling)
		}
	}
}
