package nn

// FLOPs is the number of floating-point operations that playing takes for one position, a multiplication and its addition
// counted as two, as a dense implementation would do them: padding and zero activations are not discounted. The heads that only
// training computes (Heads) are not counted.
func (s Spec) FLOPs() float64 { return s.operations(9 * s.Cells()) }

// BoardFLOPs is FLOPs without the products of a 3×3 convolution with cells off the board, which are zero: what an implementation
// has to do that leaves out all of the border and nothing else. On a board of 5×5 that is three quarters of a convolution.
func (s Spec) BoardFLOPs() float64 { return s.operations((3*s.Width - 2) * (3*s.Height - 2)) }

// operations counts operations, given how many pairs of a cell and one of the nine taps a 3×3 convolution computes for each
// pair of channels.
func (s Spec) operations(taps int) float64 {
	var n float64
	for _, t := range s.Layout() {
		if len(t.Shape) < 2 || t.training {
			continue
		}
		products := float64(t.Size())
		switch {
		case len(t.Shape) == 4:
			products = float64(t.Size()/9) * float64(taps)
		case t.perCell:
			products *= float64(s.Cells())
		}
		n += 2 * products
	}
	return n
}
