package ataxx

import (
	"math/rand/v2"
	"testing"

	"gipfel/game"
	"gipfel/game/gametest"
)

// The lines of play from the start of depths 4 to 6.
const (
	perft4 = 155_888
	perft5 = 4_752_668
	perft6 = 141_865_520
)

func TestPerft(t *testing.T) {
	gametest.Perft(t, "testdata/perft.txt", gametest.Position(Standard), 5_000_000)
}

func TestPerftOfTheStart(t *testing.T) {
	depth, want := 5, uint64(perft5)
	if gametest.Long() {
		depth, want = 6, perft6
	}
	if got := Standard.New().(*State).Perft(depth); got != want {
		t.Errorf("perft of depth %d is %d, want %d", depth, got, want)
	}
	if got := perftListed(Standard.New().(*State), 4); got != perft4 {
		t.Errorf("perft of depth 4, the last ply listed, is %d, want %d", got, perft4)
	}
	if got := perftMade(Standard.New().(*State), 4); got != perft4 {
		t.Errorf("perft of depth 4, every move made, is %d, want %d", got, perft4)
	}
}

// TestPerftIsThatOfTheVocabulary compares with game.Perft where the count of replies must and must not give up: boards
// small, full and with gaps, passes, and games about to end by the plies without a clone.
func TestPerftIsThatOfTheVocabulary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	counted, gaveUp := 0, 0
	for _, limit := range []int{0, 3, DefaultNoCloneLimit} {
		for size := minSize; size <= maxSize; size++ {
			g := mustNew(Rules{Size: size, NoCloneLimit: limit})
			positions := []string{g.Notation.FormatState(g.New())}
			for range 60 {
				positions = append(positions, randomFEN(rng, size))
			}
			if size == 7 {
				positions = append(positions, "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", "7/7/7/7/-------/-------/x5o x 0 1",
					"xxxxxxx/xoxoxox/1xxxxx1/ooo-ooo/ooooooo/7/x5x o 1 9")
			}
			for _, fen := range positions {
				s := mustParse(t, g, fen)
				if _, ok := s.countReplies(); ok {
					counted++
				} else {
					gaveUp++
				}
				for depth := range 4 {
					if got, want := s.Perft(depth), g.PerftByMoves(s, depth); got != want {
						t.Fatalf("%s, %s: perft of depth %d is %d, want %d", g.Name, fen, depth, got, want)
					}
				}
			}
		}
	}
	if counted < 100 || gaveUp < 100 {
		t.Errorf("replies were counted in %d positions and not in %d: too few of one kind", counted, gaveUp)
	}
}

// TestPlayIntoAnotherPosition plays every move of random games into a position that held something else before.
func TestPlayIntoAnotherPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, g := range append(Variants(), mustNew(Rules{Size: 5, NoCloneLimit: 3})) {
		s := g.New().(*State)
		next := *s
		for s.ToMove() != game.Terminal {
			for _, a := range s.AppendActions(nil) {
				want := *s
				want.Apply(a)
				if play(s, &next, a); next != want {
					t.Fatalf("%s: %s after action %d is %+v, want %+v", g.Name, g.Notation.FormatState(s), a, next, want)
				}
			}
			s.Apply(s.Pick(rng.IntN(s.CountActions())))
		}
	}
}

func TestPerftDoesNotAllocate(t *testing.T) {
	for _, fen := range []string{
		"x5o/7/7/7/7/7/o5x x 0 1",
		"7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", // x has to pass
	} {
		s := mustParse(t, Standard, fen)
		levels := make([]perftLevel, 3)
		count := func() { s.perft(levels[:2]); perftPlayed(s, levels, true) }
		if allocs := testing.AllocsPerRun(10, count); allocs != 0 { // after a first run that is not counted
			t.Errorf("%s: perft makes %v allocations", fen, allocs)
		}
	}
}

// perftListed is perft with the last ply listed, and perftMade with every move of the last ply played too.
func perftListed(s *State, depth int) uint64 { return perftPlayed(s, make([]perftLevel, depth), false) }
func perftMade(s *State, depth int) uint64   { return perftPlayed(s, make([]perftLevel, depth), true) }

func perftPlayed(s *State, levels []perftLevel, playLast bool) uint64 {
	level := &levels[0]
	level.actions = s.AppendActions(level.actions[:0])
	level.next.variant = s.variant
	if len(levels) == 1 {
		if playLast {
			playAll(s, &level.next, level.actions)
		}
		return uint64(len(level.actions))
	}
	var n uint64
	for _, a := range level.actions {
		play(s, &level.next, a)
		n += perftPlayed(&level.next, levels[1:], playLast)
	}
	return n
}

// play makes next the position after a legal action in s.
func play(s, next *State, a game.Action) { playAll(s, next, []game.Action{a}) }

// playAll makes next the position after each of some legal actions, one after the other.
func playAll(s, next *State, actions []game.Action) {
	steps, mover := s.variant.steps, s.mover&1
	for _, a := range actions {
		if int(a) >= len(steps) {
			*next = *s
			next.pass(a)
			continue
		}
		step := &steps[a]
		s.land(next, step, mover)
		s.tick(next, step, mover)
		if next.mayBeOver(mover ^ 1) {
			next.settle()
		}
	}
}
