package rating

import "math"

// Superiority returns the likelihood that the player of entry i is stronger than that of entry j: the probability that the
// difference of their ratings is positive, with the estimate and its standard error as mean and deviation of a normal
// distribution. It returns false if they are of different groups, in which case nothing is known; for a player and itself it
// is one half.
func (l *Ladder) Superiority(i, j int) (likelihood float64, ok bool) {
	x, y := &l.Entries[i], &l.Entries[j]
	if x.Group != y.Group {
		return 0, false
	}
	ahead, variance := l.strengths.difference(x.player, y.player)
	if variance == 0 {
		return 0.5, true
	}
	return math.Erfc(-ahead/math.Sqrt(2*variance)) / 2, true
}

// SuperiorityTable returns Superiority for all entries: element [i][j] is that of i over j, and nil where nothing is known.
func (l *Ladder) SuperiorityTable() [][]*float64 {
	table := make([][]*float64, len(l.Entries))
	for i := range table {
		table[i] = make([]*float64, len(l.Entries))
		for j := range table {
			if p, ok := l.Superiority(i, j); ok {
				table[i][j] = &p
			}
		}
	}
	return table
}
