package solve

import (
	"context"
	"fmt"
)

// Phase is a part of the game.
type Phase int

// The phases.
const (
	FirstRound Phase = iota // a Core is in reserve
	Placing                 // a Mass is in reserve
	Moving                  // all pieces are on the board
)

func (p Phase) String() string {
	switch p {
	case FirstRound:
		return "first round"
	case Placing:
		return "placing"
	case Moving:
		return "moving"
	}
	panic(fmt.Sprintf("solve: phase %d", int(p)))
}

// Summary says what there is to say about all positions of [Game] together.
type Summary struct {
	// Value is that of the empty board.
	Value Value
	// Counts are the numbers of positions of each phase and value that any position has: the phases in their order, in each
	// the draws, then the other values by their plies.
	Counts []Count
	// Cores are the first placements, one of each kind.
	Cores []FirstCore
	// Slowest is the value of the decided positions that take the most plies to the end, and Longest are these positions, one
	// of each kind.
	Slowest Value
	Longest []string
}

// Count is a number of positions of a phase and a value.
type Count struct {
	Phase Phase
	// Value is a loss in 0 plies where the game is over by a collapse.
	Value Value
	// Positions is their number: two positions differ if other pieces stand on any cell or the other player is to move. Not
	// all of them can arise in a game. Kinds is their number up to the symmetries of the square and the swap of colours and
	// turn.
	Positions, Kinds int
}

// FirstCore is a first placement, and how the second player may answer it.
type FirstCore struct {
	// Cell is where the Core stands, and Alike the number of cells that are images of this one, itself included.
	Cell  string
	Alike int
	// Value is that of the position, for the second player.
	Value Value
	// Losing are the cells on which the second Core loses, and Slowest is the value of the slowest such loss, if any.
	Losing  []string
	Slowest Value
}

// Indices returns the number of indices that the positions of [Game] have; see index.go.
func Indices() int { return int(solvedBoard.indices) }

// Summarize looks at all positions. It calls done, unless that is nil, with numbers of indices that it has seen since the last
// call. The errors are those of the file and the context.
func (d *DB) Summarize(ctx context.Context, done func(n int)) (*Summary, error) {
	var t tally
	for n := range d.blocks {
		codes, err := d.block(n)
		if err != nil {
			return nil, err
		}
		for i, c := range codes {
			if c != unused {
				t.add(d.board, index(n*d.perBlock+i), c)
			}
		}
		if done != nil {
			done(len(codes))
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("count the positions: %w", err)
		}
	}
	return d.summary(&t)
}

// tally counts positions.
type tally struct {
	counts [Moving + 1][unused]Count
	// slowest is the largest code so far, and longest are the indices that have it.
	slowest code
	longest []index
}

func (t *tally) add(b *board, i index, c code) {
	p := b.unrank(i)
	phase := b.phase(p)
	images := b.images(p)
	if phase != FirstRound {
		images *= 2 // either seat may be to move
	}
	t.counts[phase][c].Kinds++
	t.counts[phase][c].Positions += images
	switch {
	case c == drawn || c < t.slowest:
		return
	case c > t.slowest:
		t.slowest, t.longest = c, nil
	}
	t.longest = append(t.longest, i)
}

// summary says what a tally has come to.
func (d *DB) summary(t *tally) (s *Summary, err error) {
	s = &Summary{Slowest: valueOf(t.slowest)}
	for phase := range t.counts {
		for c, n := range t.counts[phase] {
			if n.Kinds > 0 {
				n.Phase, n.Value = Phase(phase), valueOf(code(c))
				s.Counts = append(s.Counts, n)
			}
		}
	}
	for _, i := range t.longest {
		s.Longest = append(s.Longest, d.text(d.unrank(i)))
	}
	if s.Value, err = d.value(start); err != nil {
		return nil, err
	}
	for _, c := range d.firstCell {
		first, err := d.firstCore(c)
		if err != nil {
			return nil, err
		}
		s.Cores = append(s.Cores, first)
	}
	return s, nil
}

// firstCore says how the second player may answer a first Core.
func (d *DB) firstCore(c uint8) (FirstCore, error) {
	p := position{side{core: noCore}, side{core: c}}
	v, err := d.value(p)
	f := FirstCore{Cell: d.cellName(c), Alike: d.images(p), Value: v}
	for _, m := range d.appendMoves(nil, p) {
		next, err := d.value(m.next)
		if err != nil {
			return f, err
		}
		if v := next.before(); v.Outcome == Loss {
			f.Losing = append(f.Losing, d.cellName(m.to))
			if v.Plies > f.Slowest.Plies {
				f.Slowest = v
			}
		}
	}
	return f, err
}

// cellName returns the column letter and the row number of a cell.
func (b *board) cellName(c uint8) string {
	return string([]byte{'a' + c%uint8(b.size), '1' + c/uint8(b.size)})
}

// phase returns the phase of a position.
func (b *board) phase(p position) Phase {
	switch {
	case p.own.core == noCore || p.opp.core == noCore:
		return FirstRound
	case b.reserve(p.own) > 0 || b.reserve(p.opp) > 0:
		return Placing
	}
	return Moving
}
