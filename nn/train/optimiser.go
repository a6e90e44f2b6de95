package train

import (
	"math"

	"gipfel/nn"
)

// AdamW's constants, as Kingma and Ba (2015) recommend.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// optimiser holds the weights and what AdamW and the average remember of them. All slices hold the parameters tensor after
// tensor, in the order of nn.Spec.Layout.
type optimiser struct {
	raw, average  []float32
	first, second []float32 // moments of the gradient
	decays        []bool    // which parameters weight decay applies to
	updates       uint64    // steps since the moments were zero
}

func newOptimiser(w *nn.Weights) *optimiser {
	raw := w.AppendValues(nil)
	o := &optimiser{
		raw: raw, average: w.AppendValues(nil),
		first: make([]float32, len(raw)), second: make([]float32, len(raw)),
		decays: make([]bool, 0, len(raw)),
	}
	for _, t := range w.Spec.Layout() {
		for range t.Size() {
			o.decays = append(o.decays, len(t.Shape) > 1)
		}
	}
	return o
}

// step makes one step against a gradient, which it scales first.
func (o *optimiser) step(c *Config, gradient []float32, scale float64) {
	o.updates++
	n := float64(o.updates)
	rate := c.LearningRate
	if o.updates < uint64(c.WarmupSteps) {
		rate *= n / float64(c.WarmupSteps)
	}
	var (
		factor      = float32(scale)
		correction1 = float32(rate / (1 - math.Pow(beta1, n)))
		correction2 = float32(1 / (1 - math.Pow(beta2, n)))
		keep        = float32(1 - rate*c.WeightDecay)
		renew       = float32(1 - min(c.EMA, (1+n)/(10+n)))
		raw         = o.raw
		first       = o.first[:len(raw)]
		second      = o.second[:len(raw)]
		average     = o.average[:len(raw)]
		decays      = o.decays[:len(raw)]
	)
	gradient = gradient[:len(raw)]
	for i, w := range raw {
		g := gradient[i] * factor
		m := beta1*first[i] + (1-beta1)*g
		v := beta2*second[i] + (1-beta2)*g*g
		first[i], second[i] = m, v
		if decays[i] {
			w *= keep
		}
		w -= correction1 * m / (float32(math.Sqrt(float64(v*correction2))) + epsilon)
		raw[i] = w
		average[i] += renew * (w - average[i])
	}
}

// norm is the Euclidean norm.
func norm(x []float32) float64 {
	var sum float64
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum)
}
