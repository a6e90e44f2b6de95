package mcts

import "gipfel/game"

// backup carries t.value from the end of the path to the root: every node on the way counts a visit and adds the value,
// and the edge into it takes over its mean. fresh says that the last node has just been made, so that if its result is
// proven its parent has yet to hear of it. From a node that is thereby proven upwards, its result is carried instead.
func (t *Tree) backup(fresh bool) {
	news := fresh // the node last looked at has just been proven, or may have been
	for i := len(t.path) - 1; i >= 0; i-- {
		at := t.path[i]
		n := &t.nodes[at]
		n.visits++
		if i < len(t.path)-1 {
			news = news && t.prove(n, &t.nodes[t.path[i+1]])
		}
		if n.resolved() {
			t.overwrite(at)
			t.average(t.mean, at)
		} else {
			t.accumulate(t.sumsOf(at), n.visits)
		}
		if n.mover >= 0 {
			n.value = t.worth(t.mean, n.mover)
		}
		if i > 0 {
			t.refresh(&t.edges[n.in], n, t.nodes[t.path[i-1]].mover)
		}
	}
	if len(t.path) > 1 && t.nodes[root].mover >= 0 {
		t.spreadValues()
	}
}

// accumulate adds t.value to the sums of a node, and leaves their average over its visits in t.mean.
func (t *Tree) accumulate(sums []float64, visits uint32) {
	scale := 1 / float64(visits)
	value, mean := t.value[:len(sums)], t.mean[:len(sums)]
	for k := range sums {
		sums[k] += float64(value[k])
		mean[k] = float32(sums[k] * scale)
	}
}

// overwrite replaces the average of a proven node by its result, which is also what is backed up from here.
func (t *Tree) overwrite(at uint32) {
	t.recall(at)
	sums := t.sumsOf(at)
	clear(sums)
	sums[t.nodes[at].proven] = float64(t.nodes[at].visits)
}

// average writes the mean outcome distribution of a node that has been visited, in absolute seats.
func (t *Tree) average(dst []float32, at uint32) {
	scale := 1 / float64(t.nodes[at].visits)
	for k, s := range t.sumsOf(at) {
		dst[k] = float32(s * scale)
	}
}

// refresh brings an edge up to date with the node behind it, whose mean outcome is in t.mean.
func (t *Tree) refresh(e *edge, n *node, chooser game.Player) {
	e.visits = n.visits
	switch {
	case chooser < 0:
		e.value = 0 // nobody chooses
	case n.resolved() && t.lost(n, chooser) && !t.cfg.IgnoreProofs:
		e.value = lost
	default:
		e.value = t.worth(t.mean, chooser)
	}
	if k := n.underWay(); k > 0 {
		t.discount(e, k, chooser)
	}
}
