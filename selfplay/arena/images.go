package arena

import (
	"slices"

	"gipfel/game"
)

// images tells positions apart up to the symmetries of the board.
type images struct {
	game       *game.Game
	symmetries []*game.Symmetry // those that leave the start position as it is, but for the identity
	state      game.State
	legal      []game.Action
	keys       map[string]string // by position
}

func newImages(g *game.Game) *images {
	im := &images{game: g, state: g.New(), keys: make(map[string]string)}
	for s := g.New(); ; {
		mover := s.ToMove()
		if mover >= 0 {
			im.findSymmetries(s)
			return im
		}
		if mover == game.Terminal {
			return im
		}
		s.Apply(s.AppendActions(nil)[0]) // an event of chance has no place on the board
	}
}

// findSymmetries keeps the symmetries that map a position, which is as symmetric as the start, onto itself.
func (im *images) findSymmetries(start game.State) {
	g := im.game
	own, image := make([]float32, g.InputSize()), make([]float32, g.InputSize())
	g.Encode(start, own)
	for i := range g.Symmetries {
		s := &g.Symmetries[i]
		s.MapPlanes(image, own, len(g.Planes))
		if i > 0 && slices.Equal(own, image) {
			im.symmetries = append(im.symmetries, s)
		}
	}
}

// key returns a text that is equal for a position and all its images: the smallest of their notations. The actions are those
// that led from the start position to s.
func (im *images) key(s game.State, actions []game.Action) string {
	position := im.game.Notation.FormatState(s)
	if key, ok := im.keys[position]; ok {
		return key
	}
	key := position
	for _, symmetry := range im.symmetries {
		if im.replay(symmetry, actions) {
			key = min(key, im.game.Notation.FormatState(im.state))
		}
	}
	im.keys[position] = key
	return key
}

// replay plays the images of some actions, and tells whether the rules allow it: they should, but a match must not fail over it.
func (im *images) replay(symmetry *game.Symmetry, actions []game.Action) bool {
	im.state = im.game.New()
	for _, a := range actions {
		a = symmetry.Actions[a]
		im.legal = im.state.AppendActions(im.legal[:0])
		if _, ok := slices.BinarySearch(im.legal, a); !ok {
			return false
		}
		im.state.Apply(a)
	}
	return true
}
