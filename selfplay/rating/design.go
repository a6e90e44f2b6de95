package rating

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// priorGames is the weight of the prior: each player has drawn half a game beside those that it played, spread over its
// opponents in proportion to the games against them. That keeps ratings finite where a player won or lost everything, as the
// virtual draws of Coulom's Bayeselo do. Depending on differences alone, it shifts with the anchor; being spread, it pulls
// nobody towards the middle of a long ladder. Of two players, a score of 100–0 becomes 100.25–0.25, and so 1041 points.
const priorGames = 0.5

// independentPairs says from how many pairs on the scatter that a player's pairs have is believed: with as many pairs, half of
// the variance is that of its own pairs and half that of all players' pairs, relative to independent games. And to all players'
// pairs, as many of independent games are added. Without it, three pairs that all ended 1–1 would have an interval of nearly no
// width.
const independentPairs = 4

// none is the coordinate of a group's anchor, whose strength is 0.
const none = -1

// observation is a pair, or several that came to the same, in terms of the model's coordinates.
type observation struct {
	comparisons []comparison
	count       float64
	rank        float64 // how many independent contrasts the comparisons span
	independent float64 // the share of the variance that is taken from all pairs, see independentPairs
}

// design is all that a fit needs to know. Its comparisons name coordinates in place of players.
type design struct {
	size         int
	observations []observation
	total        []comparison // of all observations, and the prior's
	prior        []comparison
}

// newDesign collects observed pairs of games. The players have the given coordinates, so many in all.
func newDesign(pairs []*observed, standing []standing, coordinates []int, size int) *design {
	d := &design{size: size}
	place := func(c comparison) comparison {
		c.plus, c.minus = coordinates[c.plus], coordinates[c.minus]
		return c
	}
	whole := make(pool)
	for _, o := range pairs {
		n := observation{count: float64(o.count)}
		here := make(pool)
		for _, c := range o.comparisons {
			here.add(c)
			whole.add(comparison{c.contrast, c.weight * n.count, c.won * n.count})
		}
		merged := here.sorted()
		n.rank = float64(countPlayers(merged) - 1)
		n.independent = independentShare(fewestPairs(merged, standing))
		for _, c := range merged {
			n.comparisons = append(n.comparisons, place(c))
		}
		d.observations = append(d.observations, n)
	}
	for _, c := range whole.sorted() {
		d.total = append(d.total, place(c))
	}
	for _, c := range whole.prior() {
		d.prior = append(d.prior, place(c))
	}
	d.total = append(d.total, d.prior...)
	return d
}

// independentShare is the share of the variance that is taken from all pairs where there are so many of one's own.
func independentShare(pairs int) float64 { return independentPairs / float64(independentPairs+pairs) }

func countPlayers(comparisons []comparison) int {
	players := make(map[int]bool)
	for _, c := range comparisons {
		players[c.plus], players[c.minus] = true, true
	}
	return len(players)
}

// fewestPairs returns the number of pairs of the player, of those compared, that has played the fewest.
func fewestPairs(comparisons []comparison, standing []standing) int {
	fewest := math.MaxInt32
	for _, c := range comparisons {
		fewest = min(fewest, standing[c.plus].pairs, standing[c.minus].pairs)
	}
	return fewest
}

// pool sums up comparisons by contrast, whichever way round they are.
type pool map[contrast]comparison

func (p pool) add(c comparison) {
	if c.plus > c.minus {
		c = comparison{contrast{c.minus, c.plus}, c.weight, c.weight - c.won}
	}
	sum := p[c.contrast]
	p[c.contrast] = comparison{c.contrast, sum.weight + c.weight, sum.won + c.won}
}

// sorted returns the sums in an order that depends on nothing else, so that the same data give the same bits.
func (p pool) sorted() []comparison {
	return slices.SortedFunc(maps.Values(p), func(x, y comparison) int {
		return cmp.Or(cmp.Compare(x.plus, y.plus), cmp.Compare(x.minus, y.minus))
	})
}

// prior returns the prior of the players whose comparisons are in the pool, see priorGames.
func (p pool) prior() []comparison {
	weight := make(map[int]float64)
	for _, c := range p.sorted() {
		weight[c.plus] += c.weight
		weight[c.minus] += c.weight
	}
	prior := p.sorted()
	for i := range prior {
		c := &prior[i]
		c.weight *= priorGames / 2 * (1/weight[c.plus] + 1/weight[c.minus])
		c.won = c.weight / 2
	}
	return prior
}
