package kernel

import "math"

// Mask writes x where y is not zero, and zero elsewhere.
func Mask(dst, y, x []float32) {
	y, x = y[:len(dst)], x[:len(dst)]
	if v := current().vectors; v != nil && len(dst) > 0 {
		v.mask(&dst[0], &y[0], &x[0], len(dst))
		return
	}
	for i := range dst { // no branch to mispredict
		dst[i] = math.Float32frombits(math.Float32bits(x[i]) & -uint32(nonZero(y[i])))
	}
}

// Scale writes factor·x.
func Scale(dst, x []float32, factor float32) {
	x = x[:len(dst)]
	if v := current().vectors; v != nil && len(dst) > 0 {
		v.scale(&dst[0], &x[0], len(dst), factor)
		return
	}
	for i := range dst {
		dst[i] = factor * x[i]
	}
}

// Residual writes max(0, x + factor·y).
func Residual(dst, x, y []float32, factor float32) {
	x, y = x[:len(dst)], y[:len(dst)]
	if v := current().vectors; v != nil && len(dst) > 0 {
		v.residual(&dst[0], &x[0], &y[0], len(dst), factor)
		return
	}
	for i := range dst {
		dst[i] = max(x[i]+factor*y[i], 0)
	}
}

// Inner is the sum of the products of x and y, which has as many values.
func Inner(x, y []float32) float64 {
	y = y[:len(x)]
	if v := current().vectors; v != nil && len(x) > 0 {
		return v.inner(&x[0], &y[0], len(x))
	}
	var sum float64
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// SumRows writes the sum of the rows of a matrix that is as wide as dst.
func SumRows(dst, src []float32) {
	columns := len(dst)
	rows := len(src) / columns
	if v := current().vectors; v != nil && rows > 0 {
		v.sumOfRows(dst, src, rows)
		return
	}
	clear(dst)
	for ; rows > 0; rows-- {
		for i, v := range src[:columns] {
			dst[i] += v
		}
		src = src[columns:]
	}
}
