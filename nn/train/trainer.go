package train

import (
	"fmt"
	"math"
	"path/filepath"

	"gipfel/nn"
	"gipfel/nn/native/kernel"
)

// Trainer trains one net. It is owned by one goroutine.
type Trainer struct {
	spec   nn.Spec
	cfg    Config
	step   uint64 // training steps behind the weights
	opt    *optimiser
	graphs []*graph // one a thread
	sum    []float32
}

// New returns a trainer that begins with weights, which it copies.
func New(w *nn.Weights, cfg Config) (*Trainer, error) {
	if err := w.Check(); err != nil {
		return nil, fmt.Errorf("new trainer: %w", err)
	}
	t, err := newTrainer(w.Spec, cfg, newOptimiser(w))
	if err != nil {
		return nil, fmt.Errorf("new trainer: %w", err)
	}
	t.step = w.Step
	return t, nil
}

func newTrainer(s nn.Spec, cfg Config, opt *optimiser) (*Trainer, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	if err := kernel.Check(); err != nil {
		return nil, err
	}
	t := &Trainer{spec: s, cfg: cfg, opt: opt, sum: make([]float32, len(opt.raw))}
	rows := min(cfg.Batch, chunkRows)
	for range min(cfg.Threads, (cfg.Batch+rows-1)/rows) {
		g, err := newGraph(s, rows, opt.raw)
		if err != nil {
			return nil, err
		}
		t.graphs = append(t.graphs, g)
	}
	return t, nil
}

// Spec is the architecture of the net.
func (t *Trainer) Spec() nn.Spec { return t.spec }

// Steps is the number of training steps behind the weights.
func (t *Trainer) Steps() uint64 { return t.step }

// SetLearningRate changes the learning rate from the next step on.
func (t *Trainer) SetLearningRate(rate float64) error {
	cfg := t.cfg
	cfg.LearningRate = rate
	if err := cfg.check(); err != nil {
		return fmt.Errorf("set learning rate: %w", err)
	}
	t.cfg = cfg
	return nil
}

// Weights returns a copy of the average weights, which are what plays.
func (t *Trainer) Weights() *nn.Weights { return t.weights(t.opt.average) }

// Raw returns a copy of the weights being trained.
func (t *Trainer) Raw() *nn.Weights { return t.weights(t.opt.raw) }

func (t *Trainer) weights(values []float32) *nn.Weights {
	w, err := nn.Zeros(t.spec)
	if err != nil {
		panic(err) // the spec was checked when the trainer was made
	}
	w.Step = t.step
	w.SetValues(values)
	return w
}

// Step learns from one batch. After an error nothing has changed. If the error is a *DivergedError, the batch has been kept in
// Config.DumpFolder.
func (t *Trainer) Step(b *nn.Batch) (Losses, error) {
	fail := func(err error) (Losses, error) {
		return Losses{}, fmt.Errorf("training step %d: %w", t.step+1, err)
	}
	if err := b.Check(t.spec); err != nil {
		return fail(err)
	}
	p := newPass(t, b)
	if !p.counts() {
		return fail(fmt.Errorf("batch of %d rows: no row has a target that counts", b.N))
	}
	if err := p.run(); err != nil {
		return fail(err)
	}
	l := p.losses
	for _, o := range objectives(t.spec) {
		l.Total += o.factor(&t.cfg) * *o.loss(&l)
	}
	l.GradNorm = norm(t.sum)
	if !finite(l.Total) || !finite(l.GradNorm) {
		return l, t.diverged(b, l)
	}
	scale := 1.0
	if t.cfg.ClipNorm > 0 && l.GradNorm > t.cfg.ClipNorm {
		scale = t.cfg.ClipNorm / l.GradNorm
	}
	t.opt.step(&t.cfg, t.sum, scale)
	t.step++
	return l, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// DivergedError is what Step answers when the loss or the gradient is NaN or infinite. The weights are what they were.
type DivergedError struct {
	// Step is the step that failed, counted from 1.
	Step   uint64
	Losses Losses
	// Spec is the architecture of the net, which says what it learns.
	Spec nn.Spec
	// File holds the batch, for nn.LoadBatch; it is empty if the batch was not kept.
	File string
	// Err says why the batch could not be kept.
	Err error
}

func (e *DivergedError) Error() string {
	msg := fmt.Sprintf("training step %d: loss %v (%s), gradient norm %v: weights unchanged",
		e.Step, e.Losses.Total, e.Losses.text(e.Spec), e.Losses.GradNorm)
	switch {
	case e.Err != nil:
		msg += fmt.Sprintf("; the batch was not kept: %v", e.Err)
	case e.File != "":
		msg += "; the batch is in " + e.File
	}
	return msg
}

func (e *DivergedError) Unwrap() error { return e.Err }

func (t *Trainer) diverged(b *nn.Batch, l Losses) error {
	e := &DivergedError{Step: t.step + 1, Losses: l, Spec: t.spec}
	if t.cfg.DumpFolder != "" {
		file := filepath.Join(t.cfg.DumpFolder, fmt.Sprintf("diverged-step-%d.batch", e.Step))
		if e.Err = nn.SaveBatch(file, t.spec, t.step, b); e.Err == nil {
			e.File = file
		}
	}
	return e
}
