// Package reference computes nets in the slowest and most obvious way, in float64, straight from the description in package
// nn. Tests compare everything else with it.
package reference

import (
	"fmt"
	"math"

	"gipfel/nn"
)

// Net is a net whose numbers may be changed between calls.
type Net struct {
	Spec nn.Spec
	// Tensors holds the values by name, as in nn.Spec.Layout.
	Tensors map[string][]float64

	quantized map[string]*nn.QuantizedConvolution // in a quantized net, by name
}

// New returns the net with the given weights.
func New(w *nn.Weights) *Net {
	n := &Net{Spec: w.Spec, Tensors: map[string][]float64{}}
	for _, t := range w.Tensors {
		values := make([]float64, len(t.Data))
		for i, v := range t.Data {
			values[i] = float64(v)
		}
		n.Tensors[t.Name] = values
	}
	return n
}

// Forward returns the logits of the policy and of the outcome for one position.
func (n *Net) Forward(in []float32) (policy, outcome []float64) {
	o := n.Outputs(in)
	return o.Policy, o.Outcome
}

// Outputs is all that a net says of one position. What it has no head for is empty.
type Outputs struct {
	// Policy, Outcome and Reply are logits; Owner holds those of each cell, one after the other.
	Policy, Outcome, Reply, Owner []float64
	Margin, MovesLeft             float64
}

// Outputs computes all heads for one position.
func (n *Net) Outputs(in []float32) (o Outputs) {
	s := n.Spec
	x := make([]float64, len(in))
	for i, v := range in {
		x[i] = float64(v)
	}
	h := relu(n.conv(x, "stem", s.InputPlanes))
	for i := range s.Blocks {
		name := fmt.Sprintf("block%d", i)
		y := n.conv(h, name+"/conv1", s.Channels)
		if s.Pooled(i) {
			addToCells(y, n.product(pool(h, s.Channels), name+"/pool/weight"))
		}
		y = n.conv(relu(y), name+"/conv2", s.Channels)
		if n.quantized != nil { // α is in the convolution
			for k := range h {
				h[k] = math.Max(0, float64(float32(h[k])+float32(y[k])))
			}
			continue
		}
		for k := range h {
			h[k] = math.Max(0, h[k]+n.Tensors[name+"/alpha"][0]*y[k])
		}
	}

	p := n.everywhere(h, "policy/conv", s.Channels)
	addToCells(p, n.product(pool(h, s.Channels), "policy/pool/weight"))
	p = relu(p)
	o.Policy = n.moves(p, h, "policy")

	v := relu(n.everywhere(h, "outcome/conv", s.Channels))
	v = relu(n.everywhere(pool(v, s.ValueChannels), "outcome/hidden", 2*s.ValueChannels))
	o.Outcome = n.everywhere(v, "outcome/logits", s.ValueHidden)

	if s.Heads.Reply {
		o.Reply = n.moves(p, h, "reply")
	}
	if s.Heads.Owner {
		o.Owner = n.everywhere(h, "owner/logits", s.Channels)
	}
	if s.Heads.Margin {
		o.Margin = n.everywhere(v, "margin/value", s.ValueHidden)[0]
	}
	if s.Heads.MovesLeft {
		o.MovesLeft = n.everywhere(v, "moves/value", s.ValueHidden)[0]
	}
	return o
}

// moves returns logits of all actions: from the policy head's activations p, and for the extra actions from the tower's h.
func (n *Net) moves(p, h []float64, name string) []float64 {
	logits := n.everywhere(p, name+"/logits", n.Spec.PolicyChannels)
	if n.Spec.ExtraActions > 0 {
		logits = append(logits, n.everywhere(pool(h, n.Spec.Channels), name+"/extra", 2*n.Spec.Channels)...)
	}
	return logits
}

// Softmax returns the probabilities of logits.
func Softmax(logits []float64) []float64 {
	most := math.Inf(-1)
	for _, v := range logits {
		most = math.Max(most, v)
	}
	p := make([]float64, len(logits))
	var sum float64
	for i, v := range logits {
		p[i] = math.Exp(v - most)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// conv is a 3×3 convolution with its bias.
func (n *Net) conv(x []float64, name string, in int) []float64 {
	if c := n.quantized[name]; c != nil {
		return n.convQuantized(x, c)
	}
	return n.convolve(x, n.Tensors[name+"/weight"], n.Tensors[name+"/bias"], in)
}

func (n *Net) convolve(x, weight, bias []float64, in int) []float64 {
	s := n.Spec
	out := len(bias)
	y := make([]float64, s.Cells()*out)
	for cy := range s.Height {
		for cx := range s.Width {
			for o := range out {
				sum := bias[o]
				for ky := range 3 {
					for kx := range 3 {
						sy, sx := cy+ky-1, cx+kx-1
						if sy < 0 || sy >= s.Height || sx < 0 || sx >= s.Width {
							continue
						}
						for i := range in {
							sum += x[(sy*s.Width+sx)*in+i] * weight[((ky*3+kx)*in+i)*out+o]
						}
					}
				}
				y[(cy*s.Width+cx)*out+o] = sum
			}
		}
	}
	return y
}

// everywhere applies a linear layer with its bias to each group of in values: to every cell, or to a vector.
func (n *Net) everywhere(x []float64, name string, in int) []float64 {
	var y []float64
	for ; len(x) > 0; x = x[in:] {
		group := n.product(x[:in], name+"/weight")
		for o, b := range n.Tensors[name+"/bias"] {
			group[o] += b
		}
		y = append(y, group...)
	}
	return y
}

// product multiplies a vector by a matrix.
func (n *Net) product(x []float64, name string) []float64 {
	weight := n.Tensors[name]
	y := make([]float64, len(weight)/len(x))
	for i, v := range x {
		for o := range y {
			y[o] += v * weight[i*len(y)+o]
		}
	}
	return y
}

func addToCells(x, bias []float64) {
	for i := range x {
		x[i] += bias[i%len(bias)]
	}
}

func relu(x []float64) []float64 {
	for i, v := range x {
		x[i] = math.Max(0, v)
	}
	return x
}

// pool returns the means over the cells, then the maxima.
func pool(x []float64, channels int) []float64 {
	y := make([]float64, 2*channels)
	cells := len(x) / channels
	for c := range channels {
		y[channels+c] = math.Inf(-1)
		for cell := range cells {
			y[c] += x[cell*channels+c] / float64(cells)
			y[channels+c] = math.Max(y[channels+c], x[cell*channels+c])
		}
	}
	return y
}
