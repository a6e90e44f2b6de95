package truth

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/arena"
)

// Ask returns the move that a player makes in each of some positions, as the first of a game that begins there.
func Ask(ctx context.Context, p arena.Player, positions []game.State, s Settings) ([]game.Action, error) {
	moves := make([]game.Action, len(positions))
	slots := make([]int, together)
	for i := range slots {
		slots[i] = i
	}
	err := s.share(ctx, p.Name, len(positions), func() (worker, error) {
		agent, err := p.New(together)
		if err != nil {
			return worker{}, err
		}
		w := worker{do: func(ctx context.Context, from, to int) error {
			for i := from; i < to; i++ {
				agent.Start(i-from, positions[i], rand.New(rand.NewPCG(s.Seed, uint64(i))))
			}
			return agent.Choose(ctx, slots[:to-from], positions[from:to], moves[from:to])
		}}
		if c, ok := agent.(io.Closer); ok {
			w.close = c.Close
		}
		return w, nil
	})
	if err != nil {
		return nil, fmt.Errorf("ask %s for its moves: %w", p.Name, err)
	}
	return moves, nil
}

// Opinion is what a net says of a position without any search.
type Opinion struct {
	// Move is the legal move with the largest logit, the first of equals.
	Move game.Action
	// Win, Draw and Loss are the odds of these for the seat to move.
	Win, Draw, Loss float32
}

// Opinions asks a net of a game for two about positions. The factory makes a model for each lane; one that is an io.Closer is
// closed.
func Opinions(
	ctx context.Context, g *game.Game, factory func() (nn.Model, error), positions []game.State, s Settings,
) ([]Opinion, error) {
	opinions := make([]Opinion, len(positions))
	err := s.share(ctx, "policy", len(positions), func() (worker, error) {
		model, err := factory()
		if err != nil {
			return worker{}, err
		}
		b := &opinionBatch{game: g, model: model, in: make([]float32, together*g.InputSize()), out: nn.NewOutputs(model.Spec(), together)}
		w := worker{do: func(_ context.Context, from, to int) error { return b.ask(positions[from:to], opinions[from:to]) }}
		if c, ok := model.(io.Closer); ok {
			w.close = c.Close
		}
		return w, nil
	})
	if err != nil {
		return nil, fmt.Errorf("ask the net: %w", err)
	}
	return opinions, nil
}

// opinionBatch asks a net about several positions at once.
type opinionBatch struct {
	game    *game.Game
	model   nn.Model
	in      []float32
	out     nn.Outputs
	actions []game.Action
}

func (b *opinionBatch) ask(positions []game.State, dst []Opinion) error {
	n, size, actions, outcomes := len(positions), b.game.InputSize(), b.game.Actions(), b.game.Outcomes()
	for i, s := range positions {
		b.game.Encode(s, b.in[i*size:(i+1)*size])
	}
	out := nn.Outputs{Policy: b.out.Policy[:n*actions], Outcome: b.out.Outcome[:n*outcomes]}
	if err := b.model.Predict(n, b.in[:n*size], out); err != nil {
		return err
	}
	for i, s := range positions {
		b.actions = s.AppendActions(b.actions[:0])
		odds := out.Outcome[i*outcomes : (i+1)*outcomes] // the seat to move, the other, the draw
		dst[i] = Opinion{largest(out.Policy[i*actions:(i+1)*actions], b.actions), odds[0], odds[2], odds[1]}
	}
	return nil
}

// largest returns the action with the largest logit.
func largest(logits []float32, actions []game.Action) game.Action {
	best := actions[0]
	for _, a := range actions {
		if logits[a] > logits[best] {
			best = a
		}
	}
	return best
}
