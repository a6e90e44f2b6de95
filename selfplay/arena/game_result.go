package arena

import (
	"fmt"
	"slices"

	"gipfel/game"
)

// GameResult is one finished game.
type GameResult struct {
	// Pair and Game count from 0; the games of pair p are those from p*PairGames on.
	Pair int `json:"pair"`
	Game int `json:"game"`
	// Seats says who sat where: A or B by seat.
	Seats []int `json:"seats"`
	// Start is the position that the game began from, as the game's notation writes it; empty for the ordinary start.
	Start string `json:"start,omitempty"`
	// Opening are the actions before the players took over and Moves those after, chance outcomes included.
	Opening []game.Action `json:"opening"`
	Moves   []game.Action `json:"moves"`
	// Thoughts has an element for each of Moves, or is empty if nothing is known of them.
	Thoughts []Thought `json:"thoughts,omitempty"`
	// Outcome is the seat that won, or the number of seats for a draw. After a forfeit it is the next seat of the other side.
	Outcome int `json:"outcome"`
	// Truncated is true if the length limit cut the game off. It counts half, like a draw, but is none.
	Truncated bool `json:"truncated,omitempty"`
	// Forfeit is true if the seat that was to move could not go on (see Forfeiter), and Ending then says why.
	Forfeit bool `json:"forfeit,omitempty"`
	// Ending says why the game was over, for people.
	Ending string `json:"ending"`
	// Plies are the moves made by seats, those of the opening included, chance outcomes not.
	Plies int `json:"plies"`
	// Seconds passed from the game's beginning to its end, while other games were played at the same time.
	Seconds float64 `json:"seconds"`
}

// Thought is what is known about how a move was chosen. At chance nodes it is the zero value.
type Thought struct {
	// Seconds passed while the player chose the move. A player that thinks about many games at once has its time divided among
	// them.
	Seconds float64 `json:"seconds"`
	// Value is the utility that the player expected of the move for its seat, from 1 for a certain win to -1; nil if it did not
	// say.
	Value *float32 `json:"value,omitempty"`
}

// Begin returns the position that the game began from.
func (r *GameResult) Begin(g *game.Game) (game.State, error) {
	if r.Start == "" {
		return g.New(), nil
	}
	s, err := g.Notation.ParseState(r.Start)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.Game, err)
	}
	return s, nil
}

// Drawn tells whether the game was neither won nor cut off.
func (r *GameResult) Drawn() bool { return !r.Truncated && r.Outcome == len(r.Seats) }

// Winner returns A or B, and false if the game was drawn or cut off.
func (r *GameResult) Winner() (contender int, ok bool) {
	if r.Truncated || r.Outcome == len(r.Seats) {
		return 0, false
	}
	return r.Seats[r.Outcome], true
}

// halfPoints returns what A scores: 2 for a win, 1 for a draw or a truncated game, 0 for a loss.
func (r *GameResult) halfPoints() int {
	switch winner, ok := r.Winner(); {
	case !ok:
		return 1
	case winner == A:
		return 2
	}
	return 0
}

// Verify replays a game that comes from outside, from a file or another process, and says what is wrong with it. That a seat
// forfeited cannot be checked by the rules; which seat then wins can.
func (r *GameResult) Verify(g *game.Game) error {
	if len(r.Seats) != g.Players {
		return fmt.Errorf("game %d: %d seats, want %d", r.Game, len(r.Seats), g.Players)
	}
	if i := slices.IndexFunc(r.Seats, func(c int) bool { return c != A && c != B }); i >= 0 {
		return fmt.Errorf("game %d: seat %d belongs to player %d, want %d or %d", r.Game, i, r.Seats[i], A, B)
	}
	if !slices.Contains(r.Seats, 1-r.Seats[0]) {
		return fmt.Errorf("game %d: all seats belong to player %d, want both players", r.Game, r.Seats[0])
	}
	s, err := r.Begin(g)
	if err != nil {
		return err
	}
	var legal []game.Action
	plies := 0
	for i, a := range slices.Concat(r.Opening, r.Moves) {
		legal = s.AppendActions(legal[:0])
		if _, ok := slices.BinarySearch(legal, a); !ok {
			return fmt.Errorf("game %d: action %d of %d is %d, which is not legal there", r.Game, i+1, len(r.Opening)+len(r.Moves), a)
		}
		if s.ToMove() >= 0 {
			plies++
		}
		s.Apply(a)
	}
	if plies != r.Plies {
		return fmt.Errorf("game %d: %d plies, but its moves make %d", r.Game, r.Plies, plies)
	}
	if len(r.Thoughts) > 0 && len(r.Thoughts) != len(r.Moves) {
		return fmt.Errorf("game %d: %d thoughts for %d moves", r.Game, len(r.Thoughts), len(r.Moves))
	}
	if r.Forfeit {
		return r.verifyForfeit(s.ToMove())
	}
	if s.ToMove() != game.Terminal {
		return fmt.Errorf("game %d: not over after its %d plies", r.Game, plies)
	}
	returns := make([]float32, g.Players)
	s.Returns(returns)
	if want := game.OutcomeOf(returns); want != r.Outcome {
		return fmt.Errorf("game %d: outcome %d, but its moves lead to %d", r.Game, r.Outcome, want)
	}
	if want := s.Ending().Truncated; want != r.Truncated {
		return fmt.Errorf("game %d: truncated is %t, but its moves make it %t", r.Game, r.Truncated, want)
	}
	return nil
}

func (r *GameResult) verifyForfeit(mover game.Player) error {
	switch {
	case mover < 0:
		return fmt.Errorf("game %d: forfeited, but no seat is to move", r.Game)
	case r.Truncated:
		return fmt.Errorf("game %d: both forfeited and truncated", r.Game)
	}
	if want := forfeitOutcome(r.Seats, mover); r.Outcome != want {
		return fmt.Errorf("game %d: forfeited by seat %d, but outcome is %d, want seat %d", r.Game, mover, r.Outcome, want)
	}
	return nil
}

// forfeitOutcome returns the seat that wins when another gives up: the next one of the other side.
func forfeitOutcome(seats []int, loser game.Player) int {
	for i := range seats {
		if seat := (int(loser) + 1 + i) % len(seats); seats[seat] != seats[loser] {
			return seat
		}
	}
	panic("arena: a seating with one side only")
}
