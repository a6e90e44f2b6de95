package selfplay

import (
	"math"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/mcts"
	"gipfel/selfplay/shard"
)

// table is one place in a lane at which games are played one after another: a game in progress, its search tree and its
// record. All that happens at a table follows from the run's seed, the game's number and the answers of the net.
type table struct {
	game   *game.Game
	config *SelfPlayConfig
	tree   *mcts.Tree
	state  game.State
	rng    *rand.Rand
	pcg    *rand.PCG

	record  *shard.Record // nil: no game
	opening int           // random moves still to be played
	full    bool          // the search under way is a full one
	busy    bool          // a search is under way

	symmetry *game.Symmetry // of the evaluation under way
	actions  []game.Action
	dice     game.Dice
	value    []float32
	weights  []mcts.Weight

	surprises []surprise // of the game so far
}

func newTable(g *game.Game, config *SelfPlayConfig, search mcts.Config) *table {
	pcg := rand.NewPCG(0, 0)
	return &table{
		game: g, config: config, tree: mcts.New(g, search), state: g.New(), pcg: pcg, rng: rand.New(pcg),
		value: make([]float32, g.Outcomes()),
	}
}

// sit starts a game.
func (t *table) sit(seed, number uint64, model uint32) {
	t.pcg.Seed(seed, number)
	t.state.CopyFrom(t.game.New())
	t.tree.Reset(t.state)
	t.record = &shard.Record{Number: number, Model: model}
	t.busy, t.opening, t.surprises = false, 0, t.surprises[:0]
	if t.config.OpeningPlies > 0 && t.rng.Float64() < t.config.OpeningShare {
		t.opening = 1 + t.rng.IntN(t.config.OpeningPlies)
	}
}

// advance plays until a position has to be evaluated, which it returns, or the game is over: then it returns nil and the
// record is complete.
func (t *table) advance() game.State {
	for {
		for t.busy && !t.tree.Done() {
			if leaf, ok := t.tree.Select(); ok {
				t.symmetry = &t.game.Symmetries[0]
				if t.config.Symmetries {
					t.symmetry = &t.game.Symmetries[t.rng.IntN(len(t.game.Symmetries))]
				}
				return leaf
			}
		}
		if t.busy {
			t.busy = false
			t.playSearched()
			continue
		}
		switch t.state.ToMove() {
		case game.Terminal:
			t.finish()
			return nil
		case game.Chance:
			t.play(shard.Ply{Action: t.dice.Roll(t.state, t.rng)})
			continue
		}
		t.actions = t.state.AppendActions(t.actions[:0])
		switch {
		case t.opening > 0:
			t.opening--
			// The position's result says little about it when the next move is random, so it is no sample.
			t.play(shard.Ply{Action: t.actions[t.rng.IntN(len(t.actions))]})
		case len(t.actions) == 1:
			t.play(shard.Ply{Action: t.actions[0], Weight: 1})
		default:
			t.search()
		}
	}
}

// search begins the search for the next move.
func (t *table) search() {
	c := t.config
	limits := mcts.PlayoutCap{Full: c.Simulations, Fast: c.FastSimulations, FullShare: c.FullShare}
	o := limits.Draw(mcts.SearchOptions{
		Noise: true, RootTemperature: t.fall(c.RootTemperature, c.FinalRootTemperature), Rand: t.rng,
	})
	t.full = !o.Fast
	t.tree.Begin(o)
	t.busy = true
}

// playSearched plays the move that the finished search recommends.
func (t *table) playSearched() {
	t.tree.RootValue(t.value)
	ply := shard.Ply{
		Action:      t.tree.Choose(t.fall(t.config.Temperature, t.config.FinalTemperature), t.rng),
		Simulations: uint32(t.tree.Simulations()),
		Full:        t.full,
		Value:       append([]float32(nil), t.value...),
		Weight:      1,
	}
	if t.full {
		t.weights = t.tree.PolicyTarget(t.weights[:0])
		for _, w := range t.weights {
			ply.Policy = append(ply.Policy, shard.Weight(w))
		}
		t.surprises = append(t.surprises, surprise{len(t.record.Plies), t.tree.PolicySurprise()})
	}
	t.play(ply)
}

// play makes a move and notes it.
func (t *table) play(ply shard.Ply) {
	t.record.Plies = append(t.record.Plies, ply)
	t.state.Apply(ply.Action)
	t.tree.Advance(ply.Action)
}

// finish completes the record.
func (t *table) finish() {
	returns := make([]float32, t.game.Players)
	t.state.Returns(returns)
	ending := t.state.Ending()
	t.record.Outcome = game.OutcomeOf(returns)
	t.record.Truncated = ending.Truncated
	t.record.Ending = ending.Reason
	weighSurprises(t.record.Plies, t.surprises, t.config.SurpriseWeight)
}

// surprise is how far the policy target of a ply was from what the net had said.
type surprise struct {
	ply   int
	value float64 // Kullback-Leibler divergence in nats
}

// weighSurprises shares out the weight of the plies that have a policy target: all but the given share evenly, and that in
// proportion to the surprise (policy-surprise weighting; KataGo, "Other methods implemented", 2020). Their sum stays the same.
func weighSurprises(plies []shard.Ply, surprises []surprise, share float64) {
	sum := 0.0
	for _, s := range surprises {
		sum += s.value
	}
	if share == 0 || sum == 0 {
		return
	}
	for _, s := range surprises {
		plies[s.ply].Weight = float32(1 - share + share*s.value/sum*float64(len(surprises)))
	}
}

// fall returns a temperature that falls from first to last with the plies played.
func (t *table) fall(first, last float64) float32 {
	return float32(last + (first-last)*math.Exp2(-float64(len(t.record.Plies))/t.config.TemperatureHalflife))
}
