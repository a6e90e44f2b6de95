package mcts

import "gipfel/game"

// Several leaves of one tree at once, so that more than one thread, or a net that likes batches, can work for a single search.
//
// A leaf gets its node when it is selected, and waits. Until its evaluation arrives, every edge on the way to it counts the visit
// that is under way, and counts it as a loss for whoever chooses, or as the share Config.VirtualLoss of one (virtual loss, Chaslot
// et al. 2008, "Parallel Monte-Carlo Tree Search"). So the next descent looks elsewhere. When the evaluation arrives the visit is
// made in earnest, and after the last one nothing is left of the losses.
//
// The descents are made one after the other, and evaluations arrive in the order of the descents. What a search finds
// therefore depends on the size of the batches, but not on who evaluates them, nor when.

// leaf is a position that awaits its evaluation.
type leaf struct {
	path  []uint32 // from the root down, its own node last
	mover game.Player
}

// longestLull is how many simulations in a row may end without a leaf before SelectBatch returns.
const longestLull = 256

// SelectBatch runs simulations until limit positions need an evaluation, and hands each to take, which must copy or encode
// what it needs of the position at once. It returns their number n; then [Tree.ExpandBatch] must be called for 0 to n-1, in this
// order. There are fewer than limit, or none, if the search comes to its end, if a simulation comes upon a position that is
// being evaluated, or if many in a row needed no evaluation.
func (t *Tree) SelectBatch(limit int, take func(i int, leaf game.State)) int {
	t.checkReady("SelectBatch")
	t.leaves = t.leaves[:0]
	for lull := 0; len(t.leaves) < limit && lull < longestLull && !t.Done(); lull++ {
		if len(t.leaves) > 0 && t.rule.waits(t) {
			break
		}
		switch t.descend() {
		case atLeaf:
			take(len(t.leaves), t.scratch)
			t.await()
			lull = 0
		case atWaiting:
			if len(t.path) > 1 {
				t.rule.retract(t)
			}
			lull = longestLull
		}
	}
	t.awaited = len(t.leaves)
	return t.awaited
}

// await makes the node of the leaf on the scratch state, and counts the visit that its value will bring.
func (t *Tree) await() {
	mover := t.scratch.ToMove()
	t.actions = t.scratch.AppendActions(t.actions[:0])
	at := t.addNode(t.via, mover, len(t.actions))
	for i, a := range t.actions {
		t.edges[int(t.nodes[at].edges)+i] = edge{action: a}
	}
	t.nodes[at].proven = waiting
	if t.via != noEdge {
		t.link(t.path[len(t.path)-1], at)
	}
	t.path = append(t.path, at)
	t.reserve()

	n := len(t.leaves)
	if n < cap(t.leaves) {
		t.leaves = t.leaves[:n+1] // with the path's memory
	} else {
		t.leaves = append(t.leaves, leaf{})
	}
	t.leaves[n].path = append(t.leaves[n].path[:0], t.path...)
	t.leaves[n].mover = mover
}

// reserve counts a visit under way at every node of the path.
func (t *Tree) reserve() {
	for i, at := range t.path {
		n := &t.nodes[at]
		n.distance++
		if i == 0 {
			continue
		}
		e, parent := &t.edges[n.in], &t.nodes[t.path[i-1]]
		if n.visits > 0 {
			t.average(t.mean, at)
			t.refresh(e, n, parent.mover)
			continue
		}
		// Nothing is known of the node: before the loss, it is as good as the one above it.
		e.visits, e.value = 0, parent.value
		t.discount(e, n.underWay(), parent.mover)
	}
}

// release takes back what reserve has counted. The edges are refreshed by the backup that follows.
func (t *Tree) release() {
	for _, at := range t.path {
		if n := &t.nodes[at]; !n.resolved() {
			n.distance--
		}
	}
}

// discount counts k visits under way at an edge, whose visits and value are those of the visits made.
func (t *Tree) discount(e *edge, k uint32, chooser game.Player) {
	made := e.visits
	e.visits += k
	if chooser >= 0 {
		e.value += t.cfg.VirtualLoss * (t.worst(chooser) - e.value) * float32(k) / float32(made+k)
	}
}

// ExpandBatch is Expand for leaf i of the last SelectBatch.
func (t *Tree) ExpandBatch(i int, logits, outcome []float32) {
	if t.awaited == 0 || i != len(t.leaves)-t.awaited {
		panic("mcts: ExpandBatch: leaves must be expanded once, in the order in which they were selected")
	}
	t.checkEvaluation(logits, outcome)
	t.awaited--
	l := &t.leaves[i]
	t.path = append(t.path[:0], l.path...)
	t.release()
	at := t.path[len(t.path)-1]
	n := &t.nodes[at]
	n.proven = unproven
	edges := t.edgesOf(n)
	t.actions = t.actions[:0]
	for i := range edges {
		t.actions = append(t.actions, edges[i].action)
	}
	t.weights = softmax(t.weights[:0], logits, t.actions)
	for i := range edges {
		edges[i].prior = makePrior(t.weights[i])
	}
	if at != root {
		promote(edges, 0)
	}
	t.expanded(at, l.mover, outcome)
}

// leafEdges returns the edges of leaf i of the last SelectBatch, in ascending order of their actions until it is expanded.
func (t *Tree) leafEdges(i int) []edge {
	path := t.leaves[i].path
	return t.edgesOf(&t.nodes[path[len(path)-1]])
}
