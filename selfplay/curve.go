package selfplay

import (
	"gipfel/nn"
	"gipfel/nn/train"
	"gipfel/selfplay/ledger"
)

// learningCurve averages the losses of a tenth of the steps at a time.
type learningCurve struct {
	spec             nn.Spec
	iteration, steps int
	sum              train.Losses
	n                int
	last             train.Losses // the mean of the latest complete tenth
	points           []ledger.Metric
}

func newLearningCurve(s nn.Spec, iteration, steps int) *learningCurve {
	return &learningCurve{spec: s, iteration: iteration, steps: steps}
}

func (c *learningCurve) add(step int, l train.Losses) {
	c.sum.Add(l)
	c.n++
	if (step+1)*10/c.steps == step*10/c.steps && step+1 < c.steps {
		return
	}
	c.last = c.sum.Divided(float64(c.n))
	point := func(name string, value float64) {
		c.points = append(c.points, ledger.Metric{Iteration: c.iteration, Step: int64(step + 1), Name: name, Value: value})
	}
	point("loss/total", c.last.Total)
	for _, l := range c.last.Named(c.spec) {
		point("loss/"+l.Name, l.Loss)
	}
	point("gradient norm", c.last.GradNorm)
	c.sum, c.n = train.Losses{}, 0
}

func (c *learningCurve) metrics() []ledger.Metric { return c.points }

// setLosses says how a training went whose net has the given heads.
func (r *TrainingResult) setLosses(heads nn.Heads, l train.Losses) {
	r.Loss, r.PolicyLoss, r.OutcomeLoss = l.Total, l.Policy, l.Outcome
	for _, head := range []struct {
		has  bool
		loss float64
		to   **float64
	}{
		{heads.Reply, l.Reply, &r.ReplyLoss}, {heads.Owner, l.Owner, &r.OwnerLoss},
		{heads.Margin, l.Margin, &r.MarginLoss}, {heads.MovesLeft, l.MovesLeft, &r.MovesLeftLoss},
	} {
		if head.has {
			*head.to = &head.loss
		}
	}
}
