package selfplay

import (
	"context"
	"fmt"
	"sync/atomic"

	"gipfel/game"
	"gipfel/nn"
	"gipfel/selfplay/shard"
)

// lane plays many games at once in one goroutine: every game's tree is asked for one position, all of them are evaluated as
// one batch, every tree is given its answer, and so on. There are no locks, queues or timers in it, and no game notices the
// others, so that a game is the same whatever their number is.
type lane struct {
	game   *game.Game
	model  nn.Model
	seed   uint64
	number uint32 // the checkpoint that plays
	tables []*table

	waiting []*table // tables whose position is in the batch, by row
	input   []float32
	output  nn.Outputs
	encoded []float32
	policy  []float32
}

func newLane(g *game.Game, model nn.Model, c *Config, seed uint64, number uint32) *lane {
	n := c.SelfPlay.GamesInFlight
	l := &lane{
		game: g, model: model, seed: seed, number: number,
		input: make([]float32, n*g.InputSize()),
		output: nn.Outputs{
			Policy:  make([]float32, n*g.Actions()),
			Outcome: make([]float32, n*g.Outcomes()),
		},
		encoded: make([]float32, g.InputSize()),
		policy:  make([]float32, g.Actions()),
	}
	search := c.Search.tree()
	search.DecisiveMoves = c.SelfPlay.DecisiveMoves
	for range n {
		l.tables = append(l.tables, newTable(g, &c.SelfPlay, search))
	}
	return l
}

// run plays games until next has no more numbers to give, and hands each finished one to done. Cancelling the context drops
// the games in progress.
func (l *lane) run(ctx context.Context, next *numbers, done func(*shard.Record) error) error {
	for ctx.Err() == nil {
		l.waiting = l.waiting[:0]
		for _, t := range l.tables {
			if err := l.seatAndAdvance(t, next, done); err != nil {
				return err
			}
		}
		if len(l.waiting) == 0 {
			return nil
		}
		if err := l.evaluate(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// seatAndAdvance brings a table to its next evaluation, starting new games as old ones end.
func (l *lane) seatAndAdvance(t *table, next *numbers, done func(*shard.Record) error) error {
	for {
		if t.record == nil {
			number, ok := next.take()
			if !ok {
				return nil
			}
			t.sit(l.seed, number, l.number)
		}
		if leaf := t.advance(); leaf != nil {
			row := len(l.waiting)
			size := l.game.InputSize()
			l.game.Encode(leaf, l.encoded)
			t.symmetry.MapPlanes(l.input[row*size:(row+1)*size], l.encoded, len(l.game.Planes))
			l.waiting = append(l.waiting, t)
			return nil
		}
		finished := t.record
		t.record = nil
		if err := done(finished); err != nil {
			return err
		}
	}
}

// evaluate asks the net about all waiting positions and gives each tree its answer.
func (l *lane) evaluate() error {
	n := len(l.waiting)
	actions, outcomes := l.game.Actions(), l.game.Outcomes()
	out := nn.Outputs{Policy: l.output.Policy[:n*actions], Outcome: l.output.Outcome[:n*outcomes]}
	if err := l.model.Predict(n, l.input[:n*l.game.InputSize()], out); err != nil {
		return fmt.Errorf("self-play: evaluate %d positions: %w", n, err)
	}
	for row, t := range l.waiting {
		t.symmetry.UnmapPolicy(l.policy, out.Policy[row*actions:(row+1)*actions])
		t.tree.Expand(l.policy, out.Outcome[row*outcomes:(row+1)*outcomes])
	}
	return nil
}

// memory adds up what the lane's trees hold.
func (l *lane) memory() (bytes int) {
	for _, t := range l.tables {
		bytes += t.tree.Stats().Bytes
	}
	return bytes
}

// numbers hands out the numbers of the games that are still to be played, in order.
type numbers struct {
	next atomic.Uint64
	end  uint64
}

func newNumbers(first, end uint64) *numbers {
	n := &numbers{end: end}
	n.next.Store(first)
	return n
}

func (n *numbers) take() (uint64, bool) {
	number := n.next.Add(1) - 1
	return number, number < n.end
}
