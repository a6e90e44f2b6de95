package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gipfel/game"
)

// Tree is the search tree of one game in progress. It belongs to one goroutine.
type Tree struct {
	game *game.Game
	cfg  Config

	nodes []node
	edges []edge
	sums  []float64

	rootState game.State
	scratch   game.State // the root's state with the path replayed on it
	trial     game.State // the scratch state with one more move, in decide

	// The search under way, from Begin to Done.
	searching   bool
	target      uint32 // visits that the root shall have
	maxNodes    int
	full        bool // the memory bound has been reached
	fast        bool // its policy is no target
	noise       bool
	temperature float32 // of the root's priors
	rng         *rand.Rand
	rule        *rule
	self        game.Player // whom all others play against, or nobody
	views       [game.MaxPlayers]view

	// The root, by its edges.
	rootPriors []float32 // with temperature and noise
	spreads    []spread  // of the values since it became the root
	halving    halving   // in a Gumbel search

	// The simulation under way, from Select to Expand.
	path    []uint32  // nodes from the root down
	via     uint32    // the edge from the last of them to the leaf
	fresh   int       // nodes before this simulation
	pending bool      // a leaf awaits Expand
	leaves  []leaf    // of the last SelectBatch
	awaited int       // how many of them have yet to be expanded
	value   []float32 // what is backed up: a distribution over outcomes, absolute seats

	dropped int // nodes that the last Advance gave up

	// Scratch memory.
	stride          int // Players + 1
	zeros           []float64
	mean            []float32
	actions         []game.Action
	weights         []float32
	odds            []float32
	scores          []float64
	logits, outcome []float32 // of Run
}

const root uint32 = 0

// New returns a tree for a game, at its start position. It panics if the configuration is not valid; see Config.Validate.
func New(g *game.Game, cfg Config) *Tree {
	if err := cfg.Validate(); err != nil {
		panic(err)
	}
	t := &Tree{
		game: g, cfg: cfg,
		rootState: g.New(), scratch: g.New(), trial: g.New(),
		stride: g.Outcomes(),
		zeros:  make([]float64, g.Outcomes()),
		value:  make([]float32, g.Outcomes()),
		mean:   make([]float32, g.Outcomes()),
	}
	t.playAgainst(nobody)
	t.endSearch()
	return t
}

// Reset forgets everything and makes a copy of s the root. It must be called between games, and when the net changes.
func (t *Tree) Reset(s game.State) {
	t.rootState.CopyFrom(s)
	t.clear()
	t.playAgainst(nobody)
	t.dropped = 0
}

// clear drops all nodes and ends the search.
func (t *Tree) clear() {
	t.nodes, t.edges, t.sums = t.nodes[:0], t.edges[:0], t.sums[:0]
	t.pending, t.awaited = false, 0
	t.endSearch()
}

// endSearch ends the search under way and forgets what belongs to it and to its root.
func (t *Tree) endSearch() {
	t.searching, t.full, t.fast, t.noise = false, false, false, false
	t.rule = t.cfg.rule(false)
	t.spreads, t.halving.alive = t.spreads[:0], t.halving.alive[:0]
}

// Root returns the position that the tree searches. It must not be changed; it is valid until the next Advance or Reset.
func (t *Tree) Root() game.State { return t.rootState }

// Begin starts a search at the root. It runs until the root has o.Simulations visits, those of earlier searches included, or
// its result is proven, or the memory bound is reached. A root that is finished or has one legal move is Done at once: there
// is nothing to find out, and Searched reports false. A leaf that was still pending is dropped.
func (t *Tree) Begin(o SearchOptions) {
	t.abandon()
	t.takeSide()
	t.target = uint32(min(max(o.Simulations, 1), math.MaxUint32))
	t.fast, t.noise, t.rng = o.Fast, o.Noise && !o.Fast, o.Rand
	if t.noise && t.rng == nil {
		panic("mcts: Begin: Noise needs a Rand")
	}
	t.rule = t.cfg.rule(t.noise)
	t.temperature = t.rootTemperature(o)
	t.full, t.searching = false, true
	t.maxNodes = t.cfg.MaxNodes
	if t.maxNodes == 0 {
		t.maxNodes = len(t.nodes) + 3*max(int(t.target)-t.Simulations(), 1)
	}
	if len(t.nodes) == 0 {
		t.plantObvious()
	}
	if len(t.nodes) > 0 {
		t.searching = !t.obvious()
		t.prepareRoot()
	}
}

// rootTemperature returns the temperature of the root's priors in a search.
func (t *Tree) rootTemperature(o SearchOptions) float32 {
	switch {
	case o.Fast:
		return 1
	case o.RootTemperature != 0:
		return o.RootTemperature
	}
	return t.cfg.RootTemperature
}

// plantObvious makes the root's node where no net is needed for it: the game is over, or a single move is legal.
func (t *Tree) plantObvious() {
	mover := t.rootState.ToMove()
	if mover == game.Terminal {
		t.scratch.CopyFrom(t.rootState)
		t.path = append(t.path[:0], t.addKnown(noEdge, mover))
		t.recall(root)
		t.backup(true)
		return
	}
	t.actions = t.rootState.AppendActions(t.actions[:0])
	if mover >= 0 && len(t.actions) == 1 {
		at := t.addNode(noEdge, mover, 1)
		t.edgesOf(&t.nodes[at])[0] = edge{action: t.actions[0], prior: makePrior(1)}
	}
}

// obvious reports whether the root needs no search.
func (t *Tree) obvious() bool {
	r := &t.nodes[root]
	return r.mover == game.Terminal || r.mover >= 0 && r.count == 1
}

// Done reports whether the search is over. Select may be called only while it is not.
func (t *Tree) Done() bool {
	if !t.searching || t.full {
		return true
	}
	if len(t.nodes) == 0 {
		return false
	}
	r := &t.nodes[root]
	return r.visits+r.underWay() >= t.target || r.resolved()
}

// Select runs a simulation down to a position that needs an evaluation, and returns it; it is valid until Expand, which must
// follow. It returns false if the simulation ended where the rules give the value: it is then backed up already. The same
// holds if the memory bound is reached; then the simulation is dropped and the search is Done.
func (t *Tree) Select() (leaf game.State, ok bool) {
	t.checkReady("Select")
	t.pending = t.descend() == atLeaf
	if !t.pending {
		return nil, false
	}
	return t.scratch, true
}

// checkReady panics unless a simulation can begin.
func (t *Tree) checkReady(caller string) {
	if t.pending || t.awaited > 0 {
		panic("mcts: " + caller + ": the last leaf has not been expanded")
	}
	if t.Done() {
		panic("mcts: " + caller + ": the search is done; Begin starts one")
	}
}

// arrival is where a descent has ended.
type arrival uint8

const (
	atLeaf    arrival = iota // at a position that needs an evaluation
	atResult                 // at one that needs none; the simulation is complete
	atWaiting                // at one that is being evaluated
	atLimit                  // at the memory bound
)

// descend follows one simulation from the root. At a leaf, the scratch state is its position, path the way to it and via the
// last edge.
func (t *Tree) descend() arrival {
	t.fresh = len(t.nodes)
	t.scratch.CopyFrom(t.rootState)
	t.path, t.via = t.path[:0], noEdge
	at, known := root, len(t.nodes) > 0
	for {
		if !known {
			mover := t.scratch.ToMove()
			if !t.roomFor(mover) {
				t.full = true
				t.undo()
				return atLimit
			}
			if mover >= 0 {
				if t.decide(mover) {
					return atResult
				}
				return atLeaf
			}
			at = t.addKnown(t.via, mover)
		}
		t.path = append(t.path, at)
		if n := &t.nodes[at]; n.mover == game.Terminal || n.proven != unproven {
			if n.proven == waiting {
				return atWaiting
			}
			t.recall(at)
			t.backup(!known)
			return atResult
		}
		t.via = t.pick(at)
		e := &t.edges[t.via]
		t.scratch.Apply(e.action)
		at, known = e.child, e.child != noChild
	}
}

// pick chooses the edge to follow from a node.
func (t *Tree) pick(at uint32) uint32 {
	n := &t.nodes[at]
	switch {
	case n.mover == game.Chance:
		return n.edges + t.pickOutcome()
	case at == root:
		return n.edges + t.rule.root(t, n)
	default:
		return n.edges + t.rule.interior(t, n)
	}
}

// Expand completes the last Select with what the net says about its leaf. logits are the policy over all the game's actions,
// of which only the legal ones are read; outcome is the distribution over outcomes relative to the seat to move: it wins,
// the next seat wins, …, draw (Players+1 probabilities). Values that are not finite, or an outcome that is no distribution,
// are a mistake in the program and panic: nothing that is learned from them could be trusted.
func (t *Tree) Expand(logits, outcome []float32) {
	if !t.pending {
		panic("mcts: Expand: no leaf is pending")
	}
	t.checkEvaluation(logits, outcome)
	t.pending = false
	mover := t.scratch.ToMove()
	at := t.addEvaluated(t.via, mover, logits)
	t.path = append(t.path, at)
	t.expanded(at, mover, outcome)
}

// expanded backs the evaluation of a new node up, at the end of the path.
func (t *Tree) expanded(at uint32, mover game.Player, outcome []float32) {
	game.RelativeToSeats(t.value, outcome, mover)
	t.backup(false)
	if at == root {
		t.searching = t.searching && !t.obvious()
		t.prepareRoot()
	}
}

// checkEvaluation panics unless there is a logit for each action and outcome is a distribution over the game's outcomes.
func (t *Tree) checkEvaluation(logits, outcome []float32) {
	if len(logits) != t.game.Actions() {
		panic(fmt.Sprintf("mcts: Expand: %d logits; the game has %d actions", len(logits), t.game.Actions()))
	}
	const tolerance = 0.01 // nets in half precision pass, logits do not
	sum, least := float32(0), float32(0)
	for _, p := range outcome {
		sum += p
		least = min(least, p)
	}
	if len(outcome) != t.stride || !(sum > 1-tolerance && sum < 1+tolerance) || least < 0 {
		panic(fmt.Sprintf("mcts: Expand: outcome %v is not a distribution over %d outcomes", outcome, t.stride))
	}
}

// abandon drops the pending leaf, if there is one. Leaves of a batch lie scattered, and are dropped with the whole tree.
func (t *Tree) abandon() {
	if t.awaited > 0 {
		t.clear()
	}
	if t.pending {
		t.pending = false
		t.undo()
	}
}

// undo takes back the nodes that the simulation under way has made on its path: chance nodes, whose visit never came.
func (t *Tree) undo() {
	if len(t.nodes) == t.fresh {
		return
	}
	first := &t.nodes[t.fresh]
	if first.in != noEdge {
		t.edges[first.in].child = noChild
		t.nodes[t.path[len(t.path)-1-(len(t.nodes)-t.fresh)]].opened--
	}
	t.edges = t.edges[:first.edges]
	t.nodes = t.nodes[:t.fresh]
	t.sums = t.sums[:t.fresh*t.stride]
}

// roomFor reports whether the memory bound admits a node with the given mover; a chance node needs another node below it.
func (t *Tree) roomFor(mover game.Player) bool {
	nodes := len(t.nodes) + 1
	if mover == game.Chance {
		nodes++
	}
	return nodes <= t.maxNodes && len(t.edges)+2*t.game.MaxActions < math.MaxUint32
}
