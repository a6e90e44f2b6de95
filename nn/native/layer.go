package native

import (
	"slices"

	"gipfel/nn/native/kernel"
)

// tensors are the weights of a net by their names.
type tensors interface{ Tensor(name string) []float32 }

// layer is a convolution, or a linear layer, and its bias.
type layer struct {
	filter *kernel.Filter
	bias   []float32
}

func (l *layer) apply(dst []float32, x *kernel.Sparse, mode kernel.Mode) {
	l.filter.Apply(dst, x, l.bias, mode)
}

// packLayer packs a weight and its bias, both times a factor.
func packLayer(w tensors, name string, size int, factor float32) layer {
	bias := slices.Clone(w.Tensor(name + "/bias"))
	for i := range bias {
		bias[i] *= factor
	}
	return layer{packFilter(w, name+"/weight", size, len(bias), factor), bias}
}

func packFilter(w tensors, name string, size, out int, factor float32) *kernel.Filter {
	weights := w.Tensor(name)
	f := kernel.NewFilter(size, len(weights)/(size*size*out), out)
	f.Pack(weights, factor)
	return f
}

// pooler pools activations for the layers that read the whole board. It is scratch memory, owned by one goroutine.
type pooler struct {
	channels int
	values   []float32
	list     *kernel.Sparse
}

func newPooler(channels int) pooler {
	return pooler{channels, make([]float32, 2*channels), kernel.NewSparse(1, 1, 2*channels)}
}

// pool returns the pooled activations of a position.
func (p *pooler) pool(x []float32) *kernel.Sparse {
	kernel.Pool(p.values, nil, x, p.channels)
	p.list.Fill(p.values)
	return p.list
}
