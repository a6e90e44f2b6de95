package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// initializer says what a tensor holds before training.
type initializer uint8

const (
	zero       initializer = iota
	heNormal               // normal with variance 2/fan-in (He et al. 2015, section 2.2), for layers followed by a ReLU
	smallAlpha             // initialAlpha
)

// initialAlpha scales the residual branches at first. A tower without batch normalisation must begin close to the identity
// (ReZero, Bachlechner et al. 2020; SkipInit, De and Smith 2020); a little above zero, so that the branches learn from the
// first step on.
const initialAlpha = 0.2

// Init returns the weights of an untrained net. The last layer of each head is zero, so the net gives all actions equal
// logits and all outcomes equal probability. The pooled biases begin at zero, too. Equal seeds give equal weights.
func Init(spec Spec, seed uint64) (*Weights, error) {
	w, err := Zeros(spec)
	if err != nil {
		return nil, fmt.Errorf("initialise weights: %w", err)
	}
	rng := rand.New(rand.NewPCG(seed, 0x696e6974)) // the stream "init"
	for i, t := range spec.Layout() {
		values := w.Tensors[i].Data
		switch t.init {
		case heNormal:
			fanIn := t.Size() / t.Shape[len(t.Shape)-1]
			deviation := math.Sqrt(2 / float64(fanIn))
			for k := range values {
				values[k] = float32(rng.NormFloat64() * deviation)
			}
		case smallAlpha:
			values[0] = initialAlpha
		}
	}
	return w, nil
}
