package kernel

// Pool writes the mean over the cells and the maximum of each channel, 2·channels values, means first. src is
// cells×channels. If at is not nil, it receives the cell of each channel's maximum, the first one if there are several.
func Pool(dst []float32, at []int32, src []float32, channels int) {
	mean, most := dst[:channels], dst[channels:2*channels]
	if at != nil {
		at = at[:channels]
	}
	if v := current().vectors; v != nil {
		v.poolRows(mean, most, at, src, channels)
		return
	}
	copy(mean, src[:channels])
	copy(most, src[:channels])
	clear(at)
	cells := len(src) / channels
	for cell := 1; cell < cells; cell++ {
		for c, v := range src[cell*channels : (cell+1)*channels] {
			mean[c] += v
			if v > most[c] {
				most[c] = v
				if at != nil {
					at[c] = int32(cell)
				}
			}
		}
	}
	scale := 1 / float32(cells)
	for c := range mean {
		mean[c] *= scale
	}
}

// PoolGradient writes the gradient of Pool's input, cells×channels, given that of its output and the cells of the maxima.
func PoolGradient(dx []float32, at []int32, dy []float32, channels int) {
	mean, most := dy[:channels], dy[channels:2*channels]
	cells := len(dx) / channels
	scale := 1 / float32(cells)
	first := dx[:channels]
	for c, v := range mean {
		first[c] = v * scale
	}
	for cell := 1; cell < cells; cell++ {
		copy(dx[cell*channels:], first)
	}
	for c, v := range most {
		dx[int(at[c])*channels+c] += v
	}
}
