package truth

import (
	"context"
	"fmt"
	"slices"

	"gipfel/game"
	"gipfel/game/atimo"
	"gipfel/game/atimo/solve"
	"gipfel/selfplay/alphabeta"
)

// Judge knows what moves are worth.
type Judge struct {
	// Name says for people what it is: "the solution".
	Name string
	// Exact is true if what it calls a draw is one. Otherwise it only knows no better.
	Exact bool
	// New returns the function that judges, for one goroutine: it returns what each legal move of a position is worth to the
	// seat to move, in the order of State.AppendActions. The game must not be over. An error is the context's, or means that the
	// judge is broken.
	New func() func(ctx context.Context, s game.State) ([]solve.Outcome, error)
}

// ProofDepth is the number of plies within which the judge of games without a solution proves wins and losses.
const ProofDepth = 5

// For returns the judge of a game. The error says which games have one.
func For(g *game.Game) (Judge, error) {
	switch g {
	case solve.Game():
		return Solution(), nil
	case atimo.Standard:
		return Proofs(g, ProofDepth), nil
	}
	return Judge{}, fmt.Errorf("nobody knows what moves of %s are worth; of those of %s and %s it is known",
		g.Name, solve.Game().Name, atimo.Standard.Name)
}

// Solution returns the judge that knows the exact value of every position of solve.Game.
func Solution() Judge {
	return Judge{Name: "the solution", Exact: true, New: func() func(context.Context, game.State) ([]solve.Outcome, error) {
		return judgeBySolution
	}}
}

func judgeBySolution(_ context.Context, s game.State) ([]solve.Outcome, error) {
	moves, err := solve.Known().Moves(s)
	if err != nil {
		return nil, err
	}
	worth := make([]solve.Outcome, len(moves))
	for i, m := range moves {
		worth[i] = m.Value.Outcome
	}
	return worth, nil
}

// proofTable is the memory of a search for proofs, in bytes.
const proofTable = 4 << 20

// Proofs returns the judge of a game of two seats without dice that searches so many plies, 2 or more, the judged move included,
// and calls a move a win or a loss if that is proven, a draw otherwise.
func Proofs(g *game.Game, depth int) Judge {
	// Without an evaluation all that is not proven is worth the same, and the search is done sooner.
	bare := *g
	bare.Evaluate, bare.Score = nil, nil
	return Judge{
		Name: fmt.Sprintf("a search of %d plies, which counts only what it proves", depth),
		New: func() func(context.Context, game.State) ([]solve.Outcome, error) {
			p := &prover{search: alphabeta.New(&bare, proofTable), next: g.New(), returns: make([]float32, g.Players)}
			p.limits.Depth = depth - 1
			return p.judge
		},
	}
}

// prover judges by proofs.
type prover struct {
	search  *alphabeta.Search
	limits  alphabeta.Limits // after the judged move
	next    game.State       // after that move
	returns []float32
}

func (p *prover) judge(ctx context.Context, s game.State) ([]solve.Outcome, error) {
	actions := s.AppendActions(nil)
	worth := make([]solve.Outcome, len(actions))
	for i, a := range actions {
		p.next.CopyFrom(s)
		p.next.Apply(a)
		var err error
		if worth[i], err = p.worth(ctx, s.ToMove()); err != nil {
			return nil, err
		}
	}
	return worth, nil
}

// worth returns what the position p.next is worth to a seat, as far as it is proven.
func (p *prover) worth(ctx context.Context, seat game.Player) (solve.Outcome, error) {
	if p.next.ToMove() == game.Terminal {
		p.next.Returns(p.returns)
		return outcomeFor(p.returns, seat), nil
	}
	r, err := p.search.Run(ctx, p.next, p.limits)
	switch {
	case err != nil:
		return 0, err
	case !r.Certain:
		return solve.Draw, nil
	case (r.Value > 0) == (p.next.ToMove() == seat):
		return solve.Win, nil
	}
	return solve.Loss, nil
}

// outcomeFor returns what the returns of a finished game are to a seat.
func outcomeFor(returns []float32, seat game.Player) solve.Outcome {
	switch game.OutcomeOf(returns) {
	case int(seat):
		return solve.Win
	case game.Draw(len(returns)):
		return solve.Draw
	}
	return solve.Loss
}

// Verdict is what a judge says of a position.
type Verdict struct {
	// Value is what the position is worth to the seat to move: as much as its best move.
	Value solve.Outcome
	// Moves are the legal moves, ascending, and Worth what each of them is worth.
	Moves []game.Action
	Worth []solve.Outcome
}

// Of returns what a legal move is worth.
func (v *Verdict) Of(a game.Action) solve.Outcome {
	i, legal := slices.BinarySearch(v.Moves, a)
	if !legal {
		panic(fmt.Sprintf("truth: action %d is not legal", a))
	}
	return v.Worth[i]
}

// Errable reports whether some move is worth less than the best.
func (v *Verdict) Errable() bool { return slices.Min(v.Worth) < v.Value }

// Verdicts judges positions, of which none may be over.
func (j Judge) Verdicts(ctx context.Context, positions []game.State, s Settings) ([]Verdict, error) {
	verdicts := make([]Verdict, len(positions))
	err := s.share(ctx, "judge", len(positions), func() (worker, error) {
		judge := j.New()
		return worker{do: func(ctx context.Context, from, to int) error {
			for i := from; i < to; i++ {
				worth, err := judge(ctx, positions[i])
				if err != nil {
					return fmt.Errorf("judge a position: %w", err)
				}
				verdicts[i] = Verdict{Value: slices.Max(worth), Moves: positions[i].AppendActions(nil), Worth: worth}
			}
			return nil
		}}, nil
	})
	return verdicts, err
}
