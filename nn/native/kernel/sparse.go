package kernel

import "math"

// entry is a non-zero activation. What index means is up to the list's user.
type entry struct {
	index uint32
	value float32
}

// Sparse is the list of the non-zero activations of one position. It is owned by one goroutine.
//
// The index of channel c at cell (x, y) is (3y+x)·channels + c. Packed 3×3 weights are numbered (3·ky+kx)·channels + c, so
// within the window around a cell both numberings differ by a constant, and the entries of a window's row are contiguous.
//
// The assembly computes with all activations: for it, this is only a view of them.
type Sparse struct {
	height, width, channels int

	dense   []float32 // in assembly
	entries []entry
	start   []int32 // entries[start[cell]:start[cell+1]] are those of a cell
}

// NewSparse returns room for the activations of a board. A vector is a board of one cell.
func NewSparse(height, width, channels int) *Sparse {
	s := &Sparse{height: height, width: width, channels: channels}
	if current().vectors == nil {
		s.entries = make([]entry, height*width*channels)
		s.start = make([]int32, height*width+1)
	}
	return s
}

// Fill lists the non-zero values of a position, cells×channels. They must not change until the list has been used.
func (s *Sparse) Fill(src []float32) {
	src = src[:s.height*s.width*s.channels]
	if s.entries == nil {
		s.dense = src
		return
	}
	n, cell := 0, 0
	for y := range s.height {
		for x := range s.width {
			s.start[cell] = int32(n)
			cell++
			row := src[:s.channels]
			src = src[s.channels:]
			first := uint32((3*y + x) * s.channels)
			list := s.entries[n:][:len(row)]
			k := 0
			for c, v := range row {
				// Always written, kept only if not zero: no branch to mispredict.
				list[k] = entry{first + uint32(c), v}
				k += nonZero(v)
			}
			n += k
		}
	}
	s.start[cell] = int32(n)
}

// nonZero is 1 for everything but the two zeros.
func nonZero(v float32) int {
	magnitude := math.Float32bits(v) << 1
	return int((magnitude | -magnitude) >> 31)
}
