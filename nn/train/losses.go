package train

import (
	"fmt"
	"strings"

	"gipfel/nn"
)

// Losses says how a step went. The losses are means over the rows that have a target, weighted as the batch says, before the
// step changed anything: Σ weight·loss(row) / Σ weight. A row's cross-entropy is −Σ target·ln p, where p = softmax(logits). The
// losses of heads that the net lacks are 0.
type Losses struct {
	// Total is the sum of the losses, each times its factor in the Config.
	Total float64
	// Policy is the cross-entropy of the policy in nats, over the legal actions. It cannot fall below PolicyEntropy, the entropy
	// of the targets.
	Policy, PolicyEntropy float64
	// Outcome is the cross-entropy of the outcome in nats. It cannot fall below OutcomeEntropy.
	Outcome, OutcomeEntropy float64
	// Reply is the cross-entropy of the opponent's reply in nats, over all actions. It cannot fall below ReplyEntropy.
	Reply, ReplyEntropy float64
	// Owner is the cross-entropy of the owner of a cell in nats, the mean over the cells of the row.
	Owner float64
	// Margin and MovesLeft are Huber's losses of their differences e from the target, which is in cells or plies divided by the
	// number of cells: e²/2 where |e| is at most 1, and |e| − 1/2 beyond.
	Margin, MovesLeft float64
	// GradNorm is the norm of the gradient before it was limited.
	GradNorm float64
}

// NamedLoss is the loss of one thing that a net learns.
type NamedLoss struct {
	Name string
	Loss float64
}

// Named lists the losses of all that a net learns, in a fixed order: policy, outcome, then reply, owner, margin and moves left if
// the net has a head for them.
func (l *Losses) Named(s nn.Spec) []NamedLoss {
	var list []NamedLoss
	for _, o := range objectives(s) {
		list = append(list, NamedLoss{o.name, *o.loss(l)})
	}
	return list
}

// text lists the losses for a message: "policy 1.5, outcome 0.9".
func (l *Losses) text(s nn.Spec) string {
	var parts []string
	for _, n := range l.Named(s) {
		parts = append(parts, fmt.Sprintf("%s %v", n.Name, n.Loss))
	}
	return strings.Join(parts, ", ")
}

// fields are all numbers of the losses.
func (l *Losses) fields() []*float64 {
	return []*float64{
		&l.Total, &l.Policy, &l.PolicyEntropy, &l.Outcome, &l.OutcomeEntropy, &l.Reply, &l.ReplyEntropy,
		&l.Owner, &l.Margin, &l.MovesLeft, &l.GradNorm,
	}
}

// Add adds other losses, number by number, for means over several steps.
func (l *Losses) Add(other Losses) {
	to := l.fields()
	for i, v := range other.fields() {
		*to[i] += *v
	}
}

// Divided returns the losses with every number divided by another.
func (l Losses) Divided(by float64) Losses {
	for _, v := range l.fields() {
		*v /= by
	}
	return l
}
