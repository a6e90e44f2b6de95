package arena

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Estimate is a proportion between 0 and 1 with its confidence interval.
//
// Without any data nothing is known: the value is then one half by convention, and the interval is all of [0, 1].
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Percent returns "94.8% (92.1–96.6)".
func (e Estimate) Percent() string { return fmt.Sprintf("%.1f%% %s", 100*e.Value, e.Interval()) }

// Interval returns "(92.1–96.6)", in percent.
func (e Estimate) Interval() string { return fmt.Sprintf("(%.1f–%.1f)", 100*e.Low, 100*e.High) }

// Wilson estimates the probability of an event that happened in some of n independent trials, with Wilson's score interval
// (Wilson 1927; Brown, Cai and DasGupta, "Interval estimation for a binomial proportion", 2001). It never has width zero, so
// 10 wins in 10 games do not pass for certainty.
//
// It is used for plain rates of games, such as the share of games won. The two games of a pair share an opening and are not
// quite independent, which it does not know; what decides anything is the score over pairs, see PairScores.Score.
func Wilson(successes, n int, confidence float64) Estimate {
	if n == 0 {
		return Estimate{Value: 0.5, Low: 0, High: 1}
	}
	z := twoSided(confidence)
	p, m := float64(successes)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return Estimate{Value: p, Low: min(p, max(0, middle-half)), High: max(p, min(1, middle+half))}
}

// twoSided returns the z of a two-sided interval: 1.96 for a confidence of 0.95.
func twoSided(confidence float64) float64 { return oneSided((1 + confidence) / 2) }

// oneSided returns the z of a one-sided bound, the quantile of the standard normal distribution: 1.645 for 0.95.
func oneSided(confidence float64) float64 { return math.Sqrt2 * math.Erfinv(2*confidence-1) }

// PairScores is the distribution of the first player's scores over the pairs of a match. Element h is the number of pairs in
// which it scored h half points: of two games, 0 to 4.
type PairScores []int

// Pairs returns the number of pairs.
func (p PairScores) Pairs() int {
	n := 0
	for _, count := range p {
		n += count
	}
	return n
}

// sums returns all that the intervals need to know.
func (p PairScores) sums() scoreSums {
	s := scoreSums{most: float64(len(p) - 1)}
	for h, count := range p {
		s.pairs += float64(count)
		s.sum += float64(count * h)
		s.squares += float64(count * h * h)
	}
	return s
}

// Score estimates the first player's expected score, a draw counting half, from the pairs as independent observations: the
// two games of a pair are not independent of each other, and with a strong first-move advantage a pair varies far less than
// two games.
//
// The interval is that of Agresti and Coull ("Approximate is better than exact", 1998), carried over from wins and losses to
// scores in between: z²/2 pairs lost outright and z²/2 pairs won outright are added, the normal interval is taken around the
// resulting mean with the resulting variance, and half a pair (Yates' correction for continuity) is added on both sides.
// With decided pairs only, this contains Wilson's interval. It keeps some width when all pairs end alike, when the sample's
// own variance would be zero, and it errs on the wide side with few pairs.
func (p PairScores) Score(confidence float64) Estimate {
	s := p.sums()
	if s.pairs == 0 {
		return Estimate{Value: 0.5, Low: 0, High: 1}
	}
	value := s.mean()
	low, high := s.bounds(twoSided(confidence))
	return Estimate{Value: value, Low: min(value, low), High: max(value, high)}
}

// StandardError returns the standard error of the mean score as the sample gives it, without any correction: 0 for fewer
// than two pairs, or if all pairs ended alike.
func (p PairScores) StandardError() float64 {
	s := p.sums()
	if s.pairs < 2 {
		return 0
	}
	n := s.pairs
	return math.Sqrt(max(0, s.squares-s.sum*s.sum/n)/(n-1)/n) / s.most
}

// scoreSums are the number of pairs and the sums of their scores and of the squares of these, in half points, of which a pair
// has most. All are whole numbers where they come from games, so the sums are exact.
type scoreSums struct {
	most                float64
	pairs, sum, squares float64
}

// mean returns the mean score, between 0 and 1. There must be a pair.
func (s scoreSums) mean() float64 { return s.sum / s.most / s.pairs }

// bounds returns the ends of the interval described at PairScores.Score. There must be a pair.
func (s scoreSums) bounds(z float64) (low, high float64) {
	added := z * z / 2 // pairs at either end
	n := s.pairs + 2*added
	mean := (s.sum/s.most + added) / n
	variance := max(0, (s.squares/(s.most*s.most)+added)/n-mean*mean)
	half := z*math.Sqrt(variance/n) + 0.5/s.pairs
	return max(0, mean-half), min(1, mean+half)
}

// Elo is a difference of ratings on Elo's logistic scale: 400 points are odds of ten to one. It is infinite for a player
// that never, or always, scores; JSON then has a string, "+Inf" or "-Inf".
type Elo float64

// EloOf returns the difference of ratings at which a score is expected.
func EloOf(score float64) Elo {
	switch {
	case score <= 0:
		return Elo(math.Inf(-1))
	case score >= 1:
		return Elo(math.Inf(1))
	}
	return Elo(400 * math.Log10(score/(1-score)))
}

// Score returns the expected score of the player who is ahead by so much; the inverse of EloOf.
func (e Elo) Score() float64 { return 1 / (1 + math.Pow(10, -float64(e)/400)) }

func (e Elo) String() string {
	if math.IsInf(float64(e), 0) {
		return fmt.Sprintf("%+g", float64(e))
	}
	return fmt.Sprintf("%+.0f", math.Round(float64(e))+0) // + 0 makes -0 a 0
}

// MarshalJSON writes a number, or a string if it is infinite.
func (e Elo) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(e), 0) {
		return json.Marshal(e.String())
	}
	return json.Marshal(float64(e))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *Elo) UnmarshalJSON(text []byte) error {
	var infinite string
	if json.Unmarshal(text, &infinite) != nil {
		return json.Unmarshal(text, (*float64)(e))
	}
	v, err := strconv.ParseFloat(infinite, 64)
	if err != nil || !math.IsInf(v, 0) {
		return fmt.Errorf("elo difference %q: want a number, \"+Inf\" or \"-Inf\"", infinite)
	}
	*e = Elo(v)
	return nil
}

// EloEstimate is a difference of ratings with its confidence interval.
type EloEstimate struct {
	Value Elo `json:"value"`
	Low   Elo `json:"low"`
	High  Elo `json:"high"`
}

// EloFrom turns an estimated score into a difference of ratings, end by end.
func EloFrom(score Estimate) EloEstimate {
	return EloEstimate{EloOf(score.Value), EloOf(score.Low), EloOf(score.High)}
}

func (e EloEstimate) String() string { return fmt.Sprintf("%v (%v to %v)", e.Value, e.Low, e.High) }
