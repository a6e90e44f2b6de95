package nn

// IllegalLogit is what Batch.Illegal adds to the logits of illegal actions. It is finite, so that nothing becomes NaN, and so
// low that their probability is exactly zero in float32.
const IllegalLogit = -1e4

// Batch is what one training step learns from: N positions and their targets. A row's weight says how much a target counts; 0
// means that the row has no such target.
type Batch struct {
	N int
	// Inputs holds the positions, N×InputSize, HWC.
	Inputs []float32
	// Illegal is added to the logits, N×Actions: 0 for the legal actions, IllegalLogit for the others.
	Illegal []float32
	// Policy holds a distribution over the legal actions for each row, N×Actions.
	Policy []float32
	// PolicyWeight says how much each row's policy counts.
	PolicyWeight []float32
	// Outcome holds a distribution over the outcomes relative to the mover for each row, N×(Players+1).
	Outcome []float32
	// OutcomeWeight says how much each row's outcome counts.
	OutcomeWeight []float32

	// The targets of the heads for training, as Heads describes them. Where a net lacks a head its slices may be nil, and
	// whatever they hold is not looked at.

	// Reply holds a distribution over all actions for each row, N×Actions.
	Reply, ReplyWeight []float32
	// Owner holds a distribution over the seats relative to the mover and nobody for each cell, N×Cells×(Players+1).
	Owner, OwnerWeight []float32
	// Margin holds a number in [-1, 1] for each row.
	Margin, MarginWeight []float32
	// MovesLeft holds a number of at least 0 for each row, in plies divided by the number of cells.
	MovesLeft, MovesLeftWeight []float32
}

// NewBatch returns a batch of n rows with everything zero, with the targets that a net has heads for.
func NewBatch(s Spec, n int) *Batch {
	b := &Batch{
		N:             n,
		Inputs:        make([]float32, n*s.InputSize()),
		Illegal:       make([]float32, n*s.Actions()),
		Policy:        make([]float32, n*s.Actions()),
		PolicyWeight:  make([]float32, n),
		Outcome:       make([]float32, n*s.Outcomes()),
		OutcomeWeight: make([]float32, n),
	}
	b.AddHeads(s)
	return b
}

// AddHeads gives a batch that has none room for the targets of a net's heads for training.
func (b *Batch) AddHeads(s Spec) {
	add := func(has bool, each int, target, weight *[]float32) {
		if has && *target == nil {
			*target, *weight = make([]float32, b.N*each), make([]float32, b.N)
		}
	}
	add(s.Heads.Reply, s.Actions(), &b.Reply, &b.ReplyWeight)
	add(s.Heads.Owner, s.Cells()*s.Owners(), &b.Owner, &b.OwnerWeight)
	add(s.Heads.Margin, 1, &b.Margin, &b.MarginWeight)
	add(s.Heads.MovesLeft, 1, &b.MovesLeft, &b.MovesLeftWeight)
}
