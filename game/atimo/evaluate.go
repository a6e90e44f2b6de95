package atimo

import "gipfel/game"

// Weights of the evaluation.
const (
	// weightWin is for threats of the seat to move, which wins with the next move unless the threat was misjudged.
	weightWin = 1000
	// weightThreat is for a threat of a seat that is not to move, which the others can still parry.
	weightThreat = 40
	// weightFree is for a vacant cell beside the Core: where it can go.
	weightFree = 3
)

// evaluate is game.Game.Evaluate: who threatens to collapse two Cores, and how free one's own Core is. Masses belong to
// whoever moves next as far as lines are concerned, so that it is the turn that counts most.
func evaluate(from game.State, seat game.Player) int {
	s := from.(*state)
	if s.firstRound() {
		return 0
	}
	value := 0
	for other := range uint8(s.players) {
		worth := weightFree * s.freedom(other)
		if threats := s.threats(other); threats > 0 && other == s.mover {
			worth += weightWin
		} else {
			worth += weightThreat * threats
		}
		if game.Player(other) != seat {
			worth = -worth
		}
		value += worth
	}
	return value
}

// freedom counts the cells that a seat's Core can step to.
func (s *state) freedom(seat uint8) int {
	c := s.coreOf(seat)
	return cells{low: s.window().from(c) & stencils[core][c]}.count()
}

// threats counts the ways, of those that are cheap to see, in which a seat would win if it were to move.
func (s *state) threats(seat uint8) (n int) {
	for rest := s.cores; !rest.empty(); rest = rest.rest() {
		a := rest.first()
		for others := rest.rest(); !others.empty(); others = others.rest() {
			n += s.threatsBetween(a, others.first(), seat)
		}
	}
	return n
}

// threatsBetween counts a seat's threats to two Cores, of which b has the higher number.
func (s *state) threatsBetween(a, b, seat uint8) (n int) {
	across := s.at[b].seat() == seat
	along := s.at[a].seat() == seat
	for _, step := range [4]int{1, -1, row, -row} {
		if across && s.stepsBeside(int(a), int(b), step) {
			n++
		}
		if along && s.stepsBeside(int(b), int(a), step) {
			n++
		}
	}
	switch distance := b - a; {
	case a/row == b/row:
		n += s.landsBetween(a, distance, 1, seat)
	case distance%row == 0:
		n += s.landsBetween(a, distance/row, row, seat)
	}
	return n
}

// stepsBeside reports whether the Core on from can step to where a Mass separates it from the Core on fixed, in the direction
// of a step in the frame.
func (s *state) stepsBeside(fixed, from, step int) bool {
	between, to := fixed+step, fixed+2*step
	if to < 0 || to >= frameSize || step*step == 1 && to/row != fixed/row {
		return false
	}
	if p := s.at[between]; p == vacant || p.kind() != mass {
		return false
	}
	return s.reaches(uint8(from), uint8(to))
}

// reaches reports whether the piece on a cell may move to another one, reserves apart.
func (s *state) reaches(from, to uint8) bool {
	bit := to - from + windowBase // a distance beyond the window turns into a shift beyond 64, which gives 0
	return s.destinations(from)>>bit&1 != 0
}

// landsBetween counts the cells between two Cores of a line, distance steps from each other with nothing between them, on
// which a Mass would win: two steps apart it fills the gap, three or four apart it pulls them to its sides.
func (s *state) landsBetween(first, distance, step, seat uint8) (n int) {
	if distance < 2 || distance > 4 {
		return 0
	}
	for i := uint8(1); i < distance; i++ {
		if s.at[first+i*step] != vacant {
			return 0
		}
	}
	switch distance {
	case 2, 4:
		n = s.lands(first+distance/2*step, seat)
	case 3:
		n = s.lands(first+step, seat) + s.lands(first+2*step, seat)
	}
	return n
}

// lands returns 1 if a seat could put a Mass on a vacant cell, else 0.
func (s *state) lands(c, seat uint8) int {
	if s.reserve[seat] > 0 {
		return 1
	}
	for masses := s.seats[seat].without(s.cores); !masses.empty(); masses = masses.rest() {
		if s.reaches(masses.first(), c) {
			return 1
		}
	}
	return 0
}
