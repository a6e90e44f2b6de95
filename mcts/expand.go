package mcts

import (
	"fmt"
	"math"

	"gipfel/game"
)

// addEvaluated adds the node of the position on the scratch state, which a net has evaluated.
func (t *Tree) addEvaluated(in uint32, mover game.Player, logits []float32) uint32 {
	t.actions = t.scratch.AppendActions(t.actions[:0])
	at := t.addNode(in, mover, len(t.actions))
	t.weights = softmax(t.weights[:0], logits, t.actions)
	edges := t.edgesOf(&t.nodes[at])
	best, largest := 0, prior(0)
	for i, a := range t.actions {
		p := makePrior(t.weights[i])
		edges[i] = edge{action: a, prior: p}
		if p > largest {
			best, largest = i, p
		}
	}
	if in != noEdge {
		edges[0], edges[best] = edges[best], edges[0] // as promote does: of equals, the lowest action
		t.link(t.path[len(t.path)-1], at)
	}
	return at
}

// addKnown adds a node that no net evaluates, of the position on the scratch state: the game is over or the dice fall.
func (t *Tree) addKnown(in uint32, mover game.Player) uint32 {
	var at uint32
	if mover == game.Chance {
		at = t.addChance(in)
	} else {
		at = t.addTerminal(in)
	}
	if in != noEdge {
		t.link(t.path[len(t.path)-1], at)
	}
	return at
}

// addChance adds a chance node, an edge an outcome in the order of its actions.
func (t *Tree) addChance(in uint32) uint32 {
	t.actions = t.scratch.AppendActions(t.actions[:0])
	t.odds = t.scratch.(game.Chancer).AppendOdds(t.odds[:0])
	at := t.addNode(in, game.Chance, len(t.actions))
	for i, a := range t.actions {
		t.edges[int(t.nodes[at].edges)+i] = edge{action: a, prior: makePrior(t.odds[i])}
	}
	return at
}

// addTerminal adds the node of a finished game. Its value comes from the rules, never from a net. A game that was cut off
// proves nothing, since its result is unknown.
func (t *Tree) addTerminal(in uint32) uint32 {
	at := t.addNode(in, game.Terminal, 0)
	if t.scratch.Ending().Truncated {
		return at
	}
	returns := t.mean[:t.game.Players]
	t.scratch.Returns(returns)
	t.nodes[at].proven = uint8(game.OutcomeOf(returns))
	return at
}

// recall puts the value of a finished or proven node into t.value. A game that was cut off is even: equal chances for every
// seat and none for the draw, which would be a result.
func (t *Tree) recall(at uint32) {
	if o := t.nodes[at].proven; o != unproven {
		clear(t.value)
		t.value[o] = 1
		return
	}
	players := t.game.Players
	for seat := range players {
		t.value[seat] = 1 / float32(players)
	}
	t.value[game.Draw(players)] = 0
}

// softmax appends the probabilities of the given actions. Illegal ones take no part, so no mass is lost on them, and the
// largest logit is subtracted before the exponential, so none overflows.
func softmax(dst, logits []float32, actions []game.Action) []float32 {
	largest := float32(math.Inf(-1))
	var finite float32 // stays 0 unless a logit is infinite or not a number
	for _, a := range actions {
		l := logits[a]
		dst = append(dst, l)
		if l > largest { // the built-in max minds NaN and is slower
			largest = l
		}
		finite += l - l
	}
	if finite != 0 {
		panic(fmt.Sprintf("mcts: Expand: the logits of the legal actions %v are not all finite: %v", actions, dst))
	}
	var sum float32
	for i, l := range dst {
		dst[i] = expNegative(l - largest)
		sum += dst[i]
	}
	scale := 1 / sum
	for i := range dst {
		dst[i] *= scale
	}
	return dst
}

// expNegative returns e^x for x ≤ 0, with a relative error below 10⁻⁶ down to e^-10 and 10⁻⁵ at e^-87; below that, 0. Priors
// need no more, and math.Exp takes several times as long: x = (64·k + j)·(ln 2 / 64) + f gives e^x = 2^k · 2^(j/64) · e^f
// with |f| ≤ ln 2 / 128, for which three terms are enough. The conversions keep multiplications and additions apart on machines
// that would fuse them, so that trees are the same everywhere.
func expNegative(x float32) float32 {
	const (
		step     = math.Ln2 / expSteps
		smallest = -87 // e^-87 is nearly the smallest normal float32
	)
	if x < smallest {
		return 0
	}
	n := int32(float32(x*(1/step)) - 0.5) // rounded, as x ≤ 0
	f := x - float32(float32(n)*step)
	e := 1 + (f + float32(float32(f*f)*0.5))
	// n>>6 is the exponent: added to that of the table's entry, which is in [1, 2).
	return e * math.Float32frombits(expTable[n&(expSteps-1)]+uint32(n>>6)<<23)
}

const expSteps = 64

// expTable[j] holds the bits of 2^(j/64).
var expTable = func() (table [expSteps]uint32) {
	for j := range table {
		table[j] = math.Float32bits(float32(math.Exp2(float64(j) / expSteps)))
	}
	return table
}()
