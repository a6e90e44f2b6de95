package selfplay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/replay"
	"gipfel/selfplay/shard"
)

// heldOut is which games are kept for judging what was made from the others: one in so many.
const heldOut = 5

// drawnAtOnce is how many positions are drawn and evaluated at once, so that memory does not grow with their number.
const drawnAtOnce = 64

// Positions draws positions at random from finished games, as training does.
type Positions struct {
	game   *game.Game
	window *replay.Window
	rng    *rand.Rand
}

// ReadPositions reads finished games, whose shards the paths name, and divides them: fitting positions are for making something
// of them, judging positions, from games of their own, for judging it.
func ReadPositions(ctx context.Context, g *game.Game, paths []string, seed uint64) (fitting, judging *Positions, err error) {
	halves := [2]*Positions{}
	for i := range halves {
		halves[i] = &Positions{
			game:   g,
			window: replay.NewWindow(g, replay.Sizing{Base: math.MaxInt}, nn.Heads{}), // keeps everything
			rng:    rand.New(rand.NewPCG(seed, drawStream+uint64(i))),
		}
	}
	games := 0
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, nil, fmt.Errorf("read games: %w", err)
		}
		header, records, err := shard.ReadAll(path)
		if err != nil {
			return nil, nil, err
		}
		if err := header.Match(g); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, r := range records {
			half := halves[0]
			if games%heldOut == heldOut-1 {
				half = halves[1]
			}
			if err := half.window.Add(r); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", path, err)
			}
			games++
		}
	}
	if games < heldOut {
		return nil, nil, fmt.Errorf("games are too few: the shards have %d, want %d or more", games, heldOut)
	}
	return halves[0], halves[1], nil
}

// Each draws n positions, with replacement, and hands them on in batches, which are lent for the call. Only the inputs and the
// masks of illegal actions are meant to be read.
func (p *Positions) Each(ctx context.Context, n int, f func(*nn.Batch) error) error {
	var b nn.Batch
	for left := n; left > 0; left -= b.N {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("after %d of %d positions: %w", n-left, n, err)
		}
		if b.N = drawnAtOnce; left < drawnAtOnce {
			b = nn.Batch{N: left} // of another size
		}
		if err := p.window.Fill(&b, replay.Targets{}, p.rng); err != nil {
			return err
		}
		if err := f(&b); err != nil {
			return err
		}
	}
	return nil
}

// Inputs draws n positions and returns their inputs.
func (p *Positions) Inputs(ctx context.Context, n int) ([]float32, error) {
	inputs := make([]float32, 0, n*p.game.InputSize())
	err := p.Each(ctx, n, func(b *nn.Batch) error {
		inputs = append(inputs, b.Inputs...)
		return nil
	})
	return inputs, err
}
