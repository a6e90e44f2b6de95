package game

import "fmt"

// Symmetry maps a board onto itself. The rules, the encoding and the policy commute with it: the legal actions of a
// position's image are the images of its legal actions, and so on.
type Symmetry struct {
	// Name is for messages: "rotate 90", "mirror, rotate 180".
	Name string
	// Cells[c] is the image of cell c.
	Cells []uint16
	// Actions[a] is the image of action a. Extra actions are their own images.
	Actions []Action
}

// MapPlanes writes the image of an encoded position (HWC, with the given number of planes) into dst.
func (s *Symmetry) MapPlanes(dst, src []float32, planes int) {
	for c, image := range s.Cells {
		copy(dst[int(image)*planes:int(image)*planes+planes], src[c*planes:c*planes+planes])
	}
}

// MapPolicy writes the image of a policy into dst.
func (s *Symmetry) MapPolicy(dst, src []float32) {
	for a, image := range s.Actions {
		dst[image] = src[a]
	}
}

// UnmapPolicy undoes MapPolicy: src is the policy of the image, dst receives the policy of the original position.
func (s *Symmetry) UnmapPolicy(dst, src []float32) {
	for a, image := range s.Actions {
		dst[a] = src[image]
	}
}

// Offset says what a policy plane of a cell means geometrically: a step by (DX, DY), x to the right and y up. Planes that
// act on the cell alone have (0, 0). Kind separates planes of equal steps.
type Offset struct {
	DX, DY, Kind int
}

// SquareSymmetries returns the eight symmetries of a size×size board for a policy whose planes have the given offsets,
// followed by the given number of extra actions. It panics if the set of offsets is not itself symmetric, since that is a
// mistake in a game's tables.
func SquareSymmetries(size int, planes []Offset, extra int) []Symmetry {
	index := make(map[Offset]int, len(planes))
	for p, o := range planes {
		if _, twice := index[o]; twice {
			panic(fmt.Sprintf("game: policy planes repeat offset %+v", o))
		}
		index[o] = p
	}
	out := make([]Symmetry, 0, 8)
	for _, mirror := range []bool{false, true} {
		for quarter := range 4 {
			out = append(out, squareSymmetry(size, planes, index, extra, mirror, quarter))
		}
	}
	return out
}

func squareSymmetry(size int, planes []Offset, index map[Offset]int, extra int, mirror bool, quarter int) Symmetry {
	s := Symmetry{
		Name:    symmetryName(mirror, quarter),
		Cells:   make([]uint16, size*size),
		Actions: make([]Action, size*size*len(planes)+extra),
	}
	planeImage := make([]int, len(planes))
	for p, o := range planes {
		dx, dy := turn(o.DX, o.DY, mirror, quarter)
		image, ok := index[Offset{dx, dy, o.Kind}]
		if !ok {
			panic(fmt.Sprintf("game: policy planes lack the image of %+v under %q", o, s.Name))
		}
		planeImage[p] = image
	}
	for c := range size * size {
		// Coordinates are doubled and centred so that the turn is about the middle of the board.
		x, y := turn(2*(c%size)-(size-1), 2*(c/size)-(size-1), mirror, quarter)
		image := (y+size-1)/2*size + (x+size-1)/2
		s.Cells[c] = uint16(image)
		for p := range planes {
			s.Actions[c*len(planes)+p] = Action(image*len(planes) + planeImage[p])
		}
	}
	for e := range extra {
		a := size*size*len(planes) + e
		s.Actions[a] = Action(a)
	}
	return s
}

// turn mirrors left to right if asked to, then turns counter-clockwise by quarters about the origin.
func turn(x, y int, mirror bool, quarter int) (int, int) {
	if mirror {
		x = -x
	}
	for range quarter {
		x, y = -y, x
	}
	return x, y
}

func symmetryName(mirror bool, quarter int) string {
	name := [...]string{"", "rotate 90", "rotate 180", "rotate 270"}[quarter]
	switch {
	case mirror && quarter > 0:
		return "mirror, " + name
	case mirror:
		return "mirror"
	case quarter > 0:
		return name
	}
	return "identity"
}
