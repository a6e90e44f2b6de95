package train

import (
	G "gorgonia.org/gorgonia"

	"gipfel/nn"
)

// objective is one of the things that a net learns. Each has a target, a weight for each row and a loss; the loss of a batch is
// the weighted mean over its rows, and the step goes against the sum of those, each times a factor of the Config.
type objective struct {
	name string
	// each is how many numbers a row's target has, and parts how many losses it has, whose mean is the row's: one, or one a
	// cell.
	each, parts int
	// number says that the target is a number, whose loss is Huber's, and not a distribution, whose loss is the cross-entropy.
	number bool
	// masked says that Batch.Illegal is added to the logits.
	masked bool

	// output is what the net says, target and weight what it is compared with, factor how much that counts, and loss where the
	// mean is reported.
	output func(*outputs) *G.Node
	target func(*nn.Batch) (target, weight []float32)
	factor func(*Config) float64
	loss   func(*Losses) *float64
	// entropy is where the targets' mean entropy is reported; nil: nowhere.
	entropy func(*Losses) *float64
}

// objectives lists what a net learns: policy, outcome and what it has heads for, in that order.
func objectives(s nn.Spec) []objective {
	list := []objective{
		{
			name: "policy", each: s.Actions(), parts: 1, masked: true,
			output:  func(o *outputs) *G.Node { return o.policy },
			target:  func(b *nn.Batch) (target, weight []float32) { return b.Policy, b.PolicyWeight },
			factor:  func(c *Config) float64 { return c.PolicyLoss },
			loss:    func(l *Losses) *float64 { return &l.Policy },
			entropy: func(l *Losses) *float64 { return &l.PolicyEntropy },
		},
		{
			name: "outcome", each: s.Outcomes(), parts: 1,
			output:  func(o *outputs) *G.Node { return o.outcome },
			target:  func(b *nn.Batch) (target, weight []float32) { return b.Outcome, b.OutcomeWeight },
			factor:  func(c *Config) float64 { return c.OutcomeLoss },
			loss:    func(l *Losses) *float64 { return &l.Outcome },
			entropy: func(l *Losses) *float64 { return &l.OutcomeEntropy },
		},
	}
	if s.Heads.Reply {
		list = append(list, objective{
			name: "reply", each: s.Actions(), parts: 1,
			output:  func(o *outputs) *G.Node { return o.reply },
			target:  func(b *nn.Batch) (target, weight []float32) { return b.Reply, b.ReplyWeight },
			factor:  func(c *Config) float64 { return c.ReplyLoss },
			loss:    func(l *Losses) *float64 { return &l.Reply },
			entropy: func(l *Losses) *float64 { return &l.ReplyEntropy },
		})
	}
	if s.Heads.Owner {
		list = append(list, objective{
			name: "owner", each: s.Cells() * s.Owners(), parts: s.Cells(),
			output: func(o *outputs) *G.Node { return o.owner },
			target: func(b *nn.Batch) (target, weight []float32) { return b.Owner, b.OwnerWeight },
			factor: func(c *Config) float64 { return c.OwnerLoss },
			loss:   func(l *Losses) *float64 { return &l.Owner },
		})
	}
	if s.Heads.Margin {
		list = append(list, objective{
			name: "margin", each: 1, parts: 1, number: true,
			output: func(o *outputs) *G.Node { return o.margin },
			target: func(b *nn.Batch) (target, weight []float32) { return b.Margin, b.MarginWeight },
			factor: func(c *Config) float64 { return c.MarginLoss },
			loss:   func(l *Losses) *float64 { return &l.Margin },
		})
	}
	if s.Heads.MovesLeft {
		list = append(list, objective{
			name: "moves left", each: 1, parts: 1, number: true,
			output: func(o *outputs) *G.Node { return o.moves },
			target: func(b *nn.Batch) (target, weight []float32) { return b.MovesLeft, b.MovesLeftWeight },
			factor: func(c *Config) float64 { return c.MovesLeftLoss },
			loss:   func(l *Losses) *float64 { return &l.MovesLeft },
		})
	}
	return list
}
