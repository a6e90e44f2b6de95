package replay

import (
	"errors"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/shard"
)

// final is what a game came to on the board. It is kept with the game, so that drawing a sample need not play to the end.
type final struct {
	owners []game.Player // of the cells: absolute seats, or game.Nobody
	cells  []int         // that each absolute seat owns
}

// finalOf plays a game to its end and returns what it came to, or nil if no head asks for that or the game was cut off.
func (w *Window) finalOf(r *shard.Record, start game.State) (*final, error) {
	if !w.heads.Owner && !w.heads.Margin {
		return nil, nil
	}
	if w.game.Owners == nil {
		return nil, errors.New("cells have no owners in " + w.game.Name + ", and the net is to learn them")
	}
	if r.Truncated {
		return nil, nil
	}
	w.scratch.CopyFrom(start)
	for i := range r.Plies {
		w.scratch.Apply(r.Plies[i].Action)
	}
	f := &final{owners: make([]game.Player, w.game.Cells()), cells: make([]int, w.game.Players)}
	w.game.Owners(w.scratch, f.owners)
	for _, owner := range f.owners {
		if owner >= 0 {
			f.cells[owner]++
		}
	}
	return f, nil
}

// margin returns the cells of a seat less those of the best other seat, divided by all cells.
func (f *final) margin(seat game.Player) float32 {
	best := 0
	for other, n := range f.cells {
		if game.Player(other) != seat {
			best = max(best, n)
		}
	}
	return float32(f.cells[seat]-best) / float32(len(f.owners))
}

// fillHeads writes the targets of the heads for training: what nn.Heads says, for the seat to move in w.scratch. The weights of
// those that the game does not give are 0: all but the reply are unknown in games that were cut off.
//
// Moves left counts all plies of the record from the position on, chance events included.
func (w *Window) fillHeads(b *nn.Batch, row int, of *windowGame, at int, symmetry *game.Symmetry) {
	mover := w.scratch.ToMove()
	if w.heads.Owner {
		w.fillOwners(b, row, of.final, mover, symmetry)
	}
	if w.heads.Margin {
		b.Margin[row], b.MarginWeight[row] = 0, 0
		if of.final != nil {
			b.Margin[row], b.MarginWeight[row] = of.final.margin(mover), 1
		}
	}
	if w.heads.MovesLeft {
		b.MovesLeft[row], b.MovesLeftWeight[row] = 0, 0
		if !of.record.Truncated {
			b.MovesLeft[row], b.MovesLeftWeight[row] = float32(len(of.record.Plies)-at)/float32(w.game.Cells()), 1
		}
	}
	if w.heads.Reply {
		w.fillReply(b, row, of.record, at, mover, symmetry)
	}
}

// fillOwners writes whose each cell will be: entry 0 the mover's, entry 1 the next seat's, …, the last nobody's.
func (w *Window) fillOwners(b *nn.Batch, row int, f *final, mover game.Player, symmetry *game.Symmetry) {
	players := w.game.Players
	each := players + 1
	owners := b.Owner[row*w.game.Cells()*each : (row+1)*w.game.Cells()*each]
	clear(owners)
	b.OwnerWeight[row] = 0
	if f == nil {
		return
	}
	for cell, owner := range f.owners {
		entry := players
		if owner >= 0 {
			entry = (int(owner) - int(mover) + players) % players
		}
		owners[int(symmetry.Cells[cell])*each+entry] = 1
	}
	b.OwnerWeight[row] = 1
}

// fillReply writes the policy target of the next ply, if that is another seat's and was searched in full. A reply after a
// chance event is none: it hangs on dice that this position knows nothing of. It plays the sample's move in w.scratch.
func (w *Window) fillReply(b *nn.Batch, row int, r *shard.Record, at int, mover game.Player, symmetry *game.Symmetry) {
	reply := b.Reply[row*w.game.Actions() : (row+1)*w.game.Actions()]
	clear(reply)
	b.ReplyWeight[row] = 0
	if at+1 >= len(r.Plies) || !r.Plies[at+1].Full {
		return
	}
	w.scratch.Apply(r.Plies[at].Action)
	if w.scratch.ToMove() == mover {
		return
	}
	for _, t := range r.Plies[at+1].Policy {
		reply[symmetry.Actions[t.Action]] = t.Weight
	}
	b.ReplyWeight[row] = 1
}

// allocateHeads gives a batch memory for the heads' targets the first time.
func (w *Window) allocateHeads(b *nn.Batch) {
	g := w.game
	b.AddHeads(nn.Spec{
		Width: g.Width, Height: g.Height, PolicyPlanes: g.PolicyPlanes, ExtraActions: g.ExtraActions, Players: g.Players,
		Heads: w.heads,
	})
}
