package arena

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gipfel/game"
	"gipfel/game/ataxx"
	"gipfel/game/atimo"
	"gipfel/game/gametest"
)

func TestOpeningsAreDistinctAndNotWonInOne(t *testing.T) {
	for _, c := range []struct {
		g                        *game.Game
		pairs, shortest, longest int
	}{
		{ataxx.Size5, 100, 0, 6},
		{atimo.Small, 100, 2, 12},
		{atimo.Four, 30, 1, 8},
		{gametest.TinyDice, 30, 1, 3},
	} {
		list, err := openings(c.g, 3, c.pairs, c.shortest, c.longest)
		if err != nil || len(list) != c.pairs {
			t.Fatalf("%s: %d openings, %v; want %d", c.g.Name, len(list), err, c.pairs)
		}
		seen := make(map[string]bool)
		lengths := make(map[int]bool)
		for pair, o := range list {
			s, moves := c.g.New(), 0
			for _, a := range o.actions {
				if s.ToMove() >= 0 {
					moves++
				}
				if !slices.Contains(s.AppendActions(nil), a) {
					t.Fatalf("%s: the opening of pair %d has the illegal action %d", c.g.Name, pair, a)
				}
				s.Apply(a)
			}
			lengths[moves] = true
			position := c.g.Notation.FormatState(s)
			switch {
			case s.ToMove() < 0:
				t.Errorf("%s: pair %d begins at %s, where no seat is to move", c.g.Name, pair, position)
			case moves < c.shortest || moves > c.longest:
				t.Errorf("%s: pair %d begins with %d moves, want %d to %d", c.g.Name, pair, moves, c.shortest, c.longest)
			case o.repeated || seen[position]:
				t.Errorf("%s: pair %d begins at %s once more", c.g.Name, pair, position)
			}
			seen[position] = true
			for _, a := range s.AppendActions(nil) {
				next, returns := c.g.New(), make([]float32, c.g.Players)
				next.CopyFrom(s)
				next.Apply(a)
				if next.ToMove() == game.Terminal {
					next.Returns(returns)
				}
				if returns[s.ToMove()] == 1 {
					t.Errorf("%s: pair %d begins at %s, where action %d wins at once", c.g.Name, pair, position, a)
				}
			}
		}
		if len(lengths) != c.longest-c.shortest+1 {
			t.Errorf("%s: lengths are %v, want all from %d to %d", c.g.Name, lengths, c.shortest, c.longest)
		}
	}
}

func TestOpenerRefusesWhatIsWonInOne(t *testing.T) {
	g := atimo.Small
	d := opener{game: g, state: g.New(), next: g.New(), start: g.New(), returns: make([]float32, g.Players)}
	rng := rand.New(rand.NewPCG(1, 1))
	refused := 0
	for range 200 {
		if !d.draw(12, rng) && d.state.ToMove() >= 0 {
			refused++
		}
	}
	if refused == 0 {
		t.Error("of 200 random positions none is refused, so the test above shows nothing")
	}
}

func TestOpeningsRepeatOnlyWhenUsedUp(t *testing.T) {
	list, err := openings(gametest.Tiny, 1, 14, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for pair, o := range list {
		if want := pair >= 4; o.repeated != want { // a corner, an edge, the centre and the pass
			t.Errorf("opening of pair %d, %v: repeated is %v, want %v", pair, o.actions, o.repeated, want)
		}
	}
}

func TestOpeningsThatAreTooLong(t *testing.T) {
	_, err := openings(gametest.Tiny, 1, 3, 40, 50)
	if err == nil || !strings.Contains(err.Error(), "of 40 to 50 plies") || !strings.Contains(err.Error(), "shorter") {
		t.Errorf("error %v, want one that asks for shorter openings", err)
	}
}

func TestDiceFollowTheOdds(t *testing.T) {
	var d game.Dice
	s, rng := gametest.TinyDice.New(), stream(1, chanceStream, 0)
	const rolls = 3000
	ones := 0
	for range rolls {
		if d.Roll(s, rng) == 0 {
			ones++
		}
	}
	if e := Wilson(ones, rolls, 0.999); e.Low > 2.0/3 || e.High < 2.0/3 {
		t.Errorf("a roll of one comes in %s, want two of three", e.Percent())
	}
}
