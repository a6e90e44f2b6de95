package nn

import "fmt"

// TensorSpec is the name and shape of one tensor of a net.
type TensorSpec struct {
	Name  string
	Shape []int

	perCell  bool // a matrix that is applied at every cell, not once a position
	training bool // of a head that only training computes
	init     initializer
}

// Size is the number of values.
func (t *TensorSpec) Size() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// Layout lists the tensors of a net in the order in which they are kept, filed and trained. With C channels:
//
//	stem/weight              (3, 3, InputPlanes, C)   stem/bias            (C)
//	block0/conv1/weight      (3, 3, C, C)             block0/conv1/bias    (C)
//	block0/pool/weight       (2C, C)                  in pooled blocks only
//	block0/conv2/weight      (3, 3, C, C)             block0/conv2/bias    (C)
//	block0/alpha             (1)
//	policy/conv/weight       (C, PolicyChannels)      policy/conv/bias     (PolicyChannels)
//	policy/pool/weight       (2C, PolicyChannels)
//	policy/logits/weight     (PolicyChannels, PolicyPlanes), with a bias
//	policy/extra/weight      (2C, ExtraActions), with a bias; if there are extra actions
//	outcome/conv/weight      (C, ValueChannels), with a bias
//	outcome/hidden/weight    (2·ValueChannels, ValueHidden), with a bias
//	outcome/logits/weight    (ValueHidden, Players+1), with a bias
//
// Then come those of the heads that the net has for training (Heads), each weight with a bias:
//
//	reply/logits/weight      (PolicyChannels, PolicyPlanes)
//	reply/extra/weight       (2C, ExtraActions), if there are extra actions
//	owner/logits/weight      (C, Players+1)
//	margin/value/weight      (ValueHidden, 1)
//	moves/value/weight       (ValueHidden, 1)
//
// A convolution's weight is (ky, kx, in, out): tap (ky, kx) of cell (x, y) reads cell (x+kx-1, y+ky-1), or zero off the
// board. The 2C inputs of a pooled layer are the means over all cells, then the maxima.
func (s Spec) Layout() []TensorSpec {
	var l []TensorSpec
	conv := func(name string, in, out int) {
		l = append(l,
			TensorSpec{Name: name + "/weight", Shape: []int{3, 3, in, out}, perCell: true, init: heNormal},
			TensorSpec{Name: name + "/bias", Shape: []int{out}})
	}
	linear := func(name string, in, out int, perCell bool, init initializer) {
		l = append(l,
			TensorSpec{Name: name + "/weight", Shape: []int{in, out}, perCell: perCell, init: init},
			TensorSpec{Name: name + "/bias", Shape: []int{out}})
	}
	pool := func(name string, out int) {
		l = append(l, TensorSpec{Name: name + "/pool/weight", Shape: []int{2 * s.Channels, out}})
	}

	conv("stem", s.InputPlanes, s.Channels)
	for b := range s.Blocks {
		name := fmt.Sprintf("block%d", b)
		conv(name+"/conv1", s.Channels, s.Channels)
		if s.Pooled(b) {
			pool(name, s.Channels)
		}
		conv(name+"/conv2", s.Channels, s.Channels)
		l = append(l, TensorSpec{Name: name + "/alpha", Shape: []int{1}, init: smallAlpha})
	}
	linear("policy/conv", s.Channels, s.PolicyChannels, true, heNormal)
	pool("policy", s.PolicyChannels)
	linear("policy/logits", s.PolicyChannels, s.PolicyPlanes, true, zero)
	if s.ExtraActions > 0 {
		linear("policy/extra", 2*s.Channels, s.ExtraActions, false, zero)
	}
	linear("outcome/conv", s.Channels, s.ValueChannels, true, heNormal)
	linear("outcome/hidden", 2*s.ValueChannels, s.ValueHidden, false, heNormal)
	linear("outcome/logits", s.ValueHidden, s.Outcomes(), false, zero)

	playing := len(l)
	if s.Heads.Reply {
		linear("reply/logits", s.PolicyChannels, s.PolicyPlanes, true, zero)
		if s.ExtraActions > 0 {
			linear("reply/extra", 2*s.Channels, s.ExtraActions, false, zero)
		}
	}
	if s.Heads.Owner {
		linear("owner/logits", s.Channels, s.Owners(), true, zero)
	}
	if s.Heads.Margin {
		linear("margin/value", s.ValueHidden, 1, false, zero)
	}
	if s.Heads.MovesLeft {
		linear("moves/value", s.ValueHidden, 1, false, zero)
	}
	for i := range l[playing:] {
		l[playing+i].training = true
	}
	return l
}
