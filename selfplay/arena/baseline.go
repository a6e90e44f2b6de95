package arena

import (
	"context"
	"math/rand/v2"

	"gipfel/game"
)

// Random returns the player that makes every legal move with the same probability. It is the zero of the rating scale.
func Random(*game.Game) Player {
	return Player{Name: "random", New: func(slots int) (Agent, error) {
		return &random{rngs: make([]*rand.Rand, slots)}, nil
	}}
}

type random struct {
	rngs    []*rand.Rand // by slot
	actions []game.Action
}

func (r *random) Start(slot int, _ game.State, rng *rand.Rand) { r.rngs[slot] = rng }

func (r *random) Observe(int, game.Action) {}

func (r *random) Choose(_ context.Context, slots []int, states []game.State, out []game.Action) error {
	for i, slot := range slots {
		r.actions = states[i].AppendActions(r.actions[:0])
		out[i] = pick(r.actions, r.rngs[slot])
	}
	return nil
}

// pick returns one of the actions, each with the same probability.
func pick(actions []game.Action, rng *rand.Rand) game.Action { return actions[rng.IntN(len(actions))] }

// Greedy returns the player that looks one move ahead.
//
// Where the game has a score (game.Game.Score), it makes the move after which its own score is highest, and nothing else
// counts, not even a win. Where the game has none, it makes a move that wins at once if there is one, and any move otherwise.
// Moves that are equally good by this measure have equal probabilities.
func Greedy(g *game.Game) Player {
	return Player{Name: "greedy", New: func(slots int) (Agent, error) {
		return &greedy{game: g, rngs: make([]*rand.Rand, slots), next: g.New(), returns: make([]float32, g.Players)}, nil
	}}
}

type greedy struct {
	game    *game.Game
	rngs    []*rand.Rand // by slot
	next    game.State   // after the move that is being looked at
	returns []float32
	actions []game.Action
	best    []game.Action
}

func (p *greedy) Start(slot int, _ game.State, rng *rand.Rand) { p.rngs[slot] = rng }

func (p *greedy) Observe(int, game.Action) {}

func (p *greedy) Choose(_ context.Context, slots []int, states []game.State, out []game.Action) error {
	for i, slot := range slots {
		out[i] = p.choose(states[i], p.rngs[slot])
	}
	return nil
}

func (p *greedy) choose(s game.State, rng *rand.Rand) game.Action {
	mover := s.ToMove()
	p.actions = s.AppendActions(p.actions[:0])
	p.best = p.best[:0]
	var highest int
	for _, a := range p.actions {
		p.next.CopyFrom(s)
		p.next.Apply(a)
		value := p.value(mover)
		if len(p.best) == 0 || value > highest {
			highest = value
			p.best = p.best[:0]
		}
		if value == highest {
			p.best = append(p.best, a)
		}
	}
	return pick(p.best, rng)
}

// value returns how good the position p.next is for the seat that has just moved, in the measure described at Greedy.
func (p *greedy) value(mover game.Player) int {
	switch {
	case p.game.Score != nil:
		return p.game.Score(p.next, mover)
	case won(p.next, mover, p.returns):
		return 1
	}
	return 0
}

// won tells whether the game is over and won by a seat. The scratch has an element for each seat.
func won(s game.State, seat game.Player, scratch []float32) bool {
	if s.ToMove() != game.Terminal {
		return false
	}
	s.Returns(scratch)
	return game.OutcomeOf(scratch) == int(seat)
}
