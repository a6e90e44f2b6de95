package kernel

import "fmt"

// Filter is the packed weight of a convolution with a square window of size 1 or 3 and zeros off the board. It may be shared
// by goroutines as long as none packs it.
type Filter struct {
	size, in, out int

	// In plain Go: blocks of eight output channels, the last one padded with zeros, each with a row for every (ky, kx, in).
	blocks []columns
	// In assembly, else nil.
	vector *vectorFilter
}

// NewFilter returns a filter that is all zero.
func NewFilter(size, in, out int) *Filter {
	if size != 1 && size != 3 {
		panic(fmt.Sprintf("kernel: window of size %d, want 1 or 3", size))
	}
	f := &Filter{size: size, in: in, out: out}
	if v := current().vectors; v != nil {
		f.vector = newVectorFilter(v, size, in, out)
		return f
	}
	rows := size * size * in
	all := newColumns(rows * ((out + lanes - 1) / lanes))
	for first := 0; first < out; first += lanes {
		from := first / lanes * rows
		f.blocks = append(f.blocks, all.rows(from, from+rows))
	}
	return f
}

// Pack sets the filter to weights (ky, kx, in, out), times a factor.
func (f *Filter) Pack(weights []float32, factor float32) {
	if f.vector != nil {
		f.vector.pack(weights, factor)
		return
	}
	for row := range f.size * f.size * f.in {
		for o, v := range weights[row*f.out : (row+1)*f.out] {
			f.blocks[o/lanes].set(row, o%lanes, v*factor)
		}
	}
}

// PackTransposed sets the filter to what takes the gradient of a convolution's output to that of its input: weights is the
// convolution's, (ky, kx, f.out, f.in).
func (f *Filter) PackTransposed(weights []float32) {
	if f.vector != nil {
		f.vector.packTransposed(weights)
		return
	}
	taps := f.size * f.size
	for tap := range taps {
		for o := range f.out {
			at := ((taps-1-tap)*f.out + o) * f.in
			for i, v := range weights[at : at+f.in] {
				f.blocks[o/lanes].set(tap*f.in+i, o%lanes, v)
			}
		}
	}
}

// Mode says what Apply does besides convolving; modes can be combined.
type Mode uint8

const (
	// Add adds to what dst holds instead of overwriting it.
	Add Mode = 1 << iota
	// Rectify replaces negative results by zero.
	Rectify
)

// Apply convolves a position and adds the bias, if there is one: dst, cells×out, becomes x∗f + bias.
func (f *Filter) Apply(dst []float32, x *Sparse, bias []float32, mode Mode) {
	if x.channels != f.in {
		panic(fmt.Sprintf("kernel: %d channels for a filter of %d", x.channels, f.in))
	}
	if bias != nil {
		bias = bias[:f.out]
	}
	if f.vector != nil {
		f.vector.apply(dst, x, bias, mode)
		return
	}
	// Block by block, so that the weights in use stay in the nearest cache.
	for b, m := range f.blocks {
		first := b * lanes
		last := min(first+lanes, f.out)
		var start [lanes]float32
		if bias != nil {
			copy(start[:], bias[first:last])
		}
		cell := 0
		for y := range x.height {
			for xx := range x.width {
				sum := start
				if f.size == 3 {
					x.window(&sum, m, xx, y)
				} else {
					dot8(&sum, x.entries[x.start[cell]:x.start[cell+1]], m, -(3*y+xx)*x.channels)
				}
				finish(dst[cell*f.out+first:cell*f.out+last], sum[:], mode)
				cell++
			}
		}
	}
}

// window adds the product of the 3×3 cells around a cell.
func (s *Sparse) window(sum *[lanes]float32, m columns, x, y int) {
	offset := (4 - 3*y - x) * s.channels
	left, right := max(x-1, 0), min(x+1, s.width-1)
	for row := max(y-1, 0); row <= min(y+1, s.height-1); row++ {
		list := s.entries[s.start[row*s.width+left]:s.start[row*s.width+right+1]]
		dot8(sum, list, m, offset)
	}
}

// finish writes the results of a cell.
func finish(dst, sum []float32, mode Mode) {
	sum = sum[:len(dst)]
	for i := range dst {
		v := sum[i]
		if mode&Add != 0 {
			v += dst[i]
		}
		if mode&Rectify != 0 {
			v = max(v, 0) // NaN stays NaN
		}
		dst[i] = v
	}
}
