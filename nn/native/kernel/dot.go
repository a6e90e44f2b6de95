package kernel

// lanes is the number of columns that dot8 computes at once: as many sums as leave enough of the 15 usable registers free for
// products.
const lanes = 8

// columns is a matrix of eight columns, kept as two halves: the bounds check between the halves keeps the compiler from
// computing all eight products before the first addition, for which it would have to spill registers.
type columns struct {
	low, high [][4]float32
}

// newColumns returns a matrix of n rows.
func newColumns(n int) columns {
	return columns{make([][4]float32, n), make([][4]float32, n)}
}

// rows returns the rows [from, to).
func (m columns) rows(from, to int) columns {
	return columns{m.low[from:to], m.high[from:to]}
}

// set writes one value.
func (m columns) set(row, column int, v float32) {
	if column < lanes/2 {
		m.low[row][column] = v
	} else {
		m.high[row][column-lanes/2] = v
	}
}

// dot8 adds to sum[k], for each entry of the list in turn, value · m[index+offset][k].
func dot8(sum *[lanes]float32, list []entry, m columns, offset int) {
	low, high := m.low, m.high
	s0, s1, s2, s3 := sum[0], sum[1], sum[2], sum[3]
	s4, s5, s6, s7 := sum[4], sum[5], sum[6], sum[7]
	for len(list) >= 2 {
		v, i := list[0].value, int(list[0].index)+offset
		r := &low[i]
		s0 += v * r[0]
		s1 += v * r[1]
		s2 += v * r[2]
		s3 += v * r[3]
		r = &high[i]
		s4 += v * r[0]
		s5 += v * r[1]
		s6 += v * r[2]
		s7 += v * r[3]

		v, i = list[1].value, int(list[1].index)+offset
		r = &low[i]
		s0 += v * r[0]
		s1 += v * r[1]
		s2 += v * r[2]
		s3 += v * r[3]
		r = &high[i]
		s4 += v * r[0]
		s5 += v * r[1]
		s6 += v * r[2]
		s7 += v * r[3]

		list = list[2:]
	}
	if len(list) > 0 {
		v, i := list[0].value, int(list[0].index)+offset
		r := &low[i]
		s0 += v * r[0]
		s1 += v * r[1]
		s2 += v * r[2]
		s3 += v * r[3]
		r = &high[i]
		s4 += v * r[0]
		s5 += v * r[1]
		s6 += v * r[2]
		s7 += v * r[3]
	}
	sum[0], sum[1], sum[2], sum[3] = s0, s1, s2, s3
	sum[4], sum[5], sum[6], sum[7] = s4, s5, s6, s7
}
