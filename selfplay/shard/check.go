package shard

import (
	"fmt"
	"math"
	"slices"

	"gipfel/game"
)

// tolerance is how far the sum of a stored distribution may be from 1. Summing a few hundred float32 strays by 1e-5.
const tolerance = 1e-3

// Check replays the game by the rules of g. It returns nil if every action is legal where it was played, the game ended
// as the record says, and the policies and values are what [Ply] promises. The error names the game's number and, where
// one is to blame, the ply (counted from 1) and its action. It never panics, whatever the record holds.
func (r *Record) Check(g *game.Game) error {
	if err := r.check(g); err != nil {
		return fmt.Errorf("shard: game %d: %w", r.Number, err)
	}
	return nil
}

// ChanceEvents checks the game and returns how many of its plies are events of chance. The others are moves of seats, which is
// what the length of a game means to people.
func (r *Record) ChanceEvents(g *game.Game) (int, error) {
	if err := r.Check(g); err != nil {
		return 0, err
	}
	s, err := r.Position(g)
	if err != nil {
		return 0, err
	}
	events := 0
	for i := range r.Plies {
		if s.ToMove() == game.Chance {
			events++
		}
		s.Apply(r.Plies[i].Action)
	}
	return events, nil
}

func (r *Record) check(g *game.Game) error {
	s, err := r.Position(g)
	if err != nil {
		return err
	}
	var legal []game.Action
	for i := range r.Plies {
		p := &r.Plies[i]
		if s.ToMove() == game.Terminal {
			return fmt.Errorf("ply %d: action %d after the end of the game (%s)", i+1, p.Action, s.Ending().Reason)
		}
		legal = s.AppendActions(legal[:0])
		if _, ok := slices.BinarySearch(legal, p.Action); !ok {
			return fmt.Errorf("ply %d: action %d is not legal in position %q", i+1, p.Action, g.Notation.FormatState(s))
		}
		if err := p.check(g, s, legal); err != nil {
			return fmt.Errorf("ply %d: action %d (%s): %w", i+1, p.Action, g.Notation.FormatAction(s, p.Action), err)
		}
		s.Apply(p.Action)
	}
	return r.checkEnd(g, s)
}

// checkEnd compares the result with the position after the last ply.
func (r *Record) checkEnd(g *game.Game, s game.State) error {
	if s.ToMove() != game.Terminal {
		if !r.Truncated {
			return fmt.Errorf("the game goes on after its %d plies, but the record does not say that it was cut off", len(r.Plies))
		}
		if r.Ending == "" {
			return fmt.Errorf("the game was cut off, but the record does not say why")
		}
		return nil
	}
	ending := s.Ending()
	if r.Truncated != ending.Truncated {
		return fmt.Errorf("the record says truncated=%t, the rules say truncated=%t (%s)", r.Truncated, ending.Truncated, ending.Reason)
	}
	if r.Ending != ending.Reason {
		return fmt.Errorf("the game ended by %q, the rules say %q", r.Ending, ending.Reason)
	}
	if r.Truncated {
		return nil
	}
	returns := make([]float32, g.Players)
	s.Returns(returns)
	if want := game.OutcomeOf(returns); r.Outcome != want {
		return fmt.Errorf("outcome is %s, the rules say %s", outcomeText(g, r.Outcome), outcomeText(g, want))
	}
	return nil
}

func outcomeText(g *game.Game, outcome int) string {
	switch {
	case outcome == game.Draw(g.Players):
		return fmt.Sprintf("%d (a draw)", outcome)
	case outcome >= 0 && outcome < len(g.SeatNames):
		return fmt.Sprintf("%d (%s wins)", outcome, g.SeatNames[outcome])
	}
	return fmt.Sprintf("%d (no seat)", outcome)
}

// check looks at what was found in position s before the ply was chosen.
func (p *Ply) check(g *game.Game, s game.State, legal []game.Action) error {
	if !(p.Weight >= 0) || math.IsInf(float64(p.Weight), 0) { // the negation catches NaN
		return fmt.Errorf("sample weight is %g, expected a finite number not below 0", p.Weight)
	}
	searched := p.Simulations > 0
	switch {
	case s.ToMove() == game.Chance && (searched || p.Full || p.Value != nil || p.Policy != nil || p.Weight > 0):
		return fmt.Errorf("a chance event has been searched or is a sample")
	case p.Full && !searched:
		return fmt.Errorf("searched in full, but with 0 simulations")
	case p.Full && p.Policy == nil:
		return fmt.Errorf("searched in full, but there is no policy")
	case !p.Full && p.Policy != nil:
		return fmt.Errorf("there is a policy, but the position was not searched in full")
	case searched && p.Value == nil:
		return fmt.Errorf("searched with %d simulations, but there is no value", p.Simulations)
	case !searched && p.Value != nil:
		return fmt.Errorf("there is a value, but no search")
	}
	if p.Value != nil {
		if err := p.checkValue(g); err != nil {
			return err
		}
	}
	if p.Policy != nil {
		return p.checkPolicy(legal)
	}
	return nil
}

func (p *Ply) checkValue(g *game.Game) error {
	if len(p.Value) != g.Outcomes() {
		return fmt.Errorf("value has %d numbers, expected %d", len(p.Value), g.Outcomes())
	}
	sum := 0.0
	for i, v := range p.Value {
		if !(v >= 0) {
			return fmt.Errorf("value of outcome %d is %g, expected a probability", i, v)
		}
		sum += float64(v)
	}
	if !(math.Abs(sum-1) <= tolerance) {
		return fmt.Errorf("value sums to %g, expected 1", sum)
	}
	return nil
}

func (p *Ply) checkPolicy(legal []game.Action) error {
	sum := 0.0
	for i, w := range p.Policy {
		if i > 0 && p.Policy[i-1].Action >= w.Action {
			return fmt.Errorf("policy is not ascending: action %d comes after %d", w.Action, p.Policy[i-1].Action)
		}
		if _, ok := slices.BinarySearch(legal, w.Action); !ok {
			return fmt.Errorf("policy gives weight to action %d, which is not legal", w.Action)
		}
		if !(w.Weight >= 0) {
			return fmt.Errorf("policy gives action %d weight %g, expected a probability", w.Action, w.Weight)
		}
		sum += float64(w.Weight)
	}
	if !(math.Abs(sum-1) <= tolerance) {
		return fmt.Errorf("policy sums to %g, expected 1", sum)
	}
	return nil
}
