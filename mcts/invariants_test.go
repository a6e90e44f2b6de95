package mcts

import (
	"slices"
	"testing"

	"gipfel/game"
)

// checkInvariants verifies all that doc.go promises about a tree, by replaying every path from the root.
func checkInvariants(tb testing.TB, t *Tree) {
	tb.Helper()
	if len(t.sums) != len(t.nodes)*t.stride {
		tb.Fatalf("%d sums for %d nodes", len(t.sums), len(t.nodes))
	}
	next := uint32(0)
	for at, n := range t.nodes {
		if n.edges != next {
			tb.Fatalf("node %d: its edges start at %d, those before it end at %d", at, n.edges, next)
		}
		next += uint32(n.count)
	}
	if int(next) != len(t.edges) {
		tb.Fatalf("the nodes have %d edges, the slab %d", next, len(t.edges))
	}
	if len(t.nodes) == 0 {
		return
	}
	if t.nodes[root].in != noEdge {
		tb.Fatalf("the root comes in by edge %d", t.nodes[root].in)
	}
	if reached := checkNode(tb, t, root, t.rootState); reached != len(t.nodes) {
		tb.Fatalf("%d of %d nodes can be reached from the root", reached, len(t.nodes))
	}
}

// checkNode checks the subtree below a node and returns its size.
func checkNode(tb testing.TB, t *Tree, at uint32, s game.State) int {
	tb.Helper()
	n := &t.nodes[at]
	edges := t.edgesOf(n)
	if n.mover != s.ToMove() {
		tb.Fatalf("node %d: mover %d, want %d", at, n.mover, s.ToMove())
	}
	checkEdges(tb, t, at, s)
	checkVisits(tb, t, at)
	checkValue(tb, t, at, s)
	checkProof(tb, t, at, s)
	reached := 1
	for i := range edges {
		e := &edges[i]
		if e.child == noChild {
			if e.visits != 0 || e.value != 0 {
				tb.Fatalf("node %d, edge %d: %d visits and value %g without a child", at, i, e.visits, e.value)
			}
			continue
		}
		if e.child <= at {
			tb.Fatalf("node %d has child %d", at, e.child)
		}
		if c := &t.nodes[e.child]; c.in != n.edges+uint32(i) || c.visits != e.visits {
			tb.Fatalf("node %d, edge %d: visits %d; child %d has visits %d and came in by edge %d",
				at, n.edges+uint32(i), e.visits, e.child, c.visits, c.in)
		}
		below := t.game.New()
		below.CopyFrom(s)
		below.Apply(e.action)
		reached += checkNode(tb, t, e.child, below)
	}
	return reached
}

func checkEdges(tb testing.TB, t *Tree, at uint32, s game.State) {
	tb.Helper()
	n := &t.nodes[at]
	edges := t.edgesOf(n)
	var actions []game.Action
	opened, sum := 0, 0.0
	for i := range edges {
		actions = append(actions, edges[i].action)
		sum += float64(edges[i].prior.float())
		if edges[i].child != noChild {
			opened++
		}
	}
	if opened != int(n.opened) {
		tb.Fatalf("node %d: %d edges have a child, %d are counted", at, opened, n.opened)
	}
	if n.mover != game.Terminal {
		near(tb, "sum of priors", sum, 1, 1e-3)
	}
	if at == root || n.mover == game.Chance {
		if !slices.IsSorted(actions) {
			tb.Fatalf("node %d: its edges are not in the order of actions: %v", at, actions)
		}
	} else {
		for i := range edges {
			if (edges[i].child != noChild) != (i < opened) {
				tb.Fatalf("node %d: edge %d of %d opened ones has child %d", at, i, opened, edges[i].child)
			}
			if i > opened && edges[i].rank() > edges[opened].rank() {
				tb.Fatalf("node %d: edge %d has a larger prior than edge %d, the next to open", at, i, opened)
			}
		}
	}
	slices.Sort(actions)
	if legal := s.AppendActions(nil); !slices.Equal(actions, legal) {
		tb.Fatalf("node %d: edges for %v, legal are %v", at, actions, legal)
	}
}

func checkVisits(tb testing.TB, t *Tree, at uint32) {
	tb.Helper()
	n := &t.nodes[at]
	passed := uint32(0)
	for _, e := range t.edgesOf(n) {
		passed += e.visits
	}
	var ended uint32 // simulations that ended here
	switch {
	case n.mover >= 0 && n.visits > 0:
		ended = 1
	case n.mover == game.Terminal:
		ended = n.visits
	}
	if n.proven != unproven {
		// A proven node also ends the simulations that come later. None ended in one whose decisive move was seen at once.
		if n.wonFor(n.mover) && n.distance == 1 {
			ended = 0
		}
		if n.visits < passed+min(ended, 1) {
			tb.Fatalf("node %d: %d visits, its edges %d", at, n.visits, passed)
		}
		return
	}
	if n.visits != passed+ended || n.visits == 0 && !(at == root && n.count == 1) {
		tb.Fatalf("node %d: %d visits, its edges %d", at, n.visits, passed)
	}
}

func checkValue(tb testing.TB, t *Tree, at uint32, s game.State) {
	tb.Helper()
	n := &t.nodes[at]
	if n.visits == 0 {
		return
	}
	mean, sum := make([]float32, t.stride), 0.0
	t.average(mean, at)
	for _, x := range t.sumsOf(at) {
		sum += x / float64(n.visits)
	}
	near(tb, "sum of the mean outcome distribution", sum, 1, 1e-5)
	if n.mover >= 0 && n.value != utilityFor(t, mean, n.mover) {
		tb.Fatalf("node %d: value %g, its sums say %g", at, n.value, utilityFor(t, mean, n.mover))
	}
	for _, e := range t.edgesOf(n) {
		if e.child == noChild {
			continue
		}
		want := float32(0)
		if n.mover >= 0 {
			t.average(mean, e.child)
			want = utilityFor(t, mean, n.mover)
			if o := side(t, t.nodes[e.child].proven); o != unproven && o != side(t, uint8(n.mover)) && o != uint8(t.game.Players) {
				want = lost
			}
		}
		if e.value != want {
			tb.Fatalf("node %d, action %d: value %g, want %g", at, e.action, e.value, want)
		}
	}
}

// utilityFor returns what a distribution is worth to a seat: in a paranoid search, for all but one, the harm of that one.
func utilityFor(t *Tree, mean []float32, seat game.Player) float32 {
	if t.self >= 0 && seat != t.self {
		return -game.Utility(mean, t.self)
	}
	return game.Utility(mean, seat)
}

// side returns an outcome, or in a paranoid search the same number for all wins of the united seats.
func side(t *Tree, outcome uint8) uint8 {
	const theirs = 100
	if t.self >= 0 && int(outcome) < t.game.Players && outcome != uint8(t.self) {
		return theirs
	}
	return outcome
}

// checkProof compares the mark of a node with what its children say, written the other way round than in prove.go: as the
// set of results that the mover may end up with.
func checkProof(tb testing.TB, t *Tree, at uint32, s game.State) {
	tb.Helper()
	n := &t.nodes[at]
	players := t.game.Players
	want, distance := unproven, uint16(0)
	switch n.mover {
	case game.Terminal:
		if !s.Ending().Truncated {
			returns := make([]float32, players)
			s.Returns(returns)
			want = side(t, uint8(game.OutcomeOf(returns)))
		}
	default:
		shortest, longest := map[uint8]int{}, map[uint8]int{}
		for _, e := range t.edgesOf(n) {
			o, d := unproven, 0
			if e.child != noChild {
				o, d = side(t, t.nodes[e.child].proven), int(t.nodes[e.child].distance)
			}
			if _, ok := shortest[o]; !ok {
				shortest[o], longest[o] = d, d
			}
			shortest[o], longest[o] = min(shortest[o], d), max(longest[o], d)
		}
		_, open := shortest[unproven]
		draw := uint8(game.Draw(players))
		_, canDraw := shortest[draw]
		win, canWin := shortest[side(t, uint8(n.mover))]
		switch {
		case n.mover >= 0 && canWin:
			want, distance = side(t, uint8(n.mover)), uint16(win+1)
		case open:
		case n.mover >= 0 && canDraw:
			want, distance = draw, uint16(longest[draw]+1)
		case len(shortest) == 1 && (n.mover >= 0 || sameOutcome(t, n)):
			for o := range shortest {
				want, distance = o, uint16(longest[o]+1)
			}
		}
	}
	if side(t, n.proven) != want || n.distance != distance {
		tb.Fatalf("node %d: proven %d in %d, want %d in %d", at, n.proven, n.distance, want, distance)
	}
	if want != unproven && n.visits > 0 && t.sumsOf(at)[n.proven] != float64(n.visits) {
		tb.Fatalf("node %d: proven %d, but its sums are %v after %d visits", at, want, t.sumsOf(at), n.visits)
	}
}

// sameOutcome reports whether the same seat wins behind all edges of a node: dice on which it depends who of several united
// seats wins prove nothing.
func sameOutcome(t *Tree, n *node) bool {
	for _, e := range t.edgesOf(n) {
		if t.nodes[e.child].proven != t.nodes[t.edgesOf(n)[0].child].proven {
			return false
		}
	}
	return true
}
