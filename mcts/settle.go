package mcts

// settled reports whether the simulations that are left cannot change which move at the root has the most visits. Visits are
// what decides only in a PUCT search without forced playouts; for others it is always false.
func (t *Tree) settled() bool {
	if t.rule != &puctRule || t.rootMover() < 0 {
		return false
	}
	var most, second uint32
	for _, e := range t.rootEdges() {
		switch {
		case e.value == lost:
		case e.visits > most:
			most, second = e.visits, most
		case e.visits > second:
			second = e.visits
		}
	}
	left := t.target - min(t.target, t.nodes[root].visits)
	return most > second && most-second > left
}

// ending says why the search, which is Done, has ended.
func (t *Tree) ending() Ending {
	switch {
	case t.full:
		return OutOfMemory
	case len(t.nodes) > 0 && (t.nodes[root].resolved() || t.obvious()):
		return Certain
	}
	return Enough
}
