package uai

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gipfel/game"
)

// maxPerftDepth is deeper than anybody will wait for.
const maxPerftDepth = 100

// perft counts the sequences of moves of each length up to a given one.
func (c *conversation) perft(o order) error {
	if len(o.words) != 1 {
		return errors.New("perft: want a depth")
	}
	depth, err := readNumber(o.words[0])
	if err == nil && (depth < 1 || depth > maxPerftDepth) {
		err = fmt.Errorf("depth %d: want 1 to %d", depth, maxPerftDepth)
	}
	if err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	if err := c.open(); err != nil {
		return err
	}
	g, s := c.board.game, c.board.state
	c.begin(func(ctx context.Context, say func(string)) string {
		began := time.Now()
		var nodes uint64
		for d := 1; d <= depth; d++ {
			if nodes = countSequences(ctx, g, s, d); ctx.Err() != nil {
				return fmt.Sprintf("info string error perft: stopped at depth %d", d)
			}
			took := time.Since(began)
			say(fmt.Sprintf("info depth %d nodes %d nps %.0f time %d", d, nodes, float64(nodes)/max(took.Seconds(), 1e-6), took.Milliseconds()))
		}
		return fmt.Sprintf("nodes %d", nodes)
	})
	return nil
}

// countedAtOnce is the length of the sequences that are counted without a look at the context, in well under a second.
const countedAtOnce = 3

// countSequences is game.Perft, but gives up, with a number that means nothing, when the context is cancelled.
func countSequences(ctx context.Context, g *game.Game, s game.State, depth int) (nodes uint64) {
	if depth <= countedAtOnce {
		return g.Perft(s, depth)
	}
	next := g.New()
	for _, a := range s.AppendActions(nil) {
		if ctx.Err() != nil {
			break
		}
		next.CopyFrom(s)
		next.Apply(a)
		nodes += countSequences(ctx, g, next, depth-1)
	}
	return nodes
}
