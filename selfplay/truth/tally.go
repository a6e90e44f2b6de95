package truth

import (
	"math"

	"gipfel/game"
	"gipfel/game/atimo/solve"
	"gipfel/selfplay/arena"
)

// confidence is that of all intervals.
const confidence = 0.95

// Count is how often something happened where it could.
type Count struct {
	Times int `json:"times"`
	Of    int `json:"of"`
	// Share is the quotient with its Wilson interval.
	Share arena.Estimate `json:"share"`
}

func countOf(times, of int) Count { return Count{times, of, arena.Wilson(times, of, confidence)} }

// Errors is what a player's moves in some positions come to.
type Errors struct {
	Player string `json:"player"`
	// All are the errors of all positions, and Possible those of the positions in which one is possible; they are the same in
	// number.
	All      Count `json:"of_all"`
	Possible Count `json:"of_possible"`
	// The kinds of errors, each of the positions in which one of its kind is possible. With a judge that is not exact, a draw is
	// what is not proven.
	WinToDraw  Count `json:"win_to_draw"`
	WinToLoss  Count `json:"win_to_loss"`
	DrawToLoss Count `json:"draw_to_loss"`
}

// kind is one way to give value away.
type kind struct{ from, to solve.Outcome }

var (
	winToDraw  = kind{solve.Win, solve.Draw}
	winToLoss  = kind{solve.Win, solve.Loss}
	drawToLoss = kind{solve.Draw, solve.Loss}
	kinds      = []kind{winToDraw, winToLoss, drawToLoss}
)

// possibleIn reports whether a position has a move of this kind.
func (k kind) possibleIn(v *Verdict) bool {
	if v.Value != k.from {
		return false
	}
	for _, w := range v.Worth {
		if w == k.to {
			return true
		}
	}
	return false
}

// Tally counts the errors of a player that makes some moves, one in each position.
func Tally(player string, verdicts []Verdict, moves []game.Action) Errors {
	times, of := map[kind]int{}, map[kind]int{}
	errors, errable := 0, 0
	for i := range verdicts {
		v := &verdicts[i]
		for _, k := range kinds {
			if k.possibleIn(v) {
				of[k]++
			}
		}
		if v.Errable() {
			errable++
		}
		if worth := v.Of(moves[i]); worth < v.Value {
			errors++
			times[kind{v.Value, worth}]++
		}
	}
	count := func(k kind) Count { return countOf(times[k], of[k]) }
	return Errors{
		Player: player, All: countOf(errors, len(verdicts)), Possible: countOf(errors, errable),
		WinToDraw: count(winToDraw), WinToLoss: count(winToLoss), DrawToLoss: count(drawToLoss),
	}
}

// Kinds is how many positions are worth what to the seat to move.
type Kinds struct {
	Positions int `json:"positions"`
	Won       int `json:"won"`
	Drawn     int `json:"drawn"`
	Lost      int `json:"lost"`
	// Errable is the number of positions in which some move is an error, and ByChance the probability of an error there with
	// a random move, 0 if there are none.
	Errable  int     `json:"errable"`
	ByChance float64 `json:"error_by_chance"`
}

// Sort counts positions by what they are worth.
func Sort(verdicts []Verdict) Kinds {
	k := Kinds{Positions: len(verdicts)}
	for i := range verdicts {
		v := &verdicts[i]
		switch v.Value {
		case solve.Win:
			k.Won++
		case solve.Draw:
			k.Drawn++
		default:
			k.Lost++
		}
		if v.Errable() {
			k.Errable++
			k.ByChance += v.erroneous()
		}
	}
	k.ByChance /= float64(max(1, k.Errable))
	return k
}

// erroneous returns the share of the moves that are errors.
func (v *Verdict) erroneous() float64 {
	n := 0
	for _, w := range v.Worth {
		if w < v.Value {
			n++
		}
	}
	return float64(n) / float64(len(v.Worth))
}

// Agreement is how well a net's values agree with what is certain. With a judge that is not exact, positions of which nothing
// is proven are left out.
type Agreement struct {
	Positions int `json:"positions"`
	// MeanError is the mean distance of the utility to the seat to move, from -1 to 1, from the exact one.
	MeanError float64 `json:"mean_error"`
	// Won, Drawn and Lost count the positions of each kind whose exact utility, 1, 0 or -1, is the nearest to the net's.
	Won   Count `json:"won"`
	Drawn Count `json:"drawn"`
	Lost  Count `json:"lost"`
}

// Agree compares a net's opinions of positions with a judge's verdicts.
func Agree(j Judge, verdicts []Verdict, opinions []Opinion) Agreement {
	var a Agreement
	right, of := map[solve.Outcome]int{}, map[solve.Outcome]int{}
	for i, o := range opinions {
		value := verdicts[i].Value
		if value == solve.Draw && !j.Exact {
			continue
		}
		a.Positions++
		a.MeanError += math.Abs(float64(o.utility()) - float64(value))
		of[value]++
		if o.nearest() == value {
			right[value]++
		}
	}
	a.MeanError /= float64(max(1, a.Positions))
	count := func(o solve.Outcome) Count { return countOf(right[o], of[o]) }
	a.Won, a.Drawn, a.Lost = count(solve.Win), count(solve.Draw), count(solve.Loss)
	return a
}

// utility returns what the position is worth to the seat to move, from -1 to 1.
func (o *Opinion) utility() float32 { return o.Win - o.Loss }

// nearest returns the outcome whose utility is the nearest; in the middle, a draw.
func (o *Opinion) nearest() solve.Outcome {
	switch u := o.utility(); {
	case u > 0.5:
		return solve.Win
	case u < -0.5:
		return solve.Loss
	}
	return solve.Draw
}
