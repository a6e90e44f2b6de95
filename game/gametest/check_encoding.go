package gametest

import (
	"fmt"
	"math"
	"slices"

	"gipfel/game"
)

func checkEncoding(s *suite) error {
	g := s.g
	first, second := make([]float32, g.InputSize()), make([]float32, g.InputSize())
	copied := g.New()
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.positions(r) {
			if st.ToMove() < 0 {
				continue
			}
			// Two different poisons show what is left as it was, or added to what was there.
			for j := range first {
				first[j], second[j] = 1e9, float32(math.NaN())
			}
			g.Encode(st, first)
			copied.CopyFrom(st)
			g.Encode(copied, second)
			if j := firstDifference(first, second); j >= 0 {
				return s.at(r, i, st, fmt.Errorf("%s depends on what dst held or on a former position of the copy: %v and %v",
					s.describeValue(j), first[j], second[j]))
			}
			for j, v := range first {
				if math.IsInf(float64(v), 0) || v == 1e9 {
					return s.at(r, i, st, fmt.Errorf("%s is %v", s.describeValue(j), v))
				}
			}
		}
	}
	return nil
}

// describeValue names the plane and cell of an encoded value.
func (s *suite) describeValue(j int) string {
	planes := len(s.g.Planes)
	return fmt.Sprintf("plane %q of cell %d", s.g.Planes[j%planes].Name, j/planes)
}

func checkSymmetryTables(s *suite) error {
	g := s.g
	if len(g.Symmetries) == 0 {
		return fmt.Errorf("no symmetries: the first must be the identity")
	}
	var names []string
	for i := range g.Symmetries {
		sym := &g.Symmetries[i]
		names = append(names, sym.Name)
		if err := s.tableIsSound(sym); err != nil {
			return fmt.Errorf("symmetry %q: %w", sym.Name, err)
		}
	}
	if !uniqueAndFilled(names) {
		return fmt.Errorf("names of symmetries %q are empty or repeated", names)
	}
	for c, image := range g.Symmetries[0].Cells {
		if c != int(image) {
			return fmt.Errorf("the first symmetry is not the identity: it moves cell %d to %d", c, image)
		}
	}
	for a, image := range g.Symmetries[0].Actions {
		if a != int(image) {
			return fmt.Errorf("the first symmetry is not the identity: it moves action %d to %d", a, image)
		}
	}
	return s.symmetriesFormGroup()
}

// tableIsSound checks that one symmetry permutes cells and actions, and that the actions go where their cells go.
func (s *suite) tableIsSound(sym *game.Symmetry) error {
	g := s.g
	if !isPermutation(sym.Cells, g.Cells()) {
		return fmt.Errorf("cells %v are no permutation of %d", sym.Cells, g.Cells())
	}
	if !isPermutation(sym.Actions, g.Actions()) {
		return fmt.Errorf("actions are no permutation of %d", g.Actions())
	}
	for a, image := range sym.Actions {
		if a >= g.Cells()*g.PolicyPlanes {
			if int(image) != a {
				return fmt.Errorf("extra action %d becomes %d: extra actions are their own images", a, image)
			}
			continue
		}
		if c := sym.Cells[a/g.PolicyPlanes]; int(image)/g.PolicyPlanes != int(c) {
			return fmt.Errorf("action %d of cell %d becomes %d, which is not of that cell's image %d",
				a, a/g.PolicyPlanes, image, c)
		}
	}
	return nil
}

func isPermutation[T ~uint16](table []T, n int) bool {
	seen := make([]bool, n)
	for _, v := range table {
		if int(v) >= n || seen[v] {
			return false
		}
		seen[v] = true
	}
	return len(table) == n
}

// symmetriesFormGroup checks that no two are equal and that doing two in a row is one of them: a wrong entry in one table
// shows here even where no game visits it.
func (s *suite) symmetriesFormGroup() error {
	all := s.g.Symmetries
	for i := range all {
		for j := range all {
			a, b := &all[i], &all[j]
			if i < j && slices.Equal(a.Cells, b.Cells) && slices.Equal(a.Actions, b.Actions) {
				return fmt.Errorf("symmetries %q and %q are the same", a.Name, b.Name)
			}
		}
	}
	for i := range all {
		for j := range all {
			a, b := &all[i], &all[j]
			cells, actions := make([]uint16, len(a.Cells)), make([]game.Action, len(a.Actions))
			for c, image := range a.Cells {
				cells[c] = b.Cells[image]
			}
			for x, image := range a.Actions {
				actions[x] = b.Actions[image]
			}
			if !slices.ContainsFunc(all, func(c game.Symmetry) bool {
				return slices.Equal(c.Cells, cells) && slices.Equal(c.Actions, actions)
			}) {
				return fmt.Errorf("%q followed by %q is not among the symmetries", a.Name, b.Name)
			}
		}
	}
	return nil
}

func checkSymmetry(s *suite) error {
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		if r.from != "" && s.startImage == nil {
			continue
		}
		for i := range s.g.Symmetries {
			if err := s.lockstep(r, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// lockstep plays a record on a position and the mapped record on its image.
func (s *suite) lockstep(r record, i int) error {
	sym := &s.g.Symmetries[i]
	image, err := s.start(r.from)
	if err != nil {
		return err
	}
	if s.startImage != nil {
		image = s.startImage(image, i)
	}
	chance := false // was the last position a chance node?
	for played, st := range s.positions(r) {
		if played > 0 {
			a := r.actions[played-1]
			if !chance {
				a = sym.Actions[a]
			}
			image.Apply(a)
		}
		chance = st.ToMove() == game.Chance
		if err := s.isImage(st, image, sym); err != nil {
			return s.at(r, played, st, fmt.Errorf("symmetry %q, image %q: %w",
				sym.Name, s.g.Notation.FormatState(image), err))
		}
	}
	return nil
}

// isImage compares all that can be seen of a position, mapped, with its image.
func (s *suite) isImage(st, image game.State, sym *game.Symmetry) error {
	v, w := s.look(st), s.look(image)
	v.position, v.board = w.position, w.board // written otherwise, of course
	if v.mover >= 0 {
		for i, a := range v.actions {
			v.actions[i] = sym.Actions[a]
		}
		slices.Sort(v.actions)
		mapped := make([]float32, len(v.encoding))
		sym.MapPlanes(mapped, v.encoding, len(s.g.Planes))
		v.encoding = mapped
		if len(w.encoding) == len(mapped) {
			if j := firstDifference(mapped, w.encoding); j >= 0 {
				return fmt.Errorf("%s is mapped to %v, but encoded as %v", s.describeValue(j), mapped[j], w.encoding[j])
			}
		}
	}
	if err := v.differs(w); err != nil {
		return err
	}
	if s.g.Owners != nil && v.mover == game.Terminal {
		if err := s.ownersAreImages(st, image, sym); err != nil {
			return err
		}
	}
	for seat := range game.Player(s.g.Players) {
		if s.g.Score != nil {
			if a, b := s.g.Score(st, seat), s.g.Score(image, seat); a != b {
				return fmt.Errorf("score of seat %d is %d, but %d in the image", seat, a, b)
			}
		}
		if s.g.Evaluate != nil && v.mover != game.Terminal {
			if a, b := s.g.Evaluate(st, seat), s.g.Evaluate(image, seat); a != b {
				return fmt.Errorf("evaluation for seat %d is %d, but %d in the image", seat, a, b)
			}
		}
	}
	return nil
}
