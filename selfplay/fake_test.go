package selfplay

import (
	"math"

	"gipfel/nn"
)

// hashModel is a net whose answers look random and follow from the position alone, whichever row of whichever batch it is in.
type hashModel struct{ spec nn.Spec }

func (m hashModel) Spec() nn.Spec { return m.spec }

func (m hashModel) Predict(n int, in []float32, out nn.Outputs) error {
	size, actions, outcomes := m.spec.InputSize(), m.spec.Actions(), m.spec.Outcomes()
	for row := range n {
		h := uint64(0x9e3779b97f4a7c15)
		for _, v := range in[row*size : (row+1)*size] {
			h = (h ^ uint64(math.Float32bits(v))) * 0x100000001b3
			h ^= h >> 29
		}
		next := func() float32 {
			h = h*6364136223846793005 + 1442695040888963407
			return float32(h>>40) / (1 << 24)
		}
		for i := range out.Policy[row*actions : (row+1)*actions] {
			out.Policy[row*actions+i] = 3 * next()
		}
		var sum float32
		outcome := out.Outcome[row*outcomes : (row+1)*outcomes]
		for i := range outcome {
			outcome[i] = 0.05 + next()
			sum += outcome[i]
		}
		for i := range outcome {
			outcome[i] /= sum
		}
	}
	return nil
}
