package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"gipfel/game"
	"gipfel/mcts"
)

// RolloutSettings says how the player Rollout plays.
type RolloutSettings struct {
	// Simulations are the visits that the root of each search has in the end, those kept from earlier moves included.
	Simulations int
	// Plies is how long a rollout may be, events of chance not counted; 0 stands for DefaultRolloutPlies.
	Plies int
}

// DefaultRolloutPlies lets nearly all random games of the games that there are come to their end.
const DefaultRolloutPlies = 500

// Validate says which setting is wrong and what would be right.
func (s RolloutSettings) Validate() error {
	switch {
	case s.Simulations < 1:
		return fmt.Errorf("%d simulations: want 1 or more", s.Simulations)
	case s.Plies < 0:
		return fmt.Errorf("rollouts of %d plies: want 0 or more", s.Plies)
	}
	return nil
}

// RolloutConfig returns the numbers of its search: those of strong play, except that every move is tried once before any is tried
// again, as nothing is known of one before, and that more is explored, as single games at random say little.
func RolloutConfig() mcts.Config {
	c := mcts.PlayConfig()
	c.CPUCTInit, c.CPUCTLog = 2, 0
	c.FPU, c.FPUValue = mcts.FPUFixed, 1
	c.RootFPU, c.RootFPUValue = mcts.FPUFixed, 1
	return c
}

// Rollout returns the player that searches without any knowledge (Monte Carlo tree search, Coulom 2006; Kocsis and Szepesvári
// 2006): all moves have the same prior, and a new position is worth what a game at random from there comes to. A rollout that is
// not over after the plies that it may have counts for the seat that stands best by the game's evaluation, or else by its score;
// as a draw if there is none alone, or the game has neither. One that the length limit of the game cuts off counts as a draw.
// Ends of games are proven as in any search.
func Rollout(g *game.Game, name string, settings RolloutSettings) Player {
	if settings.Plies == 0 {
		settings.Plies = DefaultRolloutPlies
	}
	return Player{Name: name, New: func(slots int) (Agent, error) {
		if err := settings.Validate(); err != nil {
			return nil, err
		}
		return &rollout{
			game: g, settings: settings, slots: make([]rolloutSlot, slots), state: g.New(), returns: make([]float32, g.Players),
		}, nil
	}}
}

type rollout struct {
	game     *game.Game
	settings RolloutSettings
	slots    []rolloutSlot

	// Scratch memory of the rollouts.
	state   game.State
	dice    game.Dice
	actions []game.Action
	returns []float32
}

type rolloutSlot struct {
	tree *mcts.Tree // nil before the slot's first game
	rng  *rand.Rand
	last game.Action // the move that was chosen last, and how long it took
	took time.Duration
}

func (p *rollout) Start(slot int, s game.State, rng *rand.Rand) {
	own := &p.slots[slot]
	if own.tree == nil {
		own.tree = mcts.New(p.game, RolloutConfig())
	}
	own.tree.Reset(s)
	own.rng = rng
}

func (p *rollout) Observe(slot int, a game.Action) { p.slots[slot].tree.Advance(a) }

func (p *rollout) Choose(ctx context.Context, slots []int, _ []game.State, out []game.Action) error {
	for i, slot := range slots {
		if err := ctx.Err(); err != nil {
			return err
		}
		out[i] = p.search(&p.slots[slot])
	}
	return nil
}

// Report implements Reporter.
func (p *rollout) Report(slot int) Report {
	own := &p.slots[slot]
	report := reportOf(own.tree, own.last)
	report.Time = own.took
	return report
}

// search chooses a move.
func (p *rollout) search(own *rolloutSlot) game.Action {
	began := time.Now()
	own.tree.Begin(mcts.SearchOptions{Simulations: p.settings.Simulations, Rand: own.rng})
	mcts.Run(own.tree, func(leaf game.State, logits, outcome []float32) {
		clear(logits)
		p.roll(leaf, own.rng, outcome)
	})
	own.last = own.tree.Choose(0, nil)
	own.took = time.Since(began)
	return own.last
}

// roll plays a game at random from a position, and writes the outcome that it came to, from the view of the position's mover.
func (p *rollout) roll(leaf game.State, rng *rand.Rand, outcome []float32) {
	s := p.state
	s.CopyFrom(leaf)
	mover := leaf.ToMove()
	clear(outcome)
	for plies := 0; ; plies++ {
		for s.ToMove() == game.Chance {
			s.Apply(p.dice.Roll(s, rng))
		}
		if s.ToMove() == game.Terminal {
			s.Returns(p.returns)
			outcome[relative(game.OutcomeOf(p.returns), mover, p.game.Players)] = 1
			return
		}
		if plies == p.settings.Plies {
			outcome[relative(p.leader(s), mover, p.game.Players)] = 1
			return
		}
		p.actions = s.AppendActions(p.actions[:0])
		s.Apply(pick(p.actions, rng))
	}
}

// relative turns an outcome by absolute seats into one relative to the mover.
func relative(outcome int, mover game.Player, players int) int {
	if outcome == game.Draw(players) {
		return outcome
	}
	return (outcome - int(mover) + players) % players
}

// leader returns the seat that stands best alone in a position that is not the end, or the draw.
func (p *rollout) leader(s game.State) int {
	value := p.game.Evaluate
	if value == nil {
		value = p.game.Score
	}
	if value == nil {
		return game.Draw(p.game.Players)
	}
	best, leader := 0, game.Draw(p.game.Players)
	for seat := range p.game.Players {
		switch v := value(s, game.Player(seat)); {
		case seat == 0 || v > best:
			best, leader = v, seat
		case v == best:
			leader = game.Draw(p.game.Players)
		}
	}
	return leader
}
