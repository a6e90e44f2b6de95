package mcts

import (
	"math"
	"slices"

	"gipfel/game"
)

// Memory layout. A tree is three slabs without pointers, which the garbage collector never scans:
//
//	nodes  []node     24 bytes each, parents before children
//	edges  []edge     16 bytes each, one per legal move; those of a node are contiguous, in the order of the nodes
//	sums   []float64  Players+1 per node: the sum of outcome distributions, absolute seats, draw last
//
//	node 0 (root)            node 1                      node 2
//	┌──────────────────┐     ┌──────────────────┐        ┌─────
//	│ edges ─┐ visits… │     │ edges ──┐ in ─┐  │        │
//	└────────┼─────────┘     └─────────┼─────┼──┘        └─────
//	         ▼                         ▼     │
//	      ┌──────┬──────┬──────┬─────┬──────┬┼─────┬──────
//	edges │ e0   │ e1   │ e2   │ …   │ e0   ││ e1  │ …
//	      └──┬───┴──────┴──────┴─────┴──────┴┼─────┴──────
//	         └──────── child: node 1 ◄───────┘ (in: the edge that leads here)
//
// float64 sums keep their accuracy over any number of visits that fits a uint32; the float32 mean of an edge is computed
// from them at each backup, so it never accumulates rounding.

// node is one position in the tree.
type node struct {
	edges    uint32      // the first of its edges
	visits   uint32      // simulations that ended here or passed through
	in       uint32      // the edge that leads here; noEdge at the root
	value    float32     // mean utility to the seat to move, 0 if none is
	count    uint16      // number of its edges
	opened   uint16      // how many of them have a child
	distance uint16      // if proven: plies to the end in the proof that was found; if not: visits under way (SelectBatch)
	mover    game.Player // seat to move, game.Chance or game.Terminal
	proven   uint8       // outcome that is proven (a seat wins, or the draw), unproven or waiting
}

// resolved reports whether the result of the node is proven.
func (n *node) resolved() bool { return n.proven < waiting }

// underWay returns the number of visits that wait for the evaluations of a batch.
func (n *node) underWay() uint32 {
	if n.resolved() {
		return 0
	}
	return uint32(n.distance)
}

// edge is one legal move of a node; at a chance node, one outcome.
type edge struct {
	child  uint32      // the node behind it, or noChild
	visits uint32      // of that node, those under way included
	value  float32     // mean utility to the seat that chooses; lost once the child is proven lost for it; 0 under Chance
	action game.Action // what is played
	prior  prior       // the net's probability, without noise
}

const (
	noChild  uint32 = 0 // the root is nobody's child
	noEdge   uint32 = math.MaxUint32
	unproven uint8  = math.MaxUint8
	waiting  uint8  = unproven - 1 // for its evaluation; see SelectBatch
)

// lost is the value of an edge that leads to a proven loss: no score that contains it can be the largest.
var lost = float32(math.Inf(-1))

// prior is a probability in 16 bits: 5 of exponent, 11 of mantissa, from 2⁻³¹ to 1, with a relative error of 2⁻¹² at most.
// The order of priors is the order of the integers.
type prior uint16

const priorOffset = 96 << 23 // bits of the float32 2⁻³¹

func makePrior(p float32) prior {
	const half = 1 << 11
	bits := math.Float32bits(p)
	if bits < priorOffset {
		return 0
	}
	return prior((bits - priorOffset + half) >> 12)
}

func (p prior) float() float32 { return math.Float32frombits(uint32(p)<<12 + priorOffset) }

// rank orders the edges of a node by prior; equal priors by action, the lowest first.
func (e *edge) rank() uint32 { return uint32(e.prior)<<16 | uint32(^e.action) }

// edgesOf returns the edges of a node. Valid until the next node is added.
func (t *Tree) edgesOf(n *node) []edge {
	return t.edges[n.edges : n.edges+uint32(n.count) : n.edges+uint32(n.count)]
}

// sumsOf returns the outcome sums of a node. Valid until the next node is added.
func (t *Tree) sumsOf(at uint32) []float64 {
	i := int(at) * t.stride
	return t.sums[i : i+t.stride : i+t.stride]
}

// addNode appends a node without visits behind an edge (or the root, behind noEdge), with room for count edges, which the
// caller fills.
func (t *Tree) addNode(in uint32, mover game.Player, count int) uint32 {
	at := uint32(len(t.nodes))
	t.nodes = append(t.nodes, node{
		edges: uint32(len(t.edges)), in: in, count: uint16(count), mover: mover, proven: unproven,
	})
	t.edges = slices.Grow(t.edges, count)[:len(t.edges)+count]
	t.sums = append(t.sums, t.zeros...)
	return at
}

// link makes a new node the child of the edge it came in by; parent owns that edge.
func (t *Tree) link(parent, child uint32) {
	p := &t.nodes[parent]
	t.edges[t.nodes[child].in].child = child
	p.opened++
	if parent != root && p.mover >= 0 {
		promote(t.edgesOf(p), int(p.opened))
	}
}

// promote moves the edge with the largest prior among edges[from:] to the front of them. Called as each edge is first
// visited, it sorts the edges of a node by prior as far as the search gets, and no further.
func promote(edges []edge, from int) {
	if from >= len(edges) {
		return
	}
	best, bestRank := from, edges[from].rank()
	for i := from + 1; i < len(edges); i++ {
		if r := edges[i].rank(); r > bestRank {
			best, bestRank = i, r
		}
	}
	edges[from], edges[best] = edges[best], edges[from]
}
