package train

import (
	"math"
	"sync"

	"gipfel/nn"
)

// pass computes the losses of one batch and the gradient, chunk by chunk.
type pass struct {
	t *Trainer
	b *nn.Batch
	// totals holds the sums of the rows' weights, for each objective of the net.
	totals []float64

	mu     sync.Mutex
	turn   *sync.Cond
	taken  int // chunks that a thread has begun
	added  int // chunks whose results are in
	losses Losses
	err    error
}

func newPass(t *Trainer, b *nn.Batch) *pass {
	p := &pass{t: t, b: b}
	for _, o := range objectives(t.spec) {
		_, weight := o.target(b)
		p.totals = append(p.totals, total(weight))
	}
	p.turn = sync.NewCond(&p.mu)
	return p
}

// counts reports whether any row has a target that adds to the loss.
func (p *pass) counts() bool {
	for i, o := range objectives(p.t.spec) {
		if o.factor(&p.t.cfg)*p.totals[i] > 0 {
			return true
		}
	}
	return false
}

func total(weights []float32) float64 {
	var sum float64
	for _, w := range weights {
		sum += float64(w)
	}
	return sum
}

// run computes everything. The gradient is then in t.sum.
func (p *pass) run() error {
	clear(p.t.sum)
	var threads sync.WaitGroup
	for _, g := range p.t.graphs[1:] {
		threads.Go(func() { p.work(g) })
	}
	p.work(p.t.graphs[0])
	threads.Wait()
	return p.err
}

// work computes chunks until none is left.
func (p *pass) work(g *graph) {
	for {
		p.mu.Lock()
		chunk := p.taken
		if p.err != nil || chunk*g.rows >= p.b.N {
			p.mu.Unlock()
			return
		}
		p.taken++
		p.mu.Unlock()

		first := chunk * g.rows
		last := min(first+g.rows, p.b.N)
		p.load(g, first, last)
		err := g.run()

		p.mu.Lock()
		for p.added != chunk && p.err == nil {
			p.turn.Wait()
		}
		switch {
		case p.err != nil:
		case err != nil:
			p.err = err
		default:
			p.add(g, first, last)
			p.added++
		}
		p.turn.Broadcast()
		p.mu.Unlock()
	}
}

// load copies rows of the batch into a graph. Rows that are left over are empty and count for nothing, as do targets of weight
// 0, whatever they hold.
func (p *pass) load(g *graph, first, last int) {
	s, b := g.spec, p.b
	rows := func(dst, src []float32, each int) { clear(dst[copy(dst, src[first*each:last*each]):]) }
	rows(g.inputs, b.Inputs, s.InputSize())
	rows(g.illegal, b.Illegal, s.Actions())
	for i := range g.terms {
		t := &g.terms[i]
		target, weight := t.target(b)
		rows(t.values, target, t.each)
		clear(t.weights)
		if p.totals[i] == 0 {
			clear(t.values)
			continue
		}
		factor := float32(t.factor(&p.t.cfg) / p.totals[i] / float64(t.parts))
		for row, w := range weight[first:last] {
			if w == 0 {
				clear(t.values[row*t.each : (row+1)*t.each])
			}
			for part := range t.parts {
				t.weights[row*t.parts+part] = w * factor
			}
		}
	}
}

// add adds the results of a chunk.
func (p *pass) add(g *graph, first, last int) {
	for i := range g.terms {
		t := &g.terms[i]
		losses := t.losses.Data().([]float32)
		target, weight := t.target(p.b)
		for row := first; row < last; row++ {
			w := float64(weight[row]) / p.totals[i]
			if !(w > 0) {
				continue
			}
			var sum float64
			for _, loss := range losses[(row-first)*t.parts : (row-first+1)*t.parts] {
				sum += float64(loss)
			}
			*t.loss(&p.losses) += w * sum / float64(t.parts)
			if t.entropy != nil {
				*t.entropy(&p.losses) += w * entropy(target[row*t.each:(row+1)*t.each])
			}
		}
	}
	sum := p.t.sum
	for _, v := range g.gradients {
		gradient := v.Data().([]float32)
		for i, d := range gradient {
			sum[i] += d
		}
		sum = sum[len(gradient):]
	}
}

// entropy is that of a distribution, in nats.
func entropy(p []float32) float64 {
	var sum float64
	for _, v := range p {
		if v > 0 {
			sum -= float64(v) * math.Log(float64(v))
		}
	}
	return sum
}
