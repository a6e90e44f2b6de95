package truth

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/game/atimo/solve"
	"gipfel/selfplay/arena"
)

// Draws says which of the moves that keep a draw the solver plays.
type Draws int

const (
	// AnyDraw makes no difference between them.
	AnyDraw Draws = iota
	// TrappyDraws are those after which the largest share of the opponent's moves loses.
	TrappyDraws
)

// Solved says why there is no solver for a game, if there is none.
func Solved(g *game.Game) error {
	if g != solve.Game() {
		return fmt.Errorf("%s is not solved; only %s is", g.Name, solve.Game().Name)
	}
	return nil
}

// Solver returns the player that plays by the solution of its game: the fastest win, else a draw, else the slowest loss, and any of
// those with the same probability. The solution knows nothing of earlier positions and of the limit of 150 moves, which end
// games as draws. So it loses from no position that is not lost; and what it could win it wins, unless fewer moves are left
// than that takes, or the win goes by positions that the game has seen before.
func Solver(g *game.Game, name string, draws Draws) arena.Player {
	return arena.Player{Name: name, New: func(slots int) (arena.Agent, error) {
		if err := Solved(g); err != nil {
			return nil, err
		}
		return &solver{
			db: solve.Known(), draws: draws, next: g.New(), rngs: make([]*rand.Rand, slots), reports: make([]arena.Report, slots),
		}, nil
	}}
}

type solver struct {
	db      *solve.DB
	draws   Draws
	next    game.State     // after a move that is being looked at
	rngs    []*rand.Rand   // by slot
	reports []arena.Report // by slot
}

func (p *solver) Start(slot int, _ game.State, rng *rand.Rand) { p.rngs[slot] = rng }

func (p *solver) Observe(int, game.Action) {}

func (p *solver) Choose(_ context.Context, slots []int, states []game.State, out []game.Action) error {
	for i, s := range states {
		best, err := p.db.Best(s)
		if err != nil {
			return err
		}
		outcome := best[0].Value.Outcome
		p.reports[slots[i]] = arena.Report{Valued: true, Value: float32(outcome)}
		if outcome == solve.Draw && p.draws == TrappyDraws {
			if best, err = p.trappiest(s, best); err != nil {
				return err
			}
		}
		out[i] = best[p.rngs[slots[i]].IntN(len(best))].Action
	}
	return nil
}

// Report implements arena.Reporter.
func (p *solver) Report(slot int) arena.Report { return p.reports[slot] }

// trappiest returns those of some moves after which the largest share of the answers loses.
func (p *solver) trappiest(s game.State, moves []solve.Move) ([]solve.Move, error) {
	var best []solve.Move
	most := -1.0
	for _, m := range moves {
		p.next.CopyFrom(s)
		p.next.Apply(m.Action)
		share, err := p.losingAnswers()
		if err != nil {
			return nil, err
		}
		if share > most {
			most, best = share, nil
		}
		if share == most {
			best = append(best, m)
		}
	}
	return best, nil
}

// losingAnswers returns the share of the moves of the position p.next that lose.
func (p *solver) losingAnswers() (float64, error) {
	if p.next.ToMove() == game.Terminal { // by repetition or by the limit of moves
		return 0, nil
	}
	answers, err := p.db.Moves(p.next)
	if err != nil {
		return 0, err
	}
	losing := 0
	for _, m := range answers {
		if m.Value.Outcome == solve.Loss {
			losing++
		}
	}
	return float64(losing) / float64(len(answers)), nil
}
