package arena

import "fmt"

// Gate decides whether a candidate is promoted, from a match in which it is player A. The match has a fixed number of pairs.
// The candidate is promoted if and only if the lower bound of its score over all these pairs (the lower end of the interval
// of PairScores.Score, one-sided at the given confidence) exceeds the threshold. So a candidate whose true score is at the
// threshold is promoted in at most 1 - Confidence of all matches; tests compute that rate exactly for short matches.
//
// A match may be stopped early only when that cannot change the decision (curtailment): when the candidate would be promoted
// even if the games still to be played went as badly as they could, or not even if they went as well as they could. That costs
// no error rate. It needs results in the order in which the games were begun, as Play delivers them.
type Gate struct {
	// MinimumGames are played in any case, and a match with fewer promotes nobody.
	MinimumGames int `json:"minimum_games"`
	// Threshold is the score to exceed, a draw counting half: 0.5 for any improvement.
	Threshold float64 `json:"threshold"`
	// Confidence is one-sided, at least 0.5 and below 1.
	Confidence float64 `json:"confidence"`
}

// Decision is a gate's answer.
type Decision struct {
	// Decided is false while the match can still end either way.
	Decided bool `json:"decided"`
	// Promote is the answer once it is decided.
	Promote bool `json:"promote"`
	// Early is true if it was decided although games were left to be played.
	Early bool `json:"early"`
	// Score is the mean over the pairs played; LowerBound is its one-sided lower confidence bound, and Threshold what that
	// must exceed. After an early decision the bound need not be on the decision's side of the threshold yet.
	Score      float64 `json:"score"`
	LowerBound float64 `json:"lower_bound"`
	Threshold  float64 `json:"threshold"`
	// Pairs were played out of Planned.
	Pairs   int `json:"pairs"`
	Planned int `json:"planned"`
}

// Validate says which field is wrong and what would be right.
func (g Gate) Validate() error {
	switch {
	case !(g.Threshold >= 0 && g.Threshold < 1):
		return fmt.Errorf("gate: threshold %g: want at least 0 and below 1", g.Threshold)
	case !(g.Confidence >= 0.5 && g.Confidence < 1):
		return fmt.Errorf("gate: confidence %g: want at least 0.5 and below 1", g.Confidence)
	case g.MinimumGames < 0:
		return fmt.Errorf("gate: minimum of %d games: want 0 or more", g.MinimumGames)
	}
	return nil
}

// Decide judges the pairs played so far of a match of the planned number of pairs.
func (g Gate) Decide(scores PairScores, planned int) Decision {
	played := scores.sums()
	d := Decision{Threshold: g.Threshold, Pairs: scores.Pairs(), Planned: planned, Score: 0.5}
	z := oneSided(g.Confidence)
	if d.Pairs > 0 {
		d.Score = played.mean()
		d.LowerBound, _ = played.bounds(z)
	}
	left := planned - d.Pairs
	enough := d.Pairs*(len(scores)-1)/2 >= g.MinimumGames // a pair has as many games as points
	switch {
	case left <= 0:
		d.Decided, d.Promote = true, enough && d.LowerBound > g.Threshold
	case enough:
		low, high := played.finalLowerBound(left, z)
		d.Promote = low > g.Threshold
		d.Decided = d.Promote || high <= g.Threshold
		d.Early = d.Decided
	}
	return d
}

// Stop tells whether a match can be stopped since its outcome is decided; it is meant for Settings.Stop.
func (g Gate) Stop(r *Result) bool { return g.Decide(r.PairScores, r.PlannedPairs).Decided }

// finalLowerBound bounds, from both sides, the lower confidence bound that the scores will have after the given number of
// further pairs. For each sum that these can have, the squares are smallest if all of them score the same, and largest if
// they are all won or lost; the more they vary, the lower is the bound.
func (s scoreSums) finalLowerBound(left int, z float64) (low, high float64) {
	low, high = 1, 0
	end := s
	end.pairs += float64(left)
	for sum := range left*int(s.most) + 1 {
		sum := float64(sum)
		end.sum = s.sum + sum
		end.squares = s.squares + sum*s.most
		b, _ := end.bounds(z)
		low = min(low, b)
		end.squares = s.squares + sum*sum/float64(left)
		b, _ = end.bounds(z)
		high = max(high, b)
	}
	return low, high
}

func (d Decision) String() string {
	verdict := "undecided"
	switch {
	case d.Decided && d.Promote:
		verdict = "promoted"
	case d.Decided:
		verdict = "not promoted"
	}
	low, threshold := 100*d.LowerBound, 100*d.Threshold
	decimals := enoughDecimals(1, low, threshold)
	text := fmt.Sprintf("%s: score %.1f%% over %d of %d pairs, lower bound %s%%, must exceed %s%%",
		verdict, 100*d.Score, d.Pairs, d.Planned, fixed(low, decimals), fixed(threshold, decimals))
	if d.Early {
		text += " (stopped early: the games left could not change that)"
	}
	return text
}
