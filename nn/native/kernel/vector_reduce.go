package kernel

// reductions are the kernels that work on columns.
type reductions struct {
	laneCount
	sumRows vectorSumRows
	pool    vectorPool
}

// vectorSumRows sums the rows of a matrix in the first lanes of a vector of columns: dst and src point to the first of them.
type vectorSumRows func(dst, src *float32, columns, rows, lanes int)

// vectorPool pools the first lanes of a vector of channels, to whose first the pointers point; at may be nil. scale is one over
// the number of cells.
type vectorPool func(mean, most *float32, at *int32, src *float32, channels, cells, lanes int, scale float32)

// sumOfRows is SumRows.
func (v *vectors) sumOfRows(dst, src []float32, rows int) {
	columns := len(dst)
	src = src[:rows*columns]
	for first := 0; first < columns; {
		r, used := narrowest(v.reductions, columns-first)
		r.sumRows(&dst[first], &src[first], columns, rows, used)
		first += used
	}
}

// poolRows is Pool.
func (v *vectors) poolRows(mean, most []float32, at []int32, src []float32, channels int) {
	cells := len(src) / channels
	src = src[:cells*channels]
	for first := 0; first < channels; {
		r, used := narrowest(v.reductions, channels-first)
		var place *int32
		if at != nil {
			place = &at[first]
		}
		r.pool(&mean[first], &most[first], place, &src[first], channels, cells, used, 1/float32(cells))
		first += used
	}
}
