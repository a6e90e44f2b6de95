package mcts

import "gipfel/game"

// Decisive moves (Teytaud and Teytaud, "On the huge impact of decisive and anti-decisive moves in Monte-Carlo tree search",
// 2010). Before a new position is given to the net, the rules are asked whether its mover has a move that wins at once. If
// so, the position is won, and no net is needed to say so: the node is made with that move already played and proven. By the
// proof, the move that leads to the position is known to lose from its first visit on.
//
// That costs one Apply a legal move, a small part of what a net costs, and spares the net in the positions that it finds.

// decide looks for a decisive move in the new position on the scratch state. If there is one, it completes the simulation and
// reports true; otherwise everything is as it was.
func (t *Tree) decide(mover game.Player) bool {
	// Both the node and the end of the game behind the move must have room.
	if !t.cfg.DecisiveMoves || !t.roomFor(game.Chance) {
		return false
	}
	t.actions = t.scratch.AppendActions(t.actions[:0])
	win := -1
	for i, a := range t.actions {
		t.trial.CopyFrom(t.scratch)
		t.trial.Apply(a)
		if t.trial.ToMove() == game.Terminal && t.wonBy(t.trial, mover) {
			win = i
			break
		}
	}
	if win < 0 {
		return false
	}
	at := t.addDecided(mover, win)
	t.path = append(t.path, at)
	t.scratch.Apply(t.actions[win])
	end := t.addTerminal(t.via)
	t.edges[t.via].child = end
	t.nodes[at].opened++
	t.path = append(t.path, end)
	t.recall(end)
	t.backup(true)
	if at == root {
		t.prepareRoot()
	}
	return true
}

// addDecided adds the node of the position on the scratch state, in which t.actions[win] wins, and makes that move's edge the
// one to follow. All of the prior is on it.
func (t *Tree) addDecided(mover game.Player, win int) uint32 {
	in := t.via
	at := t.addNode(in, mover, len(t.actions))
	edges := t.edgesOf(&t.nodes[at])
	for i, a := range t.actions {
		edges[i] = edge{action: a}
	}
	edges[win].prior = makePrior(1)
	t.via = t.nodes[at].edges + uint32(win)
	if in != noEdge { // interior edges begin with those that have a child
		edges[0], edges[win] = edges[win], edges[0]
		promote(edges, 1)
		t.via = t.nodes[at].edges
		t.link(t.path[len(t.path)-1], at)
	}
	return at
}

// wonBy reports whether a finished game was won by a seat.
func (t *Tree) wonBy(s game.State, seat game.Player) bool {
	if s.Ending().Truncated {
		return false
	}
	returns := t.mean[:t.game.Players]
	s.Returns(returns)
	return game.OutcomeOf(returns) == int(seat)
}
