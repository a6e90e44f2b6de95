package xima

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/game"
)

// TestHashTellsPositionsApart plays random games and checks that positions have equal hashes exactly if what the
// repetition rule compares is equal, written out by the reference.
func TestHashTellsPositionsApart(t *testing.T) {
	for _, name := range []string{"xima", "xima-4p", "xima-5x5"} {
		g := variantNamed(t, name)
		rng := rand.New(rand.NewPCG(11, 12))
		byHash, byKey := map[uint64]string{}, map[string]uint64{}
		for range 30 {
			s, r := randomPosition(t, g, rng)
			for range 30 {
				key := r.key()
				if r.ended {
					break
				}
				if other, ok := byHash[s.hash]; ok && other != key {
					t.Fatalf("%s and %s have the same hash", key, other)
				}
				if other, ok := byKey[key]; ok && other != s.hash {
					t.Fatalf("%s has two hashes", key)
				}
				byHash[s.hash], byKey[key] = key, s.hash
				numbers, moves := r.actions(g)
				a := numbers[rng.IntN(len(numbers))]
				s.Apply(a)
				r.apply(moves[a])
			}
		}
	}
}

// TestHashAfter checks that the hash which the repetition rule foresees is the one that the move brings about.
func TestHashAfter(t *testing.T) {
	for _, name := range []string{"xima", "xima-3p", "xima-5x5"} {
		g := variantNamed(t, name)
		rng := rand.New(rand.NewPCG(13, 14))
		next := g.New().(*state)
		for range 200 {
			s, _ := randomPosition(t, g, rng)
			for _, a := range s.AppendActions(nil) {
				m := s.v.decode(a)
				if m.kind >= pass {
					continue
				}
				want := s.hashAfter(m)
				next.CopyFrom(s)
				next.Apply(a)
				if next.reason == reasonSummit {
					continue // no position to repeat
				}
				if got := next.positions[len(s.positions)]; got != want {
					t.Fatalf("%s, %s: the hash foreseen is %x, but it is %x",
						g.Notation.FormatState(s), g.Notation.FormatAction(s, a), want, got)
				}
			}
		}
	}
}

// TestHashCoversEachPart changes one part of a position at a time.
func TestHashCoversEachPart(t *testing.T) {
	seen := map[uint64]string{}
	for _, text := range []string{
		"2a2/5/5/5/(ab)4 a 2x,3= 0 9",
		"2a2/5/5/5/(ba)4 a 2x,3= 0 9", // order of the column
		"2b2/5/5/5/(ab)4 a 2x,3= 0 9", // owner
		"1a3/5/5/5/(ab)4 a 2x,3= 0 9", // cell
		"2A2/5/5/5/(ab)4 a 2,3= 0 9",  // special
		"2a2/5/5/5/(ab)4 b 2x,3= 0 9", // seat to move
		"2a2/5/5/5/(ab)4 a 3x,3= 0 9", // hands
		"2a2/5/5/5/(ab)4 a 2=,3= 0 9", // captured special
		"2a2/5/5/5/(ab)4 a 2x,3x 0 9",
	} {
		s, err := variantNamed(t, "xima-5x5").Notation.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		h := s.(*state).hash
		if other, ok := seen[h]; ok {
			t.Errorf("%q and %q have the same hash", text, other)
		}
		seen[h] = text
	}
	// The rule compares neither the counters nor how the position came about.
	a, b := variantNamed(t, "xima-5x5").New().(*state), variantNamed(t, "xima-5x5").New().(*state)
	play(t, a, "-A1 -E5 -B1 -D5")
	play(t, b, "-B1 -D5 -A1 -E5")
	if a.hash != b.hash {
		t.Errorf("the hash depends on the way: %x and %x", a.hash, b.hash)
	}
}

// TestNoAllocations covers what the conformance suite may not meet: positions with barred moves, and the slow search for
// a legal move.
func TestNoAllocations(t *testing.T) {
	g := variantNamed(t, "xima-5x5")
	start := build(t, "xima-5x5", "A1 a, E5 b, "+aroundA2, "b 0x,0x 0 9")
	var actions []game.Action
	for _, text := range []string{"E5E4", "A1A2", "E4E5", "A2A1", "E5E4", "A1A2", "E4E5", "A2A1", "E5E4", "-E1"} {
		s := g.New().(*state)
		s.CopyFrom(start)
		a, err := g.Notation.ParseAction(s, text)
		if err != nil {
			t.Fatal(err)
		}
		actions = append(actions, a)
		start.Apply(a)
	}
	start = build(t, "xima-5x5", "A1 a, E5 b, "+aroundA2, "b 0x,0x 0 9")
	s, next := g.New(), g.New()
	room := make([]game.Action, 0, g.MaxActions)
	dst := make([]float32, g.InputSize())
	allocs := testing.AllocsPerRun(10, func() {
		s.CopyFrom(start)
		for _, a := range actions {
			room = s.AppendActions(room[:0])
			if !slices.Contains(room, a) {
				panic("the line is not legal any more")
			}
			g.Encode(s, dst)
			next.CopyFrom(s)
			next.Apply(a)
			s.Apply(a)
		}
	})
	if allocs != 0 {
		t.Errorf("the line makes %v allocations", allocs)
	}
	if len(s.(*state).barred) == 0 || s.(*state).normals[0] == 0 {
		t.Error("the line does not lead to barred moves and a gift")
	}
}
