package game

import "math/rand/v2"

// Dice draws the outcomes of chance nodes by their odds. It holds scratch memory only; the zero value is ready.
type Dice struct {
	actions []Action
	odds    []float32
}

// Roll returns an outcome of a position in which Chance is to move.
func (d *Dice) Roll(s State, rng *rand.Rand) Action {
	d.actions = s.AppendActions(d.actions[:0])
	d.odds = s.(Chancer).AppendOdds(d.odds[:0])
	left := rng.Float32()
	for i, p := range d.odds {
		if left -= p; left < 0 {
			return d.actions[i]
		}
	}
	return d.actions[len(d.actions)-1] // the odds sum to 1 but for rounding
}
