package rating

import (
	"cmp"
	"slices"
)

// covariance is that of the estimated strengths, in the sandwich form H⁻¹ J H⁻¹ of the information H and the covariance J of
// the scores (Huber 1967; White, "Maximum likelihood estimation of misspecified models", 1982). J is summed over whole pairs of
// games, since the games of one pair are not independent of each other (Liang and Zeger, "Longitudinal data analysis using
// generalized linear models", 1986).
type covariance struct {
	inverse [][]float64 // H⁻¹
	product [][]float64 // H⁻¹ J
}

func newCovariance(d *design, strength []float64) *covariance {
	c := &covariance{inverse: invert(d.information(strength)), product: square(d.size)}
	scatter := d.scatter(strength, c.inverse)
	for i, row := range c.product {
		for _, s := range scatter {
			row[s.column] += c.inverse[i][s.row] * s.value
		}
	}
	return c
}

// between returns the covariance of two coordinates; the fixed one has none.
func (c *covariance) between(i, j int) float64 {
	if i == none || j == none {
		return 0
	}
	return dot(c.product[i], c.inverse[j])
}

// information returns the matrix of second derivatives of the loss.
func (d *design) information(strength []float64) [][]float64 {
	h := square(d.size)
	for i := range d.total {
		c := &d.total[i]
		information := c.information(strength)
		for _, a := range c.terms() {
			for _, b := range c.terms() {
				h[a.at][b.at] += information * a.sign * b.sign
			}
		}
	}
	return h
}

// element is one of a sparse matrix.
type element struct {
	row, column int
	value       float64
}

// share is what one observation knows of the scatter.
type share struct {
	score map[int]float64 // its part of the gradient, by coordinate; that of the anchor under none
	size  float64         // the sum of the squares of the score, enlarged for what the estimate has adapted to it
	model float64         // what that would be on average if comparisons were independent games
	grow  float64         // the factor by which the squares are enlarged
}

// share returns what a pair of games knows of the scatter. What a pair has drawn the estimate towards it makes its score
// smaller, on average by the factor that White's correction "HC2" takes back (MacKinnon and White 1985).
func (o *observation) share(strength []float64, inverse [][]float64) share {
	s := share{score: make(map[int]float64)}
	leverage := 0.0
	for i := range o.comparisons {
		c := &o.comparisons[i]
		information := c.information(strength)
		leverage += information * c.variance(inverse) / o.rank
		residual := c.won - c.weight*c.expected(strength)
		s.score[c.plus] += residual
		s.score[c.minus] -= residual
		s.model += 2 * information
	}
	s.grow = 1 / (1 - min(leverage, 0.95))
	for _, x := range s.score {
		s.size += x * x * s.grow
	}
	return s
}

// scatter returns J. Each pair adds the square of its score. For players with few pairs, a part of that is replaced by what all
// pairs show on average, relative to independent games (see independentPairs). Were there no scatter at all in the data, the
// prior brings some into J: for each player, what a quarter of a game lost outright and one won outright would, which matters
// where everything was won or lost, and half a pair that one side wins outright, which matters where all pairs ended 1–1.
func (d *design) scatter(strength []float64, inverse [][]float64) []element {
	shares := make([]share, len(d.observations))
	for i := range d.observations {
		shares[i] = d.observations[i].share(strength, inverse)
	}
	dispersion := d.dispersion(shares)
	sum := make(map[[2]int]float64)
	for i := range d.observations {
		o, s := &d.observations[i], &shares[i]
		for j := range o.comparisons {
			c := &o.comparisons[j]
			c.square(sum, o.count*o.independent*dispersion*c.information(strength))
		}
		for a, x := range s.score {
			for b, y := range s.score {
				if a != none && b != none {
					sum[[2]int{a, b}] += o.count * (1 - o.independent) * s.grow * x * y
				}
			}
		}
	}
	for i := range d.prior {
		c := &d.prior[i]
		p := c.expected(strength)
		c.square(sum, c.weight*((p*p+(1-p)*(1-p))/2+4*p*(1-p)))
	}
	elements := make([]element, 0, len(sum))
	for at, value := range sum {
		elements = append(elements, element{at[0], at[1], value})
	}
	slices.SortFunc(elements, func(x, y element) int {
		return cmp.Or(cmp.Compare(x.row, y.row), cmp.Compare(x.column, y.column))
	})
	return elements
}

// dispersion is the scatter of all pairs of games, where that of independent games without draws is 1. A few pairs of such games
// are added.
func (d *design) dispersion(shares []share) float64 {
	size, model, pairs := 0.0, 0.0, 0.0
	for i := range shares {
		count := d.observations[i].count
		size += count * shares[i].size
		model += count * shares[i].model
		pairs += count
	}
	if pairs == 0 {
		return 1
	}
	added := independentPairs * model / pairs
	return (size + added) / (model + added)
}

// information returns what a comparison adds to H, along its contrast.
func (c *comparison) information(strength []float64) float64 {
	p := c.expected(strength)
	return c.weight * p * (1 - p)
}

// term is a coordinate with the sign that it has in a contrast.
type term struct {
	at   int
	sign float64
}

// terms returns the free coordinates of a contrast.
func (c *contrast) terms() []term {
	switch {
	case c.plus == none:
		return []term{{c.minus, -1}}
	case c.minus == none:
		return []term{{c.plus, 1}}
	}
	return []term{{c.plus, 1}, {c.minus, -1}}
}

// variance returns xᵀ M x for a contrast x.
func (c *contrast) variance(m [][]float64) float64 {
	v := 0.0
	for _, a := range c.terms() {
		for _, b := range c.terms() {
			v += a.sign * b.sign * m[a.at][b.at]
		}
	}
	return v
}

// square adds factor · x xᵀ to a sparse matrix for a contrast x.
func (c *contrast) square(to map[[2]int]float64, factor float64) {
	for _, a := range c.terms() {
		for _, b := range c.terms() {
			to[[2]int{a.at, b.at}] += factor * a.sign * b.sign
		}
	}
}
