package mcts

import (
	"unsafe"

	"gipfel/game"
)

// Child is what the search has found out about one move at the root.
type Child struct {
	Action game.Action
	Visits uint32
	// Prior is the net's probability, without temperature and noise (relative error 2⁻¹² at most). At a chance node it is
	// the odds of the outcome.
	Prior float32
	// Value is the mean utility to the seat to move at the root, exact if Proven. It is 0 without visits and at a chance node.
	Value float32
	// Chances is the mean outcome distribution behind the move, exact if Proven: what each absolute seat has to win, then the
	// draw at index Players; game.Utility of the first Players+1 entries is the move's value to a seat. All are 0 without visits.
	Chances [game.MaxPlayers + 1]float32
	// Proven says that the result is certain: Outcome is the absolute seat that wins or game.Draw(Players), and Plies the
	// length of the game from the root in the proof that was found.
	Proven         bool
	Outcome, Plies int
}

// Children appends the moves at the root in ascending order of their actions. Nothing is appended before the root is
// expanded.
func (t *Tree) Children(dst []Child) []Child {
	for _, e := range t.rootEdges() {
		c := Child{Action: e.action, Visits: e.visits, Prior: e.prior.float(), Value: t.edgeValue(&e)}
		if n := &t.nodes[e.child]; e.child != noChild && n.resolved() {
			c.Proven, c.Outcome, c.Plies = true, int(n.proven), int(n.distance)+1
		}
		if e.visits > 0 {
			t.average(c.Chances[:t.stride], e.child)
		}
		dst = append(dst, c)
	}
	return dst
}

// rootEdges returns the root's edges, none before it is expanded.
func (t *Tree) rootEdges() []edge {
	if len(t.nodes) == 0 {
		return nil
	}
	return t.edgesOf(&t.nodes[root])
}

// rootMover returns the seat to move at the expanded root, game.Chance, or game.Terminal, also before it is expanded.
func (t *Tree) rootMover() game.Player {
	if len(t.nodes) == 0 {
		return game.Terminal
	}
	return t.nodes[root].mover
}

// RootValue writes the outcome distribution of the root, in absolute seats and draw last, into dst[:Players+1]: the mean
// over its visits, exact if it is proven. Without visits all entries are 0, which is no distribution; see Searched.
func (t *Tree) RootValue(dst []float32) {
	if t.Simulations() == 0 {
		clear(dst[:t.stride])
		return
	}
	t.average(dst, root)
}

// Searched reports whether RootValue rests on more than the net's opinion of the root: the root is proven, or there was a
// choice and some of it was looked at. It is false at a root with a single legal move, where Begin ends at once; nothing
// may then be concluded from RootValue, least of all a resignation.
func (t *Tree) Searched() bool {
	if len(t.nodes) == 0 {
		return false
	}
	r := &t.nodes[root]
	return r.resolved() || !t.obvious() && r.visits > 1
}

// Proven returns the result of the root if it is proven: the absolute seat that wins or game.Draw(Players), and the length
// of the game from here in the proof that was found. After a paranoid search it holds if all others play against the seat
// that was to move when the search began: its own win is certain then, while another seat's win says that it can be kept from
// more than a loss.
func (t *Tree) Proven() (outcome, plies int, ok bool) {
	if len(t.nodes) == 0 || !t.nodes[root].resolved() {
		return 0, 0, false
	}
	return int(t.nodes[root].proven), int(t.nodes[root].distance), true
}

// Simulations returns the visits of the root, those of earlier searches that were kept included.
func (t *Tree) Simulations() int {
	if len(t.nodes) == 0 {
		return 0
	}
	return int(t.nodes[root].visits)
}

// Stats describes the memory of a tree.
type Stats struct {
	// Nodes and Edges are held now.
	Nodes, Edges int
	// Bytes are reserved by the slabs, whether in use or not. A node takes NodeBytes of them, and an edge EdgeBytes.
	Bytes, NodeBytes, EdgeBytes int
	// Dropped nodes did not belong to the move of the last Advance.
	Dropped int
	// Full says that the search ended because the memory bound was reached.
	Full bool
}

// Stats returns the memory statistics.
func (t *Tree) Stats() Stats {
	const nodeBytes, edgeBytes, sumBytes = int(unsafe.Sizeof(node{})), int(unsafe.Sizeof(edge{})), 8
	return Stats{
		Nodes: len(t.nodes), Edges: len(t.edges),
		Bytes:     cap(t.nodes)*nodeBytes + cap(t.edges)*edgeBytes + cap(t.sums)*sumBytes,
		NodeBytes: nodeBytes + t.stride*sumBytes, EdgeBytes: edgeBytes,
		Dropped: t.dropped,
		Full:    t.full,
	}
}
