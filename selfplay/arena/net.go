package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"gipfel/game"
	"gipfel/mcts"
	"gipfel/nn"
)

// NetSettings says how a net plays.
type NetSettings struct {
	// Simulations are the visits that the root of each search has in the end, those kept from earlier moves included. With 1
	// the net's policy plays alone, but for wins in one that it happens to look at.
	Simulations int
	// Search holds the numbers of the search; see mcts.PlayConfig.
	Search mcts.Config
	// Temperature is that of the move choice in the first TemperaturePlies actions after the opening, counting those of all
	// seats and of chance. After them, the best move is played.
	Temperature      float32
	TemperaturePlies int
	// LCB plays the move with the largest lower confidence bound where the temperature is 0; see mcts.Tree.ChooseLCB.
	LCB bool
	// Leaves is the number of positions of one tree that are evaluated at once; 0 stands for 1. More of them make less of each
	// simulation; see mcts.Tree.SelectBatch.
	Leaves int
	// FreshTrees makes each search begin anew, with nothing of the last one kept. It is there to be compared with.
	FreshTrees bool
	// Batch bounds the number of positions evaluated at once, unless those of a single tree are more; 0 stands for 256. It
	// changes nothing but speed and memory.
	Batch int
}

// Validate says which setting is wrong and what would be right.
func (s NetSettings) Validate() error {
	switch {
	case s.Simulations < 1:
		return fmt.Errorf("%d simulations: want 1 or more", s.Simulations)
	case !(s.Temperature >= 0):
		return fmt.Errorf("temperature %g: want 0 or more", s.Temperature)
	case s.TemperaturePlies < 0:
		return fmt.Errorf("temperature in the first %d plies: want 0 or more", s.TemperaturePlies)
	case s.Leaves < 0:
		return fmt.Errorf("%d leaves at once: want 0 or more", s.Leaves)
	case s.Batch < 0:
		return fmt.Errorf("batch of %d positions: want 0 or more", s.Batch)
	}
	return s.Search.Validate()
}

// Net returns the player that searches with a net. The factory makes a model for each lane; a model that is an io.Closer is
// closed with it. The search sees the same positions in the same order whatever else is evaluated with them, so that a game
// can be repeated, provided that the model keeps its promise that the rows of a batch are independent.
func Net(g *game.Game, name string, factory func() (nn.Model, error), settings NetSettings) Player {
	return Player{Name: name, New: func(slots int) (Agent, error) { return newNet(g, factory, settings, slots) }}
}

// net keeps a tree for each slot. All trees that have to choose a move are searched in lockstep: each gives one position, all
// of these are evaluated as one batch, each takes its answer.
type net struct {
	game     *game.Game
	settings NetSettings
	model    nn.Model
	slots    []netSlot

	// The batch: the trees that wait, in the order of their rows, what they asked and what they are told.
	waiting []waitingTree
	rows    int
	input   []float32
	outputs nn.Outputs
	take    func(i int, leaf game.State) // encodes leaf i of the tree that is being asked
}

// waitingTree is a tree that has asked for the evaluation of some leaves.
type waitingTree struct {
	tree   *mcts.Tree
	leaves int
}

type netSlot struct {
	tree  *mcts.Tree // nil before the slot's first game
	rng   *rand.Rand
	plies int         // actions since the opening
	last  game.Action // the move that was chosen last
}

func newNet(g *game.Game, factory func() (nn.Model, error), settings NetSettings, slots int) (*net, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	if settings.Batch == 0 {
		settings.Batch = 256
	}
	settings.Leaves = max(settings.Leaves, 1)
	model, err := factory()
	if err != nil {
		return nil, fmt.Errorf("make a model: %w", err)
	}
	spec := model.Spec()
	if err := fits(spec, g); err != nil {
		return nil, errors.Join(err, (&net{model: model}).Close())
	}
	n := &net{game: g, settings: settings, model: model, slots: make([]netSlot, slots)}
	rows := min(n.together(), slots) * settings.Leaves
	n.input, n.outputs = make([]float32, rows*g.InputSize()), nn.NewOutputs(spec, rows)
	size := g.InputSize()
	n.take = func(i int, leaf game.State) {
		row := n.rows + i
		g.Encode(leaf, n.input[row*size:(row+1)*size])
	}
	return n, nil
}

// together is the number of trees that are searched in lockstep.
func (n *net) together() int { return max(1, n.settings.Batch/n.settings.Leaves) }

// fits says why a net cannot play a game, if it cannot.
func fits(spec nn.Spec, g *game.Game) error {
	switch {
	case spec.Game != g.Name:
		return fmt.Errorf("the net was made for %s, not for %s", spec.Game, g.Name)
	case spec.RulesVersion != g.Version:
		return fmt.Errorf("the net was made for version %d of the rules of %s; this is version %d", spec.RulesVersion, g.Name, g.Version)
	case spec.InputSize() != g.InputSize() || spec.Actions() != g.Actions() || spec.Outcomes() != g.Outcomes():
		return fmt.Errorf("the net takes %d inputs and gives %d logits and %d outcomes; %s has %d, %d and %d",
			spec.InputSize(), spec.Actions(), spec.Outcomes(), g.Name, g.InputSize(), g.Actions(), g.Outcomes())
	}
	return nil
}

// Close closes the model if it wants to be closed.
func (n *net) Close() error {
	if c, ok := n.model.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

func (n *net) Start(slot int, s game.State, rng *rand.Rand) {
	p := &n.slots[slot]
	if p.tree == nil {
		p.tree = mcts.New(n.game, n.settings.Search)
	}
	p.tree.Reset(s)
	p.rng, p.plies = rng, 0
}

func (n *net) Observe(slot int, a game.Action) {
	p := &n.slots[slot]
	p.tree.Advance(a)
	p.plies++
}

func (n *net) Choose(ctx context.Context, slots []int, states []game.State, out []game.Action) error {
	for len(slots) > 0 {
		now := min(len(slots), n.together())
		if err := n.search(ctx, slots[:now], states[:now]); err != nil {
			return err
		}
		for i, slot := range slots[:now] {
			out[i] = n.choose(&n.slots[slot])
			n.slots[slot].last = out[i]
		}
		slots, states, out = slots[now:], states[now:], out[now:]
	}
	return nil
}

// Report implements Reporter.
func (n *net) Report(slot int) Report { return reportOf(n.slots[slot].tree, n.slots[slot].last) }

// reportOf returns what a tree that has just been searched says of a move at its root.
func reportOf(t *mcts.Tree, a game.Action) Report {
	for _, c := range t.Children(nil) {
		if c.Action == a && (c.Visits > 0 || c.Proven) {
			return Report{Valued: true, Value: c.Value}
		}
	}
	return Report{}
}

// choose returns the move of a slot whose search is complete.
func (n *net) choose(p *netSlot) game.Action {
	switch {
	case p.plies < n.settings.TemperaturePlies && n.settings.Temperature > 0:
		return p.tree.Choose(n.settings.Temperature, p.rng)
	case n.settings.LCB:
		return p.tree.ChooseLCB()
	}
	return p.tree.Choose(0, nil)
}

// search completes a search in each of the slots, of which there are no more than the batch has room for.
func (n *net) search(ctx context.Context, slots []int, states []game.State) error {
	for i, slot := range slots {
		p := &n.slots[slot]
		if n.settings.FreshTrees {
			p.tree.Reset(states[i])
		}
		p.tree.Begin(mcts.SearchOptions{Simulations: n.settings.Simulations, Rand: p.rng})
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n.waiting, n.rows = n.waiting[:0], 0
		for _, slot := range slots {
			n.gather(n.slots[slot].tree)
		}
		if len(n.waiting) == 0 {
			return nil
		}
		if err := n.evaluate(); err != nil {
			return err
		}
	}
}

// gather runs simulations of a tree until some need an evaluation or the search is over.
func (n *net) gather(t *mcts.Tree) {
	for !t.Done() {
		if leaves := t.SelectBatch(n.settings.Leaves, n.take); leaves > 0 {
			n.waiting = append(n.waiting, waitingTree{t, leaves})
			n.rows += leaves
			return
		}
	}
}

// evaluate asks the model about the batch and gives each tree its answers.
func (n *net) evaluate() error {
	rows, actions, outcomes := n.rows, n.game.Actions(), n.game.Outcomes()
	out := nn.Outputs{Policy: n.outputs.Policy[:rows*actions], Outcome: n.outputs.Outcome[:rows*outcomes]}
	if err := n.model.Predict(rows, n.input[:rows*n.game.InputSize()], out); err != nil {
		return fmt.Errorf("evaluate %d positions: %w", rows, err)
	}
	row := 0
	for _, w := range n.waiting {
		for i := range w.leaves {
			w.tree.ExpandBatch(i, out.Policy[row*actions:(row+1)*actions], out.Outcome[row*outcomes:(row+1)*outcomes])
			row++
		}
	}
	return nil
}
