package rating

import "math"

// FirstMove says what the first seat of a variant is worth: the difference of ratings that would make up for it, against any
// other seat. A pair should have the seats taken in turns; this model then needs to know of the players only how far apart
// they are.
type FirstMove struct {
	Game string  `json:"game"`
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Score is the first seat's share of its comparisons, draws counting half, whoever held it. If one player is far stronger
	// than the other this is near one half, whatever the first move is worth; Elo takes account of that.
	Score float64 `json:"score"`
	// Games tell something of seats; the pairs of Match.Scores do not.
	Games int `json:"games"`
	// TellingPairs are those that not one player has won as a whole. Only they can tell what the first move is worth.
	TellingPairs int `json:"telling_pairs"`
}

// fewestTelling is how many telling pairs there must be for an estimate: with fewer, a single surprise decides it, and what its
// interval is made of is no scatter at all.
const fewestTelling = 5

// swept reports whether one player has won all of a pair.
func (o *observed) swept() bool {
	won := make(map[contrast][2]float64) // of the one with the smaller index, and in all
	for _, c := range o.comparisons {
		if c.plus > c.minus {
			c = comparison{contrast{c.minus, c.plus}, c.weight, c.weight - c.won}
		}
		sum := won[c.contrast]
		won[c.contrast] = [2]float64{sum[0] + c.won, sum[1] + c.weight}
	}
	for _, sum := range won {
		if sum[0] > 1e-9 && sum[0] < sum[1]-1e-9 {
			return false
		}
	}
	return true
}

// gap is how far apart two players are, as a rating tells: the difference, and the standard error of it.
type gap struct{ ahead, deviation float64 }

// firstSeat holds what is known about the first seat of a variant.
type firstSeat struct {
	pairs []*observed
	gaps  map[contrast]gap
	total map[contrast]*comparison // the first seat's, which is plus
	order []*comparison            // the same, so that sums do not depend on a map's order
}

// firstMove estimates what the first seat of a variant is worth, and returns false if too few games tell.
//
// The estimate is where the first seat's comparisons, summed up, are what is expected. Its variance is in the sandwich form, as
// that of ratings is.
func (r *record) firstMove(variant int, s *strengths, z float64) (f FirstMove, ok bool) {
	f.Game = r.variants[variant]
	seat := firstSeat{gaps: make(map[contrast]gap), total: make(map[contrast]*comparison)}
	won, weight, pairs := 0.0, 0.0, 0
	for i := range r.observed {
		o := &r.observed[i]
		if o.variant != variant || len(o.first) == 0 {
			continue
		}
		seat.pairs = append(seat.pairs, o)
		f.Games += o.count * o.games
		pairs += o.count
		if !o.swept() {
			f.TellingPairs += o.count
		}
		for _, c := range o.first {
			if _, known := seat.gaps[c.contrast]; !known {
				ahead, variance := s.difference(c.plus, c.minus)
				seat.gaps[c.contrast] = gap{ahead, math.Sqrt(variance)}
			}
			seat.add(c, float64(o.count))
			won += float64(o.count) * c.won
			weight += float64(o.count) * c.weight
		}
	}
	if f.TellingPairs < fewestTelling {
		return f, false
	}
	f.Score = won / weight
	worth := seat.solve()
	half := z * math.Sqrt(seat.variance(worth, independentShare(pairs)))
	f.Elo, f.Low, f.High = perUnit*worth, perUnit*(worth-half), perUnit*(worth+half)
	return f, true
}

// add adds a comparison, so many times, to the total.
func (s *firstSeat) add(c comparison, times float64) {
	sum, known := s.total[c.contrast]
	if !known {
		sum = &comparison{contrast: c.contrast}
		s.total[c.contrast] = sum
		s.order = append(s.order, sum)
	}
	sum.weight += times * c.weight
	sum.won += times * c.won
}

// solve finds the worth at which the total is what is expected, by bisection. Half a drawn game, as every player has one,
// keeps it finite.
func (s *firstSeat) solve() float64 {
	low, high := -30.0, 30.0
	for range 60 {
		worth := (low + high) / 2
		if s.excess(worth) > 0 {
			low = worth
		} else {
			high = worth
		}
	}
	return (low + high) / 2
}

// excess returns how much more the first seat has won than is expected.
func (s *firstSeat) excess(worth float64) float64 {
	sum := priorGames * (0.5 - logistic(worth))
	for _, c := range s.order {
		sum += c.won - c.weight*s.gaps[c.contrast].expected(worth)
	}
	return sum
}

// variance returns that of the estimate, a share of it taken from the model of independent games.
func (s *firstSeat) variance(worth, independent float64) float64 {
	p := logistic(worth)
	scatter := priorGames / 2 * (p*p + (1-p)*(1-p))
	for _, o := range s.pairs {
		residual, model := 0.0, 0.0
		for _, c := range o.first {
			p := s.gaps[c.contrast].expected(worth)
			residual += c.won - c.weight*p
			model += c.weight * p * (1 - p)
		}
		scatter += float64(o.count) * (independent*model + (1-independent)*residual*residual)
	}
	const step = 1e-4
	information := max((s.excess(worth-step)-s.excess(worth+step))/(2*step), priorGames*p*(1-p))
	return scatter / (information * information)
}

// expected returns the first seat's expected share if its holder is ahead by the gap. That of two players who take the seat in
// turns depends on the gap's size, which an estimated gap, with the chance that is in it, overstates; so half of what the share
// changes when the gap is a standard error larger and smaller, the effect of chance to the second order, is taken off.
func (g gap) expected(worth float64) float64 {
	at := func(ahead float64) float64 { return logistic(actualGap(ahead, worth) + worth) }
	share := 2*at(g.ahead) - (at(g.ahead+g.deviation)+at(g.ahead-g.deviation))/2
	return min(1, max(0, share))
}

// actualGap returns the difference d in single games of two players of whom, over pairs, one seems to be ahead by the given
// amount: the mean of logistic(d + worth) and logistic(d - worth) is logistic(ahead). The more the first move decides, the
// closer are the scores of pairs. It is bounded, so that a first move that decided everything is not taken for one that hardly
// outweighs a gap as large.
func actualGap(ahead, worth float64) float64 {
	// With u = exp(d), a = exp(|worth|) and m = logistic(ahead), this is 2a(1-m)u² + (1-2m)(a²+1)u - 2am = 0, divided by a.
	a, m := math.Abs(worth), logistic(-math.Abs(ahead)) // the weaker one's view
	b := (1 - 2*m) * math.Cosh(a)
	u := m / (b/2 + math.Sqrt(b*b/4+m*(1-m)))
	return math.Copysign(min(-math.Log(u), widestGap*math.Abs(ahead)), ahead)
}

// widestGap is how many times as far apart two players may be in single games as over pairs.
const widestGap = 4
