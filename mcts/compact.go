package mcts

import (
	"fmt"
	"slices"

	"gipfel/game"
)

// Advance plays a move at the root. The subtree below it stays, all else is dropped and its memory is free for the next
// search. It ends the search under way; a leaf that was still pending is dropped.
func (t *Tree) Advance(a game.Action) {
	t.abandon()
	before := len(t.nodes)
	keep := t.childBehind(a)
	t.rootState.Apply(a)
	t.endSearch()
	if keep == noChild {
		t.clear()
	} else {
		t.compact(keep)
		t.sortRoot()
	}
	t.dropped = before - len(t.nodes)
}

// childBehind returns the root's child behind an action, or noChild.
func (t *Tree) childBehind(a game.Action) uint32 {
	if len(t.nodes) == 0 {
		return noChild
	}
	for _, e := range t.edgesOf(&t.nodes[root]) {
		if e.action == a {
			return e.child
		}
	}
	panic(fmt.Sprintf("mcts: Advance: action %d is not legal at the root", a))
}

// compact makes a node the root and slides all that lies below it to the front of the slabs, in one pass forward and in
// place. Parents come before their children, so when a node is reached its parent, if kept, has moved already, and has told
// it where the edge to it now is. A node is kept if that edge confirms it: the edge lies among those kept and still names
// the node by its old index. The word of a dropped parent is never confirmed: it names an edge at a place that has either
// not been filled or been filled with an edge to another node, since nothing but the kept edge names a kept node.
func (t *Tree) compact(keep uint32) {
	var nodes, edges uint32 // kept so far
	for old := keep; int(old) < len(t.nodes); old++ {
		n := t.nodes[old]
		switch {
		case old == keep:
			n.in = noEdge
		case n.in < edges && t.edges[n.in].child == old:
			t.edges[n.in].child = nodes
		default:
			continue
		}
		copy(t.edges[edges:], t.edgesOf(&n))
		n.edges = edges
		edges += uint32(n.count)
		for i := n.edges; i < edges; i++ {
			if child := t.edges[i].child; child != noChild {
				t.nodes[child].in = i
			}
		}
		t.nodes[nodes] = n
		copy(t.sumsOf(nodes), t.sumsOf(old))
		nodes++
	}
	t.nodes, t.edges, t.sums = t.nodes[:nodes], t.edges[:edges], t.sums[:int(nodes)*t.stride]
}

// sortRoot puts the root's edges, which are in the order of interior nodes, into that of their actions.
func (t *Tree) sortRoot() {
	r := &t.nodes[root]
	edges := t.edgesOf(r)
	slices.SortFunc(edges, func(a, b edge) int { return int(a.action) - int(b.action) })
	for i, e := range edges {
		if e.child != noChild {
			t.nodes[e.child].in = r.edges + uint32(i)
		}
	}
}
