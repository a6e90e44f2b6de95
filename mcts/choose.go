package mcts

import (
	"math"
	"math/rand/v2"
	"slices"

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
// that is finished or a chance node there is nothing to learn, and nothing is appended; nor after a Fast search, whose policy
// is no target.
//
// After forced playouts the visits that only forcing explains are left out. After a Gumbel search the target is the improved
// policy in place of the visits, over all moves that are not proven lost.
func (t *Tree) PolicyTarget(dst []Weight) []Weight {
	if t.fast || t.rootMover() < 0 {
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
// equals, the move of the highest value, then the lowest action). At temperature 0 a Gumbel search plays the winner of its
// sequential halving instead. So it never plays a move proven lost while there is
// another, and plays a proven win at once. rng is not used at temperature 0 and may then be nil. The root must be expanded
// (or have a single move), and be neither finished nor a chance node.
func (t *Tree) Choose(temperature float32, rng *rand.Rand) game.Action {
	if t.rootMover() < 0 {
		panic("mcts: Choose: the root is not searched, or no seat is to move there")
	}
	edges, scores := t.rootEdges(), t.preferences()
	if temperature == 0 {
		return edges[t.rule.best(t, scores)].action
	}
	return edges[sampleAt(scores, temperature, rng)].action
}

// mostPreferred returns the root's edge with the largest entry in the policy target; of equals, that of the highest value,
// then of the lowest action.
func (t *Tree) mostPreferred(target []float64) int {
	edges, best := t.rootEdges(), 0
	for i, s := range target {
		if s > target[best] || s == target[best] && t.edgeValue(&edges[i]) > t.edgeValue(&edges[best]) {
			best = i
		}
	}
	return best
}

// sampleAt returns an index with a probability proportional to its score raised to 1/temperature. It overwrites the scores.
func sampleAt(scores []float64, temperature float32, rng *rand.Rand) int {
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
	return last
}

// preferences returns the policy target of the root, not normalised, by its edges; valid until the next use of t.scores.
// At least one entry is positive.
func (t *Tree) preferences() []float64 {
	r, edges := &t.nodes[root], t.rootEdges()
	t.scores = t.scores[:0]
	if t.won(r, r.mover) {
		return t.preferDistance(func(n *node) bool { return t.won(n, r.mover) }, -1)
	}
	if !slices.ContainsFunc(edges, func(e edge) bool { return e.value != lost }) {
		return t.preferDistance(func(*node) bool { return true }, 1)
	}
	t.rule.weigh(t)
	return t.scores
}

// weighVisits makes the visits the policy target, and the priors where there are none.
func (t *Tree) weighVisits() {
	edges, visits := t.rootEdges(), uint32(0)
	for i := range edges {
		if edges[i].value != lost {
			visits += edges[i].visits
		}
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
		return t.worst(t.rootMover())
	}
	return e.value
}
