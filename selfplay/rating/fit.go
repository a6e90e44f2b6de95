package rating

import (
	"fmt"
	"math"
)

// The unit of this file and of the covariance is the natural one of the logistic curve: a difference of 1 are odds of e to one.
// perUnit is the same difference on Elo's scale.
const perUnit = 400 / math.Ln10

// value returns the difference that a contrast takes out of a vector of coordinates.
func (c *contrast) value(v []float64) float64 {
	difference := 0.0
	if c.plus != none {
		difference += v[c.plus]
	}
	if c.minus != none {
		difference -= v[c.minus]
	}
	return difference
}

// add adds the contrast, times a factor, to a vector of coordinates.
func (c *contrast) add(factor float64, v []float64) {
	if c.plus != none {
		v[c.plus] += factor
	}
	if c.minus != none {
		v[c.minus] -= factor
	}
}

// expected returns the share that plus is expected to win.
func (c *contrast) expected(strength []float64) float64 { return logistic(c.value(strength)) }

// logistic returns the expected score of the player who is ahead by x.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// loss is minus the log likelihood of a comparison at a difference x.
func (c *comparison) loss(x float64) float64 {
	// softplus(x) - share·x, without overflow
	return c.weight*(max(x, 0)+math.Log1p(math.Exp(-math.Abs(x)))) - c.won*x
}

// Newton's method ends with a step that is this small a part of a standard error, squared. What is left after it is far smaller.
const newtonTolerance = 1e-12

// newtonSteps are never needed: a handful will do, and each step that is not full takes away a part of the loss.
const newtonSteps = 200

// maximise returns the strengths of the coordinates that maximise the likelihood with the prior.
//
// This is Newton's method, with halved steps wherever a full one does not lower the loss enough (Armijo's rule). The loss is
// smooth and, as the prior connects all that is compared, strictly convex with bounded level sets, so that this converges from
// anywhere (Boyd and Vandenberghe, "Convex optimization", 9.5). The steps come from conjugate gradients, which need only
// products with the sparse matrix of second derivatives.
func (d *design) maximise() ([]float64, error) {
	strength := make([]float64, d.size)
	trial := make([]float64, d.size)
	for range newtonSteps {
		gradient := d.gradient(strength)
		curvature := newCurvature(d, strength)
		step := curvature.solve(gradient)
		left := dot(gradient, step)
		if math.IsNaN(left) {
			break
		}
		size := 1.0
		before := d.loss(strength)
		if left > 1e-9+1e-11*before { // else the loss is too coarse to compare, and Newton's method converges of itself
			for ; ; size /= 2 {
				move(trial, strength, -size, step)
				if d.loss(trial) <= before-1e-4*size*left {
					break
				}
			}
		}
		move(strength, strength, -size, step)
		if left <= newtonTolerance {
			return strength, nil
		}
	}
	return nil, fmt.Errorf("rating: no maximum of the likelihood after %d steps of %d coordinates", newtonSteps, d.size)
}

// loss is minus the log likelihood.
func (d *design) loss(strength []float64) float64 {
	sum := 0.0
	for i := range d.total {
		c := &d.total[i]
		sum += c.loss(c.value(strength))
	}
	return sum
}

func (d *design) gradient(strength []float64) []float64 {
	g := make([]float64, d.size)
	for i := range d.total {
		c := &d.total[i]
		c.add(c.weight*c.expected(strength)-c.won, g)
	}
	return g
}

// curvature is the matrix of second derivatives of the loss: the information.
type curvature struct {
	design   *design
	weights  []float64 // of the contrasts of design.total
	diagonal []float64
}

func newCurvature(d *design, strength []float64) *curvature {
	c := &curvature{d, make([]float64, len(d.total)), make([]float64, d.size)}
	for i := range d.total {
		c.weights[i] = d.total[i].information(strength)
		for _, a := range d.total[i].terms() {
			c.diagonal[a.at] += c.weights[i]
		}
	}
	return c
}

// times sets product to the matrix times v.
func (c *curvature) times(v, product []float64) {
	clear(product)
	for i := range c.design.total {
		t := &c.design.total[i]
		t.add(c.weights[i]*t.value(v), product)
	}
}

// solve returns x with the matrix times x equal to b, nearly, by conjugate gradients preconditioned with the diagonal. Even if
// it stops early, b·x is positive.
func (c *curvature) solve(b []float64) []float64 {
	n := len(b)
	x, q, z := make([]float64, n), make([]float64, n), make([]float64, n)
	residual := append([]float64(nil), b...)
	precondition := func() float64 {
		for i := range z {
			z[i] = residual[i] / c.diagonal[i]
		}
		return dot(residual, z)
	}
	size := precondition()
	direction := append([]float64(nil), z...)
	for first, k := size, 0; size > 1e-20*first && k < 20*n+20; k++ {
		c.times(direction, q)
		along := size / dot(direction, q)
		move(x, x, along, direction)
		move(residual, residual, -along, q)
		before := size
		size = precondition()
		move(direction, z, size/before, direction)
	}
	return x
}

// move sets to = from + factor·step.
func move(to, from []float64, factor float64, step []float64) {
	for i := range to {
		to[i] = from[i] + factor*step[i]
	}
}

// dot returns the scalar product. Four sums at once keep the processor busy.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
