package rating

import "slices"

// strengths are the fitted strengths of all players, group by group, in natural units (see perUnit).
type strengths struct {
	group       []int // of each player
	coordinate  []int // of each player in its group; none for the anchor
	anchors     []int // of each group, a player
	values      [][]float64
	covariances []*covariance
}

// fit maximises the likelihood of each group. The given player is the anchor of the first one.
func (r *record) fit(anchor int) (*strengths, error) {
	group, count := r.groups(anchor)
	s := &strengths{group: group, coordinate: make([]int, len(group))}
	for g := range count {
		if g > 0 {
			anchor = slices.Index(group, g)
		}
		size := 0
		for p := range group {
			switch {
			case group[p] != g:
			case p == anchor:
				s.coordinate[p] = none
			default:
				s.coordinate[p] = size
				size++
			}
		}
		var pairs []*observed
		for i := range r.observed {
			if group[r.observed[i].comparisons[0].plus] == g {
				pairs = append(pairs, &r.observed[i])
			}
		}
		d := newDesign(pairs, r.standing, s.coordinate, size)
		values, err := d.maximise()
		if err != nil {
			return nil, err
		}
		s.anchors = append(s.anchors, anchor)
		s.values = append(s.values, values)
		s.covariances = append(s.covariances, newCovariance(d, values))
	}
	return s, nil
}

// difference returns by how much player p is ahead of q, who must be of the same group, and the variance of that.
func (s *strengths) difference(p, q int) (ahead, variance float64) {
	c := contrast{s.coordinate[p], s.coordinate[q]}
	values, covariance := s.values[s.group[p]], s.covariances[s.group[p]]
	for _, a := range c.terms() {
		for _, b := range c.terms() {
			variance += a.sign * b.sign * covariance.between(a.at, b.at)
		}
	}
	return c.value(values), max(0, variance)
}
