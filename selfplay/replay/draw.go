package replay

import (
	"errors"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/shard"
)

// Targets says what a sample teaches.
type Targets struct {
	// SearchShare is how much of the outcome target comes from the search's value of the position, the rest being the
	// game's result. Games that were cut off have no result: there the search's value is all.
	SearchShare float64 `yaml:"search_share" range:"[0..1]" doc:"share of the search's value in the outcome target; the rest is the game's result"`
	// Symmetries makes every drawn sample a random image of itself.
	Symmetries bool `yaml:"symmetries" doc:"train on random symmetric images of the positions"`
}

// drawScratch is memory that Fill reuses.
type drawScratch struct {
	encoded  []float32
	absolute []float32
	actions  []game.Action
}

// ErrEmpty is what Fill answers when the window holds nothing to learn from.
var ErrEmpty = errors.New("replay: the window holds no samples")

// Fill draws b.N samples at random, with replacement, and writes them into b, whose slices it allocates if they are nil.
func (w *Window) Fill(b *nn.Batch, targets Targets, rng *rand.Rand) error {
	if len(w.samples) == 0 {
		return ErrEmpty
	}
	w.allocate(b)
	for row := range b.N {
		s := w.samples[rng.IntN(len(w.samples))]
		symmetry := &w.game.Symmetries[0]
		if targets.Symmetries {
			symmetry = &w.game.Symmetries[rng.IntN(len(w.game.Symmetries))]
		}
		g := &w.games[int(s.game)-w.dropped]
		w.scratch.CopyFrom(g.start)
		for _, p := range g.record.Plies[:s.ply] {
			w.scratch.Apply(p.Action)
		}
		w.fillRow(b, row, g, int(s.ply), symmetry, targets)
	}
	w.drawn += b.N
	return nil
}

// fillRow writes one sample, whose position is in w.scratch, into a row of the batch. The position is another one afterwards.
func (w *Window) fillRow(b *nn.Batch, row int, of *windowGame, at int, symmetry *game.Symmetry, targets Targets) {
	g, r, ply := w.game, of.record, &of.record.Plies[at]
	inputs := b.Inputs[row*g.InputSize() : (row+1)*g.InputSize()]
	g.Encode(w.scratch, w.draw.encoded)
	symmetry.MapPlanes(inputs, w.draw.encoded, len(g.Planes))

	illegal := b.Illegal[row*g.Actions() : (row+1)*g.Actions()]
	for i := range illegal {
		illegal[i] = nn.IllegalLogit
	}
	w.draw.actions = w.scratch.AppendActions(w.draw.actions[:0])
	for _, a := range w.draw.actions {
		illegal[symmetry.Actions[a]] = 0
	}

	policy := b.Policy[row*g.Actions() : (row+1)*g.Actions()]
	clear(policy)
	b.PolicyWeight[row] = 0
	if ply.Full {
		for _, t := range ply.Policy {
			policy[symmetry.Actions[t.Action]] = t.Weight
		}
		b.PolicyWeight[row] = 1
	}

	outcome := b.Outcome[row*g.Outcomes() : (row+1)*g.Outcomes()]
	b.OutcomeWeight[row] = 0
	if w.outcomeTarget(r, ply, targets.SearchShare) {
		game.SeatsToRelative(outcome, w.draw.absolute, w.scratch.ToMove())
		b.OutcomeWeight[row] = 1
	} else {
		clear(outcome)
	}
	w.fillHeads(b, row, of, at, symmetry)
}

// outcomeTarget writes the target of a ply, in absolute seats, into w.draw.absolute. It reports whether there is one.
func (w *Window) outcomeTarget(r *shard.Record, ply *shard.Ply, searchShare float64) bool {
	share := float32(searchShare)
	switch {
	case r.Truncated && ply.Value == nil:
		return false
	case r.Truncated:
		share = 1
	case ply.Value == nil:
		share = 0
	}
	target := w.draw.absolute
	clear(target)
	if share > 0 {
		for i, v := range ply.Value {
			target[i] = share * v
		}
	}
	if share < 1 {
		target[r.Outcome] += 1 - share
	}
	return true
}

// allocate gives a batch its memory the first time.
func (w *Window) allocate(b *nn.Batch) {
	g := w.game
	if b.Inputs == nil {
		b.Inputs = make([]float32, b.N*g.InputSize())
		b.Illegal = make([]float32, b.N*g.Actions())
		b.Policy = make([]float32, b.N*g.Actions())
		b.PolicyWeight = make([]float32, b.N)
		b.Outcome = make([]float32, b.N*g.Outcomes())
		b.OutcomeWeight = make([]float32, b.N)
	}
	w.allocateHeads(b)
	if w.draw.encoded == nil {
		w.draw.encoded = make([]float32, g.InputSize())
		w.draw.absolute = make([]float32, g.Outcomes())
	}
}
