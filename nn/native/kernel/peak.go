package kernel

// Peak computes nothing but products that are added to sums, in registers, the fastest way that the implementation in use has,
// and returns how many floating-point operations that were: a multiplication and its addition count as two. It takes some
// milliseconds. Divided by the time it took, that is the most that a convolution can reach here.
func Peak() (operations float64) {
	v := current().vectors
	if v == nil {
		return peakPlain()
	}
	const rounds = 1 << 18
	v.peak(rounds)
	return 2 * rounds * float64(v.peakSums*v.convolutions[0].lanes())
}

// PeakQuantized is Peak for the products of bytes that quantized convolutions make.
func PeakQuantized() (operations float64) {
	v := current().quantized
	if v == nil {
		return peakPlain() // where they are products of floating-point numbers, too
	}
	const rounds = 1 << 18
	v.peakQuantized(rounds)
	return 2 * rounds * float64(v.peakSums*v.convolutions[0].lanes()*4)
}

// peakPlain is Peak in plain Go, which compiles to products and sums of single numbers.
func peakPlain() (operations float64) {
	const rounds, sums = 1 << 20, 13
	x := plainFactor
	var s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12 float32
	for range rounds {
		s0 = s0*x + x
		s1 = s1*x + x
		s2 = s2*x + x
		s3 = s3*x + x
		s4 = s4*x + x
		s5 = s5*x + x
		s6 = s6*x + x
		s7 = s7*x + x
		s8 = s8*x + x
		s9 = s9*x + x
		s10 = s10*x + x
		s11 = s11*x + x
		s12 = s12*x + x
	}
	zero := min(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12) // used, so that the compiler cannot do without
	return 2*rounds*sums + float64(zero)
}

// plainFactor is zero, which the compiler does not know.
var plainFactor float32
