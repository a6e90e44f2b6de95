package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// world draws pairs of games between players of known strength.
type world struct {
	elo       []float64
	firstMove float64 // Elo that the first seat is worth
	opening   float64 // standard deviation, in Elo, of what an opening adds to that, in both games of its pair
	draws     float64 // share of games drawn regardless
	rng       *rand.Rand
}

func (w *world) name(i int) string { return fmt.Sprintf("p%03d", i) }

// pair draws a pair of games of i against j, i moving first in the first of them.
func (w *world) pair(i, j int) Pair {
	luck := w.firstMove + w.opening*w.rng.NormFloat64()
	var p Pair
	for _, seats := range [][]int{{0, 1}, {1, 0}} {
		ahead := w.elo[i] - w.elo[j]
		if seats[0] == 1 {
			ahead = -ahead
		}
		g := Game{Seats: seats, Outcome: 1}
		switch {
		case w.rng.Float64() < w.draws:
			g.Outcome = 2
		case w.rng.Float64() < expectedScore(ahead+luck):
			g.Outcome = 0
		}
		p.Games = append(p.Games, g)
	}
	return p
}

func (w *world) match(i, j, pairs int) Match {
	m := Match{Game: "game", Players: []string{w.name(i), w.name(j)}}
	for range pairs {
		m.Pairs = append(m.Pairs, w.pair(i, j))
	}
	return m
}

// roundRobin lets everybody play everybody.
func (w *world) roundRobin(pairs int) []Match {
	var all []Match
	for i := range w.elo {
		for j := range i {
			all = append(all, w.match(j, i, pairs))
		}
	}
	return all
}

func expectedScore(ahead float64) float64 { return 1 / (1 + math.Pow(10, -ahead/400)) }
