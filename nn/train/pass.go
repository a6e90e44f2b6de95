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
	// The sums of the rows' weights.
	policyTotal, outcomeTotal float64

	mu     sync.Mutex
	turn   *sync.Cond
	taken  int // chunks that a thread has begun
	added  int // chunks whose results are in
	losses Losses
	err    error
}

func newPass(t *Trainer, b *nn.Batch) *pass {
	p := &pass{t: t, b: b, policyTotal: total(b.PolicyWeight), outcomeTotal: total(b.OutcomeWeight)}
	p.turn = sync.NewCond(&p.mu)
	return p
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

// load copies rows of the batch into a graph. Rows that are left over are empty and count for nothing.
func (p *pass) load(g *graph, first, last int) {
	s, b := g.spec, p.b
	rows := func(dst, src []float32, each int) { clear(dst[copy(dst, src[first*each:last*each]):]) }
	rows(g.inputs, b.Inputs, s.InputSize())
	rows(g.illegal, b.Illegal, s.Actions())
	rows(g.policy, b.Policy, s.Actions())
	rows(g.outcome, b.Outcome, s.Outcomes())
	rows(g.policyWeight, b.PolicyWeight, 1)
	rows(g.outcomeWeight, b.OutcomeWeight, 1)
	if p.policyTotal > 0 {
		scale(g.policyWeight, p.t.cfg.PolicyLoss/p.policyTotal)
	}
	if p.outcomeTotal > 0 {
		scale(g.outcomeWeight, p.t.cfg.OutcomeLoss/p.outcomeTotal)
	}
}

func scale(x []float32, factor float64) {
	for i := range x {
		x[i] *= float32(factor)
	}
}

// add adds the results of a chunk.
func (p *pass) add(g *graph, first, last int) {
	policy, outcome := g.policyLoss.Data().([]float32), g.outcomeLoss.Data().([]float32)
	actions, outcomes := g.spec.Actions(), g.spec.Outcomes()
	l := &p.losses
	for row := first; row < last; row++ {
		if w := float64(p.b.PolicyWeight[row]); w > 0 {
			l.Policy += w / p.policyTotal * float64(policy[row-first])
			l.PolicyEntropy += w / p.policyTotal * entropy(p.b.Policy[row*actions:(row+1)*actions])
		}
		if w := float64(p.b.OutcomeWeight[row]); w > 0 {
			l.Outcome += w / p.outcomeTotal * float64(outcome[row-first])
			l.OutcomeEntropy += w / p.outcomeTotal * entropy(p.b.Outcome[row*outcomes:(row+1)*outcomes])
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
