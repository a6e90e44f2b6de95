package solve

import (
	"math/rand/v2"
	"testing"
)

// TestUnmovesAreTheInverse takes all moves of all positions of small boards and all unmoves, which must be the same pairs of
// positions, equally often.
func TestUnmovesAreTheInverse(t *testing.T) {
	for _, v := range []variant{{3, 1}, {3, 2}} {
		b := newBoard(v.size, v.masses)
		type pair struct{ before, after position }
		pairs := map[pair]int{}
		total := 0
		all := allPositions(b)
		for _, p := range all {
			if b.collapsed(p) {
				continue
			}
			for _, m := range b.appendMoves(nil, p) {
				pairs[pair{p, m.next}]++
				total++
			}
		}
		for _, q := range all {
			for _, p := range b.appendUnmoves(nil, q) {
				pairs[pair{p, q}]--
			}
		}
		wrong := 0
		for pair, n := range pairs {
			if n != 0 {
				if wrong++; wrong <= 5 {
					t.Errorf("%+v: from %+v to %+v there are %+d more moves than unmoves", v, pair.before, pair.after, n)
				}
			}
		}
		if total < 10_000 {
			t.Errorf("%+v: only %d moves", v, total)
		}
	}
}

// allPositions returns every position with both Cores.
func allPositions(b *board) (all []position) {
	for i := b.blocks[0].first; i < b.indices; i++ {
		p := b.unrank(i)
		if b.rank(p) != i {
			continue
		}
		images := map[position]bool{}
		for s := range uint8(8) {
			images[b.imageOf(p, s)] = true
		}
		for image := range images {
			all = append(all, image)
		}
	}
	return all
}

// TestUnmovesOnTheFullBoard does the same for random positions of 5×5, in both directions.
func TestUnmovesOnTheFullBoard(t *testing.T) {
	b := solvedBoard
	rng := rand.New(rand.NewPCG(3, 4))
	moves, unmoves := 0, 0
	for range 2000 {
		p := randomPosition(b, rng)
		for _, before := range b.appendUnmoves(nil, p) {
			unmoves++
			if n := countMoves(b, before, p); n == 0 || b.collapsed(before) {
				t.Fatalf("no move leads from %+v to %+v", before, p)
			}
		}
		if b.collapsed(p) {
			continue
		}
		for _, m := range b.appendMoves(nil, p) {
			moves++
			n := 0
			for _, before := range b.appendUnmoves(nil, m.next) {
				if before == p {
					n++
				}
			}
			if want := countMoves(b, p, m.next); n != want {
				t.Fatalf("%d unmoves lead from %+v to %+v, want %d", n, m.next, p, want)
			}
		}
	}
	if moves < 10_000 || unmoves < 10_000 {
		t.Errorf("only %d moves and %d unmoves were looked at", moves, unmoves)
	}
}

// countMoves returns how many moves lead from one position to another.
func countMoves(b *board, from, to position) (n int) {
	for _, m := range b.appendMoves(nil, from) {
		if m.next == to {
			n++
		}
	}
	return n
}
