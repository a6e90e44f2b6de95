package rating

import "fmt"

// contrast says what is compared: plus against minus, given by their indices.
type contrast struct{ plus, minus int }

// comparison is a contrast with the result: of a total weight, plus has won a part.
type comparison struct {
	contrast
	weight, won float64
}

// comparisons takes a game apart into comparisons of two seats each: the winner with each other seat, or each seat with each
// other one in a draw. Whatever the number of seats, the weights of a game sum to 1, so that a game of four counts no more than
// a game of two. Where the winner is drawn in proportion to the strengths of those who sit there (Luce's choice), such
// comparisons estimate the strengths consistently (Azari Soufiani et al., "Generalized method-of-moments for rank aggregation",
// 2013, breaking of the top place). Comparisons of a player with itself tell nothing and are left out.
//
// Those of the first seat with another one are returned once more, the first seat being plus.
func (g *Game) comparisons(players []int) (all, first []comparison) {
	n := len(g.Seats)
	compare := func(s, t int, weight, won float64) {
		p, q := players[g.Seats[s]], players[g.Seats[t]]
		if p == q {
			return
		}
		c := comparison{contrast{p, q}, weight, won}
		all = append(all, c)
		switch {
		case s == 0:
			first = append(first, c)
		case t == 0:
			first = append(first, comparison{contrast{q, p}, weight, weight - won})
		}
	}
	for s := range n {
		switch {
		case g.Outcome < n && s != g.Outcome:
			compare(g.Outcome, s, 1/float64(n-1), 1/float64(n-1))
		case g.Outcome == n:
			for t := range s {
				weight := 2 / float64(n*(n-1))
				compare(t, s, weight, weight/2)
			}
		}
	}
	return all, first
}

// observed are pairs that came to the same: what is independent of everything else.
type observed struct {
	variant     int
	count       int
	games       int          // of one of the pairs
	comparisons []comparison // of one of the pairs
	first       []comparison // those of the first seat, which is plus; none if seats are not known
}

// standing is what is counted of a player.
type standing struct {
	pairs, games, duplicates int
	weight, won              float64
	opponents                map[int]bool
}

// record is all matches, with players and variants as indices in the order in which the matches name them.
type record struct {
	names    []string
	players  map[string]int
	variants []string
	seats    []int // of each variant; 0 as long as no game says
	observed []observed
	standing []standing
	pairs    int
	games    int
}

func newRecord(matches []Match) (*record, error) {
	r := &record{players: make(map[string]int)}
	variants := make(map[string]int)
	for i := range matches {
		m := &matches[i]
		if err := m.validate(); err != nil {
			return nil, fmt.Errorf("rating: match %d: %w", i, err)
		}
		v, known := variants[m.Game]
		if !known {
			v = len(r.variants)
			variants[m.Game] = v
			r.variants, r.seats = append(r.variants, m.Game), append(r.seats, 0)
		}
		if err := r.add(m, v); err != nil {
			return nil, fmt.Errorf("rating: match %d: %w", i, err)
		}
	}
	return r, nil
}

// player returns the index of a name.
func (r *record) player(name string) int {
	i, known := r.players[name]
	if !known {
		i = len(r.names)
		r.players[name] = i
		r.names = append(r.names, name)
		r.standing = append(r.standing, standing{opponents: make(map[int]bool)})
	}
	return i
}

func (r *record) add(m *Match, variant int) error {
	players := make([]int, len(m.Players))
	for i, name := range m.Players {
		players[i] = r.player(name)
		r.standing[players[i]].duplicates += m.DuplicateGames
	}
	for i := range m.Pairs {
		p := &m.Pairs[i]
		o := observed{variant: variant, count: p.count(), games: len(p.Games)}
		for j := range p.Games {
			g := &p.Games[j]
			if r.seats[variant] == 0 {
				r.seats[variant] = len(g.Seats)
			}
			if want := r.seats[variant]; want != len(g.Seats) {
				return fmt.Errorf("pair %d: game %d: %d seats, but other games of %q have %d", i, j, len(g.Seats), m.Game, want)
			}
			all, first := g.comparisons(players)
			o.comparisons, o.first = append(o.comparisons, all...), append(o.first, first...)
		}
		for _, i := range p.Games[0].players() {
			r.standing[players[i]].count(&o)
		}
		r.observe(o)
	}
	for h, count := range m.Scores {
		if count == 0 {
			continue
		}
		whole := comparison{contrast{players[0], players[1]}, 2, float64(h) / 2}
		o := observed{variant: variant, count: count, games: 2, comparisons: []comparison{whole}}
		for _, p := range players {
			r.standing[p].count(&o)
		}
		r.observe(o)
	}
	return nil
}

// count adds pairs in which the player took part.
func (s *standing) count(o *observed) {
	s.pairs += o.count
	s.games += o.count * o.games
}

// observe adds pairs of games.
func (r *record) observe(o observed) {
	r.observed = append(r.observed, o)
	r.pairs += o.count
	r.games += o.count * o.games
	for _, c := range o.comparisons {
		times := float64(o.count)
		plus, minus := &r.standing[c.plus], &r.standing[c.minus]
		plus.weight += times * c.weight
		minus.weight += times * c.weight
		plus.won += times * c.won
		minus.won += times * (c.weight - c.won)
		plus.opponents[c.minus], minus.opponents[c.plus] = true, true
	}
}
