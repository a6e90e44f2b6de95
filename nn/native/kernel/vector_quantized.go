package kernel

// quantizedTile computes a convolution for some rows of a board, in all cells, and for a vector of output channels. x points to
// the first row's first cell, dst and steps to the first row's first cell and the vector's first channel. in is the number of
// bytes of a cell of x, divided by four; cells of dst are out values apart, those of steps stride bytes. weights holds, for every
// (ky, kx) and every four of in, a vector with four bytes for each lane. scale and bias have the vector's first lanes, which are
// all that is read and written of dst; all lanes of steps are written, the rest as zeros. dst and steps may be nil, as flags say.
type quantizedTile func(x *uint8, weights *int8, dst *float32, steps *uint8, scale, bias *float32,
	in, out, stride, lanes, flags int, perUnit float32)

// quantizedVectorFilter is a quantized filter's weights as the assembly reads them.
type quantizedVectorFilter struct {
	*vectors
	size, in, out int
	blocks        []quantizedVectorBlock // their weights follow each other in memory
}

// quantizedVectorBlock is the weights of a vector of output channels.
type quantizedVectorBlock struct {
	*convolutions
	first, used int // output channels; the rest of the vector is zero
	weights     []int8
}

// quads is the number of groups of four bytes in a cell, which has room for all lanes of the shortest vectors.
func quads(channels int) int { return (channels + 7) / 8 * 2 }

func newQuantizedVectorFilter(v *vectors, size, in, out int) *quantizedVectorFilter {
	f := &quantizedVectorFilter{vectors: v, size: size, in: in, out: out}
	rows := size * size * quads(in)
	total := 0
	for first := 0; first < out; {
		c, used := narrowest(v.convolutions, out-first)
		f.blocks = append(f.blocks, quantizedVectorBlock{convolutions: c, first: first, used: used})
		first += used
		total += 4 * rows * c.lanes()
	}
	memory := make([]int8, total)
	for i := range f.blocks {
		n := 4 * rows * f.blocks[i].lanes()
		f.blocks[i].weights, memory = memory[:n:n], memory[n:]
	}
	return f
}

// pack is QuantizedFilter.Pack.
func (f *quantizedVectorFilter) pack(weights []int8) {
	for _, b := range f.blocks {
		for tap := range f.size * f.size {
			for i := range f.in {
				src := weights[(tap*f.in+i)*f.out+b.first:][:b.used]
				dst := b.weights[4*(tap*quads(f.in)+i/4)*b.lanes()+i%4:]
				for o, w := range src {
					dst[4*o] = w
				}
			}
		}
	}
}

// apply is QuantizedFilter.Apply.
func (f *quantizedVectorFilter) apply(to QuantizedOutput, x *Quantized, scale, bias []float32) {
	flags, stride := 0, 0
	if f.size == 1 {
		flags |= flagPoint
	}
	if to.Values != nil {
		flags |= flagFloat
	}
	if to.Add {
		flags |= flagAdd
	}
	if to.Steps != nil {
		flags |= flagQuantized
		stride = to.Steps.stride
	}
	// Vector by vector, so that the weights in use stay in the nearest cache.
	for blocks := f.blocks; len(blocks) > 0; {
		b, n := &blocks[0], 1
		tiles, used := b.tiles[x.width], b.used
		if pair := f.pairs[x.width]; pair != nil && len(blocks) > 1 {
			n, tiles, used = 2, pair, used+blocks[1].used
		}
		eachTile(tiles, x.height, func(t tile, y, edges int) {
			cell := y * x.width
			var dst *float32
			if to.Values != nil {
				dst = &to.Values[cell*f.out+b.first]
			}
			var steps *uint8
			if to.Steps != nil {
				steps = &to.Steps.steps[cell*stride+b.first]
			}
			t.quantized(&x.steps[cell*x.stride], &b.weights[0], dst, steps, &scale[b.first], &bias[b.first],
				quads(f.in), f.out, stride, used, flags|edges, to.PerUnit)
		})
		blocks = blocks[n:]
	}
}
