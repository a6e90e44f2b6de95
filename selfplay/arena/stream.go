package arena

import (
	"math/rand/v2"

	"gipfel/game"
)

// Purposes of random numbers in a match. Each purpose and index has a stream of its own, so that no game's course moves
// another's.
const (
	openingStream uint64 = iota + 1 // by pair
	chanceStream                    // by pair: the games of a pair have the same luck while they take the same course
	agentStream                     // by game and seat
)

// stream returns the random numbers for a purpose.
func stream(seed, purpose, index uint64) *rand.Rand {
	return rand.New(rand.NewPCG(scatter(seed^scatter(purpose)), scatter(index)))
}

// scatter spreads numbers that lie close together over all 64 bits (the output function of SplitMix64: Steele, Lea, Flood,
// "Fast splittable pseudorandom number generators", 2014), since generators with neighbouring seeds would begin alike.
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// dice draws the outcomes of chance nodes.
type dice struct {
	actions []game.Action
	odds    []float32
}

// roll returns an outcome of the chance node s, drawn by its odds.
func (d *dice) roll(s game.State, rng *rand.Rand) game.Action {
	d.actions = s.AppendActions(d.actions[:0])
	d.odds = s.(game.Chancer).AppendOdds(d.odds[:0])
	left := rng.Float32()
	for i, p := range d.odds {
		if left -= p; left < 0 {
			return d.actions[i]
		}
	}
	return d.actions[len(d.actions)-1] // the odds sum to 1 but for rounding
}
