package evaluator

import (
	"gipfel/game"
	"gipfel/nn"
)

// maxRandomLogit bounds the logits of Random: the likeliest action has up to e⁴, some 55, times the odds of the least likely.
const maxRandomLogit = 2

// Random returns a model with opinions that have no grounds: logits between -2 and 2 and odds, all drawn from a stream of random
// numbers that begins with a hash of the position's input and the seed. So it says the same of a position whenever it is asked,
// something else of every other one, of its images too, and something else with another seed. It is for tests of what stands
// around a model: unlike with Uniform, answers that are mixed up show.
func Random(g *game.Game, seed uint64) nn.Model {
	return newFake(g, func(input, policy, outcome []float32) {
		stream := hash(input, seed)
		uniform := func() float64 { // above 0, up to 1
			x := game.Mix64(stream)
			stream += golden
			return float64(x>>11+1) / (1 << 53)
		}
		for i := range policy {
			policy[i] = float32(maxRandomLogit * (2*uniform() - 1))
		}
		sum := 0.0
		for i := range outcome {
			outcome[i] = float32(uniform())
			sum += float64(outcome[i])
		}
		for i := range outcome {
			outcome[i] = float32(float64(outcome[i]) / sum)
		}
	})
}
