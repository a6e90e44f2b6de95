// Package mcts is the search: PUCT or Gumbel with a net's priors and values, exact where the rules decide, for games of two to
// four seats with repeated turns, passes and dice.
//
// A [Tree] searches one position and asks for one evaluation at a time, so that whoever owns many trees can evaluate the
// leaves of all of them in one batch:
//
//	t.Reset(state)
//	for !gameOver {
//		t.Begin(options)
//		for !t.Done() {
//			if leaf, ok := t.Select(); ok {
//				encode leaf, predict
//				t.Expand(logits, outcome)
//			}
//		}
//		a := t.Choose(temperature, rng)
//		t.Advance(a)
//	}
//
// [Run] is the inner loop for a single tree. A tree belongs to one goroutine; trees share nothing, so a search depends on
// its own position, options and random numbers alone, whatever else runs beside it.
//
// A [Searcher] searches one tree with several threads: [Tree.SelectBatch] gives several leaves at once, kept apart by virtual
// loss, and what is found depends on their number but not on the threads. A [Cache] spares it evaluations of positions that it
// meets again, and a [Clock] tells how long a move may take.
//
// # One simulation
//
//	descend   copy the root's state, replay the path: one rule at the root, another below it, dice by odds
//	expand    softmax of the legal logits becomes the priors of the new node's edges
//	backup    add the outcome distribution to every node of the path, refresh the mean utility of every edge
//	prove     where the rules decide, replace averages by results
//
// # Ways to search
//
// A way to search is a rule, put together from a few functions (rule.go); backup, proofs, dice and memory are the same for all:
//
//	                 at the root                          below         policy target      best move
//	PUCT             PUCT, Dirichlet noise                PUCT          visits             most visits; or ChooseLCB
//	PUCT, forced     PUCT, noise, forced visits           PUCT          visits, pruned     the same
//	Gumbel           sequential halving, Gumbel noise     improved π'   improved π'        the survivor
//
// Config.Paranoid changes what results are worth to the seats (perspective.go), whatever the way to search.
//
// # Self-play
//
// What a record of a game needs is asked of the tree after the search:
//
//	t.Begin(playoutCap.Draw(options))     // full with noise, or fast
//	…
//	policy := t.PolicyTarget(nil)         // nothing after a fast search
//	surprise := t.PolicySurprise()        // for weighting samples
//	t.RootValue(value)
//
// # Values and seats
//
// A node keeps the sum of outcome distributions in absolute seats. An edge keeps the mean utility of the seat that chooses
// it, which is the seat to move at its parent. Nothing changes sign on the way up: who moves next, and whether the same
// seat moves again, plays no part. A net's outcome is relative to the mover; Expand turns it with
// [game.RelativeToSeats], the only place where that happens.
//
// # Invariants
//
//   - A child's index is larger than its parent's. The tree has no transpositions: a node stands for one history of moves,
//     hence repetitions, reserves and clocks never merge, and a result proven through a repetition holds.
//   - edge.visits equals the visits of the node it leads to. A node that was evaluated has one visit more than its edges
//     together; a chance node, which no net evaluates, has exactly as many.
//   - At an interior node the edges with a child come first, in the order in which they were first visited, and are followed
//     by the unvisited edge with the largest prior. At the root the edges are in ascending order of their actions.
//   - A node proven stays proven. Its averages are overwritten by its result, and no descent passes through it.
//   - Nothing allocates once the slabs have grown to the size that the searches need.
package mcts
