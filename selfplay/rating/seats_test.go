package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// block plays a game of several seats in all rotations, with the winner drawn in proportion to the strengths of those who sit
// there, the first seat's being multiplied.
func block(elo []float64, holders []int, firstMove, draws float64, rng *rand.Rand) Pair {
	var p Pair
	n := len(holders)
	for shift := range n {
		g := Game{Seats: make([]int, n), Outcome: n}
		weights, sum := make([]float64, n), 0.0
		for s := range n {
			g.Seats[s] = holders[(s+shift)%n]
			weights[s] = math.Pow(10, elo[g.Seats[s]]/400)
			if s == 0 {
				weights[s] *= math.Pow(10, firstMove/400)
			}
			sum += weights[s]
		}
		if rng.Float64() >= draws {
			u := rng.Float64() * sum
			for g.Outcome = 0; u >= weights[g.Outcome]; g.Outcome++ {
				u -= weights[g.Outcome]
			}
		}
		p.Games = append(p.Games, g)
	}
	return p
}

func TestAGameCountsOnce(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		players, identity := make([]int, seats), make([]int, seats)
		for i := range players {
			players[i], identity[i] = i, i
		}
		for outcome := range seats + 1 {
			all, first := (&Game{Seats: players, Outcome: outcome}).comparisons(identity)
			weight, won := 0.0, make([]float64, seats)
			for _, c := range all {
				weight += c.weight
				won[c.plus] += c.won
				won[c.minus] += c.weight - c.won
			}
			near(t, "weight of a game", weight, 1, 1e-12)
			for i, got := range won {
				want := 0.0
				switch outcome {
				case i:
					want = 1
				case seats:
					want = 1 / float64(seats)
				}
				near(t, fmt.Sprintf("%d seats, outcome %d: won by %d", seats, outcome, i), got, want, 1e-12)
			}
			for _, c := range first {
				if c.plus != 0 {
					t.Errorf("%d seats, outcome %d: %+v is not the first seat's", seats, outcome, c)
				}
			}
			if outcome == seats && len(first) != seats-1 || outcome == 0 && len(first) != seats-1 || outcome == 1 && len(first) != 1 {
				t.Errorf("%d seats, outcome %d: %d comparisons of the first seat", seats, outcome, len(first))
			}
		}
	}
	// One seat against three of the same player: a player is not compared with itself.
	all, _ := (&Game{Seats: []int{1, 0, 1, 1}, Outcome: 2}).comparisons([]int{0, 1})
	if len(all) != 1 || all[0] != (comparison{contrast{1, 0}, 1.0 / 3, 1.0 / 3}) {
		t.Errorf("%+v", all)
	}
}

// TestSeveralSeatsGiveTheSameRatings plays four players at games of two, three and four seats, and one against three of another.
func TestSeveralSeatsGiveTheSameRatings(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	elo := []float64{0, 100, 250, 400}
	names := []string{"a", "b", "c", "d"}
	for _, holders := range [][][]int{
		{{0, 1}, {1, 2}, {2, 3}, {3, 0}},
		{{0, 1, 2}, {1, 2, 3}, {2, 3, 0}},
		{{0, 1, 2, 3}},
		{{0, 1, 1, 1}, {1, 0, 0, 0}, {1, 2, 2, 2}, {2, 1, 1, 1}, {2, 3, 3, 3}, {3, 2, 2, 2}},
	} {
		m := Match{Game: "game", Players: names}
		for range 4000 {
			for _, h := range holders {
				m.Pairs = append(m.Pairs, block(elo, h, 60, 0, rng))
			}
		}
		l := mustRate(t, []Match{m}, Options{Anchor: "a"})
		for i, name := range names {
			e, _ := l.of(t, name)
			// What the first seat is worth brings the scores of whole rotations, and so the ratings, a little closer.
			near(t, fmt.Sprintf("%s with seats %v", name, holders[0]), e.Elo, elo[i], 6+0.04*elo[i])
		}
		if f := l.FirstMove[0]; f.Elo < 45 || f.Elo > 75 {
			t.Errorf("seats %v: the first move is worth %.0f, want 60", holders[0], f.Elo)
		}
	}
}

// TestIntervalsOfSeveralSeats counts how often intervals contain the truth when four play.
func TestIntervalsOfSeveralSeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	elo := []float64{0, 50, 100, 150}
	missed, all := 0, 0
	for range 300 {
		m := Match{Players: []string{"a", "b", "c", "d"}}
		for range 40 {
			m.Pairs = append(m.Pairs, block(elo, []int{0, 1, 2, 3}, 0, 0, rng))
		}
		l := mustRate(t, []Match{m}, Options{Anchor: "a"})
		for i, name := range m.Players[1:] {
			e, _ := l.of(t, name)
			all++
			if truth := elo[i+1]; e.Low > truth || e.High < truth {
				missed++
			}
		}
	}
	if rate := float64(missed) / float64(all); rate < 0.02 || rate > 0.075 {
		t.Errorf("95%% intervals miss the truth in %.1f%%", 100*rate)
	}
}
