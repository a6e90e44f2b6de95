package gametest

import (
	"errors"
	"fmt"
	"slices"

	"gipfel/game"
)

// unwritten is no seat and no other value that an owner may have.
const unwritten game.Player = 100

func checkOwners(s *suite) error {
	if s.g.Owners == nil {
		return nil // no game needs them
	}
	for r, err := range s.records() {
		if err != nil {
			return err
		}
		for i, st := range s.positions(r) {
			if st.ToMove() != game.Terminal {
				continue
			}
			if err := s.at(r, i, st, s.ownersAreSound(st)); err != nil {
				return err
			}
		}
	}
	return nil
}

// owners returns whose the cells of a finished position are. dst has one entry more than may be written.
func (s *suite) owners(st game.State) (owners []game.Player, err error) {
	owners = slices.Repeat([]game.Player{unwritten}, s.g.Cells()+1)
	s.g.Owners(st, owners)
	if owners[s.g.Cells()] != unwritten {
		return nil, errors.New("owners are written beyond the number of cells")
	}
	return owners[:s.g.Cells()], nil
}

// ownersAreSound checks one finished position.
func (s *suite) ownersAreSound(st game.State) error {
	owners, err := s.owners(st)
	if err != nil {
		return err
	}
	cells := make([]int, s.g.Players)
	for cell, owner := range owners {
		switch {
		case owner == game.Nobody:
		case owner >= 0 && int(owner) < s.g.Players:
			cells[owner]++
		default:
			return fmt.Errorf("the owner of cell %d is %d, want a seat or Nobody", cell, owner)
		}
	}
	returns := make([]float32, s.g.Players)
	st.Returns(returns)
	winner := game.OutcomeOf(returns)
	for seat, n := range cells {
		if winner != game.Draw(s.g.Players) && seat != winner && n >= cells[winner] {
			return fmt.Errorf("seat %d wins with %d cells, but seat %d owns %d", winner, cells[winner], seat, n)
		}
	}
	return nil
}

// ownersAreImages compares the owners of a finished position, mapped, with those of its image.
func (s *suite) ownersAreImages(st, image game.State, sym *game.Symmetry) error {
	owners, err := s.owners(st)
	if err != nil {
		return err
	}
	mapped, err := s.owners(image)
	if err != nil {
		return err
	}
	for cell, owner := range owners {
		if to := sym.Cells[cell]; mapped[to] != owner {
			return fmt.Errorf("cell %d has owner %d, but its image, cell %d, has %d", cell, owner, to, mapped[to])
		}
	}
	return nil
}
