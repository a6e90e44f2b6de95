package solve

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// playouts calls visit with the positions of random games of the solved game, those that are over apart.
func playouts(t *testing.T, games int, visit func(s game.State)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	for range games {
		s := solved.New()
		for s.ToMove() != game.Terminal {
			visit(s)
			actions := s.AppendActions(nil)
			s.Apply(actions[rng.IntN(len(actions))])
		}
	}
}

// randomPosition returns a position with both Cores, which need not be one that a game leads to.
func randomPosition(b *board, rng *rand.Rand) position {
	order := rng.Perm(b.area)
	p := position{side{core: uint8(order[0])}, side{core: uint8(order[1])}}
	own := rng.IntN(b.masses + 1)
	opp := rng.IntN(b.masses + 1)
	for i, c := range order[2 : 2+own+opp] {
		if i < own {
			p.own.masses |= cell(uint8(c))
		} else {
			p.opp.masses |= cell(uint8(c))
		}
	}
	return p
}

// TestMovesAreTheGames compares the moves of positions, and what they lead to, with package atimo: in random games, and in random
// positions.
func TestMovesAreTheGames(t *testing.T) {
	count := 400
	if gametest.Long() {
		count *= 10
	}
	playouts(t, count/20, func(s game.State) { checkMoves(t, s) })
	rng := rand.New(rand.NewPCG(1, 2))
	for range count {
		if p := randomPosition(solvedBoard, rng); !solvedBoard.collapsed(p) {
			s, err := solved.Notation.ParseState(solvedBoard.text(p))
			if err != nil {
				t.Fatal(err)
			}
			if positionOf(s) != p {
				t.Fatalf("%s is read as %+v, want %+v", solvedBoard.text(p), positionOf(s), p)
			}
			checkMoves(t, s)
		}
	}
}

func checkMoves(t *testing.T, s game.State) {
	t.Helper()
	b := solvedBoard
	text := solved.Notation.FormatState(s)
	moves := b.appendMoves(nil, positionOf(s))
	slices.SortFunc(moves, func(x, y move) int { return cmp.Compare(b.action(x), b.action(y)) })
	actions := s.AppendActions(nil)
	if len(moves) != len(actions) {
		t.Fatalf("%s: %d moves, want %d", text, len(moves), len(actions))
	}
	next := solved.New()
	for i, a := range actions {
		m := moves[i]
		if b.action(m) != int(a) {
			t.Fatalf("%s: the action %d, want %d", text, b.action(m), a)
		}
		next.CopyFrom(s)
		next.Apply(a)
		collapsed := next.Ending().Reason == "collapse"
		if b.collapsed(m.next) != collapsed {
			t.Fatalf("%s: collapsed after %d: %v, want %v", text, a, !collapsed, collapsed)
		}
		// The position is compared cell by cell, since a game that is over has no encoding.
		d := solved.Diagram(next)
		if got := diagramPosition(&d, s.ToMove()).turned(); got != m.next {
			t.Fatalf("%s: %+v after %d, want %+v", text, m.next, a, got)
		}
	}
}

// diagramPosition returns the position of a diagram as a seat sees it.
func diagramPosition(d *game.Diagram, seat game.Player) position {
	sides := [2]side{{core: noCore}, {core: noCore}}
	for c, at := range d.Cells {
		for _, piece := range at.Pieces {
			s := &sides[piece.Seat]
			if piece.Chief {
				s.core = uint8(c)
			} else {
				s.masses |= cell(uint8(c))
			}
		}
	}
	return position{sides[seat], sides[1-seat]}
}

// TestMovesAreTheReferences does the same with the reference, on small boards, in every position.
func TestMovesAreTheReferences(t *testing.T) {
	for _, v := range []variant{{3, 2}, {3, 3}, {4, 1}} {
		b := newBoard(v.size, v.masses)
		positions := 0
		for i := range b.indices {
			p := b.unrank(i)
			if b.rank(p) != i || b.collapsed(p) {
				continue
			}
			positions++
			got := b.appendMoves(nil, p)
			slices.SortFunc(got, compareMoves)
			var want []move
			for _, m := range refMoves(refOf(b, p), v.size, v.masses) {
				want = append(want, move{uint8(m.from), uint8(m.to), refPosition(m.next)})
			}
			slices.SortFunc(want, compareMoves)
			if !slices.Equal(got, want) {
				t.Fatalf("%+v: the moves of %s are %v, want %v", v, b.text(p), got, want)
			}
		}
		if positions < 1000 {
			t.Errorf("%+v: only %d positions", v, positions)
		}
	}
}

func compareMoves(a, b move) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) }

// refOf returns a position with seat 0 to move, or with seat 1 if the other has the only Core.
func refOf(b *board, p position) refState {
	letters, mover := "AaBb", 0
	if p.own.core == noCore && p.opp.core != noCore {
		letters, mover = "BbAa", 1
	}
	cells := []byte(strings.Repeat(".", b.area))
	for c := range uint8(b.area) {
		switch set := cell(c); {
		case p.own.core == c:
			cells[c] = letters[0]
		case p.own.masses&set != 0:
			cells[c] = letters[1]
		case p.opp.core == c:
			cells[c] = letters[2]
		case p.opp.masses&set != 0:
			cells[c] = letters[3]
		}
	}
	return refState{string(cells), mover}
}
