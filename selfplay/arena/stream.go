package arena

import "math/rand/v2"

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
