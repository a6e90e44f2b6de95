package solve

import (
	"strings"
	"testing"

	"gipfel/game/gametest"
)

// The reference is the game once more, for boards of any size, with nothing clever in it: a board is a string of a letter a
// cell ('.' is vacant; A and a are seat 0's Core and Masses, B and b those of seat 1), in the order of the cells.

type refState struct {
	cells string
	mover int
}

type refMove struct {
	from, to int
	next     refState
}

const refLetters = "AaBb"

func (s refState) core() byte { return refLetters[2*s.mover] }
func (s refState) mass() byte { return refLetters[2*s.mover+1] }

// refMoves returns the legal moves on a board of a size with so many Masses for each player.
func refMoves(s refState, size, masses int) (moves []refMove) {
	onBoard := strings.Count(s.cells, string(s.mass()))
	hasCore := strings.Contains(s.cells, string(s.core()))
	for to := range len(s.cells) {
		if s.cells[to] != '.' {
			continue
		}
		switch {
		case !hasCore:
			moves = append(moves, refMove{to, to, refPlay(s, size, to, to, s.core())})
			continue
		case onBoard < masses:
			moves = append(moves, refMove{to, to, refPlay(s, size, to, to, s.mass())})
		}
		for from := range len(s.cells) {
			dx, dy := abs(from%size-to%size), abs(from/size-to/size)
			switch s.cells[from] {
			case s.core():
				if dx+dy == 1 {
					moves = append(moves, refMove{from, to, refPlay(s, size, from, to, s.core())})
				}
			case s.mass():
				if onBoard == masses && (max(dx, dy) == 1 || dx+dy == 2) {
					moves = append(moves, refMove{from, to, refPlay(s, size, from, to, s.mass())})
				}
			}
		}
	}
	return moves
}

// refPlay plays a piece and pulls.
func refPlay(s refState, size, from, to int, piece byte) refState {
	cells := []byte(s.cells)
	cells[from] = '.'
	cells[to] = piece
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		for n := 1; ; n++ {
			x, y := to%size+n*d[0], to/size+n*d[1]
			if x < 0 || x >= size || y < 0 || y >= size {
				break
			}
			if seen := y*size + x; cells[seen] != '.' {
				nearer := seen - d[1]*size - d[0]
				if n > 1 {
					cells[nearer], cells[seen] = cells[seen], '.'
				}
				break
			}
		}
	}
	return refState{string(cells), 1 - s.mover}
}

// refCollapsed reports whether the player to move has lost by a collapse.
func refCollapsed(s refState, size int) bool {
	isCore := func(c int) bool { return s.cells[c] == 'A' || s.cells[c] == 'B' }
	for c := range len(s.cells) {
		if s.cells[c] != 'a' && s.cells[c] != 'b' {
			continue
		}
		x, y := c%size, c/size
		if x > 0 && x < size-1 && isCore(c-1) && isCore(c+1) || y > 0 && y < size-1 && isCore(c-size) && isCore(c+size) {
			return true
		}
	}
	return false
}

// refPosition turns a position of the reference into one of this package.
func refPosition(s refState) position {
	sides := [2]side{{core: noCore}, {core: noCore}}
	for c := range len(s.cells) {
		switch i := strings.IndexByte(refLetters, s.cells[c]); {
		case i < 0:
		case i%2 == 0:
			sides[i/2].core = uint8(c)
		default:
			sides[i/2].masses |= cell(uint8(c))
		}
	}
	return position{sides[s.mover], sides[1-s.mover]}
}

// refSolved is a position with its value and the numbers of the positions that its moves lead to.
type refSolved struct {
	refState
	value Value
	after []int
}

// refSolve computes the value of every position that can be reached from the empty board, by going over all positions again and
// again until nothing changes.
func refSolve(size, masses int) []refSolved {
	first := refState{strings.Repeat(".", size*size), 0}
	all := []refSolved{{refState: first}}
	number := map[refState]int{first: 0}
	for n := 0; n < len(all); n++ {
		if refCollapsed(all[n].refState, size) {
			all[n].value = Value{Loss, 0}
			continue
		}
		for _, m := range refMoves(all[n].refState, size, masses) {
			i, known := number[m.next]
			if !known {
				i = len(all)
				number[m.next] = i
				all = append(all, refSolved{refState: m.next})
			}
			all[n].after = append(all[n].after, i)
		}
	}
	for changed := true; changed; {
		changed = false
		for n := range all {
			if best, ok := refBest(all, all[n].after); ok && best != all[n].value {
				all[n].value = best
				changed = true
			}
		}
	}
	return all
}

// refBest returns the value of a position from those of the positions after it, if there are any.
func refBest(all []refSolved, after []int) (best Value, ok bool) {
	for n, i := range after {
		v := all[i].value
		if v.Outcome != Draw {
			v = Value{-v.Outcome, v.Plies + 1}
		}
		better := v.Outcome > best.Outcome || v.Outcome == best.Outcome && (v.Outcome == Win) == (v.Plies < best.Plies)
		if n == 0 || better {
			best = v
		}
	}
	return best, len(after) > 0
}

func abs(n int) int { return max(n, -n) }

// variant is a size of the board and a number of Masses.
type variant struct{ size, masses int }

// TestSolveSmallBoards compares every position of small games with the reference. Between them they have long wins, Masses that
// move and Masses that wait, and positions without a legal move.
func TestSolveSmallBoards(t *testing.T) {
	variants := []variant{{3, 2}, {3, 3}, {4, 1}}
	if gametest.Long() {
		variants = append(variants, variant{5, 1})
	}
	longest := 0
	for _, v := range variants {
		b := newBoard(v.size, v.masses)
		codes, err := solve(t.Context(), b, Options{Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for _, s := range refSolve(v.size, v.masses) {
			longest = max(longest, s.value.Plies)
			c := codes[b.rank(refPosition(s.refState))]
			if c == unused || valueOf(c) != s.value {
				if wrong++; wrong <= 5 {
					t.Errorf("%+v: %+v has the code %d, want %v", v, s.refState, c, s.value)
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%+v: %d positions are wrong", v, wrong)
		}
	}
	if longest < 5 {
		t.Errorf("no game is longer than %d plies, which tells little", longest)
	}
}
