package arena

import (
	"errors"
	"fmt"
	"math"
)

// SPRT is a sequential test between two hypotheses about the first player's expected score: it plays until the pairs speak
// clearly for one of them, and no longer. H0 is that it is Elo0 or less ahead, H1 that it is Elo1 or more; in between either
// answer is right.
//
// This is the generalised form of Wald's sequential probability ratio test ("Sequential tests of statistical hypotheses",
// 1945), on the scores of pairs: with the variance v of the n scores so far, the ratio of the likelihoods is that of two normal
// distributions, each with the variance that fits best under its hypothesis,
//
//	LLR = n/2 · ln((v + (mean - s₀)²) / (v + (mean - s₁)²)).
//
// where s₀ and s₁ are the scores that Elo0 and Elo1 let expect. For close hypotheses it behaves as the exact test does (Van den Bergh, "A practical introduction to the GSPRT", 2019), whatever
// the number of draws and however much the two games of a pair depend on each other. Of a match that is won throughout, it
// takes the same care as the exact ratio, n · ln(s₁/s₀), which grows slowly.
//
// The test asks for results in the order in which games were begun, as Play delivers them: short games end first.
type SPRT struct {
	// Elo0 and Elo1 are the hypotheses, Elo0 the smaller one. EloOf turns an expected score into such a difference.
	Elo0 Elo `json:"elo0"`
	Elo1 Elo `json:"elo1"`
	// Alpha is the rate at which H1 is accepted although H0 is true, Beta that at which H0 is accepted although H1 is.
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	// MinimumPairs are played in any case.
	MinimumPairs int `json:"minimum_pairs"`
}

// DefaultMinimumPairs is a good MinimumPairs: with fewer, the scatter of the scores is hardly known.
const DefaultMinimumPairs = 10

// sprtPairs are added to the scatter of the scores as if so many pairs had been won outright and as many lost. They keep the
// variance above zero if all pairs end alike, hold early decisions back, and are soon outweighed.
const sprtPairs = 2.0

// Verdict is what a sequential test has found.
type Verdict int

// The verdicts.
const (
	// Open means that the match goes on.
	Open Verdict = iota
	// AcceptH0 and AcceptH1 mean that one of the hypotheses was accepted.
	AcceptH0
	AcceptH1
	// Undecided means that all planned pairs were played without a decision. That is an error of neither kind.
	Undecided
)

var verdictNames = [...]string{Open: "open", AcceptH0: "accept H0", AcceptH1: "accept H1", Undecided: "undecided"}

func (v Verdict) String() string { return verdictNames[v] }

// MarshalText writes the name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (v *Verdict) UnmarshalText(text []byte) error {
	for i, name := range verdictNames {
		if name == string(text) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("verdict %q: want one of %q", text, verdictNames)
}

// SPRTDecision is a sequential test's answer.
type SPRTDecision struct {
	SPRT
	Verdict Verdict `json:"verdict"`
	// LLR is the log-likelihood ratio of H1 over H0. At Lower or below H0 is accepted, at Upper or above H1.
	LLR   float64 `json:"llr"`
	Lower float64 `json:"lower"`
	Upper float64 `json:"upper"`
	// Score is the mean over the pairs; Pairs were played out of Planned.
	Score   float64 `json:"score"`
	Pairs   int     `json:"pairs"`
	Planned int     `json:"planned"`
}

// Validate says which fields are wrong and what would be right.
func (s SPRT) Validate() error {
	var wrong []error
	if low, high := s.Elo0.Score(), s.Elo1.Score(); !(0 < low && low < high && high < 1) {
		wrong = append(wrong, fmt.Errorf("sprt: elo0 %v and elo1 %v: want the smaller one first, scores apart and between 0 and 1",
			float64(s.Elo0), float64(s.Elo1)))
	}
	for _, rate := range []struct {
		name  string
		value float64
	}{{"alpha", s.Alpha}, {"beta", s.Beta}} {
		if !(rate.value > 0 && rate.value < 0.5) {
			wrong = append(wrong, fmt.Errorf("sprt: %s %g: want above 0 and below 0.5", rate.name, rate.value))
		}
	}
	if s.MinimumPairs < 1 {
		wrong = append(wrong, fmt.Errorf("sprt: minimum of %d pairs: want 1 or more", s.MinimumPairs))
	}
	return errors.Join(wrong...)
}

// Bounds returns the bounds of the log-likelihood ratio: under H0, a likelihood ratio reaches 1/α at a rate of at most α, however
// long the match (Ville's inequality). Wald's own bounds, ln(β/(1-α)) and ln((1-β)/α), are a little closer and approximate.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta), -math.Log(s.Alpha)
}

// LLR returns the log-likelihood ratio of H1 over H0; 0 without any pairs.
func (s SPRT) LLR(scores PairScores) float64 {
	played := scores.sums()
	if played.pairs == 0 {
		return 0
	}
	n, mean := played.pairs, played.mean()
	scatter := played.squares/(played.most*played.most) - n*mean*mean
	variance := (max(0, scatter) + 2*sprtPairs/4) / n // added scores are ½ off the middle
	off0, off1 := mean-s.Elo0.Score(), mean-s.Elo1.Score()
	return n / 2 * math.Log((variance+off0*off0)/(variance+off1*off1))
}

// Decide judges the pairs played so far of a match of the planned number of pairs.
func (s SPRT) Decide(scores PairScores, planned int) SPRTDecision {
	d := SPRTDecision{SPRT: s, LLR: s.LLR(scores), Score: 0.5, Pairs: scores.Pairs(), Planned: planned}
	d.Lower, d.Upper = s.Bounds()
	if d.Pairs > 0 {
		d.Score = scores.sums().mean()
	}
	switch {
	case d.Pairs >= s.MinimumPairs && d.LLR <= d.Lower:
		d.Verdict = AcceptH0
	case d.Pairs >= s.MinimumPairs && d.LLR >= d.Upper:
		d.Verdict = AcceptH1
	case d.Pairs >= planned:
		d.Verdict = Undecided
	}
	return d
}

// Stop tells whether a match can be stopped since the test has decided; it is meant for Settings.Stop. A match that was stopped
// so has the decision on its result: Decide on the final scores.
func (s SPRT) Stop(r *Result) bool { return s.Decide(r.PairScores, r.PlannedPairs).Verdict != Open }

// String returns, for example,
//
//	H1 accepted (+10 Elo or more): LLR 2.96 (bounds -2.94 and 2.94) after 812 of 2000 pairs, score 53.1%; H0 was +0 Elo or less
func (d SPRTDecision) String() string {
	h0, h1 := fmt.Sprintf("%+.4g Elo or less", float64(d.Elo0)), fmt.Sprintf("%+.4g Elo or more", float64(d.Elo1))
	verdict, against := fmt.Sprintf("between H0 (%s) and H1 (%s)", h0, h1), ""
	switch d.Verdict {
	case Open:
		verdict = "not yet decided " + verdict
	case AcceptH0:
		verdict, against = fmt.Sprintf("H0 accepted (%s)", h0), "; H1 was "+h1
	case AcceptH1:
		verdict, against = fmt.Sprintf("H1 accepted (%s)", h1), "; H0 was "+h0
	case Undecided:
		verdict = "undecided " + verdict
	}
	decimals := enoughDecimals(2, d.LLR, d.Lower, d.Upper)
	return fmt.Sprintf("%s: LLR %s (bounds %s and %s) after %d of %d pairs, score %.1f%%%s", verdict,
		fixed(d.LLR, decimals), fixed(d.Lower, decimals), fixed(d.Upper, decimals), d.Pairs, d.Planned, 100*d.Score, against)
}
