package mcts

// The improved policy (Danihelka et al. 2022, "Policy improvement by planning with Gumbel", section 4):
//
//	π' = softmax(logits + σ(completed Q)),   σ(q) = (c_visit + max N) · c_scale · q
//
// where the completed Q of a visited move is its value, and that of any other the value of the node as far as it is known:
//
//	v_mix = (v + ΣN · Σ P·Q / Σ P) / (1 + ΣN)                      (appendix D; sums over the visited moves)
//
// v is what the net said of the node. q is scaled to a range of length 1, from a loss to a win; where that range begins
// makes no difference to π'. All values are those of the seat to move, so any number of seats will do. A move proven lost is
// out: it has no part in any of the sums. Where dice follow a move, a few visits say little about it, and a smaller c_scale
// keeps luck from counting as knowledge.

// completion is what the visits of a node say about its moves.
type completion struct {
	visits uint32  // ΣN
	scale  float32 // σ(q) = scale · utility
	value  float32 // v_mix
	top    float32 // the largest completed Q; lost if all moves are
	unseen float32 // sum of the priors of the moves without a visit
	chance float32 // e^(σ(v_mix) − σ(top)) if there are such moves, else 0
}

// complete sums up a node. edges are its edges, or at an interior node the first of them up to one without a visit.
func (t *Tree) complete(n *node, edges []edge) completion {
	c := completion{top: lost, unseen: 1}
	var most, visited uint32
	var priors, values float32                  // ΣP, ΣP·Q
	net := float32(n.value * float32(n.visits)) // less what the moves have added, this is v
	refuted := false
	for i := range edges {
		e := &edges[i]
		if e.visits == 0 {
			continue
		}
		p := e.prior.float()
		visited++
		c.unseen -= p
		if e.value == lost {
			refuted = true
			continue
		}
		c.visits += e.visits
		most = max(most, e.visits)
		priors += p
		values += float32(p * e.value)
		net -= float32(float32(e.visits) * e.value)
		c.top = max(c.top, e.value)
	}
	// A proof overwrites the average of a move, but not what had been added to the node before. If that was so, what is left
	// is not the net's value, and the node's own average stands in.
	if refuted || net < -1 || net > 1 {
		net = n.value
	}
	c.value = net
	if c.visits > 0 {
		c.value = (net + float32(float32(c.visits)*(values/priors))) / float32(1+c.visits)
	}
	c.scale = t.sigma(most)
	if visited == uint32(n.count) {
		c.unseen = 0 // but for rounding
		return c
	}
	c.top = max(c.top, c.value)
	c.chance = expNegative(c.scale * (c.value - c.top))
	return c
}

// sigma returns the factor of σ for a node whose most visited move has the given visits. From a loss to a win it is
// N/(N-1) with N seats, under any perspective.
func (t *Tree) sigma(most uint32) float32 {
	seats := float32(t.game.Players)
	return (t.cfg.GumbelVisit + float32(most)) * t.cfg.GumbelScale * (seats - 1) / seats
}

// improve appends the improved policy over some edges of a node, not normalised: the factor is the same for all moves.
func (c *completion) improve(dst []float32, edges []edge) []float32 {
	for i := range edges {
		e := &edges[i]
		weight := float32(0)
		switch {
		case e.visits == 0:
			weight = c.chance
		case e.value != lost:
			weight = expNegative(c.scale * (e.value - c.top))
		}
		dst = append(dst, e.prior.float()*weight)
	}
	return dst
}

// pickImproved is the rule below the root (section 5): with nothing left to chance, it keeps the shares of the visits close to
// the improved policy,
//
//	argmax π' − n / (1 + ΣN)
//
// Of the moves without a visit only the one with the largest prior can win; it comes first among them.
func (t *Tree) pickImproved(n *node) uint32 {
	all := t.edgesOf(n)
	edges := all[:min(n.opened+1, n.count)]
	c := t.complete(n, edges)
	if c.top == lost {
		return pickKingmaker(all)
	}
	t.weights = c.improve(t.weights[:0], edges)
	total := float32(c.unseen * c.chance)
	for _, w := range t.weights[:n.opened] {
		total += w
	}
	best, bestScore := 0, lost
	for i := range edges {
		if edges[i].value == lost {
			continue
		}
		if score := t.weights[i]/total - float32(edges[i].visits)/float32(1+c.visits); score > bestScore {
			best, bestScore = i, score
		}
	}
	return uint32(best)
}

// weighImproved makes the improved policy the target (section 4, "Policy learning").
func (t *Tree) weighImproved() {
	edges := t.rootEdges()
	c := t.complete(&t.nodes[root], edges)
	t.weights = c.improve(t.weights[:0], edges)
	for _, w := range t.weights {
		t.scores = append(t.scores, float64(w))
	}
}
