package ataxx

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gipfel/game"
)

// TestListsAgree compares the two ways of listing, in room for no more than MaxActions: the one writes past its end.
func TestListsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, g := range Variants() {
		for range 500 {
			s := mustParse(t, g, randomFEN(rng, g.Width))
			own, targets := s.own(), spread2(s.own())&s.vacant
			few, many := make([]game.Action, g.MaxActions), make([]game.Action, g.MaxActions)
			few = few[:s.variant.listFew(few, 0, own, targets)]
			many = many[:s.variant.listMany(many, 0, own, targets)]
			if !slices.Equal(few, many) {
				t.Fatalf("%s, %s: actions are %v or %v", g.Name, g.Notation.FormatState(s), few, many)
			}
			if !slices.IsSorted(few) {
				t.Fatalf("%s, %s: actions %v are not in ascending order", g.Name, g.Notation.FormatState(s), few)
			}
		}
	}
}
