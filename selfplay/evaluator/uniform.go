package evaluator

import (
	"gipfel/game"
	"gipfel/nn"
)

// Uniform returns a model that takes all actions and all outcomes for equally likely. A search with it knows what the rules say
// of the ends that it meets, and nothing else: it is what a net has to be better than, and it shows what the search itself
// costs.
func Uniform(g *game.Game) nn.Model {
	share := 1 / float32(g.Outcomes())
	return newFake(g, func(_, policy, outcome []float32) {
		clear(policy)
		for i := range outcome {
			outcome[i] = share
		}
	})
}
