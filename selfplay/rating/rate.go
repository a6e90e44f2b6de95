package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Rate makes a ladder of all players that the matches name. The ratings maximise the likelihood with a weak prior: half a drawn
// game a player. The intervals are normal ones of the difference to the anchor, from the scatter of whole pairs around what
// the ratings let expect; for players with few pairs, they lean towards what independent games would give.
//
// A game of more than two seats is taken for comparisons of its winner with each other seat, which together count as much as a
// game of two. Errors name the match, counted from 0, and what is wrong with it.
func Rate(matches []Match, o Options) (*Ladder, error) {
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		return nil, fmt.Errorf("rating: confidence %g: want above 0 and below 1", o.Confidence)
	}
	r, err := newRecord(matches)
	if err != nil {
		return nil, err
	}
	l := &Ladder{Confidence: o.Confidence, Matches: len(matches), Pairs: r.pairs, Games: r.games}
	for i := range matches {
		l.DuplicateGames += matches[i].DuplicateGames
	}
	anchor, err := r.anchor(o.Anchor)
	if err != nil {
		return nil, err
	}
	if len(r.names) == 0 {
		return l, nil
	}
	if l.strengths, err = r.fit(anchor); err != nil {
		return nil, err
	}
	for _, p := range l.strengths.anchors {
		l.Anchors = append(l.Anchors, r.names[p])
	}
	z := math.Sqrt2 * math.Erfinv(o.Confidence)
	for p := range r.names {
		l.Entries = append(l.Entries, r.entry(p, l.strengths, z))
	}
	slices.SortFunc(l.Entries, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(y.Elo, x.Elo), cmp.Compare(x.Name, y.Name))
	})
	for v := range r.variants {
		if f, ok := r.firstMove(v, l.strengths, z); ok {
			l.FirstMove = append(l.FirstMove, f)
		}
	}
	slices.SortFunc(l.FirstMove, func(x, y FirstMove) int { return cmp.Compare(x.Game, y.Game) })
	return l, nil
}

// anchor returns the index of the anchor, see Options.Anchor; 0 without any players.
func (r *record) anchor(name string) (int, error) {
	if name == "" {
		return r.players["random"], nil // or else the first
	}
	i, known := r.players[name]
	if !known {
		return 0, fmt.Errorf("rating: anchor %q is none of the %d players", name, len(r.names))
	}
	return i, nil
}

// entry returns what is known of a player.
func (r *record) entry(p int, s *strengths, z float64) Entry {
	played := &r.standing[p]
	e := Entry{
		Name: r.names[p], Group: s.group[p],
		Games: played.games, Pairs: played.pairs, DuplicateGames: played.duplicates,
		Score: 0.5, Opponents: len(played.opponents),
		player: p,
	}
	if played.weight > 0 {
		e.Score = played.won / played.weight
	}
	ahead, variance := s.difference(p, s.anchors[e.Group])
	half := z * math.Sqrt(variance)
	e.Elo, e.Low, e.High = perUnit*ahead, perUnit*(ahead-half), perUnit*(ahead+half)
	return e
}
