package mcts

import (
	"math"
	"math/rand/v2"

	"gipfel/game"
)

// Weight is the share of an action in a policy target.
type Weight struct {
	Action game.Action
	Weight float32
}

// PolicyTarget appends what the net should learn to prefer at the root: a distribution over the actions, in ascending
// order, those without weight left out. It is the visits, with what is proven put right: moves proven lost are removed; a
// proven win takes everything, and of several the fastest; if all moves are lost, the slowest do. Without any visit to
// count, the net's own priors stand in. The temperature of the move choice has no part in it. At a root
// that is finished or a chance node there is nothing to learn, and nothing is appended.
func (t *Tree) PolicyTarget(dst []Weight) []Weight {
	if t.rootMover() < 0 {
		return dst
	}
	sum := 0.0
	for _, s := range t.preferences() {
		sum += s
	}
	for i, e := range t.rootEdges() {
		if t.scores[i] > 0 {
			dst = append(dst, Weight{e.action, float32(t.scores[i] / sum)})
		}
	}
	return dst
}

// Choose returns the move to play: by the policy target raised to 1/temperature, or at temperature 0 its largest entry (of
// equals, the move of the highest value, then the lowest action). So it never plays a move proven lost while there is
// another, and plays a proven win at once. rng is not used at temperature 0 and may then be nil. The root must be expanded
// (or have a single move), and be neither finished nor a chance node.
func (t *Tree) Choose(temperature float32, rng *rand.Rand) game.Action {
	if t.rootMover() < 0 {
		panic("mcts: Choose: the root is not searched, or no seat is to move there")
	}
	edges, scores := t.rootEdges(), t.preferences()
	if temperature == 0 {
		best := 0
		for i, s := range scores {
			if s > scores[best] || s == scores[best] && t.edgeValue(&edges[i]) > t.edgeValue(&edges[best]) {
				best = i
			}
		}
		return edges[best].action
	}
	// The largest is divided out first: N^(1/τ) itself would underflow or overflow at low temperatures.
	largest := 0.0
	for _, s := range scores {
		largest = max(largest, s)
	}
	sum := 0.0
	for i, s := range scores {
		scores[i] = math.Pow(s/largest, 1/float64(temperature))
		sum += scores[i]
	}
	u := rng.Float64() * sum
	last := 0
	for i, s := range scores {
		if s == 0 {
			continue
		}
		last = i
		if u -= s; u < 0 {
			break
		}
	}
	return edges[last].action
}

// preferences returns the policy target of the root, not normalised, by its edges; valid until the next use of t.scores.
// At least one entry is positive.
func (t *Tree) preferences() []float64 {
	r, edges := &t.nodes[root], t.rootEdges()
	t.scores = t.scores[:0]
	if r.wonFor(r.mover) {
		return t.preferDistance(func(n *node) bool { return n.wonFor(r.mover) }, -1)
	}
	visits, open := uint32(0), 0
	for i := range edges {
		if edges[i].value != lost {
			visits += edges[i].visits
			open++
		}
	}
	if open == 0 {
		return t.preferDistance(func(n *node) bool { return true }, 1)
	}
	for i := range edges {
		e := &edges[i]
		switch {
		case e.value == lost:
			t.scores = append(t.scores, 0)
		case visits == 0:
			t.scores = append(t.scores, float64(e.prior.float()))
		default:
			t.scores = append(t.scores, float64(e.visits))
		}
	}
	return t.scores
}

// preferDistance gives 1 to the moves whose node fits and has the largest sign·distance, and 0 to the others. The rest of
// the moves need not have a node.
func (t *Tree) preferDistance(fits func(*node) bool, sign int) []float64 {
	best := math.MinInt
	for _, e := range t.rootEdges() {
		if n := &t.nodes[e.child]; e.child != noChild && fits(n) {
			best = max(best, sign*int(n.distance))
		}
	}
	for _, e := range t.rootEdges() {
		score := 0.0
		if n := &t.nodes[e.child]; e.child != noChild && fits(n) && sign*int(n.distance) == best {
			score = 1
		}
		t.scores = append(t.scores, score)
	}
	return t.scores
}

// edgeValue returns the utility of a root edge to the root's mover: the exact one if the move is proven lost.
func (t *Tree) edgeValue(e *edge) float32 {
	if e.value == lost {
		return -1 / float32(t.game.Players-1)
	}
	return e.value
}
