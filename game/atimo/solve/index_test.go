package solve

import (
	"math/rand/v2"
	"testing"
)

// TestIndicesOfSmallBoards goes through all indices: those in use are the ranks of what they stand for, of all its images and of
// nothing else, and together they stand for every position there is.
func TestIndicesOfSmallBoards(t *testing.T) {
	for _, v := range []variant{{3, 1}, {3, 2}, {3, 3}, {4, 1}} {
		b := newBoard(v.size, v.masses)
		positions := 0
		for i := range b.indices {
			p := b.unrank(i)
			at := b.rank(p)
			if at != i {
				if at > i || b.orbits[b.pairs[p.own.core][p.opp.core].orbit].mirror == 0 {
					t.Fatalf("%+v: index %d stands for a position with the index %d", v, i, at)
				}
				continue
			}
			images := map[position]bool{}
			for s := range uint8(8) {
				image := b.imageOf(p, s)
				images[image] = true
				if got := b.rank(image); got != i {
					t.Fatalf("%+v: an image of index %d has the index %d", v, i, got)
				}
			}
			if len(images) != b.images(p) {
				t.Errorf("%+v: index %d has %d images, want %d", v, i, b.images(p), len(images))
			}
			positions += len(images)
		}
		if want := countPositions(b); positions != want {
			t.Errorf("%+v: the indices stand for %d positions, want %d", v, positions, want)
		}
	}
}

// countPositions counts the positions of a board, as their player to move sees them, by multiplying.
func countPositions(b *board) int {
	choose := func(n, k int) int { return int(b.choose[n][k]) }
	total := 1 + b.area
	for m := range b.masses + 1 {
		for k := range b.masses + 1 {
			total += b.area * (b.area - 1) * choose(b.area-2, m) * choose(b.area-2-m, k)
		}
	}
	return total
}

// TestIndices samples positions and indices of 5×5.
func TestIndices(t *testing.T) {
	b := solvedBoard
	if len(b.firstCell) != 6 || len(b.orbits) != 85 || b.indices != 5_509_282 {
		t.Errorf("%d orbits of cells, %d of pairs, %d indices; want 6, 85, 5509282", len(b.firstCell), len(b.orbits), b.indices)
	}
	rng := rand.New(rand.NewPCG(6, 7))
	for range 5000 {
		p := randomPosition(b, rng)
		i := b.rank(p)
		if i >= b.indices {
			t.Fatalf("%+v has the index %d of %d", p, i, b.indices)
		}
		back := b.unrank(i)
		found := false
		for s := range uint8(8) {
			found = found || b.imageOf(p, s) == back
		}
		if !found || b.rank(back) != i {
			t.Fatalf("%+v has the index %d, which stands for %+v", p, i, back)
		}
	}
	for range 5000 {
		i := rng.Uint32N(b.indices)
		p := b.unrank(i)
		if at := b.rank(p); at > i || at < i && b.rank(b.unrank(at)) != at {
			t.Fatalf("index %d stands for a position with the index %d", i, at)
		}
	}
}

// TestFirstRoundIndices covers the few indices without both Cores.
func TestFirstRoundIndices(t *testing.T) {
	b := solvedBoard
	if b.rank(start) != 0 || b.unrank(0) != start {
		t.Errorf("the empty board has the index %d", b.rank(start))
	}
	seen := map[index]int{}
	for c := range uint8(b.area) {
		p := start
		p.opp.core = c
		i := b.rank(p)
		seen[i]++
		if b.rank(b.unrank(i)) != i {
			t.Errorf("index %d stands for a position with another", i)
		}
	}
	if len(seen) != 6 || seen[1] != 4 || seen[2] != 8 {
		t.Errorf("the indices of a single Core are %v", seen)
	}
}

func TestMirrorAxes(t *testing.T) {
	mirrored := 0
	for _, o := range solvedBoard.orbits {
		if o.mirror != 0 {
			mirrored++
		}
	}
	if mirrored != 20 {
		t.Errorf("%d orbits of pairs lie on an axis, want 20", mirrored)
	}
}
