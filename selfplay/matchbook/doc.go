// Package matchbook keeps matches in a ledger, so that they survive whatever happens to the process.
//
// A match that was interrupted, however rudely, goes on where it was when it is asked for again. It is the same match if both
// players, the game and its rules, and the conditions (seed and openings among them) are the same. A match that somebody asked
// for may also be asked for with more games, and is then extended.
//
// Invariants:
//
//   - Games are written in whole pairs, in the order of the pairs. What was begun beyond that is played again, and comes out the
//     same unless a player's moves depend on the machine.
//   - A player is known by its identity, not by its name: a net by the checksum of its file and all that says how it searches. So
//     a file with other weights under the same name is another player, and the same file under another name is the same player.
//   - Moves are written in the game's notation. What follows from them (who won, how many plies) is stored as well, for those who
//     query the ledger, but read from the moves, except for games that were forfeited.
package matchbook
