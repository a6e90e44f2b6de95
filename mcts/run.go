package mcts

import "gipfel/game"

// Run completes the search that Begin has started, evaluating one leaf at a time: eval fills logits (all the game's
// actions) and outcome (Players+1, relative to the seat to move), as Expand takes them. It does not allocate beyond two
// slices a call to the first Run of a tree.
func Run(t *Tree, eval func(leaf game.State, logits, outcome []float32)) {
	if t.logits == nil {
		t.logits, t.outcome = make([]float32, t.game.Actions()), make([]float32, t.game.Outcomes())
	}
	for !t.Done() {
		if leaf, ok := t.Select(); ok {
			eval(leaf, t.logits, t.outcome)
			t.Expand(t.logits, t.outcome)
		}
	}
}
