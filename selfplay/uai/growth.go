package uai

import (
	"time"

	"gipfel/mcts"
)

// growth foresees when a tree will move to a larger place in memory. That is one long copy, of a tenth of a second for a tree of a
// hundred megabytes, which a search that is short of time must not begin.
//
// Nearly all of a tree are its edges. How many fit is not told, but when there are too many the reserved memory grows by a
// quarter at once; before that they fitted just so.
type growth struct {
	last    mcts.Stats
	at      time.Time // of last
	edges   int       // how many fit, as far as it was seen; 0: not seen yet
	step    int       // edges that the last round has added
	perByte float64   // seconds that a growth takes for a byte of the tree, by those seen; 0: none was
}

const (
	// usualPerByte is for a copy to fresh memory, which costs a page fault for every few thousand bytes: 20 ms for 23 MB on an AMD
	// EPYC.
	usualPerByte = 1e-9
	// growthShare of the reserved memory is less than the edges grow by, and more than all the rest does.
	growthShare = 0.1
)

// begin takes note that a search begins.
func (g *growth) begin(now time.Time) { g.at = now }

// see takes note of the tree after a round.
func (g *growth) see(tree mcts.Stats, now time.Time) {
	more := tree.Bytes - g.last.Bytes
	if g.last.Bytes > 0 && float64(more) > growthShare*float64(g.last.Bytes) {
		g.edges = g.last.Edges + more/tree.EdgeBytes
		g.learn(now.Sub(g.at).Seconds() / float64(g.last.Bytes))
	}
	g.step = max(0, tree.Edges-g.last.Edges)
	g.last, g.at = tree, now
}

// learn moves the estimate a little towards what a growth has taken. On a machine that is busy with other things that may be anything,
// so it stays between what is usual and twice that.
func (g *growth) learn(perByte float64) {
	const weight = 0.25
	before := max(usualPerByte, g.perByte)
	g.perByte = min(max(usualPerByte, before+weight*(perByte-before)), 2*usualPerByte)
}

// soon returns how long the next growth will take, or 0 if it is not due in the next rounds.
func (g *growth) soon() time.Duration {
	const rounds = 3
	if g.edges == 0 || g.last.Edges+rounds*g.step < g.edges {
		return 0
	}
	return time.Duration(max(usualPerByte, g.perByte) * float64(g.last.Bytes) * float64(time.Second))
}
