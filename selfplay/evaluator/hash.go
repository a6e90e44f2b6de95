package evaluator

import (
	"math"

	"gipfel/game"
)

// golden is 2⁶⁴ divided by the golden ratio: an odd number without pattern.
const golden = 0x9e3779b97f4a7c15

// hash mixes the bits of a position's input with a seed. It is the same on every machine and in every run.
func hash(input []float32, seed uint64) uint64 {
	h := game.Mix64(seed)
	for _, v := range input {
		h = (h ^ uint64(math.Float32bits(v))) * golden
		h ^= h >> 32 // otherwise high bits would never reach low ones
	}
	return game.Mix64(h - golden) // which adds it
}

// Key is a name for a position, made from its input. Equal inputs have equal keys on every machine and in every run, so records
// can be compared and joined by them; the odds that any two of a million positions share one are one in forty million.
func Key(input []float32) uint64 { return hash(input, 0) }
