// Package selfplay is the learning loop: it plays games against itself, trains a net on them, and lets the new net replace
// the champion when it has beaten it.
//
// # One pass
//
// An iteration has three steps. Self-play: the champion plays a fixed number of games in lanes, each of which plays many at
// once so that the net is asked about many positions together. Training: a window of the newest samples is drawn from
// about as often as the config's reuse says; the result is a candidate. Gate: the candidate plays the champion and is
// promoted, or rejected; training goes on from it in either case.
//
// # What a run directory holds
//
//	ledger.sqlite   what counts: facts, shards, models, matches, metrics (package ledger)
//	run.lock        held by the process that works on the run
//	run.yaml        the effective config, for people
//	shards/         the games (package shard)
//	checkpoints/    iteration-NNNN.weights, what plays, and iteration-NNNN.state, what training goes on from
//	champion.weights  a copy of the champion's weights
//
// # Invariants
//
//   - The ledger decides. A file counts once its row is committed, and is complete before that. What a crash leaves behind
//     without a row is removed when the run is opened, and made again.
//   - A game follows from the run's seed, its number and the checkpoint that plays it. It is the same whatever the number of
//     lanes and of games in flight, and so are the shards, byte for byte. A game that a crash or Ctrl-C interrupts is
//     therefore not lost: it is played again, the same way.
//   - The copy of the champion's weights is what the ledger says: opening a run makes it again if it is not.
//   - A run directory whose ledger is lost is refused, since without it everything would look like garbage.
//   - Every step can be interrupted at any time and done again; nothing is counted twice.
package selfplay
